package import CFFmpeg
package import FrameTransport
package import Media

/// What libav says of a decoded frame, in the words of this program.
package enum FrameFormat {
    /// The format that a compositor takes a libav format as; nil where it must be converted.
    static func pixelFormat(of format: AVPixelFormat) -> PixelFormat? {
        switch format {
        case AV_PIX_FMT_YUV420P, AV_PIX_FMT_YUVJ420P: .i420
        case AV_PIX_FMT_YUV422P, AV_PIX_FMT_YUVJ422P: .i422
        case AV_PIX_FMT_YUV444P, AV_PIX_FMT_YUVJ444P: .i444
        case AV_PIX_FMT_NV12: .nv12
        case AV_PIX_FMT_YUYV422: .yuyv
        case AV_PIX_FMT_YUV420P10LE: .i010
        case AV_PIX_FMT_P010LE: .p010
        case AV_PIX_FMT_BGRA, AV_PIX_FMT_BGR0: .bgra
        case AV_PIX_FMT_RGBA, AV_PIX_FMT_RGB0: .rgba
        case AV_PIX_FMT_GRAY8: .gray8
        default: nil
        }
    }

    /// What a decoded frame is shown as, after a conversion if need be.
    ///
    /// - Parameters:
    ///   - frame: As decoded, before any conversion.
    ///   - fallback: What the container says where the frame does not.
    /// - Returns: Nil where no form of it is shown.
    package static func shown(
        _ frame: UnsafePointer<AVFrame>,
        fallback: ContainerFormat
    ) -> FormatDescription? {
        let decoded = AVPixelFormat(rawValue: frame.pointee.format)
        return pixelFormat(of: isShown(frame) ? decoded : nearestShown(to: decoded))
            .map { describe(frame, as: $0, fallback: fallback) }
    }

    /// Whether a frame is shown as it is. One whose rows run backwards, or that is to be seen in a
    /// mirror, is converted, whatever its format.
    static func isShown(_ frame: UnsafePointer<AVFrame>) -> Bool {
        let decoded = AVPixelFormat(rawValue: frame.pointee.format)
        return pixelFormat(of: decoded) != nil && !frame.runsBackwards && !frame.isMirrored
    }

    /// The libav format that loses least of `format` among those taken as they are.
    ///
    /// The corresponding C function is `av_find_best_pix_fmt_of_2`.
    static func nearestShown(to format: AVPixelFormat) -> AVPixelFormat {
        let candidates = [
            AV_PIX_FMT_YUV420P, AV_PIX_FMT_YUV422P, AV_PIX_FMT_YUV444P, AV_PIX_FMT_YUV420P10LE,
            AV_PIX_FMT_BGRA, AV_PIX_FMT_GRAY8,
        ]
        return candidates.dropFirst().reduce(AV_PIX_FMT_YUV420P) { best, candidate in
            // Alpha is not shown, so keeping it is worth nothing.
            av_find_best_pix_fmt_of_2(best, candidate, format, 0, nil)
        }
    }

    static func name(of format: AVPixelFormat) -> String {
        av_get_pix_fmt_name(format).map { String(cString: $0) } ?? "unknown"
    }

    package static func size(of frame: UnsafePointer<AVFrame>) -> PixelSize {
        PixelSize(width: frame.pointee.width, height: frame.pointee.height)
    }

    /// Everything but the pixels.
    ///
    /// - Parameters:
    ///   - frame: As decoded, before any conversion.
    ///   - pixelFormat: What it is shown as.
    ///   - fallback: What the container says where the frame does not.
    /// - Returns: The description of the picture as shown.
    static func describe(
        _ frame: UnsafePointer<AVFrame>,
        as pixelFormat: PixelFormat,
        fallback: ContainerFormat
    ) -> FormatDescription {
        let ratio = frame.pointee.sample_aspect_ratio
        let matrix = cffmpeg_frame_display_matrix(frame)
        return FormatDescription(
            pixelFormat: pixelFormat,
            size: size(of: frame),
            sampleAspectRatio: ratio.num > 0
                ? SampleAspectRatio(numerator: ratio.num, denominator: ratio.den)
                : fallback.sampleAspectRatio,
            rotation: matrix.map {
                let matrix = DisplayMatrix($0)
                return matrix.rotation(whenReversed: matrix.isMirrored)
            } ?? fallback.rotation,
            colorimetry: colorimetry(of: frame, as: pixelFormat)
        )
    }
}

/// What a container says of its pictures that the decoder may not.
package struct ContainerFormat: Hashable, Sendable {
    var sampleAspectRatio: SampleAspectRatio
    package var rotation: Rotation

    package init(sampleAspectRatio: SampleAspectRatio = .square, rotation: Rotation = .none) {
        self.sampleAspectRatio = sampleAspectRatio
        self.rotation = rotation
    }
}

extension FrameFormat {
    private static func colorimetry(
        of frame: UnsafePointer<AVFrame>,
        as pixelFormat: PixelFormat
    ) -> Colorimetry {
        let assumed = Colorimetry.assumed(for: size(of: frame))
        let matrix = matrix(frame.pointee.colorspace)
        return Colorimetry(
            matrix: matrix ?? assumed.matrix,
            range: range(of: frame, as: pixelFormat),
            primaries: primaries(frame.pointee.color_primaries)
                ?? primaries(implied: matrix, size: size(of: frame)) ?? assumed.primaries,
            transfer: transfer(frame.pointee.color_trc)
                ?? (pixelFormat.isRGB ? .srgb : assumed.transfer)
        )
    }

    private static func range(
        of frame: UnsafePointer<AVFrame>,
        as pixelFormat: PixelFormat
    ) -> Colorimetry.Range {
        if pixelFormat.isRGB { return .full }
        switch frame.pointee.color_range {
        case AVCOL_RANGE_JPEG: return .full
        case AVCOL_RANGE_MPEG: return .limited
        default: break
        }
        let format = AVPixelFormat(rawValue: frame.pointee.format)
        return meansFullRange(format) ? .full : .limited
    }

    /// Formats that mean full range by their name, and grey, which pictures
    /// without tags (PNG, raw) use in full: the rule of libswscale.
    private static func meansFullRange(_ format: AVPixelFormat) -> Bool {
        switch format {
        case AV_PIX_FMT_YUVJ420P, AV_PIX_FMT_YUVJ422P, AV_PIX_FMT_YUVJ444P, AV_PIX_FMT_YUVJ440P,
            AV_PIX_FMT_YUVJ411P:
            true
        default: av_pix_fmt_desc_get(format).map { $0.pointee.nb_components == 1 } ?? false
        }
    }

    private static func matrix(_ space: AVColorSpace) -> Colorimetry.Matrix? {
        switch space {
        case AVCOL_SPC_BT709, AVCOL_SPC_SMPTE240M: .bt709
        case AVCOL_SPC_BT470BG, AVCOL_SPC_SMPTE170M, AVCOL_SPC_FCC: .bt601
        case AVCOL_SPC_BT2020_NCL, AVCOL_SPC_BT2020_CL: .bt2020
        default: nil
        }
    }

    private static func primaries(_ primaries: AVColorPrimaries) -> Colorimetry.Primaries? {
        switch primaries {
        case AVCOL_PRI_BT709: .bt709
        case AVCOL_PRI_BT470BG: .bt601PAL
        case AVCOL_PRI_SMPTE170M, AVCOL_PRI_SMPTE240M: .bt601NTSC
        case AVCOL_PRI_BT2020: .bt2020
        case AVCOL_PRI_SMPTE431, AVCOL_PRI_SMPTE432: .p3
        default: nil
        }
    }

    /// The primaries that go with a tagged matrix when they are not tagged themselves.
    private static func primaries(
        implied matrix: Colorimetry.Matrix?,
        size: PixelSize
    ) -> Colorimetry.Primaries? {
        switch matrix {
        case .bt601: size.height == 576 ? .bt601PAL : .bt601NTSC
        case .bt709: .bt709
        case .bt2020: .bt2020
        case nil: nil
        }
    }

    private static func transfer(
        _ transfer: AVColorTransferCharacteristic
    ) -> Colorimetry.Transfer? {
        switch transfer {
        case AVCOL_TRC_BT709, AVCOL_TRC_SMPTE170M, AVCOL_TRC_SMPTE240M, AVCOL_TRC_BT2020_10,
            AVCOL_TRC_BT2020_12:
            .bt709
        case AVCOL_TRC_IEC61966_2_1, AVCOL_TRC_GAMMA22, AVCOL_TRC_GAMMA28: .srgb
        case AVCOL_TRC_LINEAR: .linear
        case AVCOL_TRC_SMPTE2084: .pq
        case AVCOL_TRC_ARIB_STD_B67: .hlg
        default: nil
        }
    }
}

extension UnsafePointer<AVFrame> {
    /// Borrows the frame's planes in the form that libavutil takes them.
    package func withPlanes<Result>(
        _ body: (UnsafePointer<UnsafePointer<UInt8>?>, UnsafePointer<CInt>) -> Result
    ) -> Result {
        // `data` and `linesize` are C arrays of eight, which Swift sees as tuples.
        let start = UnsafeRawPointer(self)
        let data = start + (MemoryLayout<AVFrame>.offset(of: \.data) ?? 0)
        let strides = start + (MemoryLayout<AVFrame>.offset(of: \.linesize) ?? 0)
        return body(
            data.assumingMemoryBound(to: UnsafePointer<UInt8>?.self),
            strides.assumingMemoryBound(to: CInt.self)
        )
    }

    /// Whether any plane's rows run upwards in memory.
    var runsBackwards: Bool {
        withPlanes { data, strides in
            (0..<4).contains { data[$0] != nil && strides[$0] < 0 }
        }
    }

    /// Whether the frame says that it is to be seen in a mirror.
    var isMirrored: Bool {
        cffmpeg_frame_display_matrix(self).map { DisplayMatrix($0).isMirrored } ?? false
    }

    /// Where the pixels are, for a format that is shown as it is.
    package var components: PictureComponents {
        withPlanes { data, strides in
            func component(_ index: Int) -> PictureComponents.Component? {
                data[index].map { .init(base: $0, bytesPerRow: Int(strides[index])) }
            }
            guard let first = component(0) else { return PictureComponents() }
            return PictureComponents(first, component(1), component(2))
        }
    }

    /// The memory that the frame keeps, in bytes.
    package var bufferBytes: Int {
        let start = UnsafeRawPointer(self) + (MemoryLayout<AVFrame>.offset(of: \.buf) ?? 0)
        let buffers = start.assumingMemoryBound(to: UnsafeMutablePointer<AVBufferRef>?.self)
        return (0..<8).reduce(0) { sum, index in sum + Int(buffers[index]?.pointee.size ?? 0) }
    }
}

extension UnsafeMutablePointer<AVFrame> {
    /// Has its rows run the other way; no pixel is touched.
    ///
    /// As libavfilter's `vflip` does it.
    func reverseRows() {
        guard let form = av_pix_fmt_desc_get(AVPixelFormat(rawValue: pointee.format)) else {
            return
        }
        let isIndexed = form.pointee.flags & UInt64(AV_PIX_FMT_FLAG_PAL) != 0
        let shift = CInt(form.pointee.log2_chroma_h)
        let height = pointee.height
        withUnsafeMutablePointer(to: &pointee.data) { data in
            withUnsafeMutablePointer(to: &pointee.linesize) { strides in
                let planes = UnsafeMutableRawPointer(data)
                    .assumingMemoryBound(to: UnsafeMutablePointer<UInt8>?.self)
                let strides = UnsafeMutableRawPointer(strides)
                    .assumingMemoryBound(to: CInt.self)
                // Behind indices there is a palette.
                for plane in 0..<(isIndexed ? 1 : 4) {
                    guard let start = planes[plane] else { continue }
                    // Halves are rounded up, as libav does.
                    let rows = plane == 1 || plane == 2 ? -(-height >> shift) : height
                    planes[plane] = start + Int(rows - 1) * Int(strides[plane])
                    strides[plane] = -strides[plane]
                }
            }
        }
    }
}
