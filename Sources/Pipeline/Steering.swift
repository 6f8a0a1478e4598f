internal import FrameTransport
internal import Ingest
public import Media
internal import Presentation

/// What a stream is to do with its time. What is nil stays as it is.
public struct Steering: Hashable, Sendable {
    /// Whether it holds its picture.
    public var isPaused: Bool?
    /// Where to go to, from the stream's start.
    public var position: MediaTime?

    public init(isPaused: Bool? = nil, position: MediaTime? = nil) {
        self.isPaused = isPaused
        self.position = position
    }
}

extension Steering {
    /// Why a stream cannot do it; nil where it can. Each can go on.
    func refusal(by ingest: IngestStream) -> MessageText? {
        guard isPaused == true || position != nil else { return nil }
        if let sync = ingest.configuration.sync, position != nil { return sync.steeringRefusal }
        let isWeb: Bool
        switch ingest.configuration.address.kind {
        case .pattern: return "a test pattern has no time to stop or to go to"
        case .camera: return "a camera shows what is now"
        case .rtsp, .datagrams: return "it is live: it shows what is now"
        case .awaited(let reason): return MessageText(message: reason)
        case .file: isWeb = false
        case .web: isWeb = true
        }
        if ingest.isLive { return "it is live: it shows what is now" }
        guard isWeb, ingest.status.duration == nil else { return nil }
        return ingest.status.state == .connecting
            ? "it is not open yet; try again" : "it does not say how long it is, as live ones do"
    }
}

extension WallSync {
    /// Why what is on a wall does not go where somebody wants it.
    var steeringRefusal: MessageText {
        "it has the time of its wall '\(group)', and can only be paused"
    }
}
