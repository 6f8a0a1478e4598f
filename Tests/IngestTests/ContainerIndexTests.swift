import FrameTransport
import Media
import Testing

@testable import Addressing
@testable import Demuxing

/// What decoding the first pictures would tell of a file is told by its container,
/// or they are decoded.
@Suite struct ContainerIndexTests {
    struct Clip: Sendable, CustomTestStringConvertible {
        let name: String
        /// What `ffmpeg` makes it with, from 30 pictures of 160x120 at 25 Hz.
        let encoding: String
        /// Whether the container says all that playing takes.
        let isDescribed: Bool

        init(_ name: String, _ encoding: String, isDescribed: Bool) {
            self.name = name
            self.encoding = encoding
            self.isDescribed = isDescribed
        }

        var testDescription: String { name }

        func make() throws -> String {
            try Clips.make(
                "described-\(name)",
                "-f lavfi -i testsrc2=160x120:r=25 -frames:v 30 -pix_fmt yuv420p \(encoding)"
            )
        }
    }

    static let clips = [
        Clip("b2.mp4", "-c:v libx264 -bf 2 -g 12", isDescribed: true),
        Clip(
            "pyramid.mp4",
            "-c:v libx264 -bf 8 -b_strategy 0 -x264-params b-pyramid=normal:ref=5",
            isDescribed: true
        ),
        Clip(
            "open-gop.mp4",
            "-c:v libx264 -bf 3 -x264-params open-gop=1:keyint=10",
            isDescribed: true
        ),
        Clip(
            "varying.mp4",
            "-vf select='mod(n,3)+not(mod(n,5))' -fps_mode vfr -c:v libx264 -bf 2",
            isDescribed: true
        ),
        Clip("baseline.mp4", "-c:v libx264 -profile:v baseline", isDescribed: true),
        // Nothing but the profile proves that no picture is held back.
        Clip("b0.mp4", "-c:v libx264 -bf 0", isDescribed: false),
        Clip("one.mp4", "-c:v libx264 -bf 2 -frames:v 1", isDescribed: false),
        Clip(
            "fragments.mp4",
            "-c:v libx264 -bf 2 -movflags frag_keyframe+empty_moov",
            isDescribed: false
        ),
        Clip("mpeg4.mp4", "-c:v mpeg4 -bf 2", isDescribed: false),
        Clip("b2.mkv", "-c:v libx264 -bf 2", isDescribed: false),
        Clip("b2.ts", "-c:v libx264 -bf 2", isDescribed: false),
    ]

    @Test(arguments: clips)
    func whatTheContainerSaysIsWhatDecodingFinds(clip: Clip) throws {
        let path = try clip.make()
        let described = try Self.open(path, .playing)
        let probed = try Self.open(path, .thorough)
        #expect(described.isProbed != clip.isDescribed)
        #expect(described.video.description == probed.video.description)
        #expect(described.video.containerFormat == probed.video.containerFormat)
    }

    @Test(arguments: clips)
    func everyPictureComesOnceInOrder(clip: Clip) throws {
        let path = try clip.make()
        let player = try Player(path) { $0.digests = true }
        #expect(player.playToEnd())
        let digests = player.samples.map { $0.digest.map { "\($0)" } ?? "none" }
        #expect(digests == (try Clips.referenceDigests(of: path)))
        #expect(player.samples.map(\.pts) == player.samples.map(\.pts).sorted())
        #expect(player.ledger.snapshot().received == player.samples.count)
    }

    static func open(_ path: String, _ probing: Demuxer.Probing) throws -> Demuxer {
        let gate = InterruptGate(silence: .milliseconds(10_000)) { false }
        gate.allow(.milliseconds(30_000))
        return try Demuxer.open(path, options: AVOptions(), probing: probing, gate: gate)
    }
}
