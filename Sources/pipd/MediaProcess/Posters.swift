internal import Ingest
internal import Media
internal import MediaLink
internal import Pipeline
internal import Synchronization

/// Gives playlists small pictures of the items that a network brings, while they are opened:
/// that is what is shown where one is waited for.
///
/// Thread: safe.
final class Posters: Sendable {
    private let pipeline: Pipeline
    private let media: MediaProcess
    /// How many are asked for.
    private let asked = Mutex(0)

    /// Asked for at a time, at most: others have to be made for clients.
    private static let most = 4

    init(pipeline: Pipeline, media: MediaProcess) {
        self.pipeline = pipeline
        self.media = media
    }

    /// As large as there are: they are shown on the whole screen.
    private static let pixels = 1024
    /// For all that is to be fetched before.
    private static let patience = Nanoseconds.milliseconds(60_000)

    /// Takes in what has become of playlists.
    func note(_ event: PipelineEvent) {
        guard case .itemOpening(let id, let name) = event,
            let item = pipeline.item(name, of: id), item.address.isNetwork
        else { return }
        let isRoom = asked.withLock { count in
            guard count < Self.most else { return false }
            count += 1
            return true
        }
        guard isRoom else { return }
        let request = MediaRequest.thumbnail(MediaName(item), pixels: Self.pixels)
        media.ask(request, within: Self.patience) { [self] answer in
            asked.withLock { $0 -= 1 }
            guard case .thumbnail(let path) = answer else { return }
            pipeline.setPoster(path, for: name, of: id)
        }
    }
}
