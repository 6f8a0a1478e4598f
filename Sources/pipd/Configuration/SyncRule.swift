internal import ControlAPI
internal import Ingest
internal import Media

/// Which streams may have the time of a wall.
enum SyncRule {
    /// Why a stream cannot be in step with a wall as it is told to; nil where it can, or need
    /// not.
    static func refusal(
        of stream: StreamConfiguration,
        _ fields: FieldValues<StreamFields>
    ) -> MessageText? {
        guard stream.sync != nil else { return nil }
        switch stream.address.kind {
        case .file, .web, .awaited: break
        case .pattern, .camera, .rtsp, .datagrams: return reason(stream.address)
        }
        if stream.isLive { return reason(stream.address) }
        guard fields.loop == false else { return nil }
        return "sync is for what begins again at its end: leave loop out, or have it true"
    }

    private static func reason(_ address: SourceAddress) -> MessageText {
        "sync is for files, which have a length, and \(address.redacted) is none: what is live"
            + " shows what is now"
    }
}
