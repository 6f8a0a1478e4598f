package import Addressing
package import CFFmpeg
internal import Lettering
package import Media

/// The picture that is shown in place of a lost stream: dark, with the stream's
/// name and, smaller, a message.
package enum PlaceholderPicture {
    /// What a placeholder measures when no picture ever told.
    static let defaultSize = PixelSize(width: 640, height: 360)

    /// As large as the stream is shown, so that it fills its place.
    ///
    /// - Parameters:
    ///   - place: Nil where nobody has said how large that is: then as the lost picture.
    ///   - format: The lost picture's; nil where there was none.
    /// - Returns: No side is empty.
    package static func size(
        filling place: PixelSize?,
        inPlaceOf format: FormatDescription?
    ) -> PixelSize {
        if let place, place.isShown { return size(filling: place) }
        guard let format else { return defaultSize }
        let shown = format.displaySize
        return shown.isShown ? shown : format.size
    }

    /// Whether a placeholder of one size need not be drawn again for a place: what is a little
    /// larger or smaller is scaled. A window has its placeholder's shape, in whole pixels: one that
    /// was drawn again for each of those would change it further each time.
    package static func fills(_ place: PixelSize, _ drawn: PixelSize) -> Bool {
        let wanted = size(filling: place)
        func isNear(_ one: Int32, _ other: Int32) -> Bool { abs(one - other) <= max(4, other / 32) }
        return isNear(drawn.width, wanted.width) && isNear(drawn.height, wanted.height)
    }

    /// The place's shape, but no more pixels than letters need.
    static func size(filling place: PixelSize) -> PixelSize {
        let divisor = max(1, (max(place.width, place.height) + 1919) / 1920)
        return PixelSize(
            width: max(16, place.width / divisor),
            height: max(16, place.height / divisor)
        )
    }

    package static func format(size: PixelSize) -> FormatDescription {
        FormatDescription(
            pixelFormat: .i420,
            size: size,
            colorimetry: Colorimetry(matrix: .bt709, range: .limited)
        )
    }

    /// Draws title and message in type; in dots where there is no font, or nothing to draw
    /// it with.
    ///
    /// - Parameters:
    ///   - text: Title and message.
    ///   - style: The ground, and what is above the words; an image that cannot be had is left out.
    ///   - canvas: All of it is drawn on.
    ///   - library: Another one than Pango in tests.
    /// - Returns: Why the image is left out that there is room for; nil where it is not.
    @discardableResult
    static func draw(
        _ text: PlaceholderText,
        _ style: PlaceholderStyle = PlaceholderStyle(),
        on canvas: I420Canvas,
        library: String = Typesetter.library
    ) -> MessageText? {
        do {
            let words = try TypesetPlaceholder(text, style, size: canvas.size, library: library)
            canvas.fill(PixelRect(canvas.size), YUVColor(style.background))
            words.draw(on: canvas)
            return words.flaw
        } catch {
            drawInDots(text, style, on: canvas)
            return style.image.map { _ in "\(error)" }
        }
    }

    /// Reads what a style has above the words. May wait for a disk.
    ///
    /// - Returns: Why that cannot be shown; nil where it can, and where there is none.
    package static func flaw(of style: PlaceholderStyle) -> MessageText? {
        guard let path = style.image else { return nil }
        do throws(LetteringError) {
            _ = try PNGPicture.load(path, height: 16, width: 16)
            return nil
        } catch {
            return "\(error)"
        }
    }

    /// Draws title and message in the letters of the program's own, as large as fits. Loads
    /// nothing.
    private static func drawInDots(
        _ text: PlaceholderText,
        _ style: PlaceholderStyle = PlaceholderStyle(),
        on canvas: I420Canvas
    ) {
        let size = canvas.size
        let ground = YUVColor(style.background)
        canvas.fill(PixelRect(size), ground)
        let (titleLuma, textLuma): (UInt8, UInt8) = ground.isLight ? (16, 80) : (235, 170)
        let titleColumns = Int32(text.title.count * BitmapFont.advance)
        let titleDot = max(1, min(size.height / 60, size.width / max(150, titleColumns)))
        let textDot = max(1, titleDot * 3 / 5)
        let perLine = max(8, Int(size.width / (Int32(BitmapFont.advance) * textDot)) - 4)
        let titleHeight = text.title.isEmpty ? 0 : Int32(BitmapFont.rows + 5) * titleDot
        let lineHeight = Int32(BitmapFont.rows + 4) * textDot
        let room = max(0, (size.height - titleHeight) / lineHeight)
        let lines = wrapped(text.message, width: perLine).prefix(min(6, Int(room)))
        var y = max(0, (size.height - titleHeight - Int32(lines.count) * lineHeight) / 2)
        center(text.title, on: canvas, y: y, dot: titleDot, luma: titleLuma)
        y += titleHeight
        for line in lines {
            center(line, on: canvas, y: y, dot: textDot, luma: textLuma)
            y += lineHeight
        }
    }

    /// Breaks a text at spaces into lines of at most `width` characters; longer
    /// words are cut.
    static func wrapped(_ text: String, width: Int) -> [String] {
        var lines: [String] = []
        var line = ""
        for word in text.split(separator: " ") {
            var word = word[...]
            if !line.isEmpty, line.count + 1 + word.count > width {
                lines.append(line)
                line = ""
            }
            while word.count > width {
                lines.append(String(word.prefix(width)))
                word = word.dropFirst(width)
            }
            line += line.isEmpty ? String(word) : " \(word)"
        }
        return line.isEmpty ? lines : lines + [line]
    }

    private static func center(
        _ text: String,
        on canvas: I420Canvas,
        y: Int32,
        dot: Int32,
        luma: UInt8
    ) {
        // One character each, also where the text is not ASCII.
        let bytes = text.map { $0.asciiValue ?? 0x3F }
        let x = (canvas.size.width - I420Canvas.width(of: bytes.count, dot: dot)) / 2
        canvas.draw(bytes, x: max(0, x), y: y, dot: dot, luma: luma)
    }
}

extension I420Canvas {
    /// Gives an empty frame memory to draw on; nil without, and the frame stays empty.
    ///
    /// The corresponding C function is `av_frame_get_buffer`.
    package init?(allocating size: PixelSize, in frame: UnsafeMutablePointer<AVFrame>) {
        frame.pointee.width = size.width
        frame.pointee.height = size.height
        frame.pointee.format = AV_PIX_FMT_YUV420P.rawValue
        guard av_frame_get_buffer(frame, 0) >= 0 else {
            av_frame_unref(frame)
            return nil
        }
        let (data, strides) = (frame.pointee.data, frame.pointee.linesize)
        guard let y = data.0, let u = data.1, let v = data.2 else { return nil }
        self.init(
            size: size,
            .init(base: y, bytesPerRow: Int(strides.0)),
            .init(base: u, bytesPerRow: Int(strides.1)),
            .init(base: v, bytesPerRow: Int(strides.2))
        )
    }
}
