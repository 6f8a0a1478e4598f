internal import Decoding
internal import FrameTransport

/// The pictures of a camera's stream.
///
/// A raw picture is the camera's own buffer, on loan: reclaiming its slot gives
/// the buffer back to the driver. All others live in frames: what was decoded
/// or copied, and placeholders.
///
/// Thread: bound to the ingest thread, but for `deinit`.
final class CameraStorage: PictureStorage, @unchecked Sendable {
    // @unchecked Sendable: `loans` is used by the ingest thread alone, until the
    // last owner of the pool frees it.

    let frames: FrameStorage
    private var loans: [Loan?]

    /// A buffer that holds a slot's picture. It keeps the session's memory,
    /// also when the camera is long gone.
    private struct Loan {
        let session: CameraSession
        let index: Int
    }

    /// - Throws: `AVError` without memory.
    init(capacity: Int) throws(AVError) {
        frames = try FrameStorage(capacity: capacity)
        loans = Array(repeating: nil, count: capacity)
    }

    /// Puts a buffer of the session into an empty slot, until that is reclaimed.
    func lend(_ index: Int, of session: CameraSession, slot: Int) {
        loans[slot] = Loan(session: session, index: index)
    }

    func reclaim(slot: Int) {
        guard let loan = loans[slot].take() else { return frames.reclaim(slot: slot) }
        loan.session.giveBack(loan.index)
    }
}
