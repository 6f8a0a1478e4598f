internal import NIOCore
internal import Synchronization

/// What shows clients the composed view while it changes.
public protocol PreviewBackend: Sendable {
    /// Lets a client look at the view.
    ///
    /// - Parameter isLasting: Whether it stays. Who waits for one picture makes room for others.
    /// - Returns: Its place, which it has as long as this is held.
    /// - Throws: `.unavailable` where all places are those of clients that stay.
    func previewPlace(isLasting: Bool) throws(ControlError) -> PreviewPlace

    /// The composed view, small, once it is another one than a client has.
    ///
    /// All who ask for one width at a time are given the same picture; none is made without
    /// anybody who asks, nor of a view that has not changed.
    ///
    /// - Parameters:
    ///   - request: What is asked for.
    ///   - place: The client's.
    /// - Returns: Nil where the view has not changed in time, or the place is revoked.
    /// - Throws: `.unavailable` where there is no picture to be had, and at the end.
    func preview(
        _ request: PreviewRequest,
        from place: PreviewPlace
    ) async throws(ControlError) -> PreviewPicture?

    /// How often a second a picture is made at most, while the view changes.
    var previewRate: Int { get }

    /// A client that is sent a stream of pictures was left some out, which were made meanwhile.
    func noteSkipped(_ pictures: Int)
}

/// One client's place among those that look at the view; free again when nobody holds this.
public final class PreviewPlace: Sendable {
    /// Whether a place is given to another client.
    ///
    /// Thread: safe.
    public final class Revocation: Sendable {
        private let flag = Mutex(false)

        public init() {}

        public var isDone: Bool { flag.withLock { $0 } }

        public func revoke() { flag.withLock { $0 = true } }
    }

    private let revocation: Revocation
    private let free: @Sendable () -> Void

    /// - Parameters:
    ///   - revocation: Says when it is over.
    ///   - free: Called once, when nobody holds it.
    public init(_ revocation: Revocation, free: @escaping @Sendable () -> Void) {
        self.revocation = revocation
        self.free = free
    }

    deinit { free() }

    /// Whether the client is to go.
    public var isRevoked: Bool { revocation.isDone }
}

/// Which picture of the view a client asks for.
public struct PreviewRequest: Hashable, Sendable {
    /// Of the picture, in pixels; nil: as configured.
    public var width: PreviewWidth?
    /// The frame that the client has; nil for none.
    public var after: Int?
    /// For how long it waits for the view to change.
    public var waitSeconds: Double

    public init(width: PreviewWidth? = nil, after: Int? = nil, waitSeconds: Double = 5) {
        self.width = width
        self.after = after
        self.waitSeconds = waitSeconds
    }
}

/// The widths in which previews are made, in pixels: few, so that clients share them.
public enum PreviewWidth: Int, Hashable, Sendable, CaseIterable {
    case w320 = 320
    case w640 = 640
    case w960 = 960
    case w1280 = 1280
    case w1920 = 1920

    /// The least that is as wide as that; the widest, where none is.
    public init(atLeast pixels: Int) {
        self = Self.allCases.first { $0.rawValue >= pixels } ?? .w1920
    }
}

/// A picture of the view, whose file all clients share.
public struct PreviewPicture: Sendable {
    /// Grows with each change of the view.
    public let frame: Int
    /// How many were made of its width before it.
    public let number: Int
    /// A JPEG file.
    let file: ByteBuffer

    public init(frame: Int, number: Int, bytes: [UInt8]) {
        self.frame = frame
        self.number = number
        file = ByteBuffer(bytes: bytes)
    }
}
