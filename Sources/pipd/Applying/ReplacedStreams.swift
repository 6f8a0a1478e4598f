internal import Ingest
internal import Media
internal import Pipeline
internal import Presentation

/// What streams and playlists were that a trial has redefined or removed, and what was not there,
/// whoever had defined it: clients may have had something of their own under a name of the file's.
struct ReplacedStreams: Hashable, Sendable {
    var streams: [StreamConfiguration] = []
    var playlists: [PlaylistConfiguration] = []
    /// There was nothing of these names.
    var absent: [StreamID] = []

    var ids: [StreamID] { streams.map(\.id) + playlists.map(\.id) }

    /// - Returns: Whether it was there.
    mutating func leaveOut(_ id: StreamID) -> Bool {
        guard ids.contains(id) else { return false }
        streams.removeAll { $0.id == id }
        playlists.removeAll { $0.id == id }
        absent.append(id)
        return true
    }
}

extension ReplacedStreams {
    /// What there is of some names now.
    init(_ ids: [StreamID], in pipeline: Pipeline) {
        for id in ids {
            if let playlist = pipeline.playlists.snapshot(of: id) {
                playlists.append(playlist.configuration)
            } else if let source = pipeline.source(of: id) {
                streams.append(source.presentConfiguration)
            } else {
                absent.append(id)
            }
        }
    }
}

extension Pipeline {
    /// What is said of the placeholders of some streams now; those that are not there are left out.
    func placeholders(of ids: some Sequence<StreamID>) -> [StreamID: PlaceholderWish] {
        var wishes: [StreamID: PlaceholderWish] = [:]
        for id in ids { wishes[id] = source(of: id)?.presentConfiguration.placeholder }
        return wishes
    }
}
