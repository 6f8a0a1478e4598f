internal import Addressing
internal import CFFmpeg
internal import Decoding
internal import Demuxing
internal import Media
internal import Presentation

/// One variant of a source, or all there is of it: an open demuxer and what it needs.
///
/// Thread: bound to the thread that called `adopt`, or else that made it.
final class VariantInput {
    private var demuxer: OwnedDemuxer?
    let gate: InterruptGate
    let stream: CodedStream
    let description: MediaDescription
    let isSeekable: Bool
    let canRewind: Bool
    /// A packet that was read to know it, and comes next; empty else.
    private let head: OwnedPacket
    private var hasHead = false
    /// When the picture is shown that it was entered at: those behind it that are shown before
    /// it refer to what is not there, and are left out.
    private var entry: Int64?

    /// - Parameters:
    ///   - demuxer: Opened with the gate.
    ///   - gate: Nobody else uses it from here on.
    /// - Throws: `AVError` without memory.
    init(_ demuxer: OwnedDemuxer, gate: InterruptGate) throws(AVError) {
        stream = try CodedStream(demuxer.value)
        head = try OwnedPacket()
        description = demuxer.value.video.description
        (isSeekable, canRewind) = (demuxer.value.isSeekable, demuxer.value.canRewind)
        self.gate = gate
        self.demuxer = demuxer
    }

    /// The variants that the source names.
    var variants: SourceVariants { gate.playlists.variants }

    /// Goes on, on the thread that calls this.
    ///
    /// - Parameter isStopped: Ends what is waited for.
    func adopt(isStopped: @escaping () -> Bool) {
        (gate.tick, gate.isStopped) = (nil, isStopped)
        demuxer?.value.adopt()
    }

    /// Closes what is open.
    func close() { demuxer = nil }

    /// As `Demuxer.read(into:)`.
    func read(into packet: UnsafeMutablePointer<AVPacket>) throws(AVError) -> Demuxer.Output {
        if hasHead {
            hasHead = false
            av_packet_move_ref(packet, head.pointer)
            return .packet
        }
        while let output = try demuxer?.value.read(into: packet) {
            guard case .packet = output, let entry else { return output }
            if packet.pointee.pts >= entry {
                self.entry = nil
                return output
            }
            av_packet_unref(packet)
        }
        throw AVError(call: "av_read_frame", code: .exit)
    }

    /// As `Demuxer.seek(to:)`.
    func seek(to time: MediaTime?) throws(AVError) {
        av_packet_unref(head.pointer)
        (hasHead, entry) = (false, nil)
        try demuxer?.value.seek(to: time)
    }

    /// Goes to the key picture at or before a time, or to the first there is behind it; where
    /// it cannot go anywhere, as in a playlist that goes on, to the first that comes.
    ///
    /// - Returns: When that is shown.
    /// - Throws: `AVError`; `endOfFile` where there is none.
    func enter(at time: MediaTime) throws(AVError) -> MediaTime {
        if isSeekable { try seek(to: time) }
        for _ in 0..<Self.longestInterval {
            guard case .packet? = try demuxer?.value.read(into: head.pointer) else { break }
            let packet = head.pointer.pointee
            if packet.flags & AV_PKT_FLAG_KEY != 0, let shown = stream.time(packet.pts) {
                (hasHead, entry) = (true, packet.pts)
                return shown
            }
            av_packet_unref(head.pointer)
        }
        throw AVError(call: "av_read_frame", code: .endOfFile)
    }

    /// Packets between two key pictures at most.
    private static let longestInterval = 900
}
