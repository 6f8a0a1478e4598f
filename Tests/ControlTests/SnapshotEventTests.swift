internal import ControlAPI
internal import Foundation
internal import NIOCore
internal import Synchronization
internal import Testing

@testable internal import Control

@Suite struct SnapshotEventTests {
    private func report(bytes: Int) -> ImageReport {
        var report = ImageReport(
            format: .jpeg,
            width: 320,
            height: 180,
            bytes: bytes,
            sha256: String(repeating: "a1", count: 32)
        )
        report.quality = 0.8
        return report
    }

    /// The longest there is of everything that an event says besides the image.
    private func longest(image: [UInt8]) throws -> RenderedEvent {
        var report = ImageReport(
            format: .jpeg,
            width: .min,
            height: .min,
            bytes: .min,
            sha256: String(repeating: "f", count: 64)
        )
        report.stream = String(repeating: "s", count: StreamLimits.idBytes)
        let made = EventImage(bytes: image, report: report, source: .screenshot)
        let event = SnapshotEvent.event(try #require(made))
        return RenderedEvent(
            id: .min,
            time: -Double.leastNormalMagnitude,
            data: EventData(event)
        )
    }

    @Test func noEventIsLongerThanTheLimit() throws {
        let image = [UInt8](repeating: 0xFF, count: SnapshotEvent.maximumImageBytes)
        let longest = try longest(image: image).text.readableBytes
        #expect(longest <= SnapshotEvent.maximumBytes)
        // And nearly all of it is used.
        #expect(longest > SnapshotEvent.maximumBytes - 4)
    }

    @Test(arguments: [0x00, 0x3F, 0xFB, 0xFF] as [UInt8])
    func theLengthDoesNotDependOnTheBytes(byte: UInt8) throws {
        // `+` and `/` of base64 are written as they are.
        let image = [UInt8](repeating: byte, count: 3000)
        let empty = try longest(image: []).text.readableBytes
        #expect(try longest(image: image).text.readableBytes == empty + 4000)
    }

    @Test(
        arguments: [
            0, 1, -1, 0.1, 1_795_226_512.503, 1e300, -1.7976931348623157e+308,
            .leastNonzeroMagnitude,
        ] as [Double]
    )
    func noTimeHasALongerTextThanTheLongest(time: Double) {
        #expect("\(time)".utf8.count <= "\(-Double.leastNormalMagnitude)".utf8.count)
    }

    @Test func whatDoesNotFitIsNoEventImage() {
        let limit = SnapshotEvent.maximumImageBytes
        let tooMany = [UInt8](repeating: 0, count: limit + 1)
        #expect(EventImage(bytes: tooMany, report: report(bytes: limit + 1)) == nil)
        var other = report(bytes: 1)
        other.sha256 += "0"
        #expect(EventImage(bytes: [1], report: other) == nil)
        other.sha256 = #"""#
        #expect(EventImage(bytes: [1], report: other) == nil)
    }

    @Test func theImageReachesEverySubscriber() async throws {
        let hub = EventHub { 12.5 }
        let subscription = try #require(hub.subscribe())
        let bytes: [UInt8] = [0xFF, 0xD8, 1, 2, 3, 0xFF, 0xD9]
        let image = try #require(EventImage(bytes: bytes, report: report(bytes: 7)))
        #expect(hub.publishSnapshot(image) == Publication(eventID: 1, subscribers: 1))
        hub.close()
        var texts: [String] = []
        for await case .event(let event) in subscription.messages {
            texts.append(String(buffer: event.text))
        }
        let text = try #require(texts.first)
        let head = "id: 1\nevent: snapshot\ndata: "
        #expect(text.hasPrefix(head))
        let json = Array(text.utf8.dropFirst(head.utf8.count))
        let data = try JSONValue(parsing: json)
        #expect(try await Description.current.errors(in: data, by: "SnapshotEvent") == [])
        #expect(data["time"] == 12.5 && data["source"] == "view" && data["width"] == 320)
        let encoded = try #require(data["data"]?.stringValue)
        #expect(Data(base64Encoded: encoded).map { Array($0) } == bytes)
    }

    @Test func oneRequestMakesOneImageForAll() async throws {
        let backend = FakeBackend()
        try await withServer(backend: backend) { server in
            let clients = try Clients(count: 3, path: server.path)
            clients.subscribe()
            let asking = try RawClient(server.path)
            let body = #"{"target":"160x90","quality":0.5}"#
            asking.send(
                "POST /v1/snapshot?event=true HTTP/1.1\r\nHost: pipd\r\n"
                    + "Content-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n\(body)"
            )
            let answer = asking.readToEnd()
            #expect(answer.contains(#""event_id":1,"#) && answer.contains(#""subscribers":3,"#))
            // A picture for its client alone is no event.
            asking.send("")
            let plain = try RawClient(server.path)
            plain.send(
                "POST /v1/snapshot HTTP/1.1\r\nHost: pipd\r\nConnection: close\r\n\r\n"
            )
            #expect(plain.readToEnd().contains("Content-Type: image/png"))
            server.events.close()
            for text in clients.readToEnd() {
                #expect(text.split(separator: "event: ").dropFirst().count == 1)
                #expect(text.contains("event: snapshot\ndata: {"))
            }
        }
        var expected = SnapshotEventRequest()
        (expected.image.maximumWidth, expected.image.maximumHeight) = (160, 90)
        expected.image.quality = 0.5
        #expect(backend.state.withLock { $0.eventImages } == [expected])
    }
}
