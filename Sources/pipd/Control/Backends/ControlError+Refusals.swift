internal import Control
internal import Ingest
internal import Media
internal import MediaLink
internal import Pipeline

/// What clients are told of what was refused.
extension ControlError {
    init(_ error: PipelineError) {
        self =
            switch error {
            case .unknownStream(let id, let known) where !known.contains(id):
                .unprocessable("\(error)")
            case .unknownStream: .notFound("\(error)")
            case .stream(_, let cause) where cause.kind == .resources:
                .unavailable("\(error); try again when the daemon has less to do.")
            case .stream, .notOnWall: .unprocessable("\(error)")
            case .unknownPlaylist, .unknownItem: .notFound("\(error)")
            case .changedMeanwhile: .preconditionFailed("\(error)")
            case .tooManyStreams, .tooManyPlaylists, .tooManyItems, .emptyPlaylist, .notSteerable,
                .notAPlaylist, .isAPlaylist, .overtaken:
                .conflict("\(error)")
            case .busy, .output, .compositor, .system: .unavailable("\(error)")
            }
    }

    init(_ refusal: MediaRefusal) {
        let reason = MessageText(message: refusal.reason)
        self =
            switch refusal.kind {
            case .unknown: .notFound(reason)
            case .conflict: .conflict(reason)
            case .value: .unprocessable(reason)
            case .forbidden: .forbidden(reason)
            case .unsupported: .unsupportedMediaType(reason)
            case .source: .badGateway(reason)
            case .full: .insufficientStorage(reason)
            case .storage, .busy: .unavailable(reason)
            case .away:
                .unavailable(
                    "The media process is away: \(message: refusal.failure.sentences(or: "try again"))"
                )
            }
    }
}
