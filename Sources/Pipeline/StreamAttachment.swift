internal import FrameTransport
internal import Ingest
internal import Media

/// A stream on its way to the presentation thread.
struct StreamAttachment: Sendable {
    let ingest: IngestStream
    let maximumRate: Hertz?
    /// Decoded → presented.
    let latency: Histogram
}
