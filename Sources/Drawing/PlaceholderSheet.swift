package import Addressing
package import CFFmpeg
package import FrameTransport
package import Media

/// A placeholder in the size in which its stream is shown and, where a window shows the same stream
/// beside the main view, below it in the same memory once more in the size of that: the window
/// would have a part of the other one, in letters too small for it.
package struct PlaceholderSheet {
    /// Of the placeholder, and of the one for the window.
    private let size: PixelSize
    private let windowSize: PixelSize?

    /// - Parameters:
    ///   - place: As of `PlaceholderPicture.size(filling:inPlaceOf:)`.
    ///   - window: Nil: none, or one that shows another stream.
    ///   - format: As above.
    package init(
        filling place: PixelSize?,
        window: PixelSize?,
        inPlaceOf format: FormatDescription?
    ) {
        size = PlaceholderPicture.size(filling: place, inPlaceOf: format)
        windowSize = window.map { PlaceholderPicture.size(filling: $0) }
    }

    /// Whether nothing is to be drawn again for places.
    package func fills(_ place: PixelSize?, window: PixelSize?) -> Bool {
        if let window {
            guard let windowSize, PlaceholderPicture.fills(window, windowSize) else { return false }
        }
        return place.map { PlaceholderPicture.fills($0, size) } ?? true
    }

    /// What was drawn into a frame, whose picture the first is.
    package struct Drawn {
        package let format: FormatDescription
        package let alternate: PicturePool.Alternate?
        /// Why the style's image is left out; nil where it is not.
        package let flaw: MessageText?

        package init(
            format: FormatDescription,
            alternate: PicturePool.Alternate? = nil,
            flaw: MessageText? = nil
        ) {
            self.format = format
            self.alternate = alternate
            self.flaw = flaw
        }
    }

    /// Draws into an empty frame.
    ///
    /// - Returns: Nil without memory; the frame is empty then.
    package func draw(
        _ text: PlaceholderText,
        _ style: PlaceholderStyle,
        into frame: UnsafeMutablePointer<AVFrame>
    ) -> Drawn? {
        guard let windowSize else {
            guard let canvas = I420Canvas(allocating: size, in: frame) else { return nil }
            let flaw = PlaceholderPicture.draw(text, style, on: canvas)
            return Drawn(format: PlaceholderPicture.format(size: size), flaw: flaw)
        }
        let top = size.height + size.height % 2
        let whole = PixelSize(
            width: max(size.width, windowSize.width),
            height: top + windowSize.height
        )
        guard let canvas = I420Canvas(allocating: whole, in: frame) else { return nil }
        let flaw = PlaceholderPicture.draw(text, style, on: canvas.part(size, belowRow: 0))
        let window = canvas.part(windowSize, belowRow: top)
        PlaceholderPicture.draw(text, style, on: window)
        let alternate = PicturePool.Alternate(
            format: PlaceholderPicture.format(size: windowSize),
            components: window.components
        )
        return Drawn(
            format: PlaceholderPicture.format(size: size),
            alternate: alternate,
            flaw: flaw
        )
    }
}

extension I420Canvas {
    /// A part at its left edge.
    ///
    /// - Parameters:
    ///   - size: Of the part.
    ///   - row: At which it begins; an even one.
    /// - Returns: The part.
    fileprivate func part(_ size: PixelSize, belowRow row: Int32) -> Self {
        func below(_ component: Component, _ row: Int32) -> Component {
            Component(
                base: component.base + Int(row) * component.bytesPerRow,
                bytesPerRow: component.bytesPerRow
            )
        }
        return Self(
            size: size,
            below(luma, row),
            below(blueDifference, row / 2),
            below(redDifference, row / 2)
        )
    }
}
