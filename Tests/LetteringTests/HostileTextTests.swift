internal import Glibc
internal import Lettering
internal import Platform
internal import TestSupport
internal import Testing

/// Text from anywhere draws a picture, or is refused.
///
/// `PIPD_TEXTS=10000` draws that many.
@Suite(.timeLimit(.minutes(30))) struct HostileTextTests {
    private static let count = getenv("PIPD_TEXTS").flatMap { Int(String(cString: $0)) } ?? 100

    @Test func randomTextsAreDrawn() throws {
        var texts = RandomTexts(seed: 5)
        let typesetter = try Typesetter.open()
        for number in 0..<Self.count {
            let (text, style) = (texts.nextText(), texts.nextStyle())
            do throws(LetteringError) {
                let picture = try typesetter.picture(of: text, style: style)
                #expect(picture.extent.lineCount >= 1)
                if let lines = style.maximumLines, lines > 0 {
                    #expect(picture.extent.lineCount <= lines, "text \(number)")
                }
            } catch .tooLarge {
                #expect(style.size >= 20, "text \(number)")
            }
        }
    }

    /// Each with its own, and fonts that come and go with it; in a process of their own, which
    /// what goes wrong there would end.
    @Test func twoThreadsMaySetTypeAtOnce() async {
        await #expect(processExitsWith: .success) {
            let threads = try (1...2).map { seed in
                try WorkerThread(name: "type") {
                    var texts = RandomTexts(seed: UInt64(seed))
                    for _ in 0..<100 {
                        let (text, style) = (texts.nextText(), texts.nextStyle())
                        guard let typesetter = try? Typesetter.open() else { exit(1) }
                        // Some are too large.
                        _ = try? typesetter.picture(of: text, style: style)
                    }
                }
            }
            for thread in threads { thread.join() }
        }
    }

    /// By their numbers: a terminal is not to show them.
    @Test(arguments: Self.naughty.indices)
    func naughtyTextsAreDrawn(_ index: Int) throws {
        let text = Self.naughty[index]
        let typesetter = try Typesetter.open()
        for size in [12.0, 47.5] {
            var style = TextStyle(size: size)
            for (width, lines) in [(nil, nil), (300, 3), (1, 1)] as [(Int32?, Int?)] {
                style.maximumWidth = width
                style.maximumLines = lines
                let extent = try typesetter.extent(of: text, style: style)
                #expect(extent.lineCount <= lines ?? .max)
                do throws(LetteringError) {
                    #expect(try typesetter.picture(of: text, style: style).extent == extent)
                } catch .tooLarge(let size) {
                    #expect(size == extent.size)
                }
            }
        }
    }

    /// One of each kind that is known to break programs.
    private static let naughty: [String] = [
        "\u{0}", "a\u{0}b", "\u{1}\u{2}\u{1B}[31mred\u{7F}\u{80}\u{9F}", "\u{FEFF}\u{FFFE}\u{FFFF}",
        // Spaces of all kinds, and of no width.
        "\u{9}\u{B}\u{C}\u{20}\u{85}\u{A0}\u{1680}\u{2002}\u{2003}\u{2009}\u{202F}\u{205F}\u{3000}",
        "\u{AD}\u{200B}\u{200C}\u{200D}\u{2060}\u{180E}\u{FEFF}",
        // Embeddings, overrides and isolates, closed and not.
        "\u{202E}txt.exe\u{202C}", "\u{2066}\u{2067}\u{2068}\u{202A}\u{202B}\u{202D}",
        String(repeating: "\u{202E}\u{2067}a", count: 600), "\u{2069}\u{202C}\u{2069}",
        "\u{627}\u{644}1\u{661}a\u{5D0}(b)[\u{5D1}]",
        // Marks without end, and without a letter.
        "e" + String(repeating: "\u{301}\u{323}", count: 10_000),
        String(repeating: "\u{489}", count: 2000), "\u{301}", "\u{20DD}\u{20E3}",
        // Ligatures and joiners that reach over the whole text.
        String(repeating: "\u{915}\u{94D}", count: 1000),
        String(repeating: "\u{E33}\u{E34}\u{E48}", count: 500),
        String(repeating: "\u{1F468}\u{200D}", count: 1000), "\u{FDFD}\u{FDFD}\u{12031}\u{A9C5}",
        // Emoji, flags, tones, tags.
        "\u{1F1E9}\u{1F1EA}\u{1F1E9}", "\u{1F44D}\u{1F3FF}\u{1F3FF}", "\u{1F3F4}\u{E0067}\u{E007F}",
        "\u{2764}\u{FE0F}\u{2764}\u{FE0E}", String(repeating: "\u{FE0F}", count: 500),
        // Hangul in parts, Mongolian, Tibetan stacks, musical symbols.
        "\u{1100}\u{1161}\u{11A8}\u{1100}\u{1160}", "\u{182A}\u{180B}\u{180C}",
        "\u{F40}" + String(repeating: "\u{F90}", count: 500), "\u{1D15F}\u{1D165}\u{1D16E}",
        // Nowhere assigned, private, the last.
        "\u{378}\u{E000}\u{F8FF}\u{F0000}\u{10FFFD}\u{10FFFF}\u{E0001}",
        // What means something elsewhere.
        "<b>&amp;</b> %s%n%n ${HOME} $(id) `id` '; DROP TABLE--",
        "\u{FFFC}\u{FFFD}\u{FFF9}a\u{FFFB}",
        "\n", "\r\n\r\n", String(repeating: "\n", count: 5000), String(repeating: " ", count: 5000),
        String(repeating: "W", count: 50_000), String(repeating: "\u{2E3B}", count: 2000),
        String(repeating: "\u{4E00} ", count: 1000), "\u{2028}\u{2029}\u{2028}",
        // The one that stopped telephones.
        "\u{631}\u{30}\u{300}\u{20}\u{635}\u{6F0}\u{CAA}\u{200C}\u{CBF}\u{C1C}\u{C4D}\u{C1E}\u{200C}",
    ]
}

/// Texts that nobody would write.
private struct RandomTexts {
    private var random: SeededGenerator

    private static let blocks: [ClosedRange<UInt32>] = [
        0...0xFF, 0x20...0x7E, 0x300...0x36F, 0x590...0x6FF, 0x900...0xDFF, 0xE00...0xFFF,
        0x1000...0x1FFF, 0x2000...0x206F, 0x2070...0x2FFF, 0x3000...0x9FFF, 0xA000...0xD7FF,
        0xE000...0xFFFF, 0x1_0000...0x1_FFFF, 0x1_F300...0x1_FAFF, 0xFE00...0xFE0F,
        0x2_0000...0x10_FFFF, 0x2066...0x2069, 0x200B...0x200F,
    ]

    init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
    }

    /// Of one block, of two in turns, or of all; mostly short.
    mutating func nextText() -> String {
        let one = Self.blocks.randomElement(using: &random)
        let two = Self.blocks.randomElement(using: &random)
        let kind = Int.random(in: 0..<4, using: &random)
        let longest = Bool.random(using: &random) ? 40 : 2500
        var text = String.UnicodeScalarView()
        for index in 0..<Int.random(in: 0...longest, using: &random) {
            let any = Self.blocks.randomElement(using: &random)
            let block = kind == 0 ? one : kind == 1 ? (index % 2 == 0 ? one : two) : any
            let value = block.map { UInt32.random(in: $0, using: &random) }
            if let scalar = value.flatMap(Unicode.Scalar.init) { text.append(scalar) }
        }
        return String(text)
    }

    mutating func nextStyle() -> TextStyle {
        var style = TextStyle(size: [1, 9.5, 20, 40, 133, 700].randomElement(using: &random) ?? 1)
        style.family = [nil, "serif", "DejaVu Sans", "\u{0}"].randomElement(using: &random) ?? nil
        style.weight = Bool.random(using: &random) ? .bold : .regular
        style.alignment = TextStyle.Alignment.allCases.randomElement(using: &random) ?? .start
        style.maximumWidth = [nil, 0, 7, 600, 1920].randomElement(using: &random) ?? nil
        style.maximumLines = [nil, 1, 3].randomElement(using: &random) ?? nil
        return style
    }
}
