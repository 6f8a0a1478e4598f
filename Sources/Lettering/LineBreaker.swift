/// A text without line breaks, as it is measured in one line.
struct Paragraph {
    /// A code point.
    struct Letter {
        let scalar: Unicode.Scalar
        /// What it makes the line longer by, in pixels.
        let width: Double
        /// Whether a line may begin with it, by the rules of its script.
        let beginsLine: Bool
        /// Whether it begins what people take for a letter, marks and all.
        let beginsLetter: Bool

        var isSpace: Bool { scalar.properties.isWhitespace }
    }

    let letters: [Letter]
}

/// Breaks text into lines: between words, and in a word that is longer than a line.
///
/// Pango can do this too, but an assertion of its own ends the program at some texts.
struct LineBreaker {
    /// Of a line, in pixels.
    var width: Double
    /// The most that there are; an ellipsis ends the last where there would be more.
    let lines: Int
    /// Its width in pixels.
    let ellipsis: Double

    /// A text with its lines.
    struct Lines {
        /// With `BoundedText.lineBreak` between them.
        let text: String
        /// Whether a part was left out.
        let isShortened: Bool
    }

    /// - Parameter paragraphs: What is broken; between them there is a break anyway.
    /// - Returns: The lines, one at least.
    func lines(of paragraphs: [Paragraph]) -> Lines {
        var result = String.UnicodeScalarView()
        var count = 0
        for (number, paragraph) in paragraphs.enumerated() {
            let letters = paragraph.letters[...]
            var rest = letters
            repeat {
                if count > 0 { result.append(BoundedText.lineBreak) }
                count += 1
                let line = rest.prefix(upTo: end(of: rest))
                let next = rest[line.endIndex...].drop { $0.isSpace }
                let isLast = next.isEmpty && number == paragraphs.count - 1
                if count == lines, !isLast {
                    result.append(contentsOf: shortened(rest).map(\.scalar))
                    result.append("\u{2026}")
                    return Lines(text: String(result), isShortened: true)
                }
                result.append(contentsOf: line.withoutSpaces.map(\.scalar))
                rest = next
            } while !rest.isEmpty
        }
        return Lines(text: String(result), isShortened: false)
    }

    /// Where the line ends that begins with the first of these; it has a letter at least.
    private func end(of rest: ArraySlice<Paragraph.Letter>) -> Int {
        var sum = 0.0
        var word: Int?
        var letter: Int?
        for index in rest.indices {
            if index > rest.startIndex {
                if rest[index].beginsLine { word = index }
                if rest[index].beginsLetter {
                    // One letter is wider than a line.
                    if letter == nil, sum > width { return index }
                    letter = index
                }
            }
            sum += rest[index].width
            // Spaces at the end are not seen.
            guard sum > width, !rest[index].isSpace else { continue }
            if let end = word ?? letter { return end }
        }
        return rest.endIndex
    }

    /// What has room before an ellipsis.
    private func shortened(
        _ rest: ArraySlice<Paragraph.Letter>
    ) -> ArraySlice<Paragraph.Letter> {
        var sum = 0.0
        var end = rest.startIndex
        for index in rest.indices {
            if rest[index].beginsLetter { end = index }
            sum += rest[index].width
            if sum + ellipsis > width { return rest[..<end].withoutSpaces }
        }
        return rest.withoutSpaces
    }
}

extension ArraySlice<Paragraph.Letter> {
    /// Without those at the end.
    fileprivate var withoutSpaces: Self {
        self[..<((lastIndex { !$0.isSpace } ?? startIndex - 1) + 1)]
    }
}
