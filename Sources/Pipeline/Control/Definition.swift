internal import Ingest
internal import Media

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

    /// Not to be called under the lock of `ControlSide`: it reads libraries.
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
