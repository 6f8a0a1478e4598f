internal import Ingest
internal import Media
internal import MediaLink
internal import Pipeline
internal import Presentation
internal import Synchronization

/// Gives playlists small pictures of the items that a network brings, while they are opened:
/// that is what is shown where one is waited for.
///
/// Thread: safe.
final class Posters: Sendable {
    private let playlists: Playlists
    private let media: MediaProcess
    /// How many are asked for.
    private let asked = Mutex(0)

    /// Asked for at a time, at most: others have to be made for clients.
    private static let most = 4

    init(_ playlists: Playlists, media: MediaProcess) {
        self.playlists = playlists
        self.media = media
    }

    /// As large as there are: they are shown on the whole screen.
    private static let pixels = 1024
    /// Where only whether there is one is of interest.
    private static let fewPixels = 128
    /// For all that is to be fetched before.
    private static let patience = Nanoseconds.milliseconds(60_000)

    /// Takes in what has become of playlists.
    func note(_ event: PipelineEvent) {
        if case .itemFailed(let id, let name, _) = event { lookAgain(at: name, of: id) }
        guard case .itemOpening(let id, let name) = event,
            let item = playlists.item(name, of: id), item.address.isNetwork
        else { return }
        ask(.thumbnail(MediaName(item), pixels: Self.pixels)) { [self] answer in
            guard case .thumbnail(let path) = answer else { return }
            playlists.setPoster(path, for: name, of: id)
        }
    }

    /// Of a file of the library that could not be shown a small picture is asked for: where there
    /// is none, the library knows that it is damaged.
    private func lookAgain(at name: PlaylistItemID, of id: StreamID) {
        guard let asset = playlists.item(name, of: id)?.asset else { return }
        ask(.thumbnail(.asset(asset.id), pixels: Self.fewPixels)) { _ in }
    }

    private func ask(_ request: MediaRequest, then: @escaping @Sendable (MediaAnswer) -> Void) {
        let isRoom = asked.withLock { count in
            guard count < Self.most else { return false }
            count += 1
            return true
        }
        guard isRoom else { return }
        media.ask(request, within: Self.patience) { [self] answer in
            asked.withLock { $0 -= 1 }
            then(answer)
        }
    }
}
