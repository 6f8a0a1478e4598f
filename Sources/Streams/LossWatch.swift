internal import Addressing
internal import Media
internal import Presentation

/// What a stream's thread knows of silence: whether it is a stall, a loss, or
/// long enough for a placeholder.
///
/// Thread: reentrant; time is a value.
struct LossWatch: Sendable {
    private var stall = StallDetector()
    private var placeholder = PlaceholderPolicy(holdTime: PlaceholderStyle.usualTime)
    /// How long a picture stays once there was one.
    private var keepsLast: Nanoseconds?
    private var hasHadPicture = false
    /// Whether the last picture was taken off the screen, so that none is there to stay.
    private var isPictureGone = false
    private var lastPicture: MonotonicTime
    private(set) var isStalled = false
    /// The text of the placeholder on the screen; nil while pictures are.
    private var shownReason: String?

    /// Until the first picture a stream counts as lost.
    ///
    /// - Parameters:
    ///   - now: When it begins.
    ///   - keepsLast: How long the last picture stays; nil: for ever.
    init(
        startedAt now: MonotonicTime,
        keepsLast: Nanoseconds? = PlaceholderStyle.usualTime
    ) {
        self.keepsLast = keepsLast
        lastPicture = now
        placeholder.lost(at: now)
    }

    /// A connection was made; its first picture has time until the limit of `isOverdue`.
    mutating func connected(at now: MonotonicTime, frameInterval: Nanoseconds?) {
        stall = StallDetector(frameInterval: frameInterval)
        isStalled = false
        lastPicture = now
    }

    /// A picture came.
    ///
    /// - Parameters:
    ///   - now: When.
    ///   - isDecoded: Whether it can be shown; else it is a packet's that nobody wanted.
    /// - Returns: Whether that ended a stall.
    mutating func picture(at now: MonotonicTime, isDecoded: Bool = true) -> Bool {
        defer { isStalled = false }
        stall.picture(at: now)
        lastPicture = now
        hasHadPicture = true
        if isDecoded { isPictureGone = false }
        placeholder = PlaceholderPolicy(holdTime: holdTime)
        shownReason = nil
        return isStalled
    }

    /// The last picture is not shown again: in its place is nothing, until another one comes or a
    /// placeholder does.
    mutating func pictureIsGone() {
        isPictureGone = true
        if hasHadPicture, shownReason == nil { placeholder.holdTime = holdTime }
    }

    /// How long the last picture stays; where it is gone, no longer than a first one is waited for.
    private var holdTime: Nanoseconds? {
        guard isPictureGone else { return keepsLast }
        return min(keepsLast ?? PlaceholderStyle.usualTime, PlaceholderStyle.usualTime)
    }

    /// The last picture stays for another time from now on, the one that is shown as well; one
    /// that a placeholder has taken the place of does not come back.
    ///
    /// - Parameter time: Nil: for ever.
    mutating func keepLast(for time: Nanoseconds?) {
        keepsLast = time
        if hasHadPicture, shownReason == nil { placeholder.holdTime = holdTime }
    }

    /// What comes is of no use yet: the next picture has time until the limit of `isOverdue`.
    mutating func awaitsPicture(at now: MonotonicTime) {
        stall.restart()
        lastPicture = now
        placeholder.lost(at: now)
    }

    /// Time that was spent waiting for the consumer is not the source's.
    mutating func restarted(at now: MonotonicTime) {
        stall.restart()
        stall.picture(at: now)
        lastPicture = now
    }

    /// The connection is gone: what is lost cannot stall as well.
    mutating func lost(at now: MonotonicTime) {
        stall.restart()
        isStalled = false
        placeholder.lost(at: now)
    }

    /// Whether a stall begins now.
    mutating func stalls(at now: MonotonicTime) -> Bool {
        guard !isStalled, stall.isStalled(at: now) else { return false }
        isStalled = true
        // Whoever looks at the old picture has waited since then, benefit or not.
        placeholder.lost(at: lastPicture + stall.usualPatience)
        return true
    }

    /// How long the next picture may take before that is a stall.
    var patience: Nanoseconds { stall.patience }

    /// How long ago the last picture came, or the connection was made.
    func silence(at now: MonotonicTime) -> Nanoseconds { now - lastPicture }

    /// Whether packets came but no picture, for much longer than a read may take.
    func isOverdue(at now: MonotonicTime, _ timeout: Nanoseconds) -> Bool {
        now - lastPicture > timeout + .milliseconds(10_000)
    }

    func isPlaceholderDue(at now: MonotonicTime) -> Bool { placeholder.isDue(at: now) }

    /// Whether a placeholder that is due says something else than the one on the screen.
    func isNews(_ reason: String) -> Bool { shownReason != reason }

    mutating func placeholderShown(_ reason: String) {
        shownReason = reason
    }

    /// When the placeholder will be due; nil when it is already, or pictures come.
    func placeholderDeadline(after now: MonotonicTime) -> MonotonicTime? {
        placeholder.deadline.flatMap { $0 > now ? $0 : nil }
    }
}
