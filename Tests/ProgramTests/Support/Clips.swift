internal import Glibc
internal import Synchronization
internal import TestSupport
internal import Testing

/// Small clips, made with the `ffmpeg` program when a test first asks for them.
enum Clips {
    /// Removed when the process ends.
    private static let scratch = Mutex<Scratch?>(nil)

    /// Makes a clip, unless it is there.
    ///
    /// - Parameters:
    ///   - name: The file's name; its end says the container.
    ///   - arguments: What makes it, without the output's name, separated by spaces.
    /// - Returns: Its path.
    /// - Throws: When `ffmpeg` fails, or the name is another clip's.
    static func make(_ name: String, _ arguments: String) throws -> String {
        let folder = try sharedFolder()
        let path = folder.path(name)
        let words = arguments.split(separator: " ").map(String.init)
        try ClipCache.place(at: path, words) {
            let result = try Programs.run(
                "ffmpeg",
                ["-nostdin", "-hide_banner", "-v", "error", "-y"] + words + [path],
                in: folder
            )
            try #require(result.ending == .exit(0), "ffmpeg: \(result.errors)")
        }
        return path
    }

    private static func sharedFolder() throws -> Scratch {
        try scratch.withLock { scratch in
            if let scratch { return scratch }
            let folder = try Scratch()
            scratch = folder
            atexit { Clips.scratch.withLock { $0 = nil } }
            return folder
        }
    }

    /// H.264 with B-frames: 30 pictures of 160x90 at 30 Hz.
    static func good() throws -> String {
        try make(
            "good.mp4",
            "-f lavfi -i testsrc2=s=160x90:r=30 -frames:v 30 -c:v libx264 -preset veryfast -g 15"
                + " -bf 2 -pix_fmt yuv420p"
        )
    }

    /// The digests that the `ffmpeg` program computes of a clip's pictures.
    static func referenceDigests(of path: String) throws -> [String] {
        let text = try ClipCache.output(
            "ffmpeg",
            [
                "-nostdin", "-v", "error", "-i", path, "-map", "0:v:0", "-fps_mode",
                "passthrough", "-f", "framemd5", "-",
            ]
        )
        return text.split(separator: "\n").filter { !$0.hasPrefix("#") }.compactMap {
            $0.split(separator: ",").last.map { String($0.drop { $0 == " " }) }
        }
    }
}
