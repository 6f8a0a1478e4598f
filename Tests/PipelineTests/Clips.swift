import Foundation
import TestSupport
import Testing

/// Clips made with the `ffmpeg` command, in a folder of their own.
final class Clips: Sendable {
    private let folder: String

    init() throws {
        folder = NSTemporaryDirectory() + "pipd-clips-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: folder)
    }

    func h264(size: String, rate: Int, frames: Int, bFrames: Int) throws -> String {
        try make(
            "\(size)-\(rate).mp4",
            "-f lavfi -i testsrc2=size=\(size):rate=\(rate) -frames:v \(frames) -c:v libx264"
                + " -preset ultrafast -bf \(bFrames) -pix_fmt yuv420p"
        )
    }

    /// A test picture, coded as the options say; the container is the name's.
    func make(
        _ name: String,
        size: String = "160x90",
        rate: String,
        frames: Int,
        _ coding: String
    ) throws -> String {
        try make(
            name,
            "-f lavfi -i testsrc2=size=\(size):rate=\(rate) -c:v \(coding) -frames:v \(frames)"
                + " -pix_fmt yuv420p"
        )
    }

    /// What the program makes of its arguments, which are separated by spaces.
    private func make(_ name: String, _ arguments: String) throws -> String {
        let path = "\(folder)/\(name)"
        let words = arguments.split(separator: " ").map(String.init)
        try ClipCache.place(at: path, words) { try Self.ffmpeg(words + [path]) }
        return path
    }

    /// 640x360, then 1280x720, then 4:4:4, then 640x480 full range; ten frames each.
    func changing() throws -> String {
        let parts = [
            ("640x360", "yuv420p"), ("1280x720", "yuv420p"), ("1280x720", "yuv444p"),
            ("640x480", "yuvj420p"),
        ]
        var stream = Data()
        for (index, part) in parts.enumerated() {
            let path = try make(
                "part\(index).h264",
                "-f lavfi -i testsrc2=size=\(part.0):rate=25 -frames:v 10 -c:v libx264"
                    + " -preset ultrafast -bf 0 -pix_fmt \(part.1) -f h264"
            )
            stream += try Data(contentsOf: URL(fileURLWithPath: path))
        }
        let path = "\(folder)/changing.h264"
        try stream.write(to: URL(fileURLWithPath: path))
        return path
    }

    func bad(_ kind: String) throws -> String {
        if kind == "audio" { return try make("audio.mp4", "-f lavfi -i sine=duration=1 -c:a aac") }
        let path = "\(folder)/\(kind).mp4"
        switch kind {
        case "directory":
            try FileManager.default.createDirectory(
                atPath: path,
                withIntermediateDirectories: true
            )
        case "empty": try Data().write(to: URL(fileURLWithPath: path))
        case "text":
            try Data("This is no video.\n".utf8).write(to: URL(fileURLWithPath: path))
        default: break
        }
        return path
    }

    /// The MD5 of each frame as ffmpeg's own decoder has it.
    static func frameHashes(of path: String) throws -> [String] {
        let words = ["-i", path, "-fps_mode", "passthrough", "-f", "framemd5", "-"]
        let text = try ClipCache.output("ffmpeg", ["-nostdin", "-v", "error"] + words)
        return text.split(separator: "\n").filter { !$0.hasPrefix("#") }.compactMap {
            $0.split(separator: ",").last?.trimmingCharacters(in: .whitespaces)
        }
    }

    @discardableResult
    private static func ffmpeg(_ arguments: [String]) throws -> String {
        try Command.run("ffmpeg", ["-nostdin", "-y", "-v", "error"] + arguments)
    }
}
