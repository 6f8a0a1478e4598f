internal import Ingest
internal import Media
internal import MediaLink
internal import Pipeline

/// Gives playlists small pictures of the items that a network brings, while they are opened:
/// that is what is shown where one is waited for.
///
/// Thread: safe.
struct Posters: Sendable {
    let pipeline: Pipeline
    let media: MediaProcess

    /// As large as there are: they are shown on the whole screen.
    private static let pixels = 1024
    /// For all that is to be fetched before.
    private static let patience = Nanoseconds.milliseconds(60_000)

    /// Takes in what has become of playlists.
    func note(_ event: PipelineEvent) {
        guard case .itemOpening(let id, let name) = event,
            let item = pipeline.item(name, of: id), item.address.isNetwork
        else { return }
        let request = MediaRequest.thumbnail(MediaName(item), pixels: Self.pixels)
        media.ask(request, within: Self.patience) { [pipeline] answer in
            guard case .thumbnail(let path) = answer else { return }
            pipeline.setPoster(path, for: name, of: id)
        }
    }
}
