internal import FrameTransport
internal import Media
internal import Pixels
internal import Presentation

/// Draws the PIP window: picture, border, rounded corners, opacity.
///
/// What lies under it is kept when the main layer has been drawn, so that a
/// new picture in the window costs nothing elsewhere: the corners' squares
/// where the window is opaque, all of it where it is not.
///
/// What the window shows is kept as well, while it is drawn again now and then
/// with an old picture: a still, or a stream slower than the main one. Scaling
/// it down anew with every main picture took 20 ms for 8192x8192 of 10 bits.
struct PIPWindow: ~Copyable {
    private var painter: PicturePainter
    private let instructions: PixelInstructions
    private var memory = ScratchMemory()
    private var corners = CornerTable()
    /// Where the window as drawn last is kept, if it is opaque; others have it apart.
    private var kept = ScratchMemory()
    private var isKept = false
    /// New pictures since one was drawn again.
    private var newPictures = 0
    /// After so many, nothing is kept until a picture is drawn again.
    private static let newPicturesKept = 8

    /// - Parameter instructions: Such as the processor has.
    init(_ instructions: PixelInstructions = .best) {
        self.instructions = instructions
        painter = PicturePainter(instructions)
    }

    /// Keeps what lies under the window. Called when the framebuffer shows the
    /// background and the main layer, and nothing else, inside the window.
    mutating func keepBackground(of framebuffer: Surface, window: DrawLayout.Window) {
        guard keepsBackground(window) else { return }
        let background = self.background(window)
        if window.isOpaque {
            for square in corners.squares {
                framebuffer.part(square)
                    .copy(to: background.part(local(square, window)))
            }
        } else {
            framebuffer.part(window.visible).copy(to: background)
        }
    }

    /// Draws the window; every pixel of it is written. It is repeated where picture
    /// and window are those of the call before.
    mutating func draw(
        _ picture: PictureComponents,
        window: DrawLayout.Window,
        isRepeated: Bool = false,
        on framebuffer: Surface
    ) throws(CompositingError) {
        let place = framebuffer.part(window.visible)
        let canvas = window.isOpaque ? place : foreground(window)
        newPictures = isRepeated ? 0 : newPictures + 1
        if isRepeated, isKept {
            if window.isOpaque { keptSurface(window).copy(to: canvas) }
        } else {
            isKept = false
            try drawContent(picture, window: window, on: canvas)
            drawBorder(window, on: canvas)
            keep(canvas, window)
        }
        guard keepsBackground(window) else { return }
        let background = background(window)
        if !window.isOpaque {
            place.mix(background, canvas, opacity: window.opacity, instructions)
        }
        for square in corners.squares {
            let part = local(square, window)
            corners.blend(
                square,
                window: window,
                background: background.part(part),
                picture: canvas.part(part),
                to: place.part(part)
            )
        }
    }

    /// The window looks like this, and lies there, from now on.
    mutating func prepare(_ window: DrawLayout.Window) {
        corners = CornerTable(window)
        let pixels = Self.bytesPerRow(window) * Int(window.visible.height)
        memory.reserve(keepsBackground(window) ? (window.isOpaque ? pixels : 2 * pixels) : 0)
        kept.reserve(window.isOpaque ? pixels : 0)
        isKept = false
    }

    /// Keeps the window as it was drawn.
    private mutating func keep(_ canvas: Surface, _ window: DrawLayout.Window) {
        if window.isOpaque {
            guard newPictures <= Self.newPicturesKept else { return }
            canvas.copy(to: keptSurface(window))
        }
        isKept = true
    }

    /// Whether anything under the window can be seen through it.
    private func keepsBackground(_ window: DrawLayout.Window) -> Bool {
        !window.isOpaque || !corners.squares.isEmpty
    }

    private mutating func drawContent(
        _ picture: PictureComponents,
        window: DrawLayout.Window,
        on canvas: Surface
    ) throws(CompositingError) {
        let inside = PixelRect(window.visible.size)
        guard let content = window.content else { return canvas.fillBlack(inside, around: nil) }
        let part = local(content.mapping.visible, window)
        if part != inside { canvas.fillBlack(inside, around: part) }
        let thinning = RowThinning(content)
        let (thinned, place) = (thinning.thin(content), canvas.part(part))
        guard painter.draw(thinning.thin(picture), thinned.format, thinned.mapping, to: place)
        else { throw .unsupportedFormat(content.format.pixelFormat) }
    }

    private func drawBorder(_ window: DrawLayout.Window, on canvas: Surface) {
        let border = window.shape.border
        guard border > 0 else { return }
        let bounds = window.shape.bounds
        let color = window.borderColor.bgrx
        let sides: InlineArray<4, PixelRect> = [
            PixelRect(x: bounds.x, y: bounds.y, width: bounds.width, height: border),
            PixelRect(x: bounds.x, y: bounds.maxY - border, width: bounds.width, height: border),
            PixelRect(x: bounds.x, y: bounds.y, width: border, height: bounds.height),
            PixelRect(x: bounds.maxX - border, y: bounds.y, width: border, height: bounds.height),
        ]
        for index in sides.indices {
            canvas.fill(local(sides[index].intersection(window.visible), window), color: color)
        }
    }

    /// A rectangle of the framebuffer, counted from the window's visible part.
    private func local(_ rect: PixelRect, _ window: DrawLayout.Window) -> PixelRect {
        PixelRect(
            x: rect.x - window.visible.x,
            y: rect.y - window.visible.y,
            width: rect.width,
            height: rect.height
        )
    }

    private static func bytesPerRow(_ window: DrawLayout.Window) -> Int {
        (Int(window.visible.width) * 4 + 63) & ~63
    }

    private func background(_ window: DrawLayout.Window) -> Surface {
        surface(window, memory.address(0))
    }

    private func foreground(_ window: DrawLayout.Window) -> Surface {
        let offset = Self.bytesPerRow(window) * Int(window.visible.height)
        return surface(window, memory.address(offset))
    }

    private func keptSurface(_ window: DrawLayout.Window) -> Surface {
        surface(window, kept.address(0))
    }

    private func surface(
        _ window: DrawLayout.Window,
        _ base: UnsafeMutableRawPointer
    ) -> Surface {
        Surface(
            base: base,
            bytesPerRow: Self.bytesPerRow(window),
            size: window.visible.size
        )
    }
}

extension RGBColor {
    /// BGRX as a little-endian number.
    var bgrx: UInt32 {
        0xFF00_0000 | UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)
    }
}
