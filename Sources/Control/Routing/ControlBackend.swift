/// What the HTTP API is a view of, area by area. The control plane knows nothing else of
/// the daemon, and only exchanges values with it.
///
/// Methods are called on the control thread, at low priority, several at a time.
/// They suspend where they have to wait; one that blocks holds up every other
/// client, but never the presentation.
///
/// The task of a request is cancelled when its client closes the connection; over
/// TCP that shows only once an answer is written. A shutdown closes all connections,
/// and waits for what then still runs: what takes long checks whether it is
/// cancelled, and may then throw anything.
///
/// Thread: safe.
public protocol ControlBackend: HealthBackend, StreamsBackend, ViewBackend, ImagesBackend,
    CamerasBackend, PlaylistsBackend, FeedsBackend, LibraryBackend,
    SelectionsBackend, PreviewBackend, OverlaysBackend, MQTTBackend, ConfigurationBackend,
    SyncBackend
{}
