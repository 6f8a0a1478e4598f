internal import Media
internal import Synchronization

/// The bytes of all images that were made and that their clients have not read yet.
///
/// One image may have 64 MiB, and there are many connections: without a limit
/// clients that do not read would fill the memory.
///
/// Thread: safe.
final class UnreadAnswers: Sendable {
    /// How many bytes there may be.
    static let capacity = 256 << 20

    private let bytes = Mutex(0)
    private let capacity: Int

    init(capacity: Int = capacity) {
        self.capacity = capacity
    }

    /// How many bytes there are now.
    var count: Int { bytes.withLock { $0 } }

    /// Looks whether there is any room, before an image is made.
    ///
    /// - Throws: 503 when there is none.
    func check() throws(ControlError) {
        guard count < capacity else { throw Self.full }
    }

    /// Takes room for an answer until the reservation is gone. A single answer may have more
    /// than there is room.
    ///
    /// - Throws: 503 when there is not enough.
    func reserve(_ count: Int) throws(ControlError) -> Reservation {
        let fits = bytes.withLock { bytes in
            guard bytes == 0 || count <= capacity - bytes else { return false }
            bytes += count
            return true
        }
        guard fits else { throw Self.full }
        return Reservation(count, of: self)
    }

    /// The room of one answer; free again when nobody holds this any more.
    final class Reservation: Sendable {
        private let count: Int
        private let owner: UnreadAnswers

        fileprivate init(_ count: Int, of owner: UnreadAnswers) {
            self.count = count
            self.owner = owner
        }

        deinit {
            let count = count
            owner.bytes.withLock { $0 -= count }
        }
    }

    private static let full = ControlError.unavailable(
        "Too many images wait for clients that do not read them; read faster, ask for smaller "
            + "ones with `max_bytes`, or try again."
    )
}
