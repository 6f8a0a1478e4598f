package import CFFmpeg
public import FrameTransport
public import Media

/// One decoded picture that owns its pixels, for as long as it lives.
///
/// Unlike a slot of a `PicturePool` it is bound to no stream: one that was searched
/// in a file, decoded from packets kept, or taken by a camera for this purpose.
///
/// Thread: safe; its pixels never change.
public final class StillPicture: @unchecked Sendable {
    // @unchecked Sendable: nobody writes to the frame after `init`, and `deinit`
    // runs when the last owner has gone.

    public let format: FormatDescription
    /// In the stream's own time.
    public let pts: MediaTime
    private let frame: UnsafeMutablePointer<AVFrame>

    /// Takes a frame's picture by reference and leaves the frame empty.
    ///
    /// The corresponding C function is `av_frame_move_ref`.
    ///
    /// - Parameters:
    ///   - source: A picture in a form that is shown (`PictureConverter`).
    ///   - format: What it is.
    ///   - pts: Its time.
    /// - Throws: `AVError` without memory; the picture stays where it is.
    package init(
        moving source: UnsafeMutablePointer<AVFrame>,
        format: FormatDescription,
        pts: MediaTime
    ) throws(AVError) {
        self.format = format
        self.pts = pts
        frame = try FrameStorage.allocate()
        av_frame_move_ref(frame, source)
    }

    deinit {
        FrameStorage.free(frame)
    }

    /// Reads the pixels, and keeps the picture alive meanwhile.
    ///
    /// - Parameter body: What it gets is valid until it returns.
    /// - Returns: What `body` returns.
    /// - Throws: What `body` throws.
    public func withComponents<Answer, Failure: Error>(
        _ body: (PictureComponents) throws(Failure) -> Answer
    ) throws(Failure) -> Answer {
        defer { withExtendedLifetime(self) {} }
        return try body(UnsafePointer(frame).components)
    }
}
