import FrameTransport
import Media
import Platform
import TestSupport
import Testing

@testable import Addressing
@testable import Decoding
@testable import Stills

/// Patterns, web servers, and searches that nobody waits for.
@Suite struct PictureSearchLimitTests {
    @Test(arguments: ["demo", "test:64x48@30000/1001", "test:64x48@25"])
    func aPatternIsDrawnForAnyTime(url: String) throws {
        let player = try Player(url) { $0.digests = true }
        #expect(player.play { $0.samples.count >= 6 })
        for sample in player.samples.prefix(5) {
            for time in [sample.pts, sample.pts + sample.duration - Nanoseconds(1)] {
                let found = try PictureSearchTests.search(url, at: time)
                #expect(found.tier == .exact)
                #expect(found.picture.pts == sample.pts)
                #expect(found.digest == sample.digest.map { "\($0)" })
                #expect(found.picture.format == sample.format)
            }
        }
        #expect(try PictureSearchTests.search(url, at: .milliseconds(-200)).tier == .relaxed)
        #expect(try PictureSearchTests.search(url, at: .milliseconds(-400)).tier == .nearest)
    }

    @Test(arguments: [Int64.min, .max]) func noTimeIsTooFar(nanoseconds: Int64) throws {
        let time = MediaTime(nanoseconds: nanoseconds)
        #expect(try PictureSearchTests.search(Clips.h264(), at: time).tier == .nearest)
        let pattern = try PictureSearchTests.search("test:64x48@240", at: time)
        #expect(pattern.tier == (nanoseconds < 0 ? .nearest : .exact))
    }

    @Test(arguments: ["still.mp4", "still.m3u8", "still.ts"])
    func aFileOfAWebServerIsSearchedAsOneOfThisMachine(name: String) throws {
        let path = try Clips.make(
            name,
            "-i \(Clips.h264()) -c copy "
                + (name.hasSuffix("m3u8") ? "-hls_time 0.5 -hls_list_size 0" : "")
        )
        let server = try Companion(
            Command.python,
            ["-u", "-m", "http.server", "0", "--bind", "127.0.0.1", "--directory", Clips.directory]
        )
        let words = server.nextLine().split(separator: " ")
        let port = try #require(words.firstIndex(of: "port").map { words[$0 + 1] })
        let oracle = try Oracle(of: path)
        for time in oracle.startsAndOutside {
            let found = try PictureSearchTests.search("http://127.0.0.1:\(port)/\(name)", at: time)
            #expect(found.answer == oracle.answer(at: time, tolerance: .milliseconds(300)))
        }
    }

    @Test func aServerThatNeverAnswersIsLeftAtTheDeadline() throws {
        let server = try TCPServer(.silent)
        defer { server.end() }
        let start = MonotonicClock.now()
        #expect(throws: StillError.timedOut) {
            try PictureSearchTests.search(
                "http://127.0.0.1:\(server.port)/a.mp4",
                at: .zero,
                within: .milliseconds(200)
            )
        }
        let duration = MonotonicClock.now() - start
        // Alone it would be waited for longer.
        #expect(duration >= .milliseconds(190) && duration < .milliseconds(60_000), "\(duration)")
    }

    @Test func aSearchThatIsCancelledEnds() throws {
        let server = try TCPServer(.silent)
        defer { server.end() }
        let search = try PictureSearch(
            StreamConfiguration(
                id: StreamID(sanitizing: "a"),
                url: "http://127.0.0.1:\(server.port)/a.mp4"
            )
        )
        let start = MonotonicClock.now()
        #expect(throws: StillError.cancelled) {
            try search.find(
                at: .zero,
                tolerance: .zero,
                deadline: start + .milliseconds(9_000),
                isCancelled: { MonotonicClock.now() - start > .milliseconds(150) }
            )
        }
    }

    @Test func aDecodeThatTakesTooLongEndsInTheMiddle() throws {
        let path = try Clips.make(
            "endless.h264",
            "-f lavfi -i testsrc2=640x360:r=25 -frames:v 1500 -c:v libx264 -preset ultrafast "
                + "-pix_fmt yuv420p"
        )
        let search = try PictureSearch(
            StreamConfiguration(id: StreamID(sanitizing: "a"), url: path)
        )
        let asked = Lock(0)
        #expect(throws: StillError.cancelled) {
            try search.find(
                at: .milliseconds(59_000),
                tolerance: .zero,
                deadline: MonotonicClock.now() + .milliseconds(60_000),
                isCancelled: {
                    asked.withLock { count in
                        count += 1
                        return count > 300
                    }
                }
            )
        }
        #expect(asked.withLock { $0 } < 320)
    }

    @Test(arguments: ["rtsp://127.0.0.1/a", "udp://127.0.0.1:9", "/dev/video7"])
    func aLiveSourceIsRefusedWithAWayOut(url: String) throws {
        let error = #expect(throws: StillError.self) {
            try PictureSearchTests.search(url, at: .zero)
        }
        guard case .notSupported(let reason) = error else {
            Issue.record("\(error as Any)")
            return
        }
        #expect(reason.contains("ask for its newest picture"))
    }
}
