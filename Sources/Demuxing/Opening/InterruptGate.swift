internal import CFFmpeg
package import Decoding
package import Media
internal import Platform

/// What libav asks, many times a second, while it waits: whether to give up.
///
/// It does so when its owner wants no more or a deadline has passed, and takes
/// the chance to let a stream look at the time: a stall is noticed, and a
/// placeholder drawn, in the middle of a read that gets nothing.
///
/// Thread: bound to the thread that uses the input. libav calls back on it.
package final class InterruptGate {
    /// Whether its owner wants no more; asked many times a second.
    package var isStopped: () -> Bool
    /// What libav's own limit for one read is; it reports that as an I/O error.
    private let silence: Nanoseconds
    private var allowedAt: MonotonicTime?
    private var deadline: MonotonicTime?
    /// What takes the deadline's place where something has come by then.
    private var laterDeadline: MonotonicTime?
    /// Called about every 100 ms while libav waits.
    package var tick: ((MonotonicTime) -> Void)?
    private var hasTimedOut = false
    /// Whether libav was told to give up since the last `allow`. What it still hands
    /// out then it held back before: it says nothing about the present.
    private(set) var hasGivenUp = false
    /// What the current call has read of playlists: too much ends it.
    package let playlists = PlaylistMeter()
    /// What is read now; nil while nothing is, and where libavformat does not tell.
    private var input: UnsafeMutablePointer<AVIOContext>?
    /// What was read of it, as far as is known.
    private var bytes: Int64 = 0
    /// When something of it came since the last `allow`, as far as is known.
    private var cameAt: MonotonicTime?
    /// Whether no more of a file is read to open it than `OpeningBounds` says.
    private let boundsOpening: Bool
    /// What is opened now.
    private var opening: UnsafeMutablePointer<AVFormatContext>?
    /// How much was read to open a file, where that was too much.
    private var excess: Int64?

    /// - Parameters:
    ///   - silence: How long one read of the network may take.
    ///   - boundsOpening: Whether no more of a file is read to open it than `OpeningBounds` says.
    ///   - isStopped: Whether its owner wants no more; asked many times a second.
    package init(
        silence: Nanoseconds,
        boundsOpening: Bool = false,
        isStopped: @escaping () -> Bool
    ) {
        self.silence = silence
        self.boundsOpening = boundsOpening
        self.isStopped = isStopped
    }

    /// Whether a failure since the last `allow` was for want of data: the
    /// deadline passed, or so much time that libav gave up by itself.
    package var wasSilent: Bool {
        guard let allowedAt else { return false }
        return hasTimedOut || MonotonicClock.now() - allowedAt >= silence
    }

    /// How a call since the last `allow` ended that failed with `error`.
    ///
    /// - Parameters:
    ///   - error: What libav said.
    ///   - wait: What was waited for, if it was silence that ended it.
    /// - Returns: Whether it failed by itself or was ended.
    package func end(of error: AVError, waitingFor wait: @autoclosure () -> CallEnd.Wait) -> CallEnd
    {
        if let refusal = playlists.refusal { return .refused(refusal) }
        if let flood { return .flooded(flood) }
        return wasSilent || error.code == .timedOut ? .late(wait()) : .failed
    }

    /// How long ago the last `allow` was.
    package var elapsed: Nanoseconds { allowedAt.map { MonotonicClock.now() - $0 } ?? .zero }

    /// How long ago something came, or the last `allow` was.
    package var quiet: Nanoseconds { cameAt.map { MonotonicClock.now() - $0 } ?? elapsed }

    /// Watches what comes of an input while it is read.
    ///
    /// - Parameter input: Nil when the read is over; it may be closed then.
    func watch(_ input: UnsafeMutablePointer<AVIOContext>?) {
        look(at: MonotonicClock.now())
        self.input = input
        look(at: MonotonicClock.now())
    }

    private func look(at now: @autoclosure () -> MonotonicTime) {
        guard let input, input.pointee.bytes_read != bytes else { return }
        (bytes, cameAt) = (input.pointee.bytes_read, now())
    }

    /// Watches how much is read of a file to open it.
    ///
    /// - Parameter context: Nil when that is over; it may be closed then.
    func watch(opening context: UnsafeMutablePointer<AVFormatContext>?) {
        opening = boundsOpening ? context : nil
    }

    private func lookAtOpening() {
        guard let input = opening?.pointee.pb, excess == nil else { return }
        let name = opening?.pointee.iformat.map { String(cString: $0.pointee.name) }
        guard let most = OpeningBounds.mostBytes(of: name), input.pointee.bytes_read > most else {
            return
        }
        excess = most
    }

    /// More than any source sends before its first picture; nil for less.
    private var flood: CallEnd.Flood? {
        if let excess { return .file(excess) }
        if playlists.isFlooded { return .media }
        return cffmpeg_what_was_heard().headerLines > Self.mostHeaderLines ? .header : nil
    }

    /// Lines in the header of one answer: servers send some twenty.
    static let mostHeaderLines: CInt = 1_000

    /// How long the calls since the last `allow` were given, if time ended them.
    var timeOut: Nanoseconds? {
        guard hasTimedOut, let allowedAt, let deadline else { return nil }
        return deadline - allowedAt
    }

    /// Lets the next calls take this long in all.
    ///
    /// - Parameters:
    ///   - time: How long.
    ///   - longer: How long where an input has brought something by then; nil for no longer.
    package func allow(_ time: Nanoseconds, withInput longer: Nanoseconds? = nil) {
        let now = MonotonicClock.now()
        allowedAt = now
        deadline = now + time
        laterDeadline = longer.map { now + $0 }
        cameAt = nil
        hasTimedOut = false
        hasGivenUp = false
        excess = nil
        playlists.begin()
    }

    /// The callback for libav, valid as long as this object.
    var callback: AVIOInterruptCB {
        AVIOInterruptCB(
            callback: { opaque in
                guard let opaque else { return 0 }
                let gate = Unmanaged<InterruptGate>.fromOpaque(opaque).takeUnretainedValue()
                return gate.shouldGiveUp() ? 1 : 0
            },
            opaque: Unmanaged.passUnretained(self).toOpaque()
        )
    }

    /// Whether to stop waiting; calls `tick` if not.
    package func shouldGiveUp() -> Bool {
        lookAtOpening()
        hasGivenUp =
            hasGivenUp || isStopped() || playlists.isOverLimit || flood != nil || isTooLate()
        return hasGivenUp
    }

    private func isTooLate() -> Bool {
        let now = MonotonicClock.now()
        look(at: now)
        if let reached = deadline, now > reached {
            if playlists.hasInput, let later = laterDeadline.take() { deadline = later }
            hasTimedOut = deadline.map { now > $0 } ?? false
        }
        if !hasTimedOut { tick?(now) }
        return hasTimedOut
    }
}
