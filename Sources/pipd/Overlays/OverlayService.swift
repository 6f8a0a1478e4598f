internal import Compositing
internal import Control
internal import ControlAPI
internal import Imaging
internal import Logging
internal import Media
internal import Pipeline
internal import Platform
internal import Presentation
internal import Synchronization

/// Overlays and messages: what there is of them, and the thread that draws them.
///
///     clients, configuration ─► what there is ─┐
///     view, output, window, clock ─────────────┴─► pipd-osd: pixels ─► sheet ─► pipeline
///
/// The thread begins with the first overlay or message, and loads what sets text then; it looks
/// again when something has changed, and each second while there is a clock.
///
/// Bounds: 8 overlays, 16 messages, one toast.
///
/// Thread: safe.
final class OverlayService: Sendable {
    private let pipeline: Pipeline
    private let logger: Logger
    private let state = Mutex(State())

    private struct State: ~Copyable {
        var overlays = OverlayDefinitions()
        var messages = MessageQueue(limit: MessageList.limit)
        /// A picture in a corner, of which stream, and when it goes.
        var toast: (picture: Bitmap, stream: StreamID, end: MonotonicTime)?
        var worker: WorkerThread?
        var wakeUp: WakeUp?
        /// The message that was drawn last, and what is wrong with it.
        var drawnMessage: (message: MessageQueue.Message, flaw: OverlayFlaw?)?
        /// The one of which was logged last that it is not seen whole.
        var toldMessage: MessageQueue.Message?
        /// Whether files are to be read again.
        var areImagesOld = false
        var isClosed = false
        /// Told of each look: one for each request that waits for it.
        var observers: [Int: AsyncStream<Void>.Continuation] = [:]
        private var lastObserver = 0

        mutating func add(_ observer: AsyncStream<Void>.Continuation) -> Int {
            lastObserver += 1
            observers[lastObserver] = observer
            return lastObserver
        }

        /// Whether a message is shown of which nothing is known yet.
        var isMessagePending: Bool {
            worker != nil && messages.shown != nil && messages.shown != drawnMessage?.message
        }
    }

    init(pipeline: Pipeline, logger: Logger) {
        self.pipeline = pipeline
        self.logger = logger
    }

    var list: [OverlayReport] { state.withLock { $0.overlays.reports } }

    /// Sets one, or puts another one in its place.
    ///
    /// - Returns: Whether it is new; nil where there are as many as there may be.
    func set(_ id: String, _ fields: FieldValues<OverlayFields>) -> Bool? {
        let isNew: Bool? = state.withLock { state in
            guard let isNew = state.overlays.set(id, fields) else { return nil }
            if case .image = Overlay(fields)?.content { state.areImagesOld = true }
            return isNew
        }
        refresh()
        return isNew
    }

    /// One of them, when it was looked at; as it is without that after a while.
    ///
    /// - Returns: Nil where there is none.
    func report(of id: String) async -> OverlayReport? {
        await waitForLooks { isToBeLookedAt(id) }
        return list.first { $0.id == id }
    }

    /// Waits while something was not looked at, 300 ms at most: a disk may not answer, and there may
    /// be more to draw.
    private func waitForLooks(while isPending: () -> Bool) async {
        let (looks, look) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let number = state.withLock { $0.add(look) }
        defer { state.withLock { _ = $0.observers.removeValue(forKey: number) } }
        let timer = Task {
            try await Task.sleep(nanoseconds: 300_000_000)
            look.finish()
        }
        defer { timer.cancel() }
        // For the looks before.
        look.yield()
        for await _ in looks where !isPending() { break }
    }

    private func isToBeLookedAt(_ id: String) -> Bool {
        state.withLock { $0.worker != nil && $0.overlays.isToBeLookedAt(id) }
    }

    /// - Returns: Whether it was there.
    func remove(_ id: String) -> Bool {
        let wasThere = state.withLock { $0.overlays.remove(id) }
        refresh()
        return wasThere
    }

    /// Does what a configuration changes, and reads its files anew. What clients have changed or
    /// removed since stays so.
    ///
    /// - Parameters:
    ///   - changes: What is different in it.
    ///   - tried: What was changed before, and is taken back; under its names what clients have set
    ///     since stays as well.
    /// - Returns: What became of it.
    @discardableResult
    func change(
        by changes: OverlayChanges,
        since tried: OverlayChanges = OverlayChanges()
    ) -> OverlayOutcome {
        let (refused, outcome) = state.withLock { state in
            state.areImagesOld = true
            let overtaken = tried.overtaken(by: state.overlays.reversal(of: tried))
            let changes = changes.subtracting(overtaken)
            let reversal = state.overlays.reversal(of: changes)
            return (
                state.overlays.change(by: changes),
                OverlayOutcome(reversal: reversal, overtaken: overtaken)
            )
        }
        for id in refused.sorted() {
            logger.warning("overlay \(id) is not shown: there are \(OverlayReport.limit) already")
        }
        refresh()
        return outcome
    }

    /// Shows a message behind those before it.
    ///
    /// - Returns: What is shown then, and waits; nil where there was no room for it. What is wrong
    ///   with what is shown is known where that was drawn within 300 ms.
    func say(_ message: MessageQueue.Message) async -> MessageList? {
        let isTaken = state.withLock { state in
            guard state.messages.add(message) else { return false }
            state.messages.look(at: MonotonicClock.now())
            return true
        }
        guard isTaken else { return nil }
        refresh()
        await waitForLooks { state.withLock { $0.isMessagePending } }
        return messages
    }

    func clearMessages() {
        state.withLock { $0.messages.clear() }
        refresh()
    }

    var messages: MessageList {
        state.withLock { state in
            let shown = state.messages.shown
            let drawn = state.drawnMessage.flatMap { $0.message == shown ? $0.flaw : nil }
            return MessageList(
                shown: shown?.text,
                waiting: state.messages.waiting,
                reason: drawn.map { "\($0)" }
            )
        }
    }

    /// How long a picture stays in a corner.
    private static let toastTime = Nanoseconds.milliseconds(5_000)

    /// Shows a picture in a corner for a while, in the place of the one before.
    func showToast(_ picture: Bitmap, of stream: StreamID) {
        state.withLock { $0.toast = (picture, stream, MonotonicClock.now() + Self.toastTime) }
        refresh()
    }

    /// Takes the picture in the corner away, where it is of a stream that is gone.
    func removeToast(of stream: StreamID) {
        state.withLock { if $0.toast?.stream == stream { $0.toast = nil } }
        refresh()
    }

    /// Something has changed that overlays depend on: view, window, output.
    func refresh() {
        state.withLock { state in
            let isNeeded =
                !state.overlays.isEmpty || state.messages.shown != nil || state.toast != nil
            if state.worker == nil, isNeeded, !state.isClosed { start(&state) }
            state.wakeUp?.signal()
        }
    }

    /// Draws nothing any more.
    func close() {
        state.withLock { state in
            state.isClosed = true
            state.wakeUp?.signal()
        }
    }

    /// Waits for the thread, after `close`. One that reads a file from a disk that does not answer
    /// is left to the end of the process after 200 ms.
    func join() {
        let worker = state.withLock { $0.worker.take() }
        worker?.join(until: MonotonicClock.now() + .milliseconds(200))
    }

    private func start(_ state: inout State) {
        do throws(SystemCallError) {
            let wakeUp = try WakeUp()
            state.worker = try WorkerThread(name: "pipd-osd", nice: 5) { [self] in run(wakeUp) }
            state.wakeUp = wakeUp
        } catch {
            logger.error("overlays are not shown: \(error)")
        }
    }

    // MARK: On the thread

    private func run(_ wakeUp: WakeUp) {
        var artist = OverlayPainter()
        var screen = OverlayScreen()
        var polling = PollSet(capacity: 1)
        polling.add(wakeUp.rawValue, tag: .init(rawValue: 0))
        while true {
            let deadline = look(&artist, &screen)
            for observer in state.withLock({ Array($0.observers.values) }) { observer.yield() }
            guard !state.withLock({ $0.isClosed }) else { return }
            _ = polling.wait(until: deadline)
            _ = wakeUp.drain()
        }
    }

    /// Draws what is to be seen now.
    ///
    /// - Returns: When to look again; nil: when something has changed.
    private func look(
        _ artist: inout OverlayPainter,
        _ screen: inout OverlayScreen
    ) -> MonotonicTime? {
        let (now, time) = (MonotonicClock.now(), CalendarTime.secondsSince1970())
        let (overlays, message, messageEnd, areImagesOld, toast) = state.withLock { state in
            state.messages.look(at: now)
            if let end = state.toast?.end, end <= now { state.toast = nil }
            defer { state.areImagesOld = false }
            return (
                state.overlays.all, state.messages.shown, state.messages.deadline,
                state.areImagesOld,
                state.toast
            )
        }
        if areImagesOld { artist.forgetImages() }
        let shownEnd = [messageEnd, toast?.end].compactMap { $0 }.min()
        guard let scene = OverlayScene(pipeline) else {
            state.withLock { state in
                state.overlays.wereLookedAt(overlays)
                state.drawnMessage = message.map { ($0, nil) }
            }
            return shownEnd
        }
        var flaws: [String: OverlayFlaw] = [:]
        var messageFlaw: OverlayFlaw?
        let drawables = overlays.map { (id: $0.id, overlay: $0.overlay) }
        var (parts, place) = artist.parts(drawables, message, on: scene, at: Int64(time)) {
            id,
            flaw in
            if let id { flaws[id] = flaw } else { messageFlaw = flaw }
        }
        note(overlays, flaws)
        if let message { note(message, messageFlaw) }
        if let toast {
            // Its time tells it from any other.
            let number = UInt64(bitPattern: toast.end.nanoseconds)
            let others = parts.map(\.bounds)
            parts.append(
                artist.toast(toast.picture, number: number, on: scene, besides: others, place)
            )
        } else {
            artist.forgetToast()
        }
        let isShown = screen.show(parts, on: scene.size, of: pipeline.screen)
        if artist.takeHasDroppedMuch() { Heap.returnFreePages() }
        let hasClock = overlays.contains {
            if case .clock = $0.overlay.content { true } else { false }
        }
        return [
            shownEnd,
            // A moment behind the second, so that the clock has it.
            hasClock ? now + .seconds(time.rounded(.down) + 1 - time) + .milliseconds(1) : nil,
            // There were too many commands at once.
            isShown ? nil : now + .milliseconds(50),
        ].compactMap { $0 }.min()
    }

    /// Keeps what is wrong with what was looked at, and logs it once.
    private func note(
        _ overlays: [OverlayDefinitions.Drawable],
        _ flaws: [String: OverlayFlaw]
    ) {
        for (id, flaw) in state.withLock({ $0.overlays.note(flaws, of: overlays) }) {
            logger.warning("overlay \(id) is \(flaw.description)")
        }
    }

    private func note(_ message: MessageQueue.Message, _ flaw: OverlayFlaw?) {
        let isNews = state.withLock { state in
            state.drawnMessage = (message, flaw)
            guard flaw != nil else { return false }
            defer { state.toldMessage = message }
            return state.toldMessage != message
        }
        if isNews, let flaw { logger.warning("a message is \(flaw.description)") }
    }
}
