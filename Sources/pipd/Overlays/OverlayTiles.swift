internal import Compositing
internal import Lettering
internal import Media

/// The pixels of what overlays and messages say, in no place yet. Those that are asked for again are
/// not drawn again.
///
/// Thread: bound to that of `OverlayService`.
struct OverlayTiles: ~Copyable {
    /// What pixels depend on. Of a text no more lines are set than the place has room for: there
    /// may be eight of them, in letters as high as the screen.
    struct Look: Hashable {
        enum Content: Hashable {
            case text(String)
            /// A file's path.
            case image(String)
        }

        var content: Content
        /// A line's or the image's height, and the most that is as wide as.
        var height: Int32
        var width: Int32
        /// The most of a text.
        var lines: Int
        var color = TextColor.white
        var background: TextColor?
        var opacity: Double
        var isBold = false
        /// Of the lines of a text.
        var alignment = TextStyle.Alignment.center
    }

    /// What was drawn, and what is wrong with it.
    struct Tile {
        fileprivate var bitmap: TileBitmap
        /// Tells its pixels from all others.
        fileprivate var key: UInt64 = 0
        /// Whether the end of a text is left out.
        fileprivate(set) var isCut = false
        /// Letters that no font has.
        fileprivate(set) var missing: [Unicode.Scalar] = []

        fileprivate init(_ bitmap: TileBitmap) { self.bitmap = bitmap }

        var size: PixelSize { bitmap.size }

        func part(at bounds: PixelRect) -> OSDPart {
            OSDPart(bounds: bounds, key: key, pixels: bitmap.pixels)
        }
    }

    private var typesetter: Typesetter?
    /// Failures too: a damaged file is not read again each second.
    private var tiles: [Look: Result<Tile?, LetteringError>] = [:]
    private var used: Set<Look> = []
    private var lastKey: UInt64 = 0
    /// Bytes of pixels that were dropped since somebody has asked.
    private var droppedBytes = 0

    private static let muchBytes = 16 << 20

    /// - Returns: Nil where there is nothing to see.
    mutating func tile(_ look: Look) throws(LetteringError) -> Tile? {
        used.insert(look)
        if let tile = tiles[look] { return try tile.get() }
        let result: Result<Tile?, LetteringError>
        do throws(LetteringError) {
            var tile = try draw(look)
            lastKey += 1
            tile.key = lastKey
            result = .success(tile.size.isEmpty ? nil : tile)
        } catch {
            result = .failure(error)
        }
        tiles[look] = result
        return try result.get()
    }

    /// Keeps those that were asked for since the last time.
    mutating func dropUnused() {
        for (look, tile) in tiles where !used.contains(look) {
            droppedBytes += (try? tile.get())?.bitmap.pixels.count ?? 0
            tiles[look] = nil
        }
        used = []
    }

    /// Files may be others by now.
    mutating func forgetImages() {
        tiles = tiles.filter { if case .text = $0.key.content { true } else { false } }
    }

    /// Whether so much was dropped since the last time that the heap is to give it back.
    mutating func takeHasDroppedMuch() -> Bool {
        guard droppedBytes >= Self.muchBytes else { return false }
        droppedBytes = 0
        return true
    }

    private mutating func draw(_ look: Look) throws(LetteringError) -> Tile {
        var tile: Tile
        switch look.content {
        case .text(let text): tile = try letters(text, look)
        case .image(let path):
            let picture = try PNGPicture.load(path, height: look.height, width: look.width)
            tile = Tile(TileBitmap(picture))
        }
        tile.bitmap.fade(to: look.opacity)
        return tile
    }

    private mutating func letters(_ text: String, _ look: Look) throws(LetteringError) -> Tile {
        let padding = look.background == nil ? 0 : look.height * 2 / 5
        var style = TextStyle(size: Double(look.height))
        style.color = look.color
        style.weight = look.isBold ? .bold : .regular
        style.alignment = look.alignment
        style.maximumWidth = max(1, look.width - 2 * padding)
        style.maximumLines = look.lines
        let picture = try picture(of: text, style)
        var tile = Tile(TileBitmap(picture))
        (tile.isCut, tile.missing) = (picture.extent.isEllipsized, picture.missing)
        guard !picture.size.isEmpty, let background = look.background else { return tile }
        // The letters' lines in the middle, whatever reaches out of them.
        let lines = picture.extent.lines
        var bitmap = TileBitmap(
            size: PixelSize(width: lines.width + 2 * padding, height: lines.height + padding)
        )
        bitmap.fill(background, radius: padding / 2)
        bitmap.lay(tile.bitmap, x: padding - lines.x, y: padding / 2 - lines.y)
        tile.bitmap = bitmap
        return tile
    }

    private mutating func picture(
        of text: String,
        _ style: TextStyle
    ) throws(LetteringError) -> TextPicture {
        let setter: Typesetter
        if let open = typesetter.take() { setter = open } else { setter = try Typesetter.open() }
        let result: Result<TextPicture, LetteringError>
        do throws(LetteringError) {
            result = .success(try setter.picture(of: text, style: style))
        } catch {
            result = .failure(error)
        }
        typesetter = consume setter
        return try result.get()
    }
}
