public import Ingest
public import Media
public import Platform
public import Presentation

/// Why the pipeline did not do as it was told. It goes on as it was.
public enum PipelineError: Error, Sendable {
    /// The output that was asked for cannot be had.
    case output(String)
    /// The compositor that was asked for cannot be had.
    case compositor(String)
    /// A stream's address or settings cannot be used.
    case stream(StreamID, SourceError)
    case unknownStream(StreamID, known: [StreamID])
    case tooManyStreams(limit: Int)
    case tooManyPlaylists(limit: Int)
    case unknownPlaylist(StreamID, known: [StreamID])
    case unknownItem(StreamID, PlaylistItemID)
    /// The ID is that of a stream of its own, or of a playlist.
    case notAPlaylist(StreamID)
    case isAPlaylist(StreamID)
    case emptyPlaylist(StreamID)
    case tooManyItems(StreamID, limit: Int)
    /// The playlist cannot be in step with its wall.
    case notOnWall(StreamID, MessageText)
    /// The playlist is at another revision than the one that was to be changed.
    case changedMeanwhile(StreamID, revision: Int)
    /// There is another stream or playlist of the name than the one that was to be changed.
    case overtaken(StreamID)
    /// The stream cannot be paused, or go to a time.
    case notSteerable(StreamID, MessageText)
    /// The presentation thread has not obeyed the commands before this one yet.
    case busy
    case system(SystemCallError)
}

extension PipelineError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .output(let reason): "output: \(reason)"
        case .compositor(let reason): "compositor: \(reason)"
        case .stream(let id, let error): "stream \(id): \(error.message)"
        case .unknownStream(let id, let known):
            "\(MessageText.nothing("stream", id.name, among: known.map(\.name)))"
        case .tooManyStreams(let limit): "there are \(limit) streams already, the most there can be"
        case .tooManyPlaylists(let limit):
            "there are \(limit) playlists already, the most there can be"
        case .unknownPlaylist(let id, let known):
            "\(MessageText.nothing("playlist", id.name, among: known.map(\.name)))"
        case .emptyPlaylist(let id): "playlist \(id): it has no item; one at least is needed"
        case .tooManyItems(let id, let limit): "playlist \(id): it can have \(limit) items at most"
        case .notOnWall(let id, let reason): "playlist \(id): \(reason)"
        case .changedMeanwhile(let id, let revision):
            "playlist \(id) is at revision \(revision) now"
        case .overtaken(let id): "\(id) was defined anew, or changed, meanwhile"
        case .notAPlaylist(let id): "\(id) is a stream; remove it first, or take another ID"
        case .isAPlaylist(let id): "\(id) is a playlist; remove it first, or take another ID"
        case .unknownItem(let id, let item): "playlist \(id) has no item \"\(item)\""
        case .notSteerable(let id, let reason): "stream \(id): \(reason)"
        case .busy: "too many commands at once; try again"
        case .system(let error): "\(error)"
        }
    }
}
