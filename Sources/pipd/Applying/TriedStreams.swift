internal import Ingest
internal import Media
internal import Pipeline

/// What a trial has put in force of streams and playlists, to know it from what clients define
/// under the same names.
struct TriedStreams {
    /// Kept alive by the pipeline alone.
    private struct Source { weak var stream: IngestStream? }

    /// The names that it has changed.
    let ids: Set<StreamID>
    private var sources: [StreamID: Source] = [:]
    private var playlists: [StreamID: PlaylistConfiguration] = [:]

    /// - Parameters:
    ///   - ids: The names that it has changed.
    ///   - settings: What it says of them.
    ///   - pipeline: Where that is in force.
    init(_ ids: some Sequence<StreamID>, of settings: Settings, in pipeline: Pipeline) {
        self.ids = Set(ids)
        // A client may have been faster.
        for stream in settings.streams where self.ids.contains(stream.id) {
            guard let source = pipeline.source(of: stream.id),
                source.configuration.isSameSource(as: stream)
            else { continue }
            sources[stream.id] = Source(stream: source)
        }
        for playlist in settings.playlists where self.ids.contains(playlist.id) {
            playlists[playlist.id] = playlist
        }
    }

    /// The names under which there is another thing now. A playlist that says the same is the same.
    func redefined(in pipeline: Pipeline) -> Set<StreamID> {
        ids.filter { id in
            if let playlist = pipeline.playlists.snapshot(of: id) {
                return playlists[id]?.changesNothing(of: playlist.configuration) != true
            }
            guard let source = pipeline.source(of: id) else { return false }
            return source !== sources[id]?.stream
        }
    }
}

extension PlaylistConfiguration {
    /// Whether a playlist that is there stays what it is when this is put in its place.
    fileprivate func changesNothing(of present: PlaylistConfiguration) -> Bool {
        var draft = PlaylistDraft(
            configuration: present,
            current: nil,
            numbering: ItemNumbering(after: present.items)
        )
        draft.replace(with: self)
        return draft.configuration == present
    }
}
