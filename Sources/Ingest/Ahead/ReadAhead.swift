internal import Addressing
internal import CFFmpeg
internal import Decoding
internal import Demuxing
internal import FrameTransport
internal import Media
internal import Platform

/// A source that a thread of its own reads ahead of the decoder, so that a network may falter
/// for as long as what was read lasts.
///
/// Bounds: one thread, `pipd-read-…`, and what `AheadReader` holds.
///
/// Thread: bound to the ingest thread.
final class ReadAhead {
    private let channel: AheadChannel
    private let gate: InterruptGate
    private var polling = PollSet(capacity: 1)
    /// The stream of the packet read last.
    private(set) var stream: CodedStream
    /// Why the last read failed; nil where it was only given up.
    private(set) var failure: SourceError?
    /// What follows `anotherStream`.
    private(set) var turn: StreamTurn?
    /// As the demuxer said.
    let isSeekable: Bool
    let canRewind: Bool

    /// How long closing waits for the reader, which libav interrupts within 100 ms.
    private static let longestFarewell = Nanoseconds.milliseconds(200)

    /// Starts the thread.
    ///
    /// - Parameters:
    ///   - gate: Ends what the ingest thread waits for here.
    ///   - makeReader: What the thread does.
    /// - Throws: Without descriptors, memory or threads.
    init(waiting gate: InterruptGate, _ makeReader: (AheadChannel) -> AheadReader) throws {
        let channel = try AheadChannel()
        let reader = makeReader(channel)
        (self.channel, self.gate, stream) = (channel, gate, reader.stream)
        (isSeekable, canRewind) = (reader.isSeekable, reader.canRewind)
        polling.add(channel.arrived.rawValue, tag: .init(rawValue: 0))
        channel.keep(try WorkerThread(name: "pipd-read-\(reader.name)") { reader.run() })
    }

    deinit {
        channel.close()
        var polling = PollSet(capacity: 1)
        polling.add(channel.finished.rawValue, tag: .init(rawValue: 0))
        _ = polling.wait(until: MonotonicClock.now() + Self.longestFarewell)
    }

    /// Reads the next packet of the video into an empty packet, as `Demuxer` does.
    ///
    /// - Throws: `AVError`, whose reason is `failure`; `exit` when the gate said so.
    func read(into packet: UnsafeMutablePointer<AVPacket>) throws(AVError) -> Demuxer.Output {
        failure = nil
        while true {
            switch try pop(into: packet) {
            case .packet: return .packet
            case .mark(.turn(let turn)):
                (self.turn, stream) = (turn, turn.stream)
                return .anotherStream
            case .mark(.endOfFile): return .endOfFile
            case .mark(.failure(let error, let reason)):
                failure = reason
                throw error
            // Nobody waits for it any more.
            case .mark(.sought): break
            }
        }
    }

    /// As `Demuxer.seek(to:)`. `stream` may be another one afterwards.
    func seek(to time: MediaTime?) throws(AVError) {
        channel.seek(to: time)
        let scrap = try OwnedPacket()
        while true {
            switch try pop(into: scrap.pointer) {
            case .packet: av_packet_unref(scrap.pointer)
            case .mark(.turn(let turn)): (self.turn, stream) = (turn, turn.stream)
            case .mark(.sought(let error)):
                if let error { throw error }
                return
            case .mark(.endOfFile), .mark(.failure): break
            }
        }
    }

    /// Waits for the next entry.
    private func pop(into packet: UnsafeMutablePointer<AVPacket>) throws(AVError)
        -> PacketRing.Entry
    {
        while true {
            if let entry = popNow(into: packet) { return entry }
            channel.arrivalRequest.raise()
            if let entry = popNow(into: packet) { return entry }
            _ = polling.wait(until: MonotonicClock.now() + .milliseconds(100))
            channel.arrived.drain()
            if gate.shouldGiveUp() { throw AVError(call: "av_read_frame", code: .exit) }
        }
    }

    private func popNow(into packet: UnsafeMutablePointer<AVPacket>) -> PacketRing.Entry? {
        let entry = channel.ring.pop(into: packet)
        if entry != nil { channel.entryPopped() }
        return entry
    }
}
