internal import ControlAPI
internal import HTTPTypes
internal import Hummingbird
internal import Logging
internal import NIOCore
internal import Synchronization
internal import Testing

@testable internal import Control

@Suite struct RoutesTests {
    @Test(
        arguments: [
            Exchange(.get, "/healthz", gives: 200, says: #""shows":"nothing""#),
            Exchange(.get, "/v1/status", gives: 200, says: #""uptime_seconds":61.5"#),
            Exchange(.get, "/v1/status", gives: 200, says: #""config_generation":0"#),
            Exchange(.get, "/v1/configuration", gives: 200, says: #""seconds_left":42.5"#),
            Exchange(.get, "/v1/streams", gives: 200, says: #"{"streams":[{"codec":"h264""#),
            Exchange(.get, "/v1/streams/door", gives: 200, says: #""frame_rate":29.97"#),
            Exchange(.get, "/v1/streams/d%6For", gives: 200, says: #""id":"door""#),
            Exchange(.get, "/v1/streams/door", gives: 200, says: #""lookback_seconds":4.5"#),
            Exchange(.get, "/v1/streams/door", gives: 200, says: #""screenshot_possible":true"#),
            Exchange(.get, "/v1/streams/lobby", gives: 200, says: "codec is not decoded"),
            Exchange(.get, "/v1/streams/door", gives: 200, says: #""paused":false"#),
            Exchange(.get, "/v1/streams/none", gives: 404, says: "there are: door, lobby"),
            Exchange(.get, "/v1/streams/%FF", gives: 404, says: "There is no stream"),
            Exchange(.get, "/v1/view", gives: 200, says: #""corner":"bottom-right""#),
            Exchange(.get, "/v1/openapi.json", gives: 200, says: #""openapi":"3.1.0""#),
            Exchange(.get, "/v1/cameras", gives: 200, says: #""device":"video0""#),
            Exchange(.get, "/v1/cameras/video0/formats", gives: 200, says: #"[30,12.5]"#),
            Exchange(.get, "/v1/cameras/video0/controls", gives: 200, says: #""default":128"#),
            Exchange(.get, "/v1/cameras/video9/formats", gives: 404, says: "there are: video0"),
            Exchange(.get, "/v1/cameras/video9/controls", gives: 404, says: "there are: video0"),
            Exchange(.get, "/v1/cameras/video2/controls", gives: 409, says: "permission"),
            Exchange(.get, "/v1/cameras/video0", gives: 404),
            Exchange(.put, "/v1/cameras", gives: 405),
            Exchange(.delete, "/v1/streams/door", gives: 204),
            Exchange(.delete, "/v1/streams/none", gives: 404, says: "There is no stream"),
            Exchange(.head, "/v1/view", gives: 200),
            Exchange(.get, "/v1/streams/a/b", gives: 404),
            Exchange(.post, "/v1/view", gives: 405, says: "GET, HEAD, PATCH"),
            Exchange(.head, "/v1/events", gives: 405),
            Exchange(.trace, "/v1/status", gives: 405, says: "TRACE"),
        ])
    func answersAsDescribed(_ exchange: Exchange) async throws {
        let response = try await answer(exchange)
        #expect(response.status.code == exchange.status)
        #expect(String(buffer: response.body).contains(exchange.says))
        if exchange.status >= 400 {
            #expect(response.headers[.contentType] == "application/problem+json")
        }
    }

    @Test(
        arguments: [
            Exchange(.put, "/v1/streams/x", "{", gives: 400, says: "is not JSON"),
            Exchange(.put, "/v1/streams/x", "", gives: 400, says: "is empty"),
            Exchange(.put, "/v1/streams/x", "[1]", gives: 422, says: "an array"),
            Exchange(.put, "/v1/streams/x", "{}", gives: 422, says: "`url` is missing"),
            Exchange(.put, "/v1/streams/x", #"{"url":7}"#, gives: 422, says: "`url` is 7"),
            Exchange(.put, "/v1/streams/x", #"{"url":"a","lop":1}"#, gives: 422, says: "`loop`"),
            Exchange(
                .put,
                "/v1/streams/x",
                #"{"url":"a","timeout":0}"#,
                gives: 422,
                says: "a number from 0.1 to 600"
            ),
            Exchange(
                .put,
                "/v1/streams/x",
                #"{"url":"a","transport":"tls"}"#,
                gives: 422,
                says: "one of `auto`, `tcp`, `udp`"
            ),
            Exchange(.put, "/v1/streams/-x", #"{"url":"a"}"#, gives: 422, says: "`id` is '-x'"),
            Exchange(
                .put,
                "/v1/streams/x",
                #"{"url":"a"}"#,
                as: "text/yaml",
                gives: 415,
                says: "accepted is application/json"
            ),
            Exchange(
                .patch,
                "/v1/cameras/video0/controls",
                #"{"contrast":1}"#,
                gives: 422,
                says: "`brightness`"
            ),
            Exchange(.patch, "/v1/cameras/video0/controls", "[]", gives: 422, says: "an object"),
            Exchange(
                .patch,
                "/v1/cameras/video0/controls",
                #"{"brightness":1.5}"#,
                gives: 422,
                says: "a whole number"
            ),
            Exchange(
                .patch,
                "/v1/cameras/video0/controls",
                #"{"brightness":null}"#,
                gives: 422,
                says: "`brightness`"
            ),
            Exchange(.patch, "/v1/streams/door", #"{"pause":true}"#, gives: 422, says: "`paused`"),
            Exchange(.patch, "/v1/streams/door", #"{"paused":1}"#, gives: 422, says: "`true`"),
            Exchange(.patch, "/v1/streams/door", #"{"paused":null}"#, gives: 422, says: "`paused`"),
            Exchange(.patch, "/v1/streams/door", #"{"position":-1}"#, gives: 422, says: "0.0 to"),
            Exchange(.patch, "/v1/streams/lobby", #"{"paused":true}"#, gives: 409, says: "live"),
            Exchange(.patch, "/v1/streams/none", #"{"paused":true}"#, gives: 404, says: "door"),
            Exchange(.patch, "/v1/view", #"{"pip":{"size":0.9}}"#, gives: 422, says: "0.1 to 0.5"),
            Exchange(.patch, "/v1/view", #"{"pip":{"sise":0.2}}"#, gives: 422, says: "`size`"),
            Exchange(.patch, "/v1/view", #"{"pip":null}"#, gives: 422, says: "`pip` is `null`"),
            Exchange(.patch, "/v1/view", #"{"main":"../a"}"#, gives: 422, says: "'../a'"),
            Exchange(.patch, "/v1/view", #"{"main":"nobody"}"#, gives: 422, says: "nobody"),
            Exchange(.patch, "/v1/view", #"{"gravity":"up"}"#, gives: 422, says: "`resize`"),
            Exchange(.post, "/v1/view/show", #"{"seconds":2}"#, gives: 422, says: "`main`"),
            Exchange(.put, "/v1/overlays/a", #"{"text":"a","clock":"b"}"#, gives: 422, says: "one"),
            Exchange(.put, "/v1/overlays/a", #"{"image":"a.png"}"#, gives: 422, says: "absolute"),
            Exchange(.put, "/v1/overlays/a", #"{"text":"a","at":"up"}"#, gives: 422, says: "`top`"),
            Exchange(
                .put,
                "/v1/overlays/a",
                #"{"clock":"a","zone":"../x"}"#,
                gives: 422,
                says: "Europe/Rome"
            ),
            Exchange(
                .put,
                "/v1/overlays/a",
                #"{"text":"a","color":"red"}"#,
                gives: 422,
                says: "#RRGGBB"
            ),
            Exchange(.put, "/v1/overlays/a", #"{"text":"a","id":"b"}"#, gives: 422, says: "`id`"),
            Exchange(
                .put,
                "/v1/overlays/a",
                #"{"text":"a","zone":"Europe/Rome"}"#,
                gives: 422,
                says: "`zone` goes with clock alone"
            ),
            Exchange(
                .put,
                "/v1/overlays/a",
                #"{"image":"/a.png","background":"none"}"#,
                gives: 422,
                says: "`background` goes with letters"
            ),
            Exchange(.put, "/v1/overlays/a", #"{"clock":"a\u0000"}"#, gives: 422, says: "NUL"),
            Exchange(.post, "/v1/messages", #"{"seconds":5}"#, gives: 422, says: "`text`"),
            Exchange(.post, "/v1/messages", #"{"text":"a","level":"x"}"#, gives: 422, says: "info"),
            Exchange(.post, "/v1/configuration", "{}", gives: 422, says: "`text` is missing"),
            Exchange(.post, "/v1/configuration", #"{"text":""}"#, gives: 422, says: "YAML"),
            Exchange(
                .post,
                "/v1/configuration",
                #"{"text":"a","confirm_within":4}"#,
                gives: 422,
                says: "5.0 to 3600"
            ),
            Exchange(
                .post,
                "/v1/configuration",
                #"{"text":"a","name":"a\u000Ab"}"#,
                gives: 422,
                says: "printable"
            ),
            Exchange(
                .post,
                "/v1/configuration",
                #"{"text":"bad","name":"x.yml"}"#,
                gives: 422,
                says: "x.yml:1"
            ),
            Exchange(.post, "/v1/view/show", #"{"main":null}"#, gives: 422, says: "`main`"),
            Exchange(.post, "/v1/view/show", #"{"main":"door"}"#, gives: 422, says: "`seconds`"),
            Exchange(
                .post,
                "/v1/view/show",
                #"{"main":"door","seconds":0}"#,
                gives: 422,
                says: "0.1 to 86400"
            ),
            Exchange(
                .post,
                "/v1/view/show",
                #"{"main":"door","seconds":1,"priority":10}"#,
                gives: 422,
                says: "from 0 to 9"
            ),
            Exchange(
                .post,
                "/v1/view/show",
                #"{"main":"door","seconds":1,"until":2}"#,
                gives: 422,
                says: "`priority`"
            ),
            Exchange(
                .patch,
                "/v1/view",
                #"{"pip":{"corner":"top-left","x":0.5}}"#,
                gives: 422,
                says: "both given"
            ),
            Exchange(
                .patch,
                "/v1/view",
                #"{"pip":{"border":1.5}}"#,
                gives: 422,
                says: "a whole number from 0 to 256"
            ),
        ])
    func refusesWithWhatWouldBeAccepted(_ exchange: Exchange) async throws {
        let backend = FakeBackend()
        let response = try await answer(exchange, of: backend)
        #expect(response.status.code == exchange.status)
        let problem = try JSONValue(parsing: Array(response.body.readableBytesView))
        #expect(problem["status"] == .integer(exchange.status))
        #expect(problem["detail"]?.stringValue?.contains(exchange.says) == true)
        #expect(backend.state.withLock { $0.patches.isEmpty && $0.definitions.isEmpty })
        #expect(backend.state.withLock { $0.streamPatches.isEmpty })
    }

    @Test func aBodyBeyondTheLimitIsRefused() async throws {
        let body = #"{"url":""# + String(repeating: "a", count: 140_000) + #""}"#
        let response = try await answer(Exchange(.put, "/v1/streams/x", body, gives: 413))
        #expect(response.status.code == 413)
        #expect(response.headers[.contentType] == "application/problem+json")
    }

    @Test func aNewStreamIsCreatedAndAnOldOneReplaced() async throws {
        let backend = FakeBackend()
        let put = Exchange(.put, "/v1/streams/x", #"{"url":"a","loop":true}"#, gives: 201)
        let first = try await answer(put, of: backend)
        let second = try await answer(put, of: backend)
        #expect(first.status.code == 201)
        #expect(first.headers[.location] == "/v1/streams/x")
        #expect(second.status.code == 200)
        #expect(backend.state.withLock { $0.definitions["x"]?.loop } == true)
    }

    @Test(
        arguments: [
            (#"{"paused":true}"#, true, nil), (#"{"paused":false,"position":0}"#, false, 0),
            (#"{"position":3601.25}"#, nil, 3601.25), ("{}", nil, nil),
        ] as [(String, Bool?, Double?)]
    )
    func aStreamIsSteered(body: String, paused: Bool?, position: Double?) async throws {
        let backend = FakeBackend()
        let patch = Exchange(.patch, "/v1/streams/door", body, gives: 200)
        let response = try await answer(patch, of: backend)
        #expect(response.status.code == 200)
        #expect(String(buffer: response.body).contains(#""paused":\#(paused ?? false)"#))
        let told = try #require(backend.state.withLock { $0.streamPatches.last })
        #expect(told.paused == paused)
        #expect(told.position == position)
    }

    @Test func aDefinitionSaysHowMuchOfThePastIsKept() async throws {
        let backend = FakeBackend()
        let put = Exchange(.put, "/v1/streams/x", #"{"url":"a","lookback":2.5}"#, gives: 201)
        _ = try await answer(put, of: backend)
        #expect(backend.state.withLock { $0.definitions["x"]?.lookback } == 2.5)
    }

    @Test func aCamerasControlsAreSet() async throws {
        let backend = FakeBackend()
        let patch = Exchange(
            .patch,
            "/v1/cameras/video0/controls",
            #"{"brightness":-3}"#,
            gives: 200
        )
        let response = try await answer(patch, of: backend)
        #expect(response.status.code == 200)
        #expect(String(buffer: response.body).contains(#""value":-3"#))
        #expect(backend.state.withLock { $0.brightness } == -3)
    }

    @Test func aViewThatIsSentBackIsAccepted() async throws {
        let backend = FakeBackend()
        let json = #"{"main":"door","seconds":20,"priority":5,"snapshot":true,"toast":true}"#
        let view = try await answer(
            Exchange(.post, "/v1/view/show", json, gives: 200),
            of: backend
        )
        let show = ShowRequest(
            main: "door",
            seconds: 20,
            priority: 5,
            takesSnapshot: true,
            showsToast: true
        )
        #expect(backend.state.withLock { $0.shows } == [show])
        let patch = Exchange(.patch, "/v1/view", String(buffer: view.body), gives: 200)
        let same = try await answer(patch, of: backend)
        #expect(same.status.code == 200)
        #expect(same.body == view.body)
    }

    @Test func anOverlayThatIsSentBackIsAccepted() async throws {
        let backend = FakeBackend()
        let report = FakeBackend.overlay("clock")
        let json = String(decoding: try JSONText.encode(report), as: UTF8.self)
        let put = Exchange(.put, "/v1/overlays/clock", json, gives: 200)
        #expect(try await answer(put, of: backend).status.code == 200)
        var expected = report
        expected.reason = nil
        #expect(backend.state.withLock { $0.overlays["clock"] } == expected)
    }

    @Test func sickHealthIsAProblemThatNamesTheCause() async throws {
        let backend = FakeBackend()
        backend.state.withLock {
            $0.health = HealthReport(healthy: false, cause: "No flip for 3 s.")
        }
        let response = try await answer(Exchange(.get, "/healthz", gives: 503), of: backend)
        #expect(response.status.code == 503)
        #expect(String(buffer: response.body).contains("No flip for 3 s."))
    }

    @Test func aWrongMethodIsToldTheRightOnes() async throws {
        let response = try await answer(Exchange(.put, "/v1/streams", gives: 405))
        #expect(response.headers[.allow] == "GET, HEAD")
    }

    @Test(arguments: ["/v1/view", "/nowhere", "/v1/streams/none", "/v1/events"])
    func anAnswerToHEADHasNoBody(uri: String) async throws {
        let response = try await answer(Exchange(.head, uri, gives: 200))
        #expect(response.body.readableBytes == 0)
        #expect(response.headers[.contentLength] != "0")
    }

    @Test(
        arguments: [
            (nil, "text/plain; version=0.0.4; charset=utf-8"),
            ("*/*", "text/plain; version=0.0.4; charset=utf-8"),
            (
                "application/openmetrics-text;version=1.0.0,text/plain;version=0.0.4;q=0.5",
                "application/openmetrics-text; version=1.0.0; charset=utf-8"
            ),
            (
                "application/openmetrics-text;q=0.2, text/plain;q=0.9",
                "text/plain; version=0.0.4; charset=utf-8"
            ),
        ] as [(String?, String)]
    )
    func metricsComeInTheFormatThatIsPreferred(accept: String?, mediaType: String) async throws {
        let response = try await answer(
            Exchange(.get, "/metrics", gives: 200),
            accept: accept
        )
        #expect(response.headers[.contentType] == mediaType)
    }
}
