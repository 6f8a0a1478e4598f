internal import CFFmpeg
internal import Decoding
internal import Demuxing
internal import Media
internal import Presentation
internal import Streams

/// Leaves out undecoded what the rate limit drops and no other picture needs.
///
/// Nothing is left out while a stream is known to be damaged. Where damage is not
/// known, the picture left out might have been none; and what libavcodec makes up
/// for missing data it may take from the picture decoded last, so that it differs.
///
/// Thread: bound to the ingest thread.
final class PictureOmission {
    private let publisher: PicturePublisher
    private var references = PacketReferences(.marked, extradata: [])

    /// - Parameter publisher: Where the stream's rate is limited.
    init(_ publisher: PicturePublisher) {
        self.publisher = publisher
    }

    /// A connection begins.
    func begin(_ references: PacketReferences) {
        self.references = references
        flush()
    }

    /// What was read and has not come out of the decoder will not.
    func flush() { publisher.gate.flush() }

    /// A packet was read.
    func read(_ packet: UnsafePointer<AVPacket>, of stream: CodedStream) {
        let packet = packet.pointee
        // It may become no picture.
        let isDoubtful = packet.flags & (AV_PKT_FLAG_CORRUPT | AV_PKT_FLAG_DISCARD) != 0
        let duration = stream.time(max(0, packet.duration)) ?? .zero
        publisher.gate.read(
            pts: isDoubtful ? nil : stream.time(packet.pts),
            dts: stream.time(packet.dts),
            duration: max(duration - .zero, .zero)
        )
    }

    /// Whether no picture refers to the packet's. To be asked of every packet in
    /// its turn.
    func isUnreferenced(_ packet: UnsafePointer<AVPacket>) -> Bool {
        references.isUnreferenced(packet)
    }

    /// Whether the picture, to which none refers, is left out; if so that is noted.
    func answer(for pts: MediaTime, atOnce: Bool) -> RateGate.Answer {
        publisher.gate.answer(for: pts, atOnce: atOnce)
    }
}
