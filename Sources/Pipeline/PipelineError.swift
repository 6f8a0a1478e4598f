public import Ingest
public import Media
public import Platform

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
            "no stream \"\(id)\"; there are: \(known.map(\.name).joined(separator: ", "))"
        case .tooManyStreams(let limit): "there are \(limit) streams already, the most there can be"
        case .notSteerable(let id, let reason): "stream \(id): \(reason)"
        case .busy: "too many commands at once; try again"
        case .system(let error): "\(error)"
        }
    }
}
