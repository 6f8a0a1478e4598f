internal import Addressing
internal import CFFmpeg
internal import Decoding
internal import Demuxing
internal import Media
internal import Platform

/// The packets of a file, here or on a web server, over a connection of their own.
///
/// Thread: bound to the thread that searches; every call may block until the limit.
final class FilePackets: PacketSource {
    let stream: CodedStream
    private var address: SourceAddress { configuration.address }
    private let configuration: StreamConfiguration
    private let limit: SearchLimit
    private let gate: InterruptGate
    private let probing: Demuxer.Probing
    private var demuxer: Demuxer
    /// The container's time at which the stream's begins.
    let origin: MediaTime
    /// Whether that is so: MP4 begins at zero, others tell after a look at their packets.
    let isOriginKnown: Bool
    /// The first picture's; nil where the container does not say.
    let videoStart: MediaTime?
    /// As the container says; nil where it does not.
    let duration: Nanoseconds?
    private let end: MediaTime?
    private var packets: PacketQueue
    /// Whether nothing was read or sought yet.
    private var isFresh = true
    /// Whether something unreadable came before the next packet.
    private var isAfterGap = false
    /// The last moment that any packet read is shown.
    private var latest: MediaTime?

    /// Opens a file.
    ///
    /// - Throws: `StillError`.
    init(
        _ configuration: StreamConfiguration,
        probing: Demuxer.Probing,
        limit: SearchLimit
    ) throws(StillError) {
        self.configuration = configuration
        self.probing = probing
        self.limit = limit
        gate = InterruptGate(
            silence: configuration.boundedTimeout,
            // Of what strangers have put there.
            boundsOpening: configuration.root != nil
        ) { limit.isOver }
        demuxer = try limit.open(configuration, probing, gate)
        let stream: CodedStream
        do throws(AVError) {
            stream = try CodedStream(demuxer)
            packets = try PacketQueue()
        } catch {
            throw .source(.noMemory(configuration.address))
        }
        self.stream = stream
        videoStart = stream.time(demuxer.stream.pointee.start_time)
        let beginning = demuxer.video.startTime
        origin = beginning
        isOriginKnown = demuxer.isProbed || demuxer.formatName.hasPrefix("mov")
        let duration = demuxer.video.description.duration
        self.duration = duration
        end = duration.map { beginning + $0 }
    }

    /// Whether more was looked at than what the container says.
    var isProbed: Bool { demuxer.isProbed }

    /// Whether it has one picture, which is that of every moment.
    var isStill: Bool { demuxer.isStill }

    /// libavcodec's name of the codec.
    var codec: String? { demuxer.video.description.codec }

    func begin(near time: MediaTime?) throws(StillError) -> Bool {
        isAfterGap = false
        latest = nil
        if let time, !isStill, demuxer.isSeekable, videoStart.map({ time > $0 }) ?? true {
            gate.allow(address.readTimeout(for: configuration))
            // Behind the end there is nothing to find for containers without an index.
            let target = end.map { min(time, $0) } ?? time
            isFresh = false
            if (try? demuxer.seek(toTicks: stream.ticks(target))) != nil { return false }
            try limit.check()
        }
        if !isFresh {
            // Not every container finds its very first packet again.
            demuxer = try limit.open(configuration, probing, gate)
        }
        isFresh = true
        return true
    }

    var isCut: Bool {
        if isAfterGap { return true }
        guard let end = demuxer.video.end, let latest else { return false }
        return end - latest > .milliseconds(20)
    }

    func next() throws(StillError) -> CodedPacket? {
        isFresh = false
        var failures = 0
        while failures <= Demuxer.mostUnreadable {
            try limit.check()
            gate.allow(address.readTimeout(for: configuration))
            do throws(AVError) {
                _ = packets.append { (packet) throws(AVError) in try demuxer.read(into: packet) }
                guard let packet = try packets.first() else { return nil }
                defer { packets.removeFirst() }
                if isAfterGap { packet.pointee.flags |= AV_PKT_FLAG_CORRUPT }
                isAfterGap = false
                let coded = try CodedPacket(cloning: packet, of: stream)
                let end = coded.facts.time.map { $0 + coded.facts.duration }
                latest = [latest, end].compactMap { $0 }.max()
                return coded
            } catch {
                failures += 1
                isAfterGap = true
                // Most containers find their way again after a broken part.
                if error.code == .invalidData { continue }
                try giveUp(error)
                return nil
            }
        }
        return nil
    }

    func arrival(of time: MediaTime) -> MonotonicTime? { nil }

    /// A file that cannot be read further ends there; a connection may be a different matter.
    private func giveUp(_ error: AVError) throws(StillError) {
        try limit.check()
        guard address.isNetwork || [.noKey, .outOfMemory].contains(error.code) else { return }
        let wait = CallEnd.Wait(duration: configuration.boundedTimeout, came: .unknown)
        throw .source(.reading(address, error, gate.end(of: error, waitingFor: wait)))
    }
}

extension SearchLimit {
    /// Opens a file, for calls that `gate` ends when this says so.
    ///
    /// - Throws: `StillError`.
    func open(
        _ configuration: StreamConfiguration,
        _ probing: Demuxer.Probing,
        _ gate: InterruptGate
    ) throws(StillError) -> Demuxer {
        do throws(SourceError) {
            let address = configuration.address
            return try address.openDemuxer(for: configuration, probing: probing, gate: gate)
        } catch {
            try check()
            throw .source(error)
        }
    }
}
