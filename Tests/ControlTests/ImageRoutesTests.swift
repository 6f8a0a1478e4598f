internal import ControlAPI
internal import Foundation
internal import HTTPTypes
internal import NIOCore
internal import Synchronization
internal import Testing

@testable internal import Control

@Suite struct ImageRoutesTests {
    private func report(in fields: HTTPFields) throws -> JSONValue {
        let name = try #require(HTTPField.Name("Pipd-Image"))
        return try JSONValue(parsing: Array(try #require(fields[name]).utf8))
    }

    @Test(arguments: [nil, "", "{}"])
    func aRequestWithoutAWishHasTheUsual(body: String?) async throws {
        let backend = FakeBackend()
        for uri in ["/v1/streams/door/screenshot", "/v1/snapshot", "/v1/streams/door/photo"] {
            let response = try await answer(Exchange(.post, uri, body, gives: 200), of: backend)
            #expect(response.status.code == 200)
        }
        _ = try await answer(Exchange(.post, "/v1/snapshot?event=true", gives: 200), of: backend)
        let state = backend.state.withLock { $0 }
        let screenshot = try #require(state.screenshots.first)
        #expect(screenshot == ScreenshotRequest())
        #expect(screenshot.image.format == .jpeg && screenshot.image.quality == 0.85)
        #expect(screenshot.at == nil && screenshot.tolerance == 0.5)
        #expect(screenshot.orientation == .displayed && screenshot.waitMilliseconds == 1000)
        #expect(state.snapshots.first?.image == ImageRequest(format: .png))
        #expect(state.snapshots.first?.waitMilliseconds == 1000)
        let photo = try #require(state.photos.first)
        #expect(photo.mode == .photo && photo.settleMilliseconds == 1500)
        #expect(photo.waitMilliseconds == 10_000 && photo.image == ImageRequest(format: .jpeg))
        let event = try #require(state.eventImages.first)
        #expect((event.image.maximumWidth, event.image.maximumHeight) == (320, 320))
        #expect(event.image.quality == 0.8 && event.image.format == .jpeg)
        #expect(event.image.maximumBytes == nil && event.waitMilliseconds == 0)
    }

    @Test(
        arguments: [
            ("/srv/a.png", nil, .png), ("/srv/a.PNG", nil, .png), ("/srv/a.jpeg", nil, .jpeg),
            ("/srv/a.png", "jpeg", .jpeg), ("/srv/a.jpg", "png", .png), ("/srv/png", nil, .jpeg),
        ] as [(String, String?, ImageRequest.Format)]
    )
    func aFileHoldsWhatItsNameSaysUnlessTheClientSaysOtherwise(
        path: String,
        format: String?,
        expected: ImageRequest.Format
    ) async throws {
        let backend = FakeBackend()
        let wish = format.map { #","format":"\#($0)""# } ?? ""
        let body = #"{"output":"path","path":"\#(path)"\#(wish)}"#
        let exchange = Exchange(.post, "/v1/streams/door/screenshot", body, gives: 200)
        _ = try await answer(exchange, of: backend)
        #expect(backend.state.withLock { $0.screenshots.first?.image.format } == expected)
    }

    /// A wish in the address would be overlooked.
    @Test(arguments: ["screenshot?at=1", "photo?mode=frame"])
    func parametersInTheAddressAreRefused(path: String) async throws {
        let exchange = Exchange(.post, "/v1/streams/door/\(path)", gives: 422)
        let response = try await answer(exchange, of: FakeBackend())
        #expect(response.status.code == 422)
    }

    @Test func everyWishReachesTheBackend() async throws {
        let backend = FakeBackend()
        let body = """
            {"format":"png","quality":0.5,"max_width":640,"max_height":480,"max_bytes":50000,\
            "at":"-3.5","tolerance":0,"orientation":"stored","output":"path","path":"/srv/a.png",\
            "overwrite":true,"wait_ms":0}
            """
        let exchange = Exchange(.post, "/v1/streams/door/screenshot", body, gives: 200)
        let response = try await answer(exchange, of: backend)
        #expect(response.status.code == 200)
        var expected = ScreenshotRequest(image: ImageRequest(format: .png))
        expected.image.quality = 0.5
        expected.image.maximumWidth = 640
        expected.image.maximumHeight = 480
        expected.image.maximumBytes = 50_000
        expected.image.output = .path("/srv/a.png", overwrite: true)
        expected.at = -3.5
        expected.tolerance = 0
        expected.orientation = .stored
        expected.waitMilliseconds = 0
        #expect(backend.state.withLock { $0.screenshots } == [expected])
        #expect(String(buffer: response.body).contains(#""path":"/srv/a.png""#))
    }

    @Test func everyWishOfAPhotoReachesTheBackend() async throws {
        let backend = FakeBackend()
        let body = #"{"mode":"frame","settle_ms":0,"wait_ms":30000,"orientation":"stored"}"#
        let exchange = Exchange(.post, "/v1/streams/door/photo", body, gives: 200)
        _ = try await answer(exchange, of: backend)
        var expected = PhotoRequest()
        expected.mode = .frame
        expected.settleMilliseconds = 0
        expected.waitMilliseconds = 30_000
        expected.orientation = .stored
        #expect(backend.state.withLock { $0.photos } == [expected])
    }

    @Test func anImageComesWithItsReportInTheHeader() async throws {
        let exchange = Exchange(
            .post,
            "/v1/streams/door/screenshot",
            #"{"at":-1.1}"#,
            as: "application/json; charset=utf-8",
            gives: 200
        )
        let response = try await answer(exchange)
        #expect(response.headers[.contentType] == "image/jpeg")
        #expect(response.headers[.contentLength] == "4")
        #expect(response.headers[.cacheControl] == "no-store")
        #expect(Array(response.body.readableBytesView) == [0xFF, 0xD8, 0xFF, 0xD9])
        let report = try report(in: response.headers)
        #expect(report["stream"] == "door" && report["requested"] == -1.1)
        // Neither -0.8000000000000002 nor 4.199999999999999.
        #expect(report["actual"] == -0.8 && report["elapsed_ms"] == 4.2)
        #expect(report["age_ms"] == 12.346 && report["media_type"] == "image/jpeg")
        #expect(report["converged"] == nil && report["data"] == nil)
    }

    @Test func aHeaderFieldHasOnlyASCII() async throws {
        let response = try await answer(Exchange(.post, "/v1/streams/door/photo", gives: 200))
        let name = try #require(HTTPField.Name("Pipd-Image"))
        let field = try #require(response.headers[name])
        #expect(field.utf8.allSatisfy { (0x20..<0x7F).contains($0) })
        let report = try report(in: response.headers)
        #expect(report["camera_mode"] == "3840x2160 “YUYV”")
        #expect(report["converged"] == true && report["mode"] == "photo")
    }

    @Test func whatMeansNothingIsNull() async throws {
        let body = #"{"output":"library"}"#
        let view = try await answer(Exchange(.post, "/v1/snapshot", body, gives: 200))
        let report = try JSONValue(parsing: Array(view.body.readableBytesView))
        for member in ["stream", "requested", "actual", "age_ms", "quality"] {
            #expect(report[member] == .some(.null), "\(member)")
        }
        #expect(report["path"] == "/var/lib/pipd/door.jpg")
        let frame = #"{"mode":"frame","output":"library"}"#
        let photo = try await answer(Exchange(.post, "/v1/streams/door/photo", frame, gives: 200))
        let other = try JSONValue(parsing: Array(photo.body.readableBytesView))
        #expect(other["converged"] == .some(.null) && other["camera_mode"] == nil)
    }

    @Test func base64IsTheImageInsideTheReport() async throws {
        let backend = FakeBackend()
        let image = (0..<1000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        backend.state.withLock { $0.image = image }
        let body = #"{"output":"base64"}"#
        let exchange = Exchange(.post, "/v1/streams/door/screenshot", body, gives: 200)
        let response = try await answer(exchange, of: backend)
        let report = try JSONValue(parsing: Array(response.body.readableBytesView))
        let data = try #require(report["data"]?.stringValue)
        #expect(Data(base64Encoded: data).map { Array($0) } == image)
        #expect(report["stream"] == "door")
        #expect(String(buffer: response.body).hasSuffix("}\n"))
    }

    @Test(
        arguments: [
            Exchange(
                .post,
                "/v1/streams/none/screenshot",
                gives: 404,
                says: "There is no stream 'none'; there are: door, lobby."
            ),
            Exchange(.post, "/v1/streams/none/photo", gives: 404, says: "door, lobby"),
            Exchange(.post, "/v1/streams/lobby/screenshot", gives: 503, says: "would work"),
            Exchange(.get, "/v1/streams/door/screenshot", gives: 405, says: "POST"),
            Exchange(
                .post,
                "/v1/streams/door/screenshot",
                #"{"at":"soon"}"#,
                gives: 422,
                says: "`at` is 'soon'; accepted is a number of seconds from -1000000000 to"
            ),
            Exchange(
                .post,
                "/v1/streams/door/screenshot",
                #"{"max_bytes":100}"#,
                gives: 422,
                says: "a whole number from 2048 to 67108864"
            ),
            Exchange(
                .post,
                "/v1/streams/door/screenshot",
                #"{"size":1}"#,
                gives: 422,
                says: "accepted are `at`, `fit`, `format`"
            ),
            Exchange(
                .post,
                "/v1/streams/door/photo",
                #"{"output":"path"}"#,
                gives: 422,
                says: "`path` is missing"
            ),
            Exchange(
                .post,
                "/v1/streams/door/photo",
                #"{"path":"/a"}"#,
                gives: 422,
                says: "`output` is 'binary'"
            ),
            Exchange(
                .post,
                "/v1/snapshot?event=true",
                #"{"target":"2000x1"}"#,
                gives: 422,
                says: "each from 1 to 1920"
            ),
            Exchange(
                .post,
                "/v1/snapshot?event=true",
                #"{"target":"2x1","max_width":1}"#,
                gives: 422,
                says: "both given"
            ),
            Exchange(
                .post,
                "/v1/snapshot?event=true",
                #"{"output":"library"}"#,
                gives: 422,
                says: "`output` is unknown; accepted are `fit`"
            ),
            Exchange(.post, "/v1/snapshot?event=yes", gives: 422, says: "`event` is 'yes'"),
            Exchange(.post, "/v1/snapshot?event", gives: 422, says: "`event` is ''"),
            Exchange(.post, "/v1/snapshot?events=true", gives: 422, says: "'events' is unknown"),
            Exchange(.post, "/v1/snapshot", "[]", gives: 422, says: "an array"),
        ])
    func refusesWithWhatWouldBeAccepted(_ exchange: Exchange) async throws {
        let response = try await answer(exchange)
        #expect(response.status.code == exchange.status)
        let problem = try JSONValue(parsing: Array(response.body.readableBytesView))
        #expect(problem["detail"]?.stringValue?.contains(exchange.says) == true, "\(problem)")
    }

    private struct EventOption: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var image = ImageRequest.forEvent

        init(_ members: String, _ change: (inout ImageRequest) -> Void) {
            testDescription = members
            change(&image)
        }
    }

    /// What an event's image may be asked to be like, as any other.
    @Test(arguments: [
        EventOption(#""format":"png""#) { $0.format = .png },
        EventOption(#""quality":0.5"#) { $0.quality = 0.5 },
        EventOption(#""max_bytes":4096"#) { $0.maximumBytes = 4096 },
        EventOption(#""max_bytes":67108864"#) { $0.maximumBytes = 67_108_864 },
        EventOption(#""fit":"pad""#) { $0.fit = .pad },
        EventOption(#""max_width":64"#) { ($0.maximumWidth, $0.maximumHeight) = (64, nil) },
        EventOption(#""max_height":64"#) { ($0.maximumWidth, $0.maximumHeight) = (nil, 64) },
        EventOption(#""target":"64x36""#) { ($0.maximumWidth, $0.maximumHeight) = (64, 36) },
        EventOption(#""fit":"cover","max_width":64,"max_height":36"#) {
            $0.fit = .cover
            ($0.maximumWidth, $0.maximumHeight) = (64, 36)
        },
    ])
    private func anEventsImageHasTheOptionsOfOthers(_ option: EventOption) async throws {
        let backend = FakeBackend()
        for uri in ["/v1/snapshot", "/v1/streams/door/screenshot", "/v1/streams/door/photo"] {
            let body = #"{"wait_ms":7,\#(option.testDescription)}"#
            let exchange = Exchange(.post, "\(uri)?event=true", body, gives: 200)
            let response = try await answer(exchange, of: backend)
            #expect(response.status.code == 200, "\(String(buffer: response.body))")
        }
        let state = backend.state.withLock { $0 }
        #expect(state.eventImages.map(\.image) == [option.image])
        #expect(state.screenshots.map(\.image) == [option.image.fittingEvent])
        #expect(state.photos.map(\.image) == [option.image.fittingEvent])
        #expect(state.eventImages.first?.waitMilliseconds == 7)
    }

    @Test(
        arguments: [
            (16, 422), (17, 400), (500, 400),
        ])
    func bodiesAreNestedOnlySoDeeply(depth: Int, status: Int) async throws {
        // Brackets in strings do not count, whatever is escaped there.
        let text = #""[[[[[[[[[[[[[[[[[[\"[[\\","#
        let body =
            String(repeating: "[" + text, count: depth) + "0" + String(repeating: "]", count: depth)
        let response = try await answer(Exchange(.post, "/v1/snapshot", body, gives: status))
        #expect(response.status.code == status)
    }

    @Test(arguments: [(1024, 422), (1025, 400), (20_000, 400)])
    func bodiesHaveOnlySoManyValues(count: Int, status: Int) async throws {
        let values = repeatElement("[]", count: count).joined(separator: ",")
        let response = try await answer(Exchange(.post, "/v1/snapshot", "[\(values)]", gives: 0))
        #expect(response.status.code == status)
    }

    /// What a client that means harm sends; never an error of ours.
    @Test(
        arguments: [
            String(repeating: "[", count: 60_000),
            String(repeating: #"{"a":"#, count: 10_000),
            #"{"at":"# + String(repeating: "[", count: 500) + String(repeating: "]", count: 500)
                + "}",
            "NaN", #"{"at":NaN}"#, #"{"at":Infinity}"#, #"{"at":1e999}"#, #"{"at":-1e308}"#,
            #"{"at":9223372036854775808}"#, #"{"at":-9223372036854775809}"#,
            #"{"at":1e-400}"#, #"{"quality":1e-320}"#, #"{"tolerance":1e400}"#,
            #"{"max_width":9223372036854775807}"#, #"{"max_height":1e300}"#,
            #"{"max_bytes":-9223372036854775808}"#, #"{"wait_ms":99999999999999999999}"#,
            #"{"at":""# + String(repeating: "9", count: 60_000) + #""}"#,
            #"{"output":"path","path":"/"# + String(repeating: "é", count: 30_000) + #""}"#,
            #"{"output":"path","path":"/a\u0000"}"#, #"{"output":"path","path":"/\ud800"}"#,
            #"{"target":""# + String(repeating: "9", count: 5000) + #"x1"}"#,
            #"{"target":"x"}"#, #"{"target":"٣x٣"}"#, #"{"at":"٣"}"#,
            #"{"at":true}"#, #"{"at":{}}"#, #"{"format":null}"#, #"{"quality":"0.5"}"#,
            #"{"output":["path"]}"#, #"{"output":"path","path":7}"#, #"{"path":null}"#,
            #"{"at":1,"at":2}"#, #"{"":""}"#, "{}{}", "\u{FEFF}{}", "\u{0}", "{", "\"",
            #"{""# + String(repeating: "k", count: 60_000) + #"":1}"#,
            "x" + String(repeating: "a", count: 1 << 20),
        ])
    func aHostileBodyIsTheClientsFault(_ body: String) async throws {
        try await withServer { server in
            for uri in [
                "/v1/streams/door/screenshot", "/v1/streams/door/photo", "/v1/snapshot",
                "/v1/snapshot?event=true",
            ] {
                let response = try server.answer(Exchange(.post, uri, body, gives: 422))
                #expect([200, 400, 409, 413, 422].contains(response.status.code), "\(uri)")
            }
        }
    }
}
