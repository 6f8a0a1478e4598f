import Foundation
import FrameTransport
import Media
import Pipeline
import Presentation
import Testing

/// Pictures beyond the rate cap that no other refers to are not decoded, and
/// nothing else is different.
@Suite(.serialized) struct OmissionTests {
    private let clips = try? Clips()

    struct Coding: Sendable, CustomTestStringConvertible {
        var name: String
        var options: String
        /// Pictures left out of 180 at 60 fps, at least.
        var leftOut: ClosedRange<Int>
        var testDescription: String { name }

        static let all = [
            Coding(
                name: "one.mp4",
                options: "libx264 -b_strategy 0 -sc_threshold 0 -bf 1 -g 40",
                leftOut: 70...90
            ),
            Coding(
                name: "one.ts",
                options: "libx264 -b_strategy 0 -sc_threshold 0 -bf 1 -g 40",
                leftOut: 70...90
            ),
            Coding(
                name: "one.mkv",
                options: "libx264 -b_strategy 0 -sc_threshold 0 -bf 1 -g 40",
                leftOut: 70...90
            ),
            Coding(
                name: "one.flv",
                options: "libx264 -b_strategy 0 -sc_threshold 0 -bf 1 -g 40",
                leftOut: 70...90
            ),
            Coding(
                name: "two.mp4",
                options: "libx264 -b_strategy 0 -sc_threshold 0 -bf 2 -b-pyramid none -g 48",
                leftOut: 40...60
            ),
            Coding(
                name: "pyramid.mp4",
                options: "libx264 -b_strategy 0 -sc_threshold 0 -bf 3 -b-pyramid normal -g 48",
                leftOut: 60...90
            ),
            Coding(
                name: "open.ts",
                options: "libx264 -b_strategy 0 -sc_threshold 0 -bf 3 -flags -cgop -g 24",
                leftOut: 60...90
            ),
            Coding(
                name: "none.mp4",
                options: "libx264 -b_strategy 0 -sc_threshold 0 -bf 0 -g 48",
                leftOut: 0...0
            ),
            Coding(
                name: "hevc.mp4",
                options: "libx265 -bf 3 -x265-params log-level=0:b-adapt=0",
                leftOut: 40...90
            ),
            Coding(
                name: "hevc.ts",
                options: "libx265 -bf 3 -x265-params log-level=0:b-adapt=0",
                leftOut: 40...90
            ),
            Coding(
                name: "layers.mp4",
                options: "libx265 -bf 3 -x265-params log-level=0:temporal-layers=3:b-adapt=0",
                leftOut: 40...90
            ),
            Coding(name: "mpeg2.ts", options: "mpeg2video -bf 1 -g 12", leftOut: 60...90),
            Coding(name: "mpeg4.mp4", options: "mpeg4 -bf 1 -g 12", leftOut: 60...90),
            Coding(name: "mjpeg.mov", options: "mjpeg", leftOut: 75...90),
            Coding(name: "vp9.webm", options: "libvpx-vp9 -deadline realtime", leftOut: 0...0),
        ]
    }

    @Test(arguments: Coding.all)
    func whatIsShownIsWhatWouldBeShownWithEverythingDecoded(coding: Coding) throws {
        let clip = try #require(clips).make(coding.name, rate: "60", frames: 180, coding.options)
        let run = try present(
            Scenario(streams: [("clip", clip)], main: "clip", once: true, digests: true)
        )
        expectDecisionsOfTheLimiter(run)
        let reference = try Clips.frameHashes(of: clip)
        #expect(run.frames.count == reference.count)
        for frame in run.frames {
            #expect(frame.md5 == nil || frame.md5 == reference[frame.n], "\(frame.n)")
        }
        #expect(run.presented("clip").allSatisfy { $0.md5 != nil })
        #expect(coding.leftOut.contains(run.frames.count { $0.md5 == nil }))
        let ledger = try run.stream("clip").ledger
        #expect(ledger.received == reference.count)
        #expect(ledger.dropped[.rate] == run.dropped("clip").count)
    }

    @Test(arguments: ["50", "60000/1001", "120", "48"])
    func everyRateIsLimitedAsBefore(rate: String) throws {
        let name = "rate-\(rate.prefix(2)).mp4"
        let clip = try #require(clips).make(
            name,
            rate: rate,
            frames: 200,
            "libx264 -b_strategy 0 -sc_threshold 0 -bf 3"
        )
        let run = try present(
            Scenario(streams: [("clip", clip)], main: "clip", once: true, digests: true)
        )
        expectDecisionsOfTheLimiter(run)
        #expect(run.frames.contains { $0.md5 == nil })
    }

    @Test func aLoopLeavesOutAsMuchEachTime() throws {
        let clip = try ninety("loop.mp4")
        let run = try present(
            Scenario(
                streams: [("clip", clip)],
                main: "clip",
                seconds: 6,
                digests: true,
                loops: true
            )
        )
        #expect(run.presented("clip").count >= 178)
        #expect(run.presented("clip").allSatisfy { $0.md5 != nil })
        #expect(run.frames.count { $0.md5 == nil } > 120)
    }

    @Test func withoutACapEverythingIsDecoded() throws {
        let clip = try ninety("uncapped.mp4")
        let run = try present(
            Scenario(
                streams: [("clip", clip)],
                main: "clip",
                mode: "320x180@60",
                maximumRate: nil,
                once: true,
                digests: true
            )
        )
        #expect(run.presented("clip").count == 90)
        #expect(run.frames.allSatisfy { $0.md5 != nil })
    }

    /// 1.5 s at 60 fps of which every other picture can be left out.
    private func ninety(_ name: String) throws -> String {
        try #require(clips).make(
            name,
            rate: "60",
            frames: 90,
            "libx264 -b_strategy 0 -sc_threshold 0 -bf 1"
        )
    }

    /// The log has every picture in order, so that the limiter can be asked alone.
    private func expectDecisionsOfTheLimiter(_ run: Run) {
        var limiter = RateLimiter(maximumRate: .thirty)
        let admitted = run.frames.sorted { $0.n < $1.n }.filter { frame in
            limiter.admits(
                MediaTime(nanoseconds: Int64((frame.pts * 1e9).rounded())),
                arrival: .milliseconds(0)
            )
        }
        #expect(run.presented("clip").map(\.n) == admitted.map(\.n))
    }
}
