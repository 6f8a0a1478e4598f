internal import Addressing
internal import CV4L2
internal import FrameTransport
internal import Media

/// The pictures that a camera was set up for: what they are and how they lie in
/// a buffer.
struct CameraFormat: Hashable, Sendable {
    var mode: CameraMode
    /// Bytes from one row of the first component to the next.
    var bytesPerRow: Int
    /// Bytes of a buffer.
    var bufferBytes: Int
    var colors: CameraColors
    /// `enum v4l2_field`: which of a picture's rows a buffer holds, in what order.
    var field: UInt32 = V4L2_FIELD_NONE.rawValue

    /// The picture's description; nil for Motion JPEG, where every picture says.
    var description: FormatDescription? {
        mode.code.pixelFormat.map {
            FormatDescription(pixelFormat: $0, size: mode.size, colorimetry: colors.colorimetry)
        }
    }

    /// Where each component starts in a buffer, and how far its rows are apart.
    ///
    /// Components follow each other without a gap; those of colour have the same
    /// row distance where they are interleaved, else half of it (linux media
    /// API, "NV12" and "Planar YUV formats").
    var layout: [(offset: Int, bytesPerRow: Int)] {
        let height = Int(mode.size.height)
        let luma = bytesPerRow * height
        switch mode.code {
        case .nv12: return [(0, bytesPerRow), (luma, bytesPerRow)]
        case .yu12:
            let chroma = bytesPerRow / 2
            return [(0, bytesPerRow), (luma, chroma), (luma + chroma * ((height + 1) / 2), chroma)]
        case .yuyv: return [(0, bytesPerRow)]
        case .mjpeg: return []
        }
    }

    /// Bytes that a complete picture takes; zero for Motion JPEG.
    var pictureBytes: Int {
        guard let format = mode.code.pixelFormat, let last = layout.last else { return 0 }
        let rows = format.rows(component: format.componentCount - 1, height: mode.size.height)
        let row = format.rowBytes(component: format.componentCount - 1, width: mode.size.width)
        return last.offset + last.bytesPerRow * (rows - 1) + row
    }

    /// Whether a buffer holds every second row only, or these and then the others:
    /// shown as it is, that would be half pictures ("Field Order" in the media
    /// API's documentation).
    var isHalved: Bool {
        switch field {
        case V4L2_FIELD_TOP.rawValue, V4L2_FIELD_BOTTOM.rawValue, V4L2_FIELD_ALTERNATE.rawValue,
            V4L2_FIELD_SEQ_TB.rawValue, V4L2_FIELD_SEQ_BT.rawValue:
            true
        default: false
        }
    }

    /// What is wrong with the driver's figures; nil when a picture fits a buffer.
    var flaw: String? {
        guard mode.size.isShown else { return "pictures of \(mode.size)" }
        guard (1...Int(Int32.max)).contains(bufferBytes) else {
            return "buffers of \(bufferBytes) bytes"
        }
        guard let format = mode.code.pixelFormat else { return nil }
        for (component, part) in layout.enumerated()
        where part.bytesPerRow < format.rowBytes(component: component, width: mode.size.width) {
            return "rows of \(bytesPerRow) bytes for pictures \(mode.size.width) wide"
        }
        guard pictureBytes <= bufferBytes else {
            return "buffers of \(bufferBytes) bytes for pictures of \(pictureBytes)"
        }
        return nil
    }

    /// The picture in a buffer of `bufferBytes`; nothing to see for Motion JPEG.
    func components(of buffer: CameraBuffers.Buffer) -> PictureComponents {
        let parts = layout.map { part in
            PictureComponents.Component(
                base: buffer.start + part.offset,
                bytesPerRow: part.bytesPerRow
            )
        }
        guard let first = parts.first else { return PictureComponents() }
        var components = PictureComponents(
            first,
            parts.count > 1 ? parts[1] : nil,
            parts.count > 2 ? parts[2] : nil
        )
        components.dmaBuffer = buffer.dmaDescriptor.map { descriptor in
            DMABuffer(
                descriptor: descriptor,
                secondOffset: layout.count > 1 ? Int32(clamping: layout[1].offset) : 0,
                thirdOffset: layout.count > 2 ? Int32(clamping: layout[2].offset) : 0
            )
        }
        return components
    }
}
