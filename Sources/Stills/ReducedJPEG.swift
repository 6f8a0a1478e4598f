internal import CFFmpeg
internal import Decoding
internal import Imaging
internal import Media

/// Decodes a JPEG of which few pixels are shown as libavcodec would, but for the pixels that are
/// left out.
///
/// Thread: reentrant.
enum ReducedJPEG {
    /// - Parameters:
    ///   - packet: The whole file.
    ///   - size: What it is known to have: one of another size may be half of a picture, or have
    ///     been made to take memory.
    ///   - leastPixels: What is to be left at least in the picture's longer side.
    /// - Returns: The frame; nil where nothing can be left out, or libavcodec knows better: of
    ///   rare kinds, and of what is damaged.
    /// - Throws: `AVError` without memory.
    static func decode(
        _ packet: UnsafePointer<AVPacket>,
        of size: PixelSize,
        leastPixels: Int32
    ) throws(AVError) -> OwnedFrame? {
        guard packet.pointee.flags & AV_PKT_FLAG_DISCARD == 0 else { return nil }
        let file = UnsafeRawBufferPointer(
            start: packet.pointee.data,
            count: max(Int(packet.pointee.size), 0)
        )
        guard let segments = JPEGSegments(file), !segments.isLimited,
            let reduction = JPEGReduction(file, of: size, leastPixels: leastPixels)
        else { return nil }
        let frame = try OwnedFrame()
        try FramePool().fill(
            frame.pointer,
            size: reduction.size,
            format: format(reduction.pixelFormat)
        )
        let isWhole = UnsafePointer(frame.pointer).withPlanes { data, bytesPerRow in
            reduction.decode(
                file,
                to: (0..<3).map { UnsafeMutablePointer(mutating: data[$0]) },
                bytesPerRow: (0..<3).map { bytesPerRow[$0] }
            )
        }
        guard isWhole else { return nil }
        describe(frame.pointer, packet.pointee, segments.density)
        try turn(frame.pointer, by: ExifReduction.orientation(ofJPEG: file))
        return frame
    }

    private static func format(_ format: PixelFormat) -> AVPixelFormat {
        switch format {
        case .gray8: AV_PIX_FMT_GRAY8
        case .i444: AV_PIX_FMT_YUVJ444P
        case .i422: AV_PIX_FMT_YUVJ422P
        default: AV_PIX_FMT_YUVJ420P
        }
    }

    /// As libavcodec's `mjpegdec.c` does.
    private static func describe(
        _ frame: UnsafeMutablePointer<AVFrame>,
        _ packet: AVPacket,
        _ density: AVRational
    ) {
        frame.pointee.pts = packet.pts
        frame.pointee.best_effort_timestamp =
            packet.pts == cffmpeg_AV_NOPTS_VALUE ? packet.dts : packet.pts
        frame.pointee.pkt_dts = packet.dts
        cffmpeg_set_frame_duration(frame, packet.duration)
        cffmpeg_set_frame_key(frame)
        frame.pointee.pict_type = AV_PICTURE_TYPE_I
        frame.pointee.color_range = AVCOL_RANGE_JPEG
        frame.pointee.colorspace = AVCOL_SPC_BT470BG
        frame.pointee.sample_aspect_ratio = density
    }

    /// - Throws: `AVError` without memory.
    private static func turn(
        _ frame: UnsafeMutablePointer<AVFrame>,
        by orientation: Int?
    ) throws(AVError) {
        guard let orientation else { return }
        let (a, b, c, d) = turns[orientation - 1]
        let matrix = [a << 16, b << 16, 0, c << 16, d << 16, 0, 0, 0, 1 << 30]
        let bytes = matrix.count * MemoryLayout<Int32>.size
        guard let data = av_frame_new_side_data(frame, AV_FRAME_DATA_DISPLAYMATRIX, bytes) else {
            throw AVError(call: "av_frame_new_side_data", code: .outOfMemory)
        }
        UnsafeMutableRawBufferPointer(start: data.pointee.data, count: bytes)
            .copyBytes(from: matrix.flatMap { number in withUnsafeBytes(of: number, Array.init) })
    }

    /// Of Exif's orientations 1 to 8, in the display matrix's order (`libavutil/display.h`).
    private static let turns: [(Int32, Int32, Int32, Int32)] = [
        (1, 0, 0, 1), (-1, 0, 0, 1), (-1, 0, 0, -1), (1, 0, 0, -1),
        (0, 1, 1, 0), (0, 1, -1, 0), (0, -1, -1, 0), (0, -1, 1, 0),
    ]
}

/// What stands before the picture of a JPEG file (ITU-T T.81, B.1.1.4).
private struct JPEGSegments {
    /// Of its pixels, by JFIF; zero where it does not say.
    private(set) var density = AVRational(num: 0, den: 1)
    /// Whether its range is that of video, as some cameras comment.
    private(set) var isLimited = false

    /// - Returns: Nil where they do not lead up to a picture.
    init?(_ file: UnsafeRawBufferPointer) {
        var place = 2
        while place + 4 <= file.count, file[place] == 0xFF {
            let marker = file[place + 1]
            if marker == 0xDA { return }
            let length = Int(file[place + 2]) << 8 | Int(file[place + 3])
            let end = place + 2 + length
            guard length >= 2, end <= file.count else { return nil }
            read(marker, file[place + 4..<end])
            place = end
        }
        return nil
    }

    private mutating func read(_ marker: UInt8, _ content: Slice<UnsafeRawBufferPointer>) {
        if marker == 0xE0, content.starts(with: "JFIF\0".utf8), content.count >= 12 {
            let first = content.startIndex + 8
            let width = CInt(content[first]) << 8 | CInt(content[first + 1])
            let height = CInt(content[first + 2]) << 8 | CInt(content[first + 3])
            density =
                width > 0 && height > 0
                ? AVRational(num: width, den: height) : AVRational(num: 0, den: 1)
        }
        if marker == 0xFE, content.starts(with: "CS=ITU601".utf8) { isLimited = true }
    }
}
