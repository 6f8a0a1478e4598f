import FrameTransport
import Media
import Platform
import Testing

@testable import Addressing
@testable import Capture
@testable import Decoding
@testable import Ingest
@testable import Streams

/// A photo that is asked for on a thread of its own, as the control plane does.
final class PhotoCall {
    private let state: Lock<State>
    private let thread: WorkerThread

    private struct State {
        var result: Result<CameraPhoto, PhotoError>?
        var isCancelled = false
    }

    init(
        _ stream: IngestStream,
        _ wish: PhotoWish = PhotoWish(settle: .zero),
        within limit: Nanoseconds = .milliseconds(8_000)
    ) throws {
        let state = Lock(State())
        self.state = state
        thread = try WorkerThread(name: "photo") {
            let result: Result<CameraPhoto, PhotoError>
            do throws(PhotoError) {
                let photo = try stream.takePhoto(wish, deadline: MonotonicClock.now() + limit) {
                    state.withLock { $0.isCancelled }
                }
                result = .success(photo)
            } catch {
                result = .failure(error)
            }
            state.withLock { $0.result = result }
        }
    }

    /// Makes the caller change its mind.
    func cancel() { state.withLock { $0.isCancelled = true } }

    var result: Result<CameraPhoto, PhotoError>? { state.withLock { $0.result } }

    /// Why there is no photo; nil while it is awaited, and when there is one.
    var error: PhotoError? {
        if case .failure(let error)? = result { error } else { nil }
    }

    /// Waits for the photo.
    func photo() throws -> CameraPhoto {
        thread.join()
        return try #require(result).get()
    }
}

extension FakeCamera {
    /// A video that never stalls, however long a test is held up: of a picture a minute, or
    /// more.
    private static let slowVideo = "YUYV 64x32@1/60"

    /// Video and photos of 64x32.
    static func ofOneSize() throws -> FakeCamera {
        try FakeCamera { $0.offer = CameraOffer(lines: [slowVideo]) }
    }

    /// Video of 64x32 at most, photos of 256x128.
    static func withPhotos(
        _ large: String = "YUYV 256x128@30",
        _ change: (inout State) -> Void = { _ in }
    ) throws -> FakeCamera {
        try FakeCamera {
            $0.offer = CameraOffer(lines: [slowVideo, large])
            change(&$0)
        }
    }

    /// Delivers a picture where there is a buffer for it, so that none is missed.
    func deliverIfRoom(_ value: UInt8 = 1) {
        if state.withLock({ !$0.queued.isEmpty }) { deliver(value) }
    }

    /// The sizes that were set up, in their order.
    var sizes: [String] { state.withLock { $0.modes.map { "\($0.size)" } } }

    /// Whether it streams in the size of a photo.
    var isLarge: Bool {
        state.withLock { $0.isStreaming && $0.mode?.size.width == 256 }
    }

    /// Whether it streams in the size of the video.
    var isSmall: Bool {
        state.withLock { $0.isStreaming && $0.mode?.size.width == 64 }
    }
}

extension Player {
    /// Starts a camera's stream of 64x32 and plays its first picture.
    static func showing(
        _ camera: FakeCamera,
        _ configure: (inout StreamConfiguration) -> Void = { _ in }
    ) throws -> Player {
        let player = try starting(camera) {
            $0.size = PixelSize(width: 64, height: 32)
            configure(&$0)
        }
        // Once for each time that it is started: the first may come too late.
        var served = 0
        let isShown = player.play { player in
            guard player.samples.isEmpty else { return true }
            let opened = camera.state.withLock { $0.opened }
            if opened != served, camera.deliver() { served = opened }
            return false
        }
        try #require(isShown)
        try #require(player.waitFor { $0.state == .playing })
        return player
    }

    /// Plays, and lets the camera deliver, until a call is over.
    func play(_ camera: FakeCamera, _ value: UInt8 = 1, until call: PhotoCall) -> Bool {
        play { _ in
            guard call.result == nil else { return true }
            camera.deliverIfRoom(value)
            return false
        }
    }

    /// Plays until another picture of the video has come.
    func playsOn(_ camera: FakeCamera) -> Bool {
        guard waits({ _ in camera.isSmall }) else { return false }
        let count = samples.count
        let hasCome = play { player in
            if player.samples.count > count { return true }
            camera.deliverIfRoom()
            return false
        }
        return hasCome && waitFor { $0.state == .playing }
    }

    /// Whether nothing of the stream is lost or counted twice, once it has stopped.
    var isBalanced: Bool {
        let counts = ledger.snapshot()
        return counts.received == counts.presented + counts.dropped.values.reduce(0, +)
    }
}

extension StillPicture {
    /// All bytes of a packed picture's rows.
    var bytes: [UInt8] {
        let row = format.pixelFormat.rowBytes(component: 0, width: format.size.width)
        return withComponents { components in
            guard let part = components.first else { return [] }
            return (0..<Int(format.size.height)).flatMap {
                Array(UnsafeRawBufferPointer(start: part.base + $0 * part.bytesPerRow, count: row))
            }
        }
    }
}
