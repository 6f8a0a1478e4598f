package import Addressing
package import Decoding
package import FrameTransport
package import Media
package import Presentation
internal import Synchronization

/// Where the ingest thread writes what it does, and any thread reads it.
///
/// What changes with every picture is a counter. The rest changes with a
/// connection or a format and lies behind a lock that is held for a copy only.
///
/// Thread: written by the ingest thread, read by any.
package final class StatusBoard: Sendable {
    package let reconnects = Counter()
    let stalls = Counter()
    package let corruptPackets = Counter()
    package let missed = Counter()
    /// In nanoseconds; zero before the first picture.
    let patience = Counter()
    package let loops = Counter()
    /// Bytes a second that the source's server gives; zero where that is not known.
    package let bandwidth = Counter()
    /// Bytes of packets that are read and not decoded.
    package let buffered = Counter()
    /// 1 while the one picture that there is stays on purpose.
    let isStill = Counter()
    private let position = Counter()
    /// When the source begins and how long one round of it is, in nanoseconds; zero where that
    /// is not known.
    private let start = Counter()
    private let round = Counter()
    /// One of `Motion`.
    private let motion = Counter()
    private let changes: VariantChanges
    private let details: Mutex<Details>

    private struct Details {
        var state = StreamState.connecting
        var error: SourceError?
        let url: String
        let isLive: Bool
        var media = MediaDescription()
        var format: FormatDescription?
        var hasPosition = false
        var conversions: [ConversionCount] = []
        var variants: [Variant] = []
        var variant: Int?
    }

    init(address: SourceAddress, isLive: Bool, changes: VariantChanges) {
        self.changes = changes
        details = Mutex(Details(url: address.redacted, isLive: isLive))
    }

    /// - Parameters:
    ///   - state: Where the stream stands now.
    ///   - error: Why the stream is down; nil while it is not.
    func setState(_ state: StreamState, _ error: SourceError? = nil) {
        details.withLock {
            $0.state = state
            $0.error = error
        }
    }

    /// Says what is wrong with a stream whose state stays as it is.
    func setReason(_ error: SourceError) {
        details.withLock { $0.error = error }
    }

    /// What was said is right again; other reasons stay.
    package func clearReason(of kind: SourceError.Kind) {
        details.withLock { if $0.error?.kind == kind { $0.error = nil } }
    }

    package func setMedia(_ media: MediaDescription) {
        details.withLock { $0.media = media }
        start.set(Int(media.start.nanoseconds))
        round.set(Int(media.round?.count ?? 0))
        motion.set((media.isOnePicture ? Motion.still : .moving).rawValue)
    }

    private enum Motion: Int { case unknown, still, moving }

    /// Whether the source is one picture; nil before it was opened. Said as `wallRound` is.
    package var isOnePicture: Bool? {
        switch Motion(rawValue: motion.count) {
        case .still?: true
        case .moving?: false
        case .unknown?, nil: nil
        }
    }

    /// Nil where a source does not say how long it is, or is too short. What is said of a
    /// connection is said before its first picture; in between two, it may be of both.
    package var wallRound: WallTimeline.Round? {
        WallTimeline.Round(
            start: mediaStart,
            duration: Nanoseconds(Int64(round.count))
        )
    }

    /// When its pictures begin; zero where that is not known.
    package var mediaStart: MediaTime { MediaTime(nanoseconds: Int64(start.count)) }

    /// Another variant's.
    package func setMedia(codec: String?, frameRate: Hertz?) {
        details.withLock { ($0.media.codec, $0.media.frameRate) = (codec, frameRate) }
    }

    package func setVariants(_ variants: [Variant], playing variant: Int?) {
        details.withLock { ($0.variants, $0.variant) = (variants, variant) }
    }

    /// The one whose pictures come.
    package var variant: Variant? {
        details.withLock { details in details.variant.map { details.variants[$0] } }
    }

    package func countChange(_ reason: VariantPlan.Reason) { changes.count(reason) }

    func setFormat(_ format: FormatDescription) {
        details.withLock {
            $0.format = format
            $0.hasPosition = true
        }
    }

    func setPosition(_ pts: MediaTime) {
        position.set(Int(pts.nanoseconds))
    }

    package func countConversion(from: String, to: PixelFormat) {
        details.withLock {
            if let index = $0.conversions.firstIndex(where: { $0.from == from && $0.to == to }) {
                $0.conversions[index].count += 1
            } else {
                $0.conversions.append(ConversionCount(from: from, to: to, count: 1))
            }
        }
    }

    /// Why the stream is down; nil while it is not.
    var reason: String? { details.withLock { $0.error?.message } }

    /// Of the newest picture; nil before the first one.
    var pictureFormat: FormatDescription? { details.withLock { $0.format } }

    package func snapshot() -> IngestStatus {
        let details = details.withLock { $0 }
        return IngestStatus(
            state: details.state,
            reason: details.error?.message,
            failure: details.error?.kind,
            url: details.url,
            codec: details.media.codec,
            format: details.format,
            frameRate: details.media.frameRate,
            duration: details.media.duration,
            position: details.hasPosition
                ? .zero + (MediaTime(nanoseconds: Int64(position.count)) - details.media.start)
                : nil,
            start: details.media.start,
            reconnects: reconnects.count,
            stalls: stalls.count,
            patience: patience.count > 0 ? Nanoseconds(Int64(patience.count)) : nil,
            corruptPackets: corruptPackets.count,
            missed: missed.count,
            loops: loops.count,
            isStill: isStill.count > 0,
            conversions: details.conversions,
            isLive: details.isLive,
            variants: details.variants,
            variant: details.variant,
            variantChanges: changes.snapshot(),
            bandwidth: bandwidth.count > 0 ? bandwidth.count : nil,
            bufferedBytes: buffered.count
        )
    }
}
