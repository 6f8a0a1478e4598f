import Ingest
import Media
import Platform
import Presentation
import TestSupport
import Testing

@testable import Pipeline

/// A port has one holder at a time: streams that follow each other there hand it over.
@Suite struct HandOverTests {
    enum Way: CaseIterable {
        case definedAgain
        case changed
        case underAnotherName
    }

    @Test(arguments: Way.allCases)
    func aPortGoesFromOneStreamToTheNext(way: Way) throws {
        let url = "udp://127.0.0.1:\(try LoopbackPort.unused())"
        let sender = try Self.send(to: url)
        defer { sender.kill() }
        let pipeline = try Pipeline(PipelineConfiguration())
        defer { pipeline.stop() }
        let door = try Self.stream("door", url)
        try pipeline.define(door)
        try pipeline.start()
        try Self.awaitPictures(of: door.id, in: pipeline)
        for _ in 0..<2 {
            switch way {
            case .definedAgain: try pipeline.define(door)
            case .changed: _ = try pipeline.change(defining: [door], removing: []) { _ in }
            case .underAnotherName:
                let other = try Self.stream("gate", url)
                try pipeline.remove(door.id)
                try pipeline.define(other)
                try Self.awaitPictures(of: other.id, in: pipeline)
                try pipeline.remove(other.id)
                try pipeline.define(door)
            }
            try Self.awaitPictures(of: door.id, in: pipeline)
        }
    }

    private static func stream(_ name: String, _ url: String) throws -> StreamConfiguration {
        var stream = try StreamConfiguration(id: #require(StreamID(name)), url: url)
        // A sender that the machine holds up is no loss.
        stream.timeout = .milliseconds(60_000)
        return stream
    }

    /// Fails where a stream is lost instead.
    private static func awaitPictures(of id: StreamID, in pipeline: Pipeline) throws {
        var polling = PollSet(capacity: 1)
        polling.add(pipeline.eventDescriptor, tag: .init(rawValue: 0))
        let deadline = MonotonicClock.now() + .milliseconds(30_000)
        var isReady = false
        var losses: [String] = []
        while !isReady, losses.isEmpty, MonotonicClock.now() < deadline {
            _ = polling.wait(until: deadline)
            pipeline.handleEvents { event in
                switch event {
                case .streamReady(id): isReady = true
                case .streamLost(_, let reason): losses.append(reason)
                default: break
                }
            }
        }
        try #require(losses.isEmpty, "\(losses)")
        try #require(isReady)
    }

    private static func send(to url: String) throws -> ChildProcess {
        let words =
            "ffmpeg -nostdin -v quiet -re -f lavfi -i testsrc2=96x64:r=25 -c:v libx264"
            + " -preset ultrafast -tune zerolatency -g 5 -pix_fmt yuv420p -f mpegts"
            + " \(url)?pkt_size=1316"
        return try ChildProcess(words.split(separator: " ").map(String.init))
    }
}
