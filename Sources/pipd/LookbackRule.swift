internal import Ingest

/// Which streams may be told to keep their past.
enum LookbackRule {
    /// Why a stream cannot keep what it is told to; nil where it can, or need not.
    static func refusal(of stream: StreamConfiguration, at address: SourceAddress) -> String? {
        guard stream.lookback != nil, !stream.keepsPackets(address) else { return nil }
        return "lookback is for live streams from the network, and \(address.redacted) is none:"
            + " a file has every time, a camera keeps none"
    }
}
