import FrameTransport
import Media
import Platform
import TestSupport
import Testing

@testable import Addressing
@testable import Stills

/// A file's picture of any time is the one that the `ffmpeg` program decodes there.
@Suite struct PictureSearchTests {
    struct Clip: Sendable, CustomTestStringConvertible {
        let name: String
        let encoder: String
        let arguments: String
        /// Of a clip whose pictures have no times.
        let interval: Nanoseconds?

        init(
            _ name: String,
            _ encoder: String,
            _ arguments: String,
            input: String = "-f lavfi -i testsrc2=96x64:r=25 -pix_fmt yuv420p",
            interval: Nanoseconds? = nil
        ) {
            self.name = "at-\(name)"
            self.encoder = encoder
            self.arguments = "\(input) -c:v \(encoder) \(arguments)"
            self.interval = interval
        }

        var testDescription: String { name }

        func make() throws -> String { try Clips.make(name, arguments) }
    }

    private static let x265 = "-preset ultrafast -x265-params log-level=none:pools=1:"

    private static let clips = [
        Clip("closed.mp4", "libx264", "-frames:v 30 -bf 2 -g 12"),
        Clip("pyramid.mkv", "libx264", "-frames:v 30 -bf 5 -g 20 -x264-params b-adapt=0"),
        Clip("open.ts", "libx264", "-frames:v 30 -bf 3 -g 12 -x264-params open-gop=1:b-adapt=0"),
        Clip("open.mkv", "libx264", "-frames:v 30 -bf 3 -g 12 -x264-params open-gop=1:b-adapt=0"),
        Clip("refresh.mp4", "libx264", "-frames:v 36 -g 12 -x264-params intra-refresh=1"),
        Clip("cra.mp4", "libx265", "-frames:v 26 \(x265)keyint=10:min-keyint=10:bframes=4"),
        Clip("cra.ts", "libx265", "-frames:v 26 \(x265)keyint=10:min-keyint=10:bframes=4"),
        Clip(
            "variable.mp4",
            "libx264",
            "-vf select='not(mod(n,3))+not(mod(n,7))' -fps_mode vfr -frames:v 30 -bf 3 -g 10"
        ),
        Clip(
            "variable.mkv",
            "libx264",
            "-vf select='lt(mod(n,9),2)' -fps_mode vfr -frames:v 16 -bf 2 -g 6"
        ),
        Clip("late.mkv", "libx264", "-frames:v 20 -bf 2 -g 6 -output_ts_offset 2.3"),
        Clip("short.mp4", "libx264", "-frames:v 3 -bf 2"),
        Clip("single.mp4", "libx264", "-frames:v 1"),
        Clip("single.ts", "libx264", "-frames:v 1"),
        Clip("long.mp4", "libx264", "-frames:v 50 -bf 3 -g 1000 -x264-params scenecut=0"),
        Clip("field.mov", "libx264", "-frames:v 24 -bf 2 -g 8 -flags +ildct+ilme"),
        Clip("closed.flv", "libx264", "-frames:v 24 -bf 2 -g 8"),
        Clip("list.m3u8", "libx264", "-frames:v 26 -bf 2 -g 10 -hls_time 0.4 -hls_list_size 0"),
        Clip("mpeg2.ts", "mpeg2video", "-frames:v 30 -bf 2 -g 9"),
        Clip("mpeg2.mkv", "mpeg2video", "-frames:v 30 -bf 2 -g 9"),
        Clip("mpeg4.mp4", "mpeg4", "-frames:v 30 -bf 2 -g 9"),
        Clip("mpeg4.avi", "mpeg4", "-frames:v 30 -bf 2 -g 9"),
        Clip("packed.avi", "libxvid", "-frames:v 30 -bf 2 -g 9"),
        Clip("motion.avi", "mjpeg", "-frames:v 12 -pix_fmt yuvj420p"),
        Clip("vp8.webm", "libvpx", "-frames:v 40 -g 15 -auto-alt-ref 1 -lag-in-frames 12"),
        Clip(
            "vp9.webm",
            "libvpx-vp9",
            "-frames:v 40 -g 15 -auto-alt-ref 1 -lag-in-frames 12 -cpu-used 8 -row-mt 0"
        ),
        Clip("av1.mkv", "libaom-av1", "-frames:v 8 -g 4 -usage realtime -cpu-used 8"),
        Clip("ffv1.mkv", "ffv1", "-frames:v 8"),
        Clip("raw.h264", "libx264", "-frames:v 16 -bf 2 -g 5", interval: .milliseconds(40)),
        Clip(
            "raw.hevc",
            "libx265",
            "-frames:v 12 \(x265)keyint=5",
            interval: .milliseconds(40)
        ),
    ]

    @Test(arguments: clips.filter { Command.hasEncoder($0.encoder) })
    func everyTimeHasThePictureThatIsShownThen(clip: Clip) throws {
        let path = try clip.make()
        try Self.compare(path, with: Oracle(of: path, interval: clip.interval))
    }

    /// Copies of one clip, remuxed with times of their own.
    @Test(
        arguments: [
            ("edited.mp4", "-ss 0.55 -i CLIP -c copy"),
            ("edited.mov", "-ss 0.3 -i CLIP -c copy"),
            ("cut.mkv", "-ss 0.5 -i CLIP -c copy"),
            ("turned.mp4", "-i CLIP -c copy -metadata:s:v rotate=90"),
            ("fragments.mp4", "-i CLIP -c copy -movflags frag_keyframe+empty_moov"),
            (
                "negative.mp4",
                "-itsoffset -0.7 -i CLIP -c copy -copyts -avoid_negative_ts disabled"
            ),
        ]
    )
    func aCopyIsSearchedInItsOwnTime(name: String, arguments: String) throws {
        let path = try Clips.make(
            "at-\(name)",
            arguments.replacing("CLIP", with: Clips.h264())
        )
        try Self.compare(path, with: Oracle(of: path))
    }

    static func compare(_ path: String, with oracle: Oracle) throws {
        let tolerance = Nanoseconds.milliseconds(300)
        try #require(!oracle.pictures.isEmpty)
        var wrong: [String] = []
        for time in oracle.interestingTimes {
            let found = try search(path, at: time, tolerance: tolerance)
            let expected = oracle.answer(at: time, tolerance: tolerance)
            if found.answer == expected, found.requested == time { continue }
            wrong.append("\(time.seconds): \(found.answer), not \(expected as Any)")
        }
        #expect(
            wrong.isEmpty,
            "\(wrong.count) of \(oracle.interestingTimes.count): \(wrong.prefix(6))"
        )
    }

    static func search(
        _ url: String,
        at time: MediaTime,
        from base: PictureSearch.TimeBase = .container,
        tolerance: Nanoseconds = .milliseconds(300),
        within limit: Nanoseconds = .milliseconds(120_000)
    ) throws -> FoundPicture {
        var configuration = try StreamConfiguration(id: StreamID(sanitizing: "clip"), url: url)
        // A file that is there answers, however long others compute meanwhile.
        configuration.timeout = .milliseconds(120_000)
        return try PictureSearch(configuration).find(
            at: time,
            from: base,
            tolerance: tolerance,
            deadline: MonotonicClock.now() + limit,
            isCancelled: { false }
        )
    }
}
