internal import Ingest

/// Which streams may be told to keep their past.
enum LookbackRule {
    /// Why a stream cannot keep what it is told to; nil where it can, or need not.
    static func refusal(of stream: StreamConfiguration) -> String? {
        guard stream.lookback != nil, !stream.keepsPackets else { return nil }
        return "lookback is for live streams from the network, and \(stream.address) is none:"
            + " a file has every time, a camera keeps none"
    }
}
