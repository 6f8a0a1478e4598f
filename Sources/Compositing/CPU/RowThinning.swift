internal import FrameTransport
internal import Media
internal import Pixels

/// Leaves out rows of a picture that is far larger than its place, so that drawing
/// a window takes a bounded time whatever is in it.
///
/// Every `step`th row is read, and at least one for each row of the window; what
/// is read is averaged as ever. Reading all of 8192x8192 takes longer than a frame
/// of the main view.
struct RowThinning: Hashable {
    /// 1 reads every row.
    let step: Int32

    /// More than this much of a picture is not read, where less will do; 4K in RGB
    /// is just below.
    static let readBytes = 34 << 20

    /// Decides for a picture in its place.
    init(_ content: DrawLayout.Content) {
        let mapping = content.mapping
        let (span, count) =
            mapping.rotation.exchangesAxes
            ? (mapping.across, mapping.visible.width) : (mapping.down, mapping.visible.height)
        var (step, bytes) = (Int32(1), content.format.bytes)
        while bytes > Self.readBytes, span.length >= Double(2 * step * count) {
            step *= 2
            bytes /= 2
        }
        self.step = step
    }

    /// The picture with its other rows, as if it were stored so.
    func thin(_ picture: PictureComponents) -> PictureComponents {
        guard step > 1, let first = picture.first else { return picture }
        func thinned(_ component: PictureComponents.Component) -> PictureComponents.Component {
            .init(base: component.base, bytesPerRow: component.bytesPerRow * Int(step))
        }
        return PictureComponents(
            thinned(first),
            picture.second.map(thinned),
            picture.third.map(thinned)
        )
    }

    /// Where the rows that are left go: the same place.
    func thin(_ content: DrawLayout.Content) -> DrawLayout.Content {
        guard step > 1 else { return content }
        var thinned = content
        thinned.format.size.height /= step
        thinned.mapping = content.mapping.withRowsThinned(
            by: step,
            to: thinned.format.size.height
        )
        return thinned
    }
}

extension FormatDescription {
    /// What the pixels take in memory, without padding.
    fileprivate var bytes: Int {
        let pixels = Int(size.width) * Int(size.height)
        return switch pixelFormat {
        case .gray8: pixels
        case .i420, .nv12: pixels * 3 / 2
        case .i422, .yuyv: pixels * 2
        case .i444, .i010, .p010: pixels * 3
        case .bgra, .rgba: pixels * 4
        }
    }
}
