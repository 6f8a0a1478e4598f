internal import ControlAPI
internal import Foundation
internal import TestSupport
internal import Testing

/// An image that the daemon made, as a client gets it.
struct Image {
    let report: ImageReport
    /// Empty where it was written to a file.
    let bytes: [UInt8]
}

extension Daemon {
    /// Asks for an image and expects one.
    func image(
        _ path: String,
        _ json: String = "{}",
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> Image {
        let answer = try request("POST", path, json: json)
        try #require(
            answer.status == 200,
            "\(answer.status) \(answer.text)",
            sourceLocation: sourceLocation
        )
        let field = answer.head.split(separator: "\r\n").first {
            $0.lowercased().hasPrefix("pipd-image: ")
        }
        guard let field else {
            let report = try JSONText.decode(ImageReport.self, from: Data(answer.body))
            return Image(report: report, bytes: [])
        }
        let text = field.drop { $0 != "{" }
        let report = try JSONText.decode(ImageReport.self, from: Data(text.utf8))
        #expect(report.bytes == answer.body.count, sourceLocation: sourceLocation)
        return Image(report: report, bytes: answer.body)
    }

    func screenshot(
        _ stream: String,
        _ json: String = "{}",
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> Image {
        try image("/v1/streams/\(stream)/screenshot", json, sourceLocation: sourceLocation)
    }
}

/// Pixels as the `ffmpeg` program decodes them: red, green, blue.
struct Pixels {
    let width: Int
    let height: Int
    let values: [UInt8]

    /// - Throws: When the bytes are no image.
    init(of image: [UInt8], in folder: Scratch) throws {
        let path = folder.path("image-\(folder.nextNumber())")
        try Data(image).write(to: URL(fileURLWithPath: path))
        try self.init(map: Command(["ffmpeg"] + Self.decoding(["-i", path])).run().bytes)
    }

    /// The picture of a clip's number, from 0, as it is displayed.
    init(of clip: String, number: Int) throws {
        let words = Self.decoding(["-i", clip, "-vf", "select=eq(n\\,\(number))"])
        try self.init(map: ClipCache.bytes("ffmpeg", words))
    }

    private static func decoding(_ input: [String]) -> [String] {
        ["-nostdin", "-v", "error"] + input + [
            "-frames:v", "1", "-sws_flags",
            "accurate_rnd+full_chroma_int+full_chroma_inp+bicubic", "-f", "image2pipe", "-c:v",
            "ppm", "-",
        ]
    }

    private init(map bytes: [UInt8]) throws {
        // P6, width, height, 255, each followed by one white space.
        let header = bytes.prefix(32).split(
            maxSplits: 4,
            omittingEmptySubsequences: true
        ) { $0 == 10 || $0 == 32 }.map { String(decoding: $0, as: UTF8.self) }
        try #require(header.count > 3 && header[0] == "P6")
        width = try #require(Int(header[1]))
        height = try #require(Int(header[2]))
        values = bytes.suffix(width * height * 3)
    }

    /// The signal-to-noise ratio of two pictures in dB; nil for other sizes.
    func likeness(to other: Self) -> Double? {
        guard width == other.width, height == other.height, values.count == other.values.count
        else { return nil }
        let squares = zip(values, other.values).reduce(0) { sum, pair in
            let difference = Int(pair.0) - Int(pair.1)
            return sum + difference * difference
        }
        return 10 * log10(255 * 255 * Double(values.count) / Double(max(1, squares)))
    }
}
