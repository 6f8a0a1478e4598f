internal import CPango
internal import Media

/// A text in its lines.
///
/// Thread: bound to that of its engine, which it does not outlive.
struct TextLayout: ~Copyable {
    private let layout: OpaquePointer
    private let style: TextStyle
    /// Whether an ellipsis ends it.
    private let isShortened: Bool

    /// - Parameters:
    ///   - text: Any.
    ///   - style: How it looks.
    ///   - engine: Has the fonts.
    /// - Returns: Its lines, no more than the style allows; of blanks alone, of whatever kind, those
    ///   of no letters.
    /// - Throws: `LetteringError.outOfMemory`.
    static func make(
        _ text: String,
        style: TextStyle,
        engine: OpaquePointer
    ) throws(LetteringError) -> Self {
        let text = BoundedText(text, size: style.usedSize).text
        var layout = try Self(taking: text, style, engine)
        // Of which an ellipsis would be seen, or a box around it.
        guard layout.hasInk else { return try Self(taking: "", style, engine) }
        let extent = layout.extent
        guard extent.lineCount > style.usedLines || layout.excess > 0 else { return layout }
        let paragraphs = try Paragraph.all(of: text, style, engine)
        let ellipsis = Double(try Self(taking: "\u{2026}", style, engine).extent.lines.width)
        var breaker = LineBreaker(
            width: style.usedWidth,
            lines: style.usedLines,
            ellipsis: ellipsis
        )
        // Letters at a line's end may be wider there, by another form or without kerning.
        for _ in 0..<3 {
            let lines = breaker.lines(of: paragraphs)
            layout = try Self(taking: lines.text, style, engine, isShortened: lines.isShortened)
            guard layout.excess > 0 else { break }
            breaker.width -= layout.excess
        }
        return layout
    }

    /// What the longest line is longer than it may be.
    private var excess: Double { Double(extent.lines.width) - style.usedWidth }

    fileprivate init(
        taking text: String,
        _ style: TextStyle,
        _ engine: OpaquePointer,
        isShortened: Bool = false
    ) throws(LetteringError) {
        let layout = style.withC { style in
            text.withCString { cpango_layout_open(engine, $0, CInt(text.utf8.count), style) }
        }
        guard let layout else { throw .outOfMemory }
        self.layout = layout
        self.style = style
        self.isShortened = isShortened
    }

    deinit {
        cpango_layout_close(layout)
    }

    var extent: TextExtent {
        // Marks may be piled up without end on one letter.
        TextExtent(
            cpango_layout_extent(layout),
            reach: Int(style.usedSize.rounded(.up)),
            isEllipsized: isShortened
        )
    }

    /// Whether anything of it is seen, in whatever colour.
    private var hasInk: Bool {
        let ink = cpango_layout_extent(layout).ink
        return ink.left < ink.right && ink.top < ink.bottom
    }

    private var missing: [Unicode.Scalar] {
        var letters = [UInt32](repeating: 0, count: 64)
        let count = letters.withUnsafeMutableBufferPointer { letters in
            letters.baseAddress.map { cpango_layout_missing(layout, $0, CInt(letters.count)) } ?? 0
        }
        var missing: [Unicode.Scalar] = []
        for scalar in letters.prefix(Int(count)).compactMap(Unicode.Scalar.init)
        where !missing.contains(scalar) && missing.count < TextPicture.maximumMissing {
            missing.append(scalar)
        }
        return missing
    }

    /// - Returns: The picture of it.
    /// - Throws: `LetteringError`, but for `library` and `noFont`.
    func picture() throws(LetteringError) -> TextPicture {
        let picture = try TextPicture(extent, missing: missing)
        guard !picture.size.isEmpty else { return picture }
        var isOutOfMemory: CInt = 0
        let rows = cpango_picture(
            bytes: picture.drawn,
            width: picture.size.width,
            height: picture.size.height
        )
        let reason = cpango_layout_draw(
            layout,
            rows,
            picture.extent.x,
            picture.extent.y,
            cpango_color(style.color),
            &isOutOfMemory
        )
        guard let reason else { return picture }
        throw isOutOfMemory != 0 ? .outOfMemory : .drawing(String(cString: reason))
    }
}

extension Paragraph {
    /// - Parameters:
    ///   - text: With `BoundedText.lineBreak` between its paragraphs.
    ///   - style: How it looks.
    ///   - engine: Has the fonts.
    /// - Returns: All of them, one at least.
    /// - Throws: `LetteringError.outOfMemory`.
    fileprivate static func all(
        of text: String,
        _ style: TextStyle,
        _ engine: OpaquePointer
    ) throws(LetteringError) -> [Self] {
        var paragraphs: [Self] = []
        for scalars in text.unicodeScalars.split(
            separator: BoundedText.lineBreak,
            omittingEmptySubsequences: false
        ) {
            let layout = try TextLayout(taking: String(scalars), style, engine)
            paragraphs.append(try layout.paragraph(of: Array(scalars)))
        }
        return paragraphs
    }
}

extension TextLayout {
    fileprivate func paragraph(
        of scalars: [Unicode.Scalar]
    ) throws(LetteringError) -> Paragraph {
        var letters = [cpango_letter](repeating: cpango_letter(), count: scalars.count)
        let count = letters.withUnsafeMutableBufferPointer { letters in
            letters.baseAddress.map { cpango_layout_letters(layout, $0, CInt(letters.count)) } ?? 0
        }
        guard count >= 0 else { throw .outOfMemory }
        return Paragraph(
            letters: zip(scalars, letters).map { scalar, letter in
                Paragraph.Letter(
                    scalar: scalar,
                    width: letter.width,
                    beginsLine: letter.beginsLine != 0,
                    beginsLetter: letter.beginsLetter != 0
                )
            }
        )
    }
}
