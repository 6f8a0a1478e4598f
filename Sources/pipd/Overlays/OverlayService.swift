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
        var defined: [String: Defined] = [:]
        var messages = MessageQueue(limit: MessageList.limit)
        /// A picture in a corner, and when it goes.
        var toast: (picture: Bitmap, end: MonotonicTime)?
        var worker: WorkerThread?
        var wakeUp: WakeUp?
        /// Readable when the thread has ended.
        var ended: WakeUp?
        /// Those of the configuration for which there was no place.
        var refused: Set<String> = []
        /// How many were defined so far.
        var definitions = 0
        /// The message of which was logged last that it is not seen whole.
        var toldMessage: MessageQueue.Message?
        /// Whether files are to be read again.
        var areImagesOld = false
        var isClosed = false

        mutating func define(
            _ id: String,
            _ fields: FieldValues<OverlayFields>,
            _ overlay: Overlay
        ) {
            definitions += 1
            defined[id] = Defined(fields: fields, overlay: overlay, number: definitions)
        }

        /// It was looked at; one that was set meanwhile is for the next look.
        mutating func look(at one: Drawable) {
            guard defined[one.id]?.number == one.number else { return }
            defined[one.id]?.isLookedAt = true
        }

        mutating func look(at one: Drawable, _ flaw: OverlayFlaw?) {
            guard defined[one.id]?.number == one.number else { return }
            defined[one.id]?.isLookedAt = true
            defined[one.id]?.flaw = flaw
        }

        /// Whether something is wrong with it that nobody was told of.
        mutating func isNews(of one: Drawable) -> Bool {
            guard let known = defined[one.id], known.number == one.number, known.flaw != nil,
                !known.isToldOf
            else { return false }
            defined[one.id]?.isToldOf = true
            return true
        }
    }

    private struct Defined {
        var fields: FieldValues<OverlayFields>
        var overlay: Overlay
        /// Which definition it is: the same may be set again, when its file is another one.
        let number: Int
        var flaw: OverlayFlaw?
        /// Whether the thread has drawn it, or found that it cannot.
        var isLookedAt = false
        /// Whether it was logged what is wrong: that comes and goes with view and window.
        var isToldOf = false
    }

    /// One as it was to be drawn at a look.
    private struct Drawable {
        let id: String
        let overlay: Overlay
        let number: Int
    }

    init(pipeline: Pipeline, logger: Logger) {
        self.pipeline = pipeline
        self.logger = logger
    }

    var list: [OverlayReport] {
        state.withLock { state in
            state.defined.sorted { $0.key < $1.key }.map { id, defined in
                OverlayReport(
                    id: id,
                    fields: defined.fields,
                    reason: defined.flaw.map { "\($0)" }
                )
            }
        }
    }

    /// Sets one, or puts another one in its place.
    ///
    /// - Returns: Whether it is new; nil where there are as many as there may be.
    func set(_ id: String, _ fields: FieldValues<OverlayFields>) -> Bool? {
        guard let overlay = Overlay(fields) else { return nil }
        let isNew: Bool? = state.withLock { state in
            let isNew = state.defined[id] == nil
            guard !isNew || state.defined.count < OverlayReport.limit else { return nil }
            state.define(id, fields, overlay)
            if case .image = overlay.content { state.areImagesOld = true }
            return isNew
        }
        refresh()
        return isNew
    }

    /// One of them, when it was looked at; as it is without that after 300 ms: a disk may not
    /// answer, and there may be more to draw.
    ///
    /// - Returns: Nil where there is none.
    func report(of id: String) async -> OverlayReport? {
        let deadline = MonotonicClock.now() + .milliseconds(300)
        while MonotonicClock.now() < deadline {
            let isPending = state.withLock {
                $0.worker != nil && $0.defined[id]?.isLookedAt == false
            }
            guard isPending else { break }
            do { try await Task.sleep(nanoseconds: 5_000_000) } catch { break }
        }
        return list.first { $0.id == id }
    }

    /// - Returns: Whether it was there.
    func remove(_ id: String) -> Bool {
        let wasThere = state.withLock { $0.defined.removeValue(forKey: id) != nil }
        refresh()
        return wasThere
    }

    /// Takes what is different in the configuration, and reads its files anew. What clients have
    /// changed or removed since stays so.
    func configure(
        _ new: [String: FieldValues<OverlayFields>],
        after old: [String: FieldValues<OverlayFields>]
    ) {
        let refused = state.withLock { state in
            for id in old.keys where new[id] == nil { state.defined[id] = nil }
            var refused: Set<String> = []
            for (id, fields) in new.sorted(by: { $0.key < $1.key })
            where old[id] != fields || state.refused.contains(id) {
                guard let overlay = Overlay(fields) else { continue }
                if state.defined[id] == nil, state.defined.count >= OverlayReport.limit {
                    refused.insert(id)
                } else {
                    state.define(id, fields, overlay)
                }
            }
            state.refused = refused
            state.areImagesOld = true
            return refused
        }
        for id in refused.sorted() {
            logger.warning("overlay \(id) is not shown: there are \(OverlayReport.limit) already")
        }
        refresh()
    }

    /// Shows a message behind those before it.
    ///
    /// - Returns: What is shown then, and waits; nil where there was no room for it.
    func say(_ message: MessageQueue.Message) -> MessageList? {
        let list: MessageList? = state.withLock { state in
            guard state.messages.add(message) else { return nil }
            state.messages.look(at: MonotonicClock.now())
            return MessageList(state.messages)
        }
        refresh()
        return list
    }

    func clearMessages() {
        state.withLock { $0.messages.clear() }
        refresh()
    }

    var messages: MessageList { state.withLock { MessageList($0.messages) } }

    /// How long a picture stays in a corner.
    private static let toastTime = Nanoseconds.milliseconds(5_000)

    /// Shows a picture in a corner for a while, in the place of the one before.
    func showToast(_ picture: Bitmap) {
        state.withLock { $0.toast = (picture, MonotonicClock.now() + Self.toastTime) }
        refresh()
    }

    /// Something has changed that overlays depend on: view, window, output.
    func refresh() {
        state.withLock { state in
            let isNeeded =
                !state.defined.isEmpty || state.messages.shown != nil || state.toast != nil
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
        let (worker, ended) = state.withLock { state in
            let ended = state.ended
            return (state.worker.take(), ended)
        }
        guard let worker, let ended else { return }
        var polling = PollSet(capacity: 1)
        polling.add(ended.rawValue, tag: .init(rawValue: 0))
        guard !polling.wait(until: MonotonicClock.now() + .milliseconds(200)).isEmpty else {
            return
        }
        worker.join()
    }

    private func start(_ state: inout State) {
        do throws(SystemCallError) {
            let (wakeUp, ended) = (try WakeUp(), try WakeUp())
            state.worker = try WorkerThread(name: "pipd-osd", nice: 5) { [self] in
                run(wakeUp)
                ended.signal()
            }
            (state.wakeUp, state.ended) = (wakeUp, ended)
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
            let overlays = state.defined.sorted { $0.key < $1.key }
                .map { Drawable(id: $0.key, overlay: $0.value.overlay, number: $0.value.number) }
            defer { state.areImagesOld = false }
            return (
                overlays, state.messages.shown, state.messages.deadline, state.areImagesOld,
                state.toast
            )
        }
        if areImagesOld { artist.forgetImages() }
        let shownEnd = [messageEnd, toast?.end].compactMap { $0 }.min()
        guard let scene = OverlayScene(pipeline) else {
            // Nothing more is known of them without a display.
            state.withLock { state in
                for one in overlays { state.look(at: one) }
            }
            return shownEnd
        }
        var flaws: [String: OverlayFlaw] = [:]
        var messageFlaw: OverlayFlaw?
        let drawables = overlays.map { (id: $0.id, overlay: $0.overlay) }
        var parts = artist.parts(drawables, message, on: scene, at: Int64(time)) { id, flaw in
            if let id { flaws[id] = flaw } else { messageFlaw = flaw }
        }
        note(overlays, flaws)
        if let message, let messageFlaw { note(message, messageFlaw) }
        if let toast {
            // Its time tells it from any other.
            let number = UInt64(bitPattern: toast.end.nanoseconds)
            parts.append(artist.toast(toast.picture, number: number, on: scene))
        } else {
            artist.forgetToast()
        }
        let isShown = screen.show(parts, on: scene.size, of: pipeline)
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
    private func note(_ overlays: [Drawable], _ flaws: [String: OverlayFlaw]) {
        let new = state.withLock { state in
            overlays.filter { one in
                state.look(at: one, flaws[one.id])
                return state.isNews(of: one)
            }
        }
        for one in new {
            guard let flaw = flaws[one.id] else { continue }
            logger.warning("overlay \(one.id) is \(flaw.description)")
        }
    }

    private func note(_ message: MessageQueue.Message, _ flaw: OverlayFlaw) {
        let isNews = state.withLock { state in
            defer { state.toldMessage = message }
            return state.toldMessage != message
        }
        if isNews { logger.warning("a message is \(flaw.description)") }
    }
}

extension MessageList {
    fileprivate init(_ queue: MessageQueue) {
        self.init(shown: queue.shown?.text, waiting: queue.waiting)
    }
}

/// What lies over the picture now.
private struct OverlayScreen {
    private var parts: [(bounds: PixelRect, key: UInt64)] = []
    private var size = PixelSize(width: 0, height: 0)
    /// The last of them are kept, so that the presentation thread hardly ever frees one.
    private var sheets: [OSDSheet] = []
    private static let keptSheets = 4

    /// - Returns: Whether it is on its way; else it is to be tried again.
    mutating func show(_ new: [OSDPart], on size: PixelSize, of pipeline: Pipeline) -> Bool {
        let places = new.map { (bounds: $0.bounds, key: $0.key) }
        guard size != self.size || !places.elementsEqual(parts, by: ==) else { return true }
        let sheet = new.isEmpty ? nil : OSDSheet(new, size: size)
        do throws(PipelineError) {
            try pipeline.lay(sheet)
        } catch {
            if case .busy = error { return false }
            return true
        }
        (parts, self.size) = (places, size)
        if let sheet { sheets.append(sheet) }
        if sheets.count > Self.keptSheets { sheets.removeFirst() }
        return true
    }
}
