internal import Ingest
public import Media
public import Presentation

/// Something that happened in the pipeline and that an operator may want to know.
public enum PipelineEvent: Sendable {
    /// Pictures of the stream arrive, for the first time or again.
    case streamReady(StreamID)
    /// No picture comes, but the connection is there: it is kept for now.
    case streamStalled(StreamID)
    /// Pictures come again after a stall, over the same connection.
    case streamResumed(StreamID)
    /// The connection is down; `reason` is for people.
    case streamLost(StreamID, reason: String)
    /// What is there cannot be shown, and trying again alone does not help.
    case streamFailed(StreamID, reason: String)
    /// Many packets of the stream become no picture; it goes on.
    case streamDamaged(StreamID, reason: String)
    /// The image of the stream's placeholders cannot be shown: words alone are.
    case placeholderFlawed(StreamID, reason: MessageText)
    case streamEnded(StreamID)
    /// The stream's pictures come from another variant of its source.
    case variantChanged(StreamID, Variant, VariantPlan.Reason)
    /// A playlist's item is being opened.
    case itemOpening(StreamID, PlaylistItemID)
    /// The first picture of a playlist's item is there.
    case itemReady(StreamID, PlaylistItemID)
    /// It is on the screen.
    case itemStarted(StreamID, PlaylistItemID)
    /// It was shown to its end.
    case itemEnded(StreamID, PlaylistItemID)
    /// It cannot be shown, or not any more: it is passed over for a while.
    case itemFailed(StreamID, PlaylistItemID, reason: String)
    /// Nothing of the stream is left in the pipeline.
    case streamRemoved(StreamID)
    /// The time of what the main view showed is over.
    case showEnded(StreamID)
    /// The first picture since the start is on the output.
    case firstPictureShown
    /// A placeholder is on the output, and no picture has been yet.
    case placeholderShown
    /// A view has a picture, a placeholder or nothing where it had another of them.
    case contentChanged
    /// The layer goes on with pictures of another size.
    case layerResized(StreamID, view: ViewName?, size: PixelSize)
    case layerRebuilt(StreamID, view: ViewName?, cause: LayerError)
    /// The layer is given up until its stream or the view changes.
    case layerFailed(StreamID, view: ViewName?, cause: LayerError)
    /// The compositor was opened anew.
    case outputRebuilt(reason: String)
    /// Another display or mode, or none; the same after an interruption.
    case outputChanged(OutputState)
    /// The output cannot show anything any more: the presentation thread has stopped.
    case outputLost(reason: String)
    /// The main stream's last frame was shown (`once`), or the time was up.
    case finished(FinishReason)

    public enum FinishReason: Sendable {
        case endOfStream
        case duration
    }

    /// The stream that it is about; nil for what concerns the output or the run.
    public var stream: StreamID? {
        switch self {
        case .streamReady(let id), .streamStalled(let id), .streamResumed(let id),
            .streamLost(let id, _), .streamFailed(let id, _), .streamDamaged(let id, _),
            .streamEnded(let id), .variantChanged(let id, _, _), .streamRemoved(let id),
            .showEnded(let id), .itemOpening(let id, _), .itemReady(let id, _),
            .itemStarted(let id, _),
            .itemEnded(let id, _), .itemFailed(let id, _, _), .layerResized(let id, _, _),
            .layerRebuilt(let id, _, _), .layerFailed(let id, _, _), .placeholderFlawed(let id, _):
            id
        case .firstPictureShown, .placeholderShown, .contentChanged, .outputRebuilt,
            .outputChanged, .outputLost, .finished:
            nil
        }
    }
}

extension PipelineEvent {
    /// What a stream has said of itself.
    init(_ event: IngestEvent, of id: StreamID) {
        self =
            switch event {
            case .ready: .streamReady(id)
            case .resumed: .streamResumed(id)
            case .stalled: .streamStalled(id)
            case .lost(let error): .streamLost(id, reason: error.message)
            case .failed(let error): .streamFailed(id, reason: error.message)
            case .damaged(let error): .streamDamaged(id, reason: error.message)
            case .variantChanged(let variant, let reason): .variantChanged(id, variant, reason)
            case .placeholderFlawed(let reason): .placeholderFlawed(id, reason: reason)
            }
    }
}
