internal import FrameTransport
internal import Ingest
public import Media
internal import Platform
internal import Presentation
internal import Synchronization

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

extension Pipeline {
    /// Pauses a stream, lets it go on, or goes to another time of it, from the next scanout on.
    ///
    /// A paused stream holds its picture, in every view and hidden; the first one still comes.
    /// Nothing of a file is lost: it goes on where it was. A stream that is defined in the place
    /// of a paused one is not paused; an item that follows another in a playlist is.
    ///
    /// - Throws: `PipelineError.unknownStream`; `.notSteerable` for a stream that has no time
    ///   to stop; `.busy`.
    public func steer(_ id: StreamID, _ steering: Steering) throws(PipelineError) {
        try state.withLock { (state) throws(PipelineError) in
            guard let attachment = state.streams[id] else {
                throw .unknownStream(id, known: Self.sorted(state.streams.keys))
            }
            if let reason = Self.refusal(of: steering, by: attachment.ingest) {
                throw .notSteerable(id, reason)
            }
            guard steering != Steering() else { return }
            try send(.steer(id, steering), answers: 0, &state)
            if let isPaused = steering.isPaused { attachment.ingest.isPaused = isPaused }
        }
    }

    /// Why what is on a wall does not go where somebody wants it.
    static func refusal(of sync: WallSync) -> MessageText {
        "it has the time of its wall '\(sync.group)', and can only be paused"
    }

    /// Why a stream cannot do it; nil where it can. Each can go on.
    private static func refusal(of steering: Steering, by ingest: IngestStream) -> MessageText? {
        guard steering.isPaused == true || steering.position != nil else { return nil }
        if let sync = ingest.configuration.sync, steering.position != nil {
            return refusal(of: sync)
        }
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
