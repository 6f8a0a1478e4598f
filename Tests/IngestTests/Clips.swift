import Glibc
import Platform
import TestSupport

/// Small clips, made with the `ffmpeg` program when a test first asks for them.
enum Clips {
    /// Where they lie; removed when the process ends.
    static let directory: String = {
        let path = "/tmp/pipd-ingest-tests-\(getpid())"
        mkdir(path, 0o755)
        atexit { _ = try? Command.run("rm", ["-r", Clips.directory]) }
        return path
    }()

    /// The path of a clip, which `arguments` make from nothing.
    static func make(_ name: String, _ arguments: String) throws -> String {
        let path = "\(directory)/\(name)"
        let words = arguments.split(separator: " ").map(String.init)
        try ClipCache.place(at: path, words) {
            let command = ["-hide_banner", "-v", "error", "-y"] + words + [path]
            _ = try Command.run("ffmpeg", command)
        }
        return path
    }

    /// The path of a file with the given bytes.
    static func write(_ name: String, _ bytes: some Sequence<UInt8>) throws -> String {
        let path = "\(directory)/\(name)"
        let bytes = Array(bytes)
        let file = OwnedDescriptor(
            taking: try systemCall("open") { open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o644) }
        )
        try systemCall("write") {
            Glibc.write(file.rawValue, bytes, bytes.count) == bytes.count ? 0 : -1
        }
        return path
    }

    static func bytes(of path: String) throws -> [UInt8] {
        let file = OwnedDescriptor(
            taking: try systemCall("open") { open(path, O_RDONLY | O_CLOEXEC) }
        )
        let size = Int(lseek(file.rawValue, 0, SEEK_END))
        return [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            count = pread(file.rawValue, buffer.baseAddress, size, 0)
        }
    }

    /// H.264 with two B-frames: 40 pictures of 160x120 at 25 Hz.
    static func h264() throws -> String {
        try make(
            "bframes.mp4",
            "-f lavfi -i testsrc2=160x120:r=25 -frames:v 40 -c:v libx264 -preset veryfast -bf 2 "
                + "-g 12 -pix_fmt yuv420p"
        )
    }

    /// The digests that the `ffmpeg` program computes of a clip's pictures.
    static func referenceDigests(of path: String) throws -> [String] {
        let text = try ClipCache.output(
            "ffmpeg",
            [
                "-v", "quiet", "-noautorotate", "-i", path, "-map", "0:v:0", "-autoscale", "0",
                "-fps_mode", "passthrough", "-f", "framemd5", "-",
            ]
        )
        return text.split(separator: "\n").filter { !$0.hasPrefix("#") }.compactMap {
            $0.split(separator: ",").last.map { String($0.drop { $0 == " " }) }
        }
    }
}
