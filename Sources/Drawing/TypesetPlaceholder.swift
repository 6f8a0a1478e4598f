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
    /// Why there is no image; nil also where none was wanted, or there is no room for it.
    let flaw: MessageText?

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
        title = try Self.typeset(text.title, style, Self.titles(unit), room, typesetter)
        room -= title.map { $0.extent.lines.height + gap } ?? 0
        let grey: UInt8 = isLight ? 76 : 179
        style.weight = .regular
        style.color = TextColor(red: grey, green: grey, blue: grey)
        message = try Self.typeset(text.message, style, Self.messages(unit), room, typesetter)
        room -= message.map { $0.extent.lines.height + gap } ?? 0
        var (image, flaw): (PNGPicture?, MessageText?) = (nil, nil)
        do throws(LetteringError) {
            image = try placeholder.image.map { (path) throws(LetteringError) in
                try PNGPicture.load(path, height: Int32(unit / 3), width: width, library: library)
            }
        } catch {
            flaw = "\(error)"
        }
        self.image = image.flatMap { $0.size.height <= room ? $0 : nil }
        self.flaw = flaw
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

    /// A size, and the lines that a text may have in it.
    private struct Setting {
        /// In whole pixels: of each size its letters are kept.
        let size: Double
        var lines: Int?
        /// Whether it will do for the beginning of a text.
        var isCut = false

        init(size: Double) { self.size = size }

        /// In a part of the picture's height.
        init(_ part: Double, of unit: Double, lines: Int, isCut: Bool = false) {
            size = max(smallest, (unit * part).rounded())
            (self.lines, self.isCut) = (lines, isCut)
        }
    }

    /// In pixels; smaller letters cannot be read.
    private static let smallest = 8.0

    /// From the most wanted to what will do for any title.
    private static func titles(_ unit: Double) -> [Setting] {
        let wanted = [(0.13, 1), (0.11, 1), (0.093, 1), (0.079, 1), (0.067, 2), (0.057, 3)]
        return wanted.map { Setting($0, of: unit, lines: $1) }
            + stride(from: smallest, through: 1, by: -1).map { Setting(size: $0) }
    }

    /// From the most wanted to as many lines as there is room for.
    private static func messages(_ unit: Double) -> [Setting] {
        let wanted = [(0.055, 2), (0.047, 3), (0.04, 4), (0.035, 6)]
        return wanted.map { Setting($0, of: unit, lines: $1) }
            + (1...6).reversed().map { Setting(0.035, of: unit, lines: $0, isCut: true) }
    }

    /// - Returns: The picture in the first setting that has room for it; nil of no letters, and where
    ///   none has.
    private static func typeset(
        _ text: String,
        _ style: TextStyle,
        _ settings: [Setting],
        _ room: Int32,
        _ typesetter: borrowing Typesetter
    ) throws(LetteringError) -> TextPicture? {
        var style = style
        for setting in settings {
            (style.size, style.maximumLines) = (setting.size, setting.lines)
            let extent = try typesetter.extent(of: text, style: style)
            guard !extent.size.isEmpty else { return nil }
            if setting.isCut || !extent.isEllipsized, extent.lines.height <= room {
                return try typesetter.picture(of: text, style: style)
            }
        }
        return nil
    }
}
