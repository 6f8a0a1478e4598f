internal import Foundation
internal import Lettering
internal import Media
internal import TestSupport
internal import Testing

/// Pictures of text beside those of `pango-view`, Pango's own program.
@Suite struct ReferenceTests {
    @Test(
        arguments: [
            ("DejaVu Sans", "Hamburgefonts, AVATAR 0123 \u{e4}\u{f6}\u{fc}\u{df}"),
            ("DejaVu Serif Bold", "The quick brown fox"),
            ("DejaVu Sans", "\u{645}\u{631}\u{62D}\u{628}\u{627} \u{628}\u{643}\u{645}"),
            (
                "Lohit Devanagari",
                "\u{928}\u{92E}\u{938}\u{94D}\u{924}\u{947} \u{915}\u{94D}\u{937}"
            ),
            ("Droid Sans Fallback", "\u{4F60}\u{597D}\u{FF0C}\u{4E16}\u{754C}"),
            ("DejaVu Sans", "Tor \u{5E9}\u{5DC}\u{5D5}\u{5DD} 12 \u{1F600}"),
        ]
    )
    func itIsWhatPangoViewDraws(font: String, text: String) throws {
        for size in [18, 48, 64] { try Self.compare(text, font, size) }
    }

    /// Which are drawn in another way.
    @Test(arguments: [65, 400])
    func largeLettersAreWhatPangoViewDraws(size: Int) throws {
        try Self.compare("Rg\u{E9} \u{928}\u{92E}\u{938}\u{94D} \u{1F600}", "DejaVu Sans", size)
        try Self.compare("Rg\u{1F1E9}\u{1F1EA}", "DejaVu Serif Bold", size)
    }

    private static func compare(_ text: String, _ font: String, _ size: Int) throws {
        let isBold = font.hasSuffix(" Bold")
        let style = TextStyle(size: Double(size)).with {
            $0.family = isBold ? String(font.dropLast(5)) : font
            $0.weight = isBold ? .bold : .regular
        }
        let drawn = try DrawnText(text, style)
        let reference = try reference(text, font: "\(font) \(size)")
        let likeness = drawn.likeness(to: reference)
        #expect(likeness >= 40, "\(font) \(size): \(likeness) dB")
    }

    /// White on black.
    private static func reference(_ text: String, font: String) throws -> Reference {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("pipd-lettering-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("text.png").path
        try Command([
            "pango-view", "--no-display", "--output=\(file)", "--pixels", "--margin=0",
            "--font=\(font)", "--text=\(text)", "--foreground=white", "--background=black",
            "--antialias=gray", "--hinting=none", "--hint-metrics=off", "--subpixel-positions",
        ]).run()
        let entries = ["-show_entries", "stream=width,height", "-of", "csv=p=0"]
        let size = try ClipCache.output("ffprobe", ["-v", "error"] + entries + [file])
            .split { $0 == "," || $0.isNewline }.compactMap { Int(String($0)) }
        let format = ["-f", "rawvideo", "-pix_fmt", "bgr0", "pipe:1"]
        return Reference(
            width: try #require(size.first),
            height: try #require(size.last),
            bytes: try ClipCache.bytes("ffmpeg", ["-v", "error", "-i", file] + format)
        )
    }
}

/// Packed blue, green, red and a byte.
private struct Reference {
    let width: Int
    let height: Int
    let bytes: [UInt8]
}

extension DrawnText {
    /// The peak signal-to-noise ratio of what both have. Either program may round the place of
    /// all letters to another pixel.
    ///
    /// - Parameter reference: On black.
    /// - Returns: In dB, 100 where they are the same.
    fileprivate func likeness(to reference: Reference) -> Double {
        // Pango rounds to the nearest pixel what is rounded up here.
        #expect(abs(reference.width - Int(extent.lines.width)) <= 1)
        #expect(abs(reference.height - Int(extent.lines.height)) <= 1)
        let shifts = (-1...1).flatMap { x in (-1...1).map { (x, $0) } }
        return shifts.map { likeness(to: reference, shiftedBy: $0) }.max() ?? 0
    }

    private func likeness(to reference: Reference, shiftedBy shift: (x: Int, y: Int)) -> Double {
        let width = min(reference.width, Int(extent.lines.width))
        let height = min(reference.height, Int(extent.lines.height))
        var sum = 0.0
        for y in 1..<height - 1 {
            for x in 1..<width - 1 {
                let own = self[x + Int(extent.lines.x), y + Int(extent.lines.y)]
                let other = ((y + shift.y) * reference.width + x + shift.x) * 4
                for component in 0..<3 {
                    let difference =
                        Double(own[component])
                        - Double(reference.bytes[other + component])
                    sum += difference * difference
                }
            }
        }
        let mean = sum / Double(3 * (width - 2) * (height - 2))
        return mean == 0 ? 100 : 10 * log10(255 * 255 / mean)
    }
}
