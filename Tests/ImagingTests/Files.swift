import Foundation
import Imaging
import Media
import TestSupport

/// Files that other programs read and write.
enum Files {
    /// The pixels of an image file as the `ffmpeg` program decodes them.
    static func decoded(_ picture: EncodedPicture) throws -> [SIMD3<UInt8>] {
        let bytes = try raw(picture.bytes, ["-f", "rawvideo", "-pix_fmt", "rgb24"])
        return stride(from: 0, to: bytes.count, by: 3).map {
            SIMD3(bytes[$0], bytes[$0 + 1], bytes[$0 + 2])
        }
    }

    /// What the `ffprobe` program says of an image file, one `name="value"` a line.
    static func probed(_ picture: EncodedPicture) throws -> [Substring] {
        try withFolder { folder in
            let input = folder.appendingPathComponent("image")
            try Data(picture.bytes).write(to: input)
            return try ClipCache.output(
                "ffprobe",
                ["-v", "quiet", "-show_frames", "-of", "flat", input.path]
            ).split(separator: "\n")
        }
    }

    /// Packed BGRX pixels of pictures that `arguments` make.
    static func pixels(_ arguments: [String], size: PixelSize) throws -> [Bitmap] {
        let scale = "scale=\(size.width):\(size.height)"
        let output = ["-vf", scale, "-f", "rawvideo", "-pix_fmt", "bgr0", "pipe:1"]
        let bytes = try ClipCache.bytes("ffmpeg", ["-v", "error"] + arguments + output)
        let count = Int(size.width * size.height) * 4
        return stride(from: 0, to: bytes.count / count * count, by: count).map {
            Bitmap(bgrx: Array(bytes[$0..<$0 + count]), size: size)
        }
    }

    private static func raw(_ image: [UInt8], _ arguments: [String]) throws -> [UInt8] {
        try withFolder { folder in
            let input = folder.appendingPathComponent("image")
            try Data(image).write(to: input)
            let decoding = ["-v", "error", "-i", input.path, "-sws_flags", "accurate_rnd"]
            return try ClipCache.bytes("ffmpeg", decoding + arguments + ["pipe:1"])
        }
    }

    private static func withFolder<Result>(_ body: (URL) throws -> Result) throws -> Result {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("pipd-imaging-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        return try body(folder)
    }
}
