internal import CDRM
internal import Media
internal import Platform

/// Takes the kernel's flip events from a device.
///
/// Thread: bound to the presentation thread.
struct FlipReceiver: ~Copyable {
    /// What the newest event said.
    private struct Record {
        var crtc: UInt32 = 0
        var seconds: UInt32 = 0
        var microseconds: UInt32 = 0
        var isNew = false
    }

    private let record: UnsafeMutablePointer<Record>
    /// False for the few drivers whose events carry the wall clock.
    private let hasMonotonicTimestamps: Bool

    /// - Parameter device: Open; closed before this goes, as events may be in flight.
    init(of device: CInt) {
        record = .allocate(capacity: 1)
        record.initialize(to: Record())
        var value: UInt64 = 0
        hasMonotonicTimestamps =
            drmGetCap(device, UInt64(DRM_CAP_TIMESTAMP_MONOTONIC), &value) == 0 && value == 1
    }

    deinit {
        record.deallocate()
    }

    /// What a commit has to carry for its event to arrive here.
    var eventData: UnsafeMutableRawPointer { UnsafeMutableRawPointer(record) }

    /// See `Card.readFlip`.
    func read(_ device: CInt, crtc: ObjectID<CRTC>) throws(SystemCallError) -> MonotonicTime? {
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
            try systemCall("read") { drmHandleEvent(device, &context) }
        } catch {
            guard error.errno == .wouldBlock else { throw error }
        }
        guard record.pointee.isNew, record.pointee.crtc == crtc.rawValue else { return nil }
        guard hasMonotonicTimestamps else { return MonotonicTime(nanoseconds: 0) }
        return MonotonicTime(
            nanoseconds: Int64(record.pointee.seconds) * 1_000_000_000
                + Int64(record.pointee.microseconds) * 1000
        )
    }
}
