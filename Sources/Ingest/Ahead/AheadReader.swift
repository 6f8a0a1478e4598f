internal import Addressing
internal import CFFmpeg
internal import Decoding
internal import Demuxing
internal import FrameTransport
internal import Media
internal import Platform
internal import Presentation
internal import Streams

/// The body of the thread that reads a source ahead, and changes its variant.
///
///     read, push, read … ─► another variant is wanted: opened beside, entered at or before
///                           the last time read ─► `turn`, read, push, read …
///
/// Bounds: 10 s or 16 MiB of packets, of a stream that nobody watches 3 s or 8 MiB, and one
/// packet more; one connection more while a variant is opened.
///
/// Thread: bound to its own from `run` on.
final class AheadReader: @unchecked Sendable {
    // @unchecked Sendable: handed over to its thread by the one that makes it.

    private let shared: IngestShared
    private let channel: AheadChannel
    private var input: VariantInput
    /// Of a source with variants.
    private var plan: VariantPlan?
    private var successor: Successor?
    /// All pictures up to here were read; nil: none.
    private var cut: MediaTime?
    private var segment = SegmentTiming()
    private var lookedAt: MonotonicTime?
    private var failures = 0
    /// Whether there is nothing more to read until a seek.
    private var isAtRest = false
    /// Whether what may be held is: it is read on when much less is left, for a network shows
    /// what it gives only when it is asked for more than a picture.
    private var isFull = false

    /// Another variant, from where on it may follow, why it does, and what it follows.
    private struct Successor {
        let input: VariantInput
        let start: MediaTime
        let change: VariantPlan.Change
        let previous: Int
    }

    /// What may be held, while somebody watches and else.
    private static let watched = (bytes: 16 << 20, time: Nanoseconds.milliseconds(10_000))
    private static let unwatched = (bytes: 8 << 20, time: Nanoseconds.milliseconds(3_000))
    /// Between two looks at whether another variant is wanted, in the middle of a segment.
    private static let lookInterval = Nanoseconds.milliseconds(100)
    /// Variants of one video have its times; those further apart have not.
    private static let largestGap = Nanoseconds.milliseconds(20_000)
    /// How long a variant may take to be opened at least, and what is to be left then of what
    /// is buffered.
    private static let leastPatience = Nanoseconds.milliseconds(2_000)
    private static let reserve = Nanoseconds.milliseconds(1_000)

    /// - Parameters:
    ///   - input: Positioned at its start.
    ///   - plan: When to change the variant; nil for never.
    ///   - shared: Of the stream.
    ///   - channel: Where packets go.
    init(
        _ input: VariantInput,
        plan: VariantPlan?,
        shared: IngestShared,
        channel: AheadChannel
    ) {
        (self.input, self.plan) = (input, plan)
        (self.shared, self.channel) = (shared, channel)
    }

    var name: String { "\(shared.configuration.id)" }
    var stream: CodedStream { input.stream }
    var isSeekable: Bool { input.isSeekable }
    var canRewind: Bool { input.canRewind }

    func run() {
        input.adopt(isStopped: isCalledAway)
        while !channel.isClosed {
            if case .to(let time)? = channel.takeSeek() {
                seek(to: time)
            } else if isAtRest || shared.controls.isStopped || !hasRoom() {
                channel.waitForRoom { !isAtRest && hasRoom() }
                // With all that may be read ahead it is seen whether the decoder keeps up.
                let isCalledAway = channel.isCalledAway || shared.controls.isStopped
                if !isCalledAway, channel.ring.hasRoom { considerAnother() }
            } else {
                readPacket()
                considerAnother()
            }
            shared.board.buffered.set(channel.ring.bytes)
        }
        successor?.input.close()
        input.close()
        shared.board.buffered.set(0)
        channel.finished.signal()
    }

    /// Ends what the network is waited for.
    private var isCalledAway: () -> Bool {
        { [channel, controls = shared.controls] in channel.isCalledAway || controls.isStopped }
    }

    private func hasRoom() -> Bool {
        let limit = isWatched ? Self.watched : Self.unwatched
        let ring = channel.ring
        let (bytes, time) = isFull ? (limit.bytes * 7 / 10, limit.time * 7 / 10) : limit
        isFull = !ring.hasRoom || ring.bytes >= bytes || ring.duration >= time
        return !isFull
    }

    private var isWatched: Bool { shared.controls.mode.isWatched }

    private func seek(to time: MediaTime?) {
        dropSuccessor()
        (cut, failures, isAtRest) = (nil, 0, false)
        segment = SegmentTiming()
        input.gate.allow(shared.configuration.boundedTimeout)
        var failure: AVError?
        do throws(AVError) { try input.seek(to: time) } catch { failure = error }
        push(.sought(failure))
    }

    private func push(_ mark: PacketRing.Mark) {
        channel.ring.push(mark)
        channel.entryPushed()
    }
}

// MARK: - Reading

extension AheadReader {
    private func readPacket() {
        let start = MonotonicClock.now()
        input.gate.allow(shared.address.readTimeout(for: shared.configuration))
        let packet = channel.ring.free
        do throws(AVError) {
            guard case .packet = try input.read(into: packet) else { return end() }
            failures = 0
            let time = input.stream.time(packet.pointee.dts)
            if let time { cut = max(cut ?? time, time) }
            segment.read(at: time, taking: MonotonicClock.now() - start)
            channel.ring.push(at: time)
            channel.entryPushed()
        } catch {
            fail(error)
        }
    }

    private func end() {
        isAtRest = true
        dropSuccessor()
        // libavformat takes a playlist that it cannot read for the end.
        if let refusal = input.gate.playlists.refusal {
            let error = AVError(call: "av_read_frame", code: .inputOutput)
            push(.failure(error, reason: .playlist(shared.address, refusal)))
        } else {
            push(.endOfFile)
        }
    }

    private func fail(_ error: AVError) {
        if error.code == .exit, isCalledAway() { return }
        let gate = input.gate
        let wait = CallEnd.Wait(
            duration: gate.quiet,
            came: gate.playlists.hasInput ? .data : .nothing
        )
        failures += 1
        // Most containers find their way again after a broken part.
        isAtRest = error.code != .invalidData || failures > Demuxer.mostUnreadable
        let reason = SourceError.reading(
            shared.address,
            error,
            gate.end(of: error, waitingFor: wait)
        )
        push(.failure(error, reason: reason))
    }
}

// MARK: - Variants

extension AheadReader {
    /// Looks whether another variant is wanted, or can follow now.
    private func considerAnother() {
        if let successor, let cut, successor.start <= cut { return turn(to: successor) }
        guard plan != nil, successor == nil, cut != nil, !isAtRest else { return }
        let now = MonotonicClock.now()
        let isBoundary = segment.begins(number: input.gate.playlists.segmentsBegun)
        if !isBoundary, let lookedAt, now - lookedAt < Self.lookInterval { return }
        lookedAt = now
        guard let previous = plan?.current,
            let change = plan?.next(situation(isBoundary, at: now), at: now)
        else { return }
        if !open(change, after: previous) {
            plan?.failed(change.variant, backTo: previous, at: MonotonicClock.now())
        }
    }

    private func situation(_ isBoundary: Bool, at now: MonotonicTime) -> VariantPlan.Situation {
        var situation = VariantPlan.Situation()
        situation.shown = shared.controls.shownSize
        situation.bandwidth = input.variants.meter?.bandwidth(at: now)
        situation.buffered = channel.ring.duration
        situation.isFull = channel.ring.bytes >= Self.watched.bytes / 2
        situation.isBoundary = isBoundary
        situation.isWatched = isWatched
        // What is made while it is read comes as fast as it is played.
        situation.pace = input.isSeekable ? segment.pace : nil
        let ledger = shared.ledger.snapshot()
        situation.pictures = ledger.presented + (ledger.dropped[.late] ?? 0)
        situation.late = ledger.dropped[.late] ?? 0
        situation.slipped = Nanoseconds(Int64(shared.controls.slipped.count))
        situation.playing = shared.board.variant
        if let bandwidth = situation.bandwidth {
            shared.board.bandwidth.set(Int(bandwidth.steady / 8))
        }
        return situation
    }

    /// Opens another variant beside, and goes to where it may follow.
    private func open(_ change: VariantPlan.Change, after previous: Int) -> Bool {
        guard let cut, let wanted = plan?.choice.variants[change.variant] else { return false }
        let patience = max(Self.leastPatience, channel.ring.duration - Self.reserve)
        let (deadline, isCalledAway) = (MonotonicClock.now() + patience, isCalledAway)
        let gate = InterruptGate(silence: shared.configuration.boundedTimeout) {
            isCalledAway() || MonotonicClock.now() > deadline
        }
        gate.playlists.variants.choose = { $0.firstIndex(of: wanted) ?? 0 }
        guard
            let demuxer = try? shared.address.openDemuxer(
                for: shared.configuration,
                probing: .again,
                gate: gate
            ),
            gate.playlists.variants.all.contains(wanted),
            let other = try? VariantInput(OwnedDemuxer(demuxer), gate: gate)
        else { return false }
        gate.allow(shared.configuration.boundedTimeout)
        guard let start = try? other.enter(at: cut), start - cut < Self.largestGap,
            cut - start < Self.largestGap
        else { return false }
        successor = Successor(input: other, start: start, change: change, previous: previous)
        return true
    }

    private func turn(to successor: Successor) {
        guard let cut else { return }
        self.successor = nil
        input.close()
        input = successor.input
        input.gate.isStopped = isCalledAway
        segment = SegmentTiming()
        push(
            .turn(
                StreamTurn(
                    stream: input.stream,
                    description: input.description,
                    cut: cut,
                    variants: input.variants.all,
                    variant: input.variants.chosen ?? 0,
                    reason: successor.change.reason
                )
            )
        )
    }

    private func dropSuccessor() {
        guard let successor = successor.take() else { return }
        successor.input.close()
        plan?.gaveUp(backTo: successor.previous)
    }
}

/// How fast a segment comes.
private struct SegmentTiming {
    private var number: Int?
    private var first: MediaTime?
    private var last: MediaTime?
    private var waited = Nanoseconds.zero

    /// In less, little can be told.
    private static let leastTime = Nanoseconds.milliseconds(1_500)

    /// A packet was read.
    mutating func read(at time: MediaTime?, taking duration: Nanoseconds) {
        first = first ?? time
        last = time ?? last
        waited = waited + duration
    }

    /// How much faster it comes than it is played; nil while that cannot be told.
    var pace: Double? {
        guard waited >= Self.leastTime, let first, let last else { return nil }
        return (last - first).seconds / waited.seconds
    }

    /// Whether another segment has begun; the first one is none.
    mutating func begins(number: Int) -> Bool {
        guard let known = self.number else {
            self.number = number
            return false
        }
        guard number != known else { return false }
        self = Self()
        self.number = number
        return true
    }
}
