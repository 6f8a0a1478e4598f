internal import Media

/// What a camera stream asks of its device: the seam where tests put one that
/// fails.
///
/// Thread: bound to the ingest thread.
protocol CaptureDevice: AnyObject {
    /// For a poll set: readable when a buffer is filled or something is wrong.
    var descriptor: CInt { get }

    /// What the camera can deliver.
    func offer() throws(CameraError) -> CameraOffer

    /// Sets format, size and rate up.
    ///
    /// - Returns: What the driver made of it.
    func configure(_ mode: CameraMode) throws(CameraError) -> CameraFormat

    /// Makes the buffers and maps them.
    ///
    /// - Parameter count: How many to ask for; a driver may give fewer or more.
    /// - Returns: All that there are.
    /// - Throws: `CameraError`; `EBUSY` when another program has some.
    func makeBuffers(_ count: Int) throws(CameraError) -> CameraBuffers

    /// Gives the buffers back, so that another size can be set up; nobody maps
    /// them any more. The camera is anybody's then, until new ones are made.
    ///
    /// - Throws: `CameraError`; `EBUSY` from kernels before 5.0 while a dma-buf of
    ///   one is open.
    func releaseBuffers() throws(CameraError)

    /// Starts the camera. Buffers were queued before.
    func start() throws(CameraError)

    /// Stops the camera; failures of one that is gone are nobody's concern.
    func stop()

    /// Gives an empty buffer to the driver.
    func queue(_ index: Int) throws(CameraError)

    /// Takes the oldest filled buffer; nil when there is none yet.
    func dequeue() throws(CameraError) -> CapturedBuffer?

    /// What can be set, with its values.
    func controls() throws(CameraError) -> [CameraControl]

    /// Sets controls together: all of them or none.
    func set(_ settings: [CameraControl.Setting]) throws(CameraError)
}

/// Opens the device of a path: the system's, or what a test puts there.
package struct CameraOpener: Sendable {
    let open: @Sendable (String) throws(CameraError) -> any CaptureDevice

    package static let system = Self { (path) throws(CameraError) in try CameraDevice.open(path) }
}

/// A buffer as the driver gives it back.
struct CapturedBuffer: Hashable, Sendable {
    var index: Int
    /// Bytes that were written.
    var bytesUsed: Int
    /// Counts the camera's pictures, also those that were lost in the kernel.
    var sequence: UInt32
    /// When it was captured; nil where the driver has no monotonic timestamps.
    var timestamp: MonotonicTime?
    /// Whether the driver says that the picture is damaged.
    var hasError: Bool
}
