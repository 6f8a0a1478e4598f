internal import Control

extension ControlBackends {
    /// One for all areas.
    init(_ fake: FakeBackend) {
        self.init(
            health: fake,
            streams: fake,
            view: fake,
            images: fake,
            cameras: fake,
            playlists: fake,
            feeds: fake,
            library: fake,
            exports: fake,
            selections: fake,
            preview: fake,
            overlays: fake,
            mqtt: fake,
            configuration: fake,
            sync: fake
        )
    }
}
