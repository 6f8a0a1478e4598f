internal import Addressing
internal import Lettering
internal import Media

/// A placeholder's words, set in type: the title bold, the message below it, both in the
/// middle and as large as their room allows; an image above them. Where the picture is too low for
/// all of it the image is left out, then the message is cut, then left out; the title is whole, in
/// letters as small as that takes.
struct TypesetPlaceholder {
    private let image: PNGPicture?
    private let title: TextPicture?
    private let message: TextPicture?
    private let gap: Int32

    /// Lays the words out, and draws them beside. Takes a few milliseconds, the first time in
    /// the process as many as it takes to load Pango and the list of fonts.
    ///
    /// - Parameters:
    ///   - text: What they say.
    ///   - placeholder: The ground that they are to be read on, and the image.
    ///   - size: Of the picture that they are for.
    ///   - library: Another one than Pango in tests.
    /// - Throws: `LetteringError`.
    init(
        _ text: PlaceholderText,
        _ placeholder: PlaceholderStyle,
        size: PixelSize,
        library: String
    ) throws(LetteringError) {
        let isLight = YUVColor(placeholder.background).isLight
        let typesetter = try Typesetter.open(library: library)
        let unit = min(Double(size.height), Double(size.width) * 9 / 16)
        let width = size.width - size.width / 6
        let gap = Int32(unit / 40)
        self.gap = gap
        // The window's border may be on it.
        var room = size.height - 2 * max(2, gap)
        var style = TextStyle(size: unit)
        style.alignment = .center
        style.maximumWidth = width
        style.weight = .bold
        style.color = isLight ? .black : .white
        title = try Self.title(text.title, style, unit, room, typesetter)
        room -= title.map { $0.extent.lines.height + gap } ?? 0
        let grey: UInt8 = isLight ? 76 : 179
        style.weight = .regular
        style.color = TextColor(red: grey, green: grey, blue: grey)
        message = try Self.message(text.message, style, unit, room, typesetter)
        room -= message.map { $0.extent.lines.height + gap } ?? 0
        let image = placeholder.image.flatMap {
            try? PNGPicture.load($0, height: Int32(unit / 3), width: width, library: library)
        }
        self.image = image.flatMap { $0.size.height <= room ? $0 : nil }
    }

    /// Draws the words into the middle of a canvas.
    ///
    /// - Parameter canvas: Of the size that they were laid out for.
    func draw(on canvas: I420Canvas) {
        let heights =
            [title, message].compactMap { $0?.extent.lines.height }
            + [image?.size.height].compactMap { $0 }
        let gaps = gap * Int32(max(0, heights.count - 1))
        var y = (canvas.size.height - heights.reduce(gaps, +)) / 2
        if let image {
            canvas.draw(image, x: (canvas.size.width - image.size.width) / 2, y: y)
            y += image.size.height + gap
        }
        for picture in [title, message].compactMap({ $0 }) {
            let lines = picture.extent.lines
            canvas.draw(picture, x: (canvas.size.width - lines.width) / 2 - lines.x, y: y - lines.y)
            y += lines.height + gap
        }
    }

    /// A size, in parts of the picture's height, and the lines that a text may have in it.
    private struct Setting {
        let part: Double
        let lines: Int

        init(_ part: Double, lines: Int) {
            self.part = part
            self.lines = lines
        }

        /// In whole pixels: of each size its letters are kept.
        func used(_ unit: Double) -> (size: Double, lines: Int?) {
            (max(smallest, (unit * part).rounded()), lines)
        }
    }

    /// From the most wanted to what will do for any text.
    private static let titles = [
        Setting(0.13, lines: 1), Setting(0.11, lines: 1), Setting(0.093, lines: 1),
        Setting(0.079, lines: 1), Setting(0.067, lines: 2), Setting(0.057, lines: 3),
    ]
    private static let messages = [
        Setting(0.055, lines: 2), Setting(0.047, lines: 3), Setting(0.04, lines: 4),
        Setting(0.035, lines: 6),
    ]
    /// In pixels; smaller letters cannot be read.
    private static let smallest = 8.0

    /// - Returns: The picture in the first setting that has room for all of it, else in letters that
    ///   are smaller still; nil of no letters.
    private static func title(
        _ text: String,
        _ style: TextStyle,
        _ unit: Double,
        _ room: Int32,
        _ typesetter: borrowing Typesetter
    ) throws(LetteringError) -> TextPicture? {
        var style = style
        let small = stride(from: smallest, through: 1, by: -1).map { (size: $0, lines: Int?.none) }
        for setting in titles.map({ $0.used(unit) }) + small {
            (style.size, style.maximumLines) = setting
            let extent = try typesetter.extent(of: text, style: style)
            guard !extent.size.isEmpty else { return nil }
            if !extent.isEllipsized, extent.lines.height <= room { break }
        }
        return try typesetter.picture(of: text, style: style)
    }

    /// - Returns: The picture in the first setting that has room for all of it, else of as many lines
    ///   as there is room for; nil of no letters, and without room for one line.
    private static func message(
        _ text: String,
        _ style: TextStyle,
        _ unit: Double,
        _ room: Int32,
        _ typesetter: borrowing Typesetter
    ) throws(LetteringError) -> TextPicture? {
        var style = style
        for setting in messages {
            (style.size, style.maximumLines) = setting.used(unit)
            let extent = try typesetter.extent(of: text, style: style)
            guard !extent.size.isEmpty else { return nil }
            if !extent.isEllipsized, extent.lines.height <= room {
                return try typesetter.picture(of: text, style: style)
            }
        }
        while let lines = style.maximumLines, lines > 0 {
            let picture = try typesetter.picture(of: text, style: style)
            if picture.extent.lines.height <= room { return picture }
            style.maximumLines = lines - 1
        }
        return nil
    }
}
