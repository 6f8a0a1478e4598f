internal import Control
internal import ControlAPI
internal import Media
internal import MediaLink
internal import Pipeline
internal import Platform
internal import Presentation

extension Backend {
    /// How long it may take to fetch a picture, to wait for others, and to draw it small.
    private static let thumbnailPatience = Nanoseconds.milliseconds(100_000)

    private static let mostThumbnailBytes = 16 << 20

    func thumbnail(
        ofItem item: String,
        in id: String,
        pixels: Int
    ) async throws(ControlError) -> [UInt8] {
        guard let playlist = StreamID(id),
            let item = pipeline.item(PlaylistItemID(item), of: playlist)
        else {
            throw .notFound("There is no item \(quoted(item)) in the playlist \(quoted(id)).")
        }
        let name = item.asset.map { .asset($0.id) } ?? MediaName(item)
        return try await thumbnail(name, pixels: pixels)
    }

    /// A small picture of something, as a PNG file.
    func thumbnail(_ name: MediaName, pixels: Int) async throws(ControlError) -> [UInt8] {
        let request = MediaRequest.thumbnail(name, pixels: pixels)
        let path = try await ask(request, within: Self.thumbnailPatience) {
            if case .thumbnail(let path) = $0 { path } else { nil }
        }
        guard let bytes = try? SmallFile.read(path, atMost: Self.mostThumbnailBytes) else {
            throw .unavailable("The picture went while it was read; ask again.")
        }
        return bytes
    }
}
