public import ControlAPI

/// Something that clients of `/v1/events` are told.
public struct ControlEvent: Hashable, Sendable {
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// A stream's first picture arrived, or the first after a loss.
        case streamReady = "stream-ready"
        /// No picture came for longer than the stream's cadence allows; the connection is kept.
        case streamStalled = "stream-stalled"
        /// Pictures come again after that.
        case streamResumed = "stream-resumed"
        /// The source is gone, or silent for too long; it is opened again.
        case streamLost = "stream-lost"
        /// Many packets of a stream become no picture; it goes on.
        case streamDamaged = "stream-damaged"
        /// The end was reached, and it does not loop.
        case streamEnded = "stream-ended"
        /// A stream's pictures come from another variant of its source.
        case variantChanged = "variant-changed"
        /// A stream was defined.
        case streamAdded = "stream-added"
        case streamRemoved = "stream-removed"
        /// The first picture of a playlist's item is there.
        case itemReady = "item-ready"
        /// It is on the screen.
        case itemStarted = "item-started"
        /// It was shown to its end.
        case itemEnded = "item-ended"
        /// It cannot be shown, or not any more: it is passed over for a while.
        case itemFailed = "item-failed"
        /// What a playlist consists of was changed.
        case playlistChanged = "playlist-changed"
        /// A feed answered; what it has is kept.
        case feedRefreshed = "feed-refreshed"
        /// A look at a feed was in vain; what it had is kept.
        case feedFailed = "feed-failed"
        /// A root of the media library is gone through, or was.
        case libraryScan = "library-scan"
        /// The media library has something else than before.
        case libraryChanged = "library-changed"
        /// A root of the media library is away, or cannot be read as a whole. Without a root:
        /// something cannot be kept, as its disk is full; without a reason that is over.
        case libraryDegraded = "library-degraded"
        /// There is no thumbnail of a file.
        case thumbnailFailed = "thumbnail-failed"
        /// Some of an export is written; at most twice a second.
        case exportProgress = "export-progress"
        /// All of it is.
        case exportDone = "export-done"
        /// It failed, or was cancelled.
        case exportFailed = "export-failed"
        case viewChanged = "view-changed"
        /// A layer was rebuilt after a change of format or a failure.
        case layerRebuilt = "layer-rebuilt"
        /// A layer goes on with pictures of another size.
        case layerResized = "layer-resized"
        /// A layer could not be recovered.
        case layerFailed = "layer-failed"
        case outputChanged = "output-changed"
        case snapshot
        /// There is no picture of a show that was to have one.
        case snapshotFailed = "snapshot-failed"
        case configurationReloaded = "configuration-reloaded"
        /// A reload was asked for, and changed nothing.
        case configurationRefused = "configuration-refused"
        /// A configuration is in force, and on trial.
        case configurationApplied = "configuration-applied"
        /// It is kept.
        case configurationConfirmed = "configuration-confirmed"
        /// What was in force before it is so again.
        case configurationRolledBack = "configuration-rolled-back"
        /// The file was changed, and is in force in its place.
        case configurationSuperseded = "configuration-superseded"
        /// Sent by the server itself, to a client that read too slowly: events
        /// are missing, and the connection ends after this one.
        case overflow
    }

    public var kind: Kind
    /// What the event says, by name, such as `stream` or `reason`. `id` and
    /// `time` are added by the hub and win over members of that name.
    public var members: [String: JSONValue]

    public init(_ kind: Kind, _ members: [String: JSONValue] = [:]) {
        self.kind = kind
        self.members = members
    }
}
