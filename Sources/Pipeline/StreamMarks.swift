internal import Ingest
public import Media
internal import Synchronization

/// What there was of some streams and playlists, so that they are changed only where it still is.
public struct StreamMarks: Sendable {
    private struct Mark: Sendable {
        /// Kept alive by the pipeline alone.
        weak var source: IngestStream?
        /// Of a playlist.
        let revision: Int?
    }

    private var marks: [StreamID: Mark] = [:]

    fileprivate init(_ ids: some Sequence<StreamID>, in state: borrowing ControlSide.State) {
        for id in ids {
            let (source, revision) = Self.present(id, in: state)
            marks[id] = Mark(source: source, revision: revision)
        }
    }

    private static func present(
        _ id: StreamID,
        in state: borrowing ControlSide.State
    ) -> (IngestStream?, Int?) {
        (state.programme.streams[id]?.ingest, state.playlists[id]?.content.revision)
    }

    /// Without those of some names.
    public func subtracting(_ ids: Set<StreamID>) -> Self {
        var rest = self
        for id in ids { rest.marks[id] = nil }
        return rest
    }

    /// What was removed since is not another thing.
    ///
    /// - Throws: `PipelineError.overtaken`.
    func check(in state: borrowing ControlSide.State) throws(PipelineError) {
        for (id, mark) in marks {
            let (source, revision) = Self.present(id, in: state)
            guard source == nil || source === mark.source && revision == mark.revision else {
                throw .overtaken(id)
            }
        }
    }
}

extension Pipeline {
    /// What there is of some names now.
    public func marks(of ids: some Sequence<StreamID>) -> StreamMarks {
        control.state.withLock { StreamMarks(ids, in: $0) }
    }
}
