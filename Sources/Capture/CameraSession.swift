internal import FrameTransport
internal import Media
internal import Platform

/// One camera that is set up and streams.
///
///     queued in the driver ── filled ──► next() ──► lent to a slot ─┐
///              ▲                            │ copied, decoded        │ reclaimed
///              └──────── giveBack ◄─────────┴────────────────────────┘
///
/// A camera without a queued buffer loses pictures, and some stop for good. So
/// at least `reserve` buffers stay with the driver: when the presentation holds
/// all others, `mayLend` is false and the next picture is copied.
///
/// Thread: bound to the ingest thread. Whoever holds a lent buffer keeps the
/// session's memory, not the camera: `close` lets go of that.
final class CameraSession {
    let format: CameraFormat
    let buffers: CameraBuffers
    /// Where the picture lies in each buffer.
    let components: [PictureComponents]
    /// Which buffers the driver has.
    private var isQueued: [Bool]
    private var queuedCount = 0
    /// Nil after `close`.
    private(set) var device: (any CaptureDevice)?
    private var pollSet = PollSet(capacity: 2)
    /// Why a buffer could not be given back; told with the next call.
    private var failure: CameraError?
    /// How often the device was said to be ready and had nothing.
    private var emptyWakeUps = 0

    /// How many buffers are asked for: a layer's queue of two, the picture on
    /// the screen and its successor, two of those borrowed for images, and the reserve. While
    /// more are out (`IngestShared.borrowers`), the one just filled is copied. Drivers may give
    /// fewer.
    static let bufferCount = 8
    /// Buffers that stay with the driver.
    static let reserve = 2
    /// A device that is ready so many times without a buffer is broken: polling
    /// would spin.
    private static let mostEmptyWakeUps = 8

    private static let wakeUpTag = PollSet.Tag(rawValue: 0)
    private static let deviceTag = PollSet.Tag(rawValue: 1)

    /// Makes the buffers, hands them to the driver and starts the camera.
    ///
    /// - Parameters:
    ///   - device: Set up for `format`.
    ///   - format: What it delivers.
    ///   - count: How many buffers to ask for.
    ///   - wakeUp: Ends a wait; lives as long as the session streams.
    /// - Throws: `CameraError`; `EBUSY` when another program has it.
    init(
        _ device: any CaptureDevice,
        format: CameraFormat,
        buffers count: Int = CameraSession.bufferCount,
        wakeUp: WakeUp
    ) throws(CameraError) {
        self.format = format
        buffers = try device.makeBuffers(count)
        components = buffers.buffers.map { format.components(of: $0) }
        isQueued = buffers.buffers.map { _ in false }
        guard !buffers.buffers.isEmpty else { throw .inconsistent("no buffers") }
        if let small = buffers.buffers.first(where: { $0.bytes < format.pictureBytes }) {
            throw .inconsistent("buffers of \(small.bytes) bytes")
        }
        pollSet.add(wakeUp.rawValue, tag: Self.wakeUpTag)
        pollSet.add(device.descriptor, tag: Self.deviceTag)
        for index in buffers.buffers.indices {
            try device.queue(index)
            isQueued[index] = true
        }
        queuedCount = isQueued.count
        try device.start()
        self.device = device
    }

    /// Whether a buffer holds a picture from its first row to its last, as far as
    /// the driver knows.
    func isWhole(_ buffer: CapturedBuffer) -> Bool {
        !buffer.hasError && buffer.bytesUsed >= max(1, format.pictureBytes)
    }

    /// Whether a buffer may be kept for a while.
    var mayLend: Bool { queuedCount >= Self.reserve }

    /// Waits for the next filled buffer.
    ///
    /// - Parameter deadline: A wake-up ends the wait as well.
    /// - Returns: The buffer, the caller's until `giveBack`; nil when there is none now.
    /// - Throws: `CameraError` when the camera cannot go on.
    func next(until deadline: MonotonicTime) throws(CameraError) -> CapturedBuffer? {
        if let failure { throw failure }
        guard let device else { return nil }
        let ready = pollSet.wait(until: deadline)
        guard ready.contains(Self.deviceTag) else { return nil }
        guard let buffer = try device.dequeue() else {
            emptyWakeUps += 1
            guard emptyWakeUps < Self.mostEmptyWakeUps else {
                throw .inconsistent("ready, and no picture")
            }
            return nil
        }
        emptyWakeUps = 0
        guard buffers.buffers.indices.contains(buffer.index) else {
            throw .inconsistent("buffer \(buffer.index) of \(buffers.buffers.count)")
        }
        // One that the driver does not have may be on the screen.
        guard isQueued[buffer.index] else {
            throw .inconsistent("buffer \(buffer.index), which it was not given")
        }
        isQueued[buffer.index] = false
        queuedCount -= 1
        return buffer
    }

    /// Gives a buffer back to the driver. After `close` nobody wants it.
    func giveBack(_ index: Int) {
        guard let device else { return }
        do throws(CameraError) {
            try device.queue(index)
            isQueued[index] = true
            queuedCount += 1
        } catch {
            failure = error
        }
    }

    /// Stops the camera and closes it, unless someone else has the device. Lent
    /// buffers stay readable. A second time does nothing.
    func close() {
        guard let device else { return }
        device.stop()
        buffers.detach { !isQueued[$0] }
        self.device = nil
    }
}
