import Ingest
import Media
import TestSupport
import Testing

@testable import Addressing

/// Every decoded picture is the one that the `ffmpeg` program decodes.
@Suite struct DigestTests {
    struct Clip: Sendable, CustomTestStringConvertible {
        let name: String
        let encoder: String
        let arguments: String

        var testDescription: String { name }
    }

    private static let clips = [
        Clip(
            name: "bframes.mkv",
            encoder: "libx264",
            arguments: "-f lavfi -i testsrc2=160x120:r=25 -frames:v 30 -c:v libx264 -bf 3 -g 10"
        ),
        Clip(
            name: "ffv1.mkv",
            encoder: "ffv1",
            arguments: "-f lavfi -i testsrc2=160x120:r=25 -frames:v 10 -c:v ffv1"
        ),
        Clip(
            name: "tenbit.mkv",
            encoder: "ffv1",
            arguments: "-f lavfi -i testsrc2=160x120 -frames:v 8 -pix_fmt yuv420p10le -c:v ffv1"
        ),
        Clip(
            name: "odd.mkv",
            encoder: "ffv1",
            arguments: "-f lavfi -i testsrc2=161x121 -frames:v 8 -pix_fmt yuv420p -c:v ffv1"
        ),
        Clip(
            name: "oddcrop.mp4",
            encoder: "libx264",
            arguments: "-f lavfi -i testsrc2=150x98 -frames:v 12 -pix_fmt yuv420p -c:v libx264"
        ),
        Clip(
            name: "rgb.mkv",
            encoder: "ffv1",
            arguments: "-f lavfi -i testsrc2=160x120 -frames:v 4 -pix_fmt bgr0 -c:v ffv1"
        ),
        Clip(
            name: "palette.avi",
            encoder: "rawvideo",
            arguments: "-f lavfi -i testsrc2=64x48 -frames:v 3 -pix_fmt pal8 -c:v rawvideo"
        ),
        Clip(
            name: "mpeg4.avi",
            encoder: "mpeg4",
            arguments: "-f lavfi -i testsrc2=160x120:r=25 -frames:v 30 -c:v mpeg4 -bf 2 -q:v 3"
        ),
        Clip(
            name: "mpeg2.ts",
            encoder: "mpeg2video",
            arguments: "-f lavfi -i testsrc2=160x120:r=25 -frames:v 30 -c:v mpeg2video -bf 2"
        ),
        Clip(
            name: "vp8.webm",
            encoder: "libvpx",
            arguments:
                "-f lavfi -i testsrc2=160x120:r=25 -frames:v 12 -c:v libvpx -deadline realtime"
        ),
        Clip(
            name: "vp9.webm",
            encoder: "libvpx-vp9",
            arguments:
                "-f lavfi -i testsrc2=160x120:r=25 -frames:v 12 -c:v libvpx-vp9 -deadline realtime "
                + "-cpu-used 8"
        ),
        Clip(
            name: "av1.mkv",
            encoder: "libaom-av1",
            arguments:
                "-f lavfi -i testsrc2=128x96:r=25 -frames:v 6 -c:v libaom-av1 -usage realtime "
                + "-cpu-used 8 -pix_fmt yuv420p"
        ),
        Clip(
            name: "hevc.mp4",
            encoder: "libx265",
            arguments:
                "-f lavfi -i testsrc2=160x120:r=25 -frames:v 20 -c:v libx265 -preset ultrafast "
                + "-x265-params log-level=none:pools=1"
        ),
    ]

    @Test(arguments: clips.filter { Command.hasEncoder($0.encoder) })
    func equalsWhatTheProgramComputes(clip: Clip) throws {
        let path = try Clips.make(clip.name, clip.arguments)
        let reference = try Clips.referenceDigests(of: path)
        try #require(!reference.isEmpty)
        #expect(try digests(of: path) == reference)
    }

    @Test func holdsAcrossAChangeOfSize() throws {
        let small = try Clips.make(
            "small.h264",
            "-f lavfi -i testsrc2=96x64:r=25 -frames:v 12 -c:v libx264 -bf 2"
        )
        let large = try Clips.make(
            "large.h264",
            "-f lavfi -i testsrc2=160x120:r=25 -frames:v 12 -c:v libx264 -bf 2"
        )
        let path = try Clips.write(
            "sizes.h264",
            Clips.bytes(of: small) + Clips.bytes(of: large) + Clips.bytes(of: small)
        )
        #expect(try digests(of: path) == Clips.referenceDigests(of: path))
        let player = try Player(path)
        #expect(player.playToEnd())
        let sizes = player.samples.map(\.format.size.width)
        #expect(
            sizes == Array(repeating: 96, count: 12) + Array(repeating: 160, count: 12)
                + Array(repeating: 96, count: 12)
        )
    }

    @Test(arguments: [1, 2, 4])
    func doesNotDependOnTheNumberOfThreads(threads: Int) throws {
        let path = try Clips.h264()
        #expect(try digests(of: path, threads: threads) == Clips.referenceDigests(of: path))
    }

    private func digests(of path: String, threads: Int? = nil) throws -> [String] {
        let player = try Player(path) {
            $0.digests = true
            $0.threads = threads
        }
        #expect(player.playToEnd())
        return player.samples.map { $0.digest.map { "\($0)" } ?? "none" }
    }
}
