internal import Demuxing
internal import Media

/// Which of the pictures that come out of a decoder one after the other answers a
/// question for a time, and whether that is certain.
///
/// Pictures come in the order in which they are shown. A packet that became no picture,
/// although a later one did, is damage as well: others may refer to it.
///
/// Thread: reentrant.
struct PictureScan<Frame> {
    /// A picture that may be the answer.
    struct Candidate {
        var frame: Frame
        var interval: ShownInterval
        /// Whether it is known what comes next; until then the end is a guess.
        var isClosed = false
        /// Whether pictures may be missing behind it.
        var isDoubtful = false
    }

    /// What came out of the decoder.
    struct Picture {
        var time: MediaTime
        /// How long it is shown if nothing follows; above zero.
        var duration: Nanoseconds
        var coded: DamageWatch.Picture
    }

    private let time: MediaTime
    /// The last whole picture that is shown at or before the time.
    private(set) var before: Candidate?
    /// The first whole one after it.
    private(set) var after: Candidate?
    /// The nearest that is not whole.
    private(set) var damaged: Candidate?
    private var lastTime: MediaTime?
    /// Packets that are to become pictures.
    private var pending: [MediaTime] = []
    private var picturesPast = 0
    private var hasFailed = false
    /// Whether a packet became no picture for want of memory.
    private(set) var lacksMemory = false

    /// - Parameter time: What is asked for.
    init(time: MediaTime) {
        self.time = time
    }

    /// So many pictures after the time a whole one is given up.
    static var patience: Int { 600 }

    /// A packet goes to the decoder.
    mutating func send(_ facts: PacketFacts) {
        if facts.isDamaged || facts.followsGap { fail() }
        guard facts.isShown, let shownAt = facts.time, lastTime.map({ shownAt > $0 }) ?? true
        else { return }
        pending.append(shownAt)
    }

    /// The decoder or the container failed.
    mutating func fail(forWantOfMemory isShort: Bool = false) {
        hasFailed = true
        if isShort { lacksMemory = true }
        // Without times nobody knows whether the lost picture was the next one.
        if pending.isEmpty, before?.isClosed == false { before?.isDoubtful = true }
    }

    /// A picture came, of which `damage` knows whether it is whole; `frame` takes it, if it
    /// is kept.
    ///
    /// - Returns: Whether the answer is there.
    mutating func come<Failure: Error>(
        _ picture: Picture,
        judgedBy damage: inout DamageWatch,
        frame: () throws(Failure) -> Frame
    ) throws(Failure) -> Bool {
        let lost = pending.filter { $0 < picture.time }.min()
        pending.removeAll { $0 <= picture.time }
        close(at: lost ?? picture.time)
        lastTime = picture.time
        if let lost, picture.coded.role != .entry {
            hasFailed = true
            damage.miss(at: lost)
        }
        if !picture.coded.isWhole { hasFailed = true }
        try keep(picture, isWhole: !damage.isDamaged(picture.coded), frame)
        guard picture.time > time else { return false }
        picturesPast += 1
        return after != nil || isExact || picturesPast > Self.patience
    }

    /// No picture follows.
    mutating func end() {
        if let lost = pending.min() { close(at: lost) }
    }

    /// Whether `before` is the picture that is on the screen at the time.
    var isExact: Bool {
        guard let before, !before.isDoubtful else { return false }
        return before.interval.contains(time)
    }

    private mutating func close(at end: MediaTime) {
        guard let candidate = before, !candidate.isClosed, end > candidate.interval.start else {
            return
        }
        before?.isClosed = true
        // Where something is missing, that may be what came next.
        if end < candidate.interval.end || !hasFailed { before?.interval.end = end }
    }

    private mutating func keep<Failure: Error>(
        _ picture: Picture,
        isWhole: Bool,
        _ frame: () throws(Failure) -> Frame
    ) throws(Failure) {
        let interval = ShownInterval(start: picture.time, end: picture.time + picture.duration)
        switch (isWhole, picture.time <= time) {
        case (true, false) where after != nil: return
        case (false, false) where damaged != nil: return
        case (true, true): before = try Candidate(frame: frame(), interval: interval)
        case (true, false): after = try Candidate(frame: frame(), interval: interval)
        case (false, _): damaged = try Candidate(frame: frame(), interval: interval)
        }
    }
}
