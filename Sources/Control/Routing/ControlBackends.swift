/// What the HTTP API is a view of, area by area. The control plane knows nothing else of
/// the daemon, and only exchanges values with it.
///
/// The methods of each are called on the control thread, at low priority, several at a time.
/// They suspend where they have to wait; one that blocks holds up every other
/// client, but never the presentation.
///
/// The task of a request is cancelled when its client closes the connection; over
/// TCP that shows only once an answer is written. A shutdown closes all connections,
/// and waits for what then still runs: what takes long checks whether it is
/// cancelled, and may then throw anything.
///
/// Thread: safe.
public struct ControlBackends: Sendable {
    public let health: any HealthBackend
    public let streams: any StreamsBackend
    public let view: any ViewBackend
    public let images: any ImagesBackend
    public let cameras: any CamerasBackend
    public let playlists: any PlaylistsBackend
    public let feeds: any FeedsBackend
    public let library: any LibraryBackend
    public let exports: any ExportsBackend
    public let selections: any SelectionsBackend
    public let preview: any PreviewBackend
    public let overlays: any OverlaysBackend
    public let mqtt: any MQTTBackend
    public let configuration: any ConfigurationBackend
    public let sync: any SyncBackend

    public init(
        health: any HealthBackend,
        streams: any StreamsBackend,
        view: any ViewBackend,
        images: any ImagesBackend,
        cameras: any CamerasBackend,
        playlists: any PlaylistsBackend,
        feeds: any FeedsBackend,
        library: any LibraryBackend,
        exports: any ExportsBackend,
        selections: any SelectionsBackend,
        preview: any PreviewBackend,
        overlays: any OverlaysBackend,
        mqtt: any MQTTBackend,
        configuration: any ConfigurationBackend,
        sync: any SyncBackend
    ) {
        self.health = health
        self.streams = streams
        self.view = view
        self.images = images
        self.cameras = cameras
        self.playlists = playlists
        self.feeds = feeds
        self.library = library
        self.exports = exports
        self.selections = selections
        self.preview = preview
        self.overlays = overlays
        self.mqtt = mqtt
        self.configuration = configuration
        self.sync = sync
    }
}
