internal import Ingest
public import Media
public import Presentation

extension Pipeline {
    /// What a change of streams and view together has done.
    public struct ChangeOutcome: Sendable {
        /// Those of which there was none of that ID.
        public var added: [StreamID]
        /// Those that are gone.
        public var removed: [StreamID]
        /// What is different on the screen.
        public var view: [ViewChange]
        /// Whether what is asked of the view is another thing than before, shown or not.
        public var isViewDifferent = false
        /// Playlists that were there and consist of something else now, with their revisions.
        public var edited: [StreamID: Int] = [:]
    }

    /// What a stream is to be.
    enum Definition {
        case stream(StreamConfiguration)
        case playlist(PlaylistConfiguration)

        var id: StreamID {
            switch self {
            case .stream(let stream): stream.id
            case .playlist(let playlist): playlist.id
            }
        }

        var isPlaylist: Bool { if case .playlist = self { true } else { false } }

        /// Not to be called under the pipeline's lock: it reads libraries.
        func prepare() throws(PipelineError) {
            let streams =
                switch self {
                case .stream(let stream): [stream]
                case .playlist(let playlist): playlist.items.map(playlist.stream)
                }
            do throws(SourceError) {
                for stream in streams { try IngestStream.prepare(stream) }
            } catch {
                throw .stream(id, error)
            }
        }

        static func lastOfEach(_ definitions: [Self]) -> [Self] {
            var seen: Set<StreamID> = []
            return definitions.reversed().filter { seen.insert($0.id).inserted }.reversed()
        }
    }
}

/// A change of streams and view together, before anything is made for it.
struct ChangeDraft {
    /// What is to be shown.
    let controller: PIPController
    var outcome: Pipeline.ChangeOutcome

    /// - Parameters:
    ///   - definitions: One of each ID.
    ///   - removed: Those that are not there, or are defined, are passed over.
    ///   - edit: Changes the controller, from which what is removed is gone already.
    ///   - state: What is there.
    /// - Throws: `PipelineError.tooManyStreams`, `.tooManyPlaylists`, `.unknownStream`.
    init(
        defining definitions: [Pipeline.Definition],
        removing removed: [StreamID],
        view edit: (inout PIPController) -> Void,
        of state: borrowing Pipeline.State
    ) throws(PipelineError) {
        let (streams, before) = (state.streams, state.controller)
        let defined = Set(definitions.map(\.id))
        let leaving = Pipeline.sorted(
            Set(removed).filter { streams[$0] != nil && !defined.contains($0) }
        )
        var controller = before
        for id in leaving { controller.streamRemoved(id) }
        edit(&controller)
        self.controller = controller
        outcome = Pipeline.ChangeOutcome(
            added: definitions.map(\.id).filter { streams[$0] == nil },
            removed: leaving,
            view: before.changes(to: controller),
            // Not what is kept for later, such as which places are lent.
            isViewDifferent: controller.state != before.state || controller.shows != before.shows
        )
        let known = Set(streams.keys).subtracting(leaving).union(defined)
        guard known.count <= Pipeline.streamLimit else {
            throw .tooManyStreams(limit: Pipeline.streamLimit)
        }
        let playlists = Set(state.playlists.keys).subtracting(leaving).subtracting(defined)
        guard playlists.count + definitions.count(where: \.isPlaylist) <= Pipeline.playlistLimit
        else { throw .tooManyPlaylists(limit: Pipeline.playlistLimit) }
        for id in controller.streams where !known.contains(id) {
            throw .unknownStream(id, known: Pipeline.sorted(known))
        }
    }
}
