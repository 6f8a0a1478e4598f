internal import CFFmpeg
internal import Decoding
internal import Demuxing
internal import Media

/// A decoded picture by reference, until it is known whether it is wanted.
///
/// Thread: bound to the thread that searches.
final class DecodedFrame {
    let arrived: MonotonicTime?
    private let frame: UnsafeMutablePointer<AVFrame>

    /// Takes the picture and leaves the frame empty.
    ///
    /// The corresponding C function is `av_frame_move_ref`.
    ///
    /// - Throws: `AVError` without memory; the picture stays where it is.
    init(
        moving source: UnsafeMutablePointer<AVFrame>,
        arrived: MonotonicTime?
    ) throws(AVError) {
        frame = try FrameStorage.allocate()
        av_frame_move_ref(frame, source)
        self.arrived = arrived
    }

    deinit {
        FrameStorage.free(frame)
    }

    /// Brings the picture into a form that is shown, and gives it up.
    ///
    /// - Returns: Nil for a size or form that is never shown, and without memory.
    func makeStill(of stream: CodedStream, pts: MediaTime) -> StillPicture? {
        guard FrameFormat.size(of: frame).isShown else { return nil }
        let format = PictureConverter()
            .makeShown(frame, fallback: stream.containerFormat)
        return format.flatMap { try? StillPicture(moving: frame, format: $0, pts: pts) }
    }
}

extension UnsafePointer<AVFrame> {
    /// Whether the decoder knows of nothing that is missing or made up.
    package var isWhole: Bool {
        pointee.flags & AV_FRAME_FLAG_CORRUPT == 0 && pointee.decode_error_flags == 0
    }

    /// Whether decoding can begin here: a key picture in itself, not one of
    /// several that refresh the picture bit by bit.
    package var isEntry: Bool {
        let type = pointee.pict_type
        return isKey && (type == AV_PICTURE_TYPE_I || type == AV_PICTURE_TYPE_NONE)
    }

    /// Whether the stream marks it as one to begin with, whole or bit by bit.
    package var isKey: Bool { cffmpeg_frame_is_key(self) != 0 }
}
