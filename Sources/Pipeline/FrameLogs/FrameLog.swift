internal import FrameTransport
internal import Glibc
public import Media
public import Platform
internal import Synchronization

/// Writes the frame log: one line of JSON for each frame and decision.
///
/// The presentation thread only sends a value; a thread of the log's own makes
/// the text and writes it. In real time a slow disk loses lines, which are
/// counted; in virtual time the sender waits, so that nothing is lost. A full disk
/// loses whole lines in both.
///
/// Thread: `record` is bound to the presentation thread; `countLost` is safe on any; the
/// rest to the owner's.
public final class FrameLog: Sendable {
    /// The bound on lines not yet written.
    private static let capacity = 4096

    private let entries = Mailbox<FrameLogEntry>(capacity: capacity)
    private let recorded: WakeUp
    private let written: WakeUp
    private let lost = Counter()
    private let isClosed = Counter()
    private let isHurried = Counter()
    private let finished: WakeUp
    /// Kept by the thread as well: one that hangs is left to the end of the process.
    private let thread = Mutex<WorkerThread?>(nil)
    private let mayWait: Bool
    private let isShared: Bool
    private let file: OwnedDescriptor

    /// - Parameters:
    ///   - file: Open for writing; closed with the log.
    ///   - isShared: Whether others may write to it too, as to standard output.
    ///   - mayWait: Whether `record` waits while 4096 lines are unwritten.
    /// - Throws: `SystemCallError` without a descriptor to spare.
    public init(
        taking file: consuming OwnedDescriptor,
        isShared: Bool = false,
        mayWait: Bool
    ) throws(SystemCallError) {
        recorded = try WakeUp()
        written = try WakeUp()
        finished = try WakeUp()
        self.mayWait = mayWait
        self.isShared = isShared
        self.file = file
    }

    /// Lines that were lost: the disk was too slow, or writing failed.
    public var lostLines: Int { lost.count }

    /// Whether it goes to a file, which takes it without anybody reading it.
    public var isFile: Bool {
        var status = stat()
        return fstat(file.rawValue, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    /// Starts the thread that writes; it ends when the log is closed.
    ///
    /// - Parameter tell: Called once, on that thread, when the first line is lost: with the
    ///   cause, or nil where the file takes lines too slowly.
    /// - Throws: `SystemCallError` without a thread to spare.
    public func startWriting(
        whenLost tell: @escaping @Sendable (SystemCallError?) -> Void = { _ in }
    ) throws(SystemCallError) {
        let writer = try WorkerThread(name: "pipd-framelog") { [self] in
            writeUntilClosed(tell)
            finished.signal()
        }
        thread.withLock { $0 = writer }
    }

    /// Waits, after `close`, until the thread has ended.
    ///
    /// - Parameters:
    ///   - deadline: When to leave it to the end of the process; nil waits for ever.
    ///   - interruption: Signalled to leave it at once.
    /// - Returns: False when it was left.
    @discardableResult
    public func join(
        until deadline: MonotonicTime? = nil,
        or interruption: WakeUp? = nil
    ) -> Bool {
        let end = PollSet.Tag(rawValue: 0)
        var polling = PollSet(capacity: 2)
        polling.add(finished.rawValue, tag: end)
        if let interruption { polling.add(interruption.rawValue, tag: .init(rawValue: 1)) }
        guard polling.wait(until: deadline).contains(end) else { return false }
        thread.withLock { $0.take() }?.join()
        return true
    }

    /// Lets `record` wait no longer for who reads the log: the run is to end.
    func hurry() {
        isHurried.set(1)
        written.signal()
    }

    /// Lets the thread write what was recorded before, and end.
    public func close() {
        isClosed.set(1)
        recorded.signal()
    }

    /// A line was lost before it came here.
    func countLost() { lost.add() }

    func record(_ entry: FrameLogEntry) {
        while !entries.send(entry) {
            guard mayWait, isHurried.count == 0 else { return lost.add() }
            var polling = PollSet(capacity: 1)
            polling.add(written.rawValue, tag: .init(rawValue: 0))
            _ = polling.wait(until: MonotonicClock.now() + .milliseconds(100))
            _ = written.drain()
        }
        recorded.signal()
    }

    private func writeUntilClosed(_ tell: (SystemCallError?) -> Void) {
        var polling = PollSet(capacity: 1)
        polling.add(recorded.rawValue, tag: .init(rawValue: 0))
        var writer = LineWriter(isShared: isShared)
        var hasTold = false
        while true {
            let isLast = isClosed.count > 0
            var error = writeRecorded(with: &writer)
            if isLast, let last = writer.finishLine(in: file) {
                lost.add()
                error = error ?? last
            }
            if !hasTold, lost.count > 0 {
                hasTold = true
                tell(error)
            }
            if isLast { return }
            _ = polling.wait(until: nil)
            _ = recorded.drain()
        }
    }

    /// Writes all there is, many lines with one system call.
    ///
    /// - Returns: Why lines were lost, if any were.
    private func writeRecorded(with writer: inout LineWriter) -> SystemCallError? {
        var text = ""
        var error: SystemCallError?
        while let entry = entries.receive() {
            text += entry.json
            text += "\n"
            if text.utf8.count > 32_768 { error = flush(&text, with: &writer) ?? error }
        }
        return flush(&text, with: &writer) ?? error
    }

    private func flush(_ text: inout String, with writer: inout LineWriter) -> SystemCallError? {
        guard !text.isEmpty else { return nil }
        let outcome = writer.write(Array(text.utf8), to: file)
        lost.add(outcome.lostLines)
        written.signal()
        text.removeAll(keepingCapacity: true)
        return outcome.error
    }
}
