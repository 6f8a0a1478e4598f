internal import FrameTransport
internal import Media

/// The pictures that a stream's rate limit has left out, on their way to the frame log,
/// which has them in the order of all.
///
/// Thread: `adding` is bound to the ingest thread, `receive` to the presentation thread.
final class LeftOutPictures: Sendable {
    private let pictures = Mailbox<SampleBuffer>(capacity: 1024)
    private let log: FrameLog
    private let isLive: Bool

    /// - Parameters:
    ///   - log: Where lines are counted that are lost.
    ///   - isLive: Whether the stream waits for nothing.
    init(log: FrameLog, isLive: Bool) {
        self.log = log
        self.isLive = isLive
    }

    /// What takes the next one; false where there is no room now, and it comes again.
    var adding: @Sendable (SampleBuffer) -> Bool { { [self] in add($0) } }

    private func add(_ sample: SampleBuffer) -> Bool {
        if pictures.send(sample) { return true }
        if isLive { log.countLost() }
        return isLive
    }

    func receive() -> SampleBuffer? { pictures.receive() }
}

/// What the presentation thread has of them: the next one is looked at before it is taken.
struct LeftOutQueue {
    private let pictures: LeftOutPictures?
    private var held: SampleBuffer?

    /// - Parameter pictures: Nil where nobody logs them.
    init(_ pictures: LeftOutPictures?) {
        self.pictures = pictures
    }

    /// The oldest; nil when there is none now.
    mutating func first() -> SampleBuffer? {
        if held == nil { held = pictures?.receive() }
        return held
    }

    mutating func removeFirst() { held = nil }
}
