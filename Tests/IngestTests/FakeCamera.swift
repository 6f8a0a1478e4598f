import Glibc
import Media
import Platform
import TestSupport
import Testing

@testable import Addressing
@testable import Capture

/// A camera that does what a test tells it, and nothing by itself.
///
/// It outlives its devices: each `open` is one, and the last one opened is the
/// one that works.
///
/// Thread: safe.
final class FakeCamera: Sendable {
    struct State {
        var offer = CameraOffer(lines: ["YUYV 64x32@30"])
        /// What the driver makes of a mode; nil takes it as it is.
        var adjusted: PixelSize?
        var colorspace: UInt32 = 8
        /// `enum v4l2_field`.
        var field: UInt32 = 1
        var hasTimestamps = true
        /// How many buffers the driver gives at most.
        var mostBuffers = 32
        /// Calls that fail from now on, by name.
        var failures: [String: Errno] = [:]
        /// Calls that fail while a mode is set that is wider than 64 pixels.
        var largeFailures: [String: Errno] = [:]
        var opened = 0
        /// The mode that was last set.
        var mode: CameraMode?
        /// All that were set, in their order.
        fileprivate(set) var modes: [CameraMode] = []
        /// What can be set on it, and whether it forgets that with every mode.
        var controls: [CameraControl] = []
        var forgetsControls = false
        /// The numbers of those that were set, in their order.
        fileprivate(set) var set: [UInt32] = []
        /// Which opening has the buffers, as the kernel counts.
        fileprivate var owner: Int?
        /// Of the last device: what it has, oldest first, and what is filled.
        fileprivate var memory: [CameraBuffers.Buffer] = []
        fileprivate(set) var queued: [Int] = []
        fileprivate var filled: [CapturedBuffer] = []
        fileprivate(set) var isStreaming = false
        fileprivate var sequence: UInt32 = 0
        fileprivate var staysReady = false
        /// The smallest number of buffers that the driver had when a picture came.
        fileprivate(set) var fewestQueued = Int.max

        fileprivate mutating func release() {
            owner = nil
            isStreaming = false
            queued = []
            filled = []
        }
    }

    let state = Lock(State())
    /// Readable while there is something to fetch.
    let event: WakeUp

    init(_ change: (inout State) -> Void = { _ in }) throws {
        event = try WakeUp()
        state.withLock { change(&$0) }
    }

    func open() throws(CameraError) -> any CaptureDevice {
        try fail("open")
        state.withLock {
            $0.opened += 1
            $0.release()
        }
        return FakeDevice(camera: self)
    }

    /// Makes calls of that name fail, or work again.
    func setFailure(_ call: String, _ errno: Errno?) {
        state.withLock { $0.failures[call] = errno }
        event.signal()
    }

    func fail(_ call: StaticString) throws(CameraError) {
        let errno = state.withLock { state in
            let isLarge = (state.mode?.size.width ?? 0) > 64
            return state.failures["\(call)"] ?? (isLarge ? state.largeFailures["\(call)"] : nil)
        }
        if let errno { throw .call(SystemCallError(call: call, errno: errno)) }
    }

    /// Delivers a picture: every byte is `value`, or the given ones.
    ///
    /// - Parameters:
    ///   - value: Of all bytes.
    ///   - bytes: Written in the place of them.
    ///   - time: The driver's timestamp.
    ///   - edit: Changes what the driver says of the buffer.
    /// - Returns: Whether the driver had a buffer for it.
    @discardableResult
    func deliver(
        _ value: UInt8 = 1,
        bytes: [UInt8] = [],
        at time: MonotonicTime = MonotonicClock.now(),
        _ edit: (inout CapturedBuffer) -> Void = { _ in }
    ) -> Bool {
        state.withLock { state -> Bool in
            guard state.isStreaming else { return false }
            state.sequence += 1
            state.fewestQueued = min(state.fewestQueued, state.queued.count)
            guard !state.queued.isEmpty else { return false }
            let index = state.queued.removeFirst()
            let memory = state.memory[index]
            memory.start.initializeMemory(as: UInt8.self, repeating: value, count: memory.bytes)
            UnsafeMutableRawBufferPointer(start: memory.start, count: memory.bytes).copyBytes(
                from: bytes
            )
            var buffer = CapturedBuffer(
                index: index,
                bytesUsed: bytes.isEmpty ? memory.bytes : bytes.count,
                sequence: state.sequence,
                timestamp: state.hasTimestamps ? time : nil,
                hasError: false
            )
            edit(&buffer)
            state.filled.append(buffer)
            event.signal()
            return true
        }
    }

    /// Whether an address lies in a buffer of the last device.
    func owns(_ address: UnsafeMutableRawPointer?) -> Bool {
        state.withLock { $0.memory.contains { $0.start == address } }
    }

    /// Keeps the device ready without ever having a buffer.
    func alwaysReady() {
        state.withLock { $0.staysReady = true }
        event.signal()
    }

    /// Counts a picture that the driver loses.
    func lose(_ count: UInt32) {
        state.withLock { $0.sequence += count }
    }
}

/// One opened `FakeCamera`.
private final class FakeDevice: CaptureDevice {
    private let camera: FakeCamera
    private let number: Int

    init(camera: FakeCamera) {
        self.camera = camera
        number = camera.state.withLock { $0.opened }
    }

    deinit {
        camera.state.withLock { if $0.owner == number { $0.release() } }
    }

    var descriptor: CInt { camera.event.rawValue }

    func offer() throws(CameraError) -> CameraOffer { camera.state.withLock { $0.offer } }

    func configure(_ mode: CameraMode) throws(CameraError) -> CameraFormat {
        // As the kernel: nobody changes a size that buffers were made for.
        guard camera.state.withLock({ $0.owner == nil }) else {
            throw .call(SystemCallError(call: "VIDIOC_S_FMT", errno: .busy))
        }
        camera.state.withLock { $0.mode = mode }
        try camera.fail("VIDIOC_S_FMT")
        return camera.state.withLock { state in
            state.modes.append(mode)
            if state.forgetsControls {
                for index in state.controls.indices {
                    state.controls[index].value = state.controls[index].standard
                }
            }
            var mode = mode
            if let adjusted = state.adjusted { mode.size = adjusted }
            let row = Int(mode.size.width) * (mode.code == .yuyv ? 2 : 1)
            let rows = Int(mode.size.height) * (mode.code == .yuyv ? 2 : 3) / 2
            return CameraFormat(
                mode: mode,
                bytesPerRow: row,
                bufferBytes: mode.code == .mjpeg ? 1 << 18 : row * max(rows, Int(mode.size.height)),
                colors: CameraColors(colorspace: state.colorspace),
                field: state.field
            )
        }
    }

    func makeBuffers(_ count: Int) throws(CameraError) -> CameraBuffers {
        try camera.fail("VIDIOC_REQBUFS")
        let granted = camera.state.withLock { min(count, $0.mostBuffers) }
        let buffers = (0..<granted).map { _ in Self.map(1 << 18) }
        camera.state.withLock {
            $0.memory = buffers
            $0.owner = number
        }
        return CameraBuffers(buffers)
    }

    func releaseBuffers() throws(CameraError) {
        try camera.fail("VIDIOC_REQBUFS(0)")
        camera.state.withLock { if $0.owner == number { $0.release() } }
    }

    private static func map(_ bytes: Int) -> CameraBuffers.Buffer {
        let start = mmap(nil, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0)
        guard let start, start != MAP_FAILED else { preconditionFailure("Out of memory") }
        return CameraBuffers.Buffer(start: start, bytes: bytes, dmaDescriptor: dup(0))
    }

    func start() throws(CameraError) {
        try camera.fail("VIDIOC_STREAMON")
        camera.state.withLock { $0.isStreaming = true }
    }

    func stop() {
        camera.state.withLock { if $0.opened == number { $0.isStreaming = false } }
    }

    func queue(_ index: Int) throws(CameraError) {
        try camera.fail("VIDIOC_QBUF")
        camera.state.withLock { $0.queued.append(index) }
    }

    func controls() throws(CameraError) -> [CameraControl] {
        try camera.fail("VIDIOC_G_EXT_CTRLS")
        return camera.state.withLock { $0.controls }
    }

    func set(_ settings: [CameraControl.Setting]) throws(CameraError) {
        try camera.fail("VIDIOC_S_EXT_CTRLS")
        camera.state.withLock { state in
            for setting in settings {
                state.set.append(setting.control.id)
                for index in state.controls.indices
                where state.controls[index].id == setting.control.id {
                    state.controls[index].value = setting.value
                }
            }
        }
    }

    func dequeue() throws(CameraError) -> CapturedBuffer? {
        try camera.fail("VIDIOC_DQBUF")
        return camera.state.withLock { state in
            guard !state.filled.isEmpty else {
                if !state.staysReady { camera.event.drain() }
                return nil
            }
            // As a driver's: ready only while another buffer is filled.
            if state.filled.count == 1, !state.staysReady { camera.event.drain() }
            return state.filled.removeFirst()
        }
    }
}

extension Player {
    /// Starts a stream of a camera.
    static func starting(
        _ camera: FakeCamera,
        _ configure: (inout StreamConfiguration) -> Void = { _ in }
    ) throws -> Player {
        try Player("/dev/video0", camera: camera, configure)
    }

    /// Starts a stream and waits until its camera streams.
    static func playing(
        _ camera: FakeCamera,
        _ configure: (inout StreamConfiguration) -> Void = { _ in }
    ) throws -> Player {
        let player = try starting(camera, configure)
        try #require(player.waits { _ in camera.state.withLock { $0.isStreaming } })
        return player
    }

    /// Waits for a condition of the camera's.
    func waits(_ condition: (Player) -> Bool) -> Bool { play(until: condition) }
}
