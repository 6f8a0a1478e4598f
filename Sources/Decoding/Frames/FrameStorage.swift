package import CFFmpeg
internal import FrameTransport

/// The decoded pictures of one stream: a libav frame for each slot of the pool.
///
/// A decoder's output is moved in by reference; reclaiming a slot gives the
/// reference back to the decoder's own pool.
///
/// Thread: bound to the ingest thread, but for `deinit`.
package final class FrameStorage: PictureStorage, @unchecked Sendable {
    // @unchecked Sendable: `frames` never changes. What they point at is used
    // by the ingest thread, until the last owner of the pool frees it.

    private let frames: [UnsafeMutablePointer<AVFrame>]

    /// - Throws: `AVError` without memory.
    package init(capacity: Int) throws(AVError) {
        var made: [UnsafeMutablePointer<AVFrame>] = []
        do throws(AVError) {
            while made.count < capacity { made.append(try Self.allocate()) }
        } catch {
            for frame in made { Self.free(frame) }
            throw error
        }
        frames = made
    }

    deinit {
        for frame in frames { Self.free(frame) }
    }

    package func reclaim(slot: Int) {
        av_frame_unref(frames[slot])
    }

    /// Moves `frame` into an empty slot and leaves it empty.
    ///
    /// The corresponding C function is `av_frame_move_ref`.
    ///
    /// - Returns: The slot's frame, until it is reclaimed.
    package func take(_ frame: UnsafeMutablePointer<AVFrame>, slot: Int) -> UnsafeMutablePointer<
        AVFrame
    > {
        av_frame_move_ref(frames[slot], frame)
        return frames[slot]
    }

    /// - Throws: `AVError` without memory.
    package static func allocate() throws(AVError) -> UnsafeMutablePointer<AVFrame> {
        guard let frame = av_frame_alloc() else {
            throw AVError(call: "av_frame_alloc", code: .outOfMemory)
        }
        return frame
    }

    package static func free(_ frame: UnsafeMutablePointer<AVFrame>) {
        var frame: UnsafeMutablePointer<AVFrame>? = frame
        av_frame_free(&frame)
    }
}
