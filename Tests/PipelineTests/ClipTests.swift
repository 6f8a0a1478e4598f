import Foundation
import Ingest
import Media
import Pipeline
import Presentation
import Testing

/// Real clips, decoded by libavcodec, through the whole pipeline in virtual time.
@Suite(.serialized) struct ClipTests {
    private let clips = try? Clips()

    @Test func aFileIsShownFrameByFrameAndThenTheRunIsFinished() throws {
        let clip = try #require(clips).h264(size: "320x180", rate: 25, frames: 60, bFrames: 2)
        let run = try present(
            Scenario(
                streams: [("clip", clip), ("demo", "demo")],
                main: "demo",
                pip: "clip",
                once: true,
                digests: true
            )
        )
        let shown = run.presented("clip")
        #expect(shown.map(\.n) == Array(0..<60))
        #expect(shown.compactMap(\.md5) == (try Clips.frameHashes(of: clip)))
        #expect(run.dropped("clip").isEmpty)
        // It ends when its last picture was shown for its 40 ms.
        #expect(run.ended == ["clip"])
        let last = try #require(shown.last?.presented)
        let end = try #require(run.presented("demo").last?.presented)
        #expect((0.033...0.067).contains(end - last))
    }

    @Test func aStreamMayChangeSizeFormatAndRangeMidway() throws {
        let clip = try #require(clips).changing()
        let run = try present(Scenario(streams: [("clip", clip)], main: "clip", once: true))
        let shown = run.presented("clip")
        #expect(shown.count == 40)
        #expect(run.dropped("clip").isEmpty)
        let kinds = shown.map { "\($0.width)x\($0.height) \($0.format)" }
        #expect(
            kinds.reduce(into: [String]()) { if $0.last != $1 { $0.append($1) } } == [
                "640x360 I420", "1280x720 I420", "1280x720 I444", "640x480 I420",
            ]
        )
        #expect(run.resizes == [PixelSize(width: 1280, height: 720)])
        #expect(run.snapshot.main.resizes == 1)
        // The last change is one of format and size: the layer is rebuilt and knows both.
        #expect(run.rebuilds == ["invalid_pixel_format", "invalid_pixel_format"])
        #expect(run.snapshot.main.rebuilds[.invalidPixelFormat] == 2)
        #expect(run.snapshot.main.rebuilds[.invalidSize] == 0)
        #expect(try run.stream("clip").status.reconnects == 0)
    }

    @Test func aLoopGoesOnWithoutAGap() throws {
        let clip = try #require(clips).h264(size: "160x90", rate: 30, frames: 15, bFrames: 0)
        let run = try present(
            Scenario(streams: [("clip", clip)], main: "clip", seconds: 3, loops: true)
        )
        let times = run.presented("clip").compactMap(\.presented)
        #expect(times.count > 80)
        let gaps = zip(times, times.dropFirst()).map { $1 - $0 }
        #expect(gaps.allSatisfy { $0 < 0.034 })
        #expect(try run.stream("clip").status.loops >= 4)
    }

    /// What is in the file, and a word of the reason that is given.
    @Test(
        arguments: [
            ("missing", "no such"), ("directory", "directory"), ("empty", "empty"),
            ("text", "video"), ("audio", "audio"),
        ] as [(kind: String, word: String)]
    )
    func aBadSourceIsExplainedAndTheOtherStreamKeepsItsPace(kind: String, word: String) throws {
        let bad = try #require(clips).bad(kind)
        var reason: String?
        let run = try present(
            Scenario(
                streams: [("bad", bad), ("good", "test:64x36@30")],
                main: "good",
                pip: "bad",
                seconds: 4
            )
        ) { _, event in
            switch event {
            case .streamLost(let id, reason: let text), .streamFailed(let id, reason: let text):
                if id.name == "bad" { reason = text }
            default: break
            }
        }
        let said = try #require(reason).lowercased()
        #expect(said.contains(word), "\(said)")
        #expect(run.presented("good").count >= 118)
        #expect(run.dropped("good").filter { $0.reason != "flush" }.isEmpty)
    }
}
