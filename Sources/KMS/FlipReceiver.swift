internal import CDRM
internal import Glibc
internal import Media
internal import Platform

/// Takes the kernel's flip events from a device.
///
/// Thread: bound to the presentation thread.
final class FlipReceiver {
    /// What the newest event said.
    private struct Record {
        var crtc: UInt32
        var seconds: UInt32
        var microseconds: UInt32
        var isNew: Bool
    }

    private let record: UnsafeMutablePointer<Record>

    init() {
        record = .allocate(capacity: 1)
        record.initialize(to: Record(crtc: 0, seconds: 0, microseconds: 0, isNew: false))
    }

    deinit {
        record.deallocate()
    }

    /// What a commit has to carry for its event to arrive here; the events that
    /// are still in flight have to be read or their device closed before this goes.
    var eventData: UnsafeMutableRawPointer { UnsafeMutableRawPointer(record) }

    /// Reads all events that have come.
    ///
    /// - Returns: When the CRTC's buffers were flipped, on the clock of `MonotonicTime`; zero
    ///   when the driver does not say. Nil when no event of this CRTC has come.
    /// - Throws: `ENODEV` or `EIO` of a device that is gone.
    func readEvents(
        of card: Card,
        crtc: ObjectID<CRTC>
    ) throws(SystemCallError) -> MonotonicTime? {
        var context = drmEventContext()
        // The first version that tells which CRTC it was.
        context.version = 3
        context.page_flip_handler2 = { _, _, seconds, microseconds, crtc, data in
            data?.assumingMemoryBound(to: Record.self).pointee = Record(
                crtc: crtc,
                seconds: seconds,
                microseconds: microseconds,
                isNew: true
            )
        }
        record.pointee.isNew = false
        do {
            try systemCall("read") { drmHandleEvent(card.rawValue, &context) }
        } catch {
            guard error.errno == .wouldBlock else { throw error }
        }
        guard record.pointee.isNew, record.pointee.crtc == crtc.rawValue else { return nil }
        guard card.hasMonotonicTimestamps else { return MonotonicTime(nanoseconds: 0) }
        return MonotonicTime(
            nanoseconds: Int64(record.pointee.seconds) * 1_000_000_000
                + Int64(record.pointee.microseconds) * 1000
        )
    }
}
