internal import Control
internal import FrameTransport
internal import Imaging
internal import Media
internal import Pipeline
internal import Platform
internal import Synchronization

/// How the composed view is shown to clients.
struct PreviewSettings: Hashable, Sendable {
    /// In pixels, where a client does not say.
    var width = PreviewWidth.w640
    /// Pictures a second, at most.
    var rate = 10
    /// Who may wait for a picture at a time.
    var clients = 16
}

/// Makes small pictures of the composed view while clients look at it.
///
///     client ─► plan ─► nothing new: wait ─► again
///                 ├───► somebody makes it: wait ─► again
///                 └───► make: copy ─► scale ─► encode ─► all that wait
///
/// The presentation thread copies what it has drawn; all else is done on a thread of low
/// priority. Without a client nothing is copied, and no picture is kept.
///
/// Bounds: the clients, two pictures of the view being made at a time, memory for one beside them,
/// and one file of each width.
///
/// Thread: safe.
final class PreviewService: Sendable {
    private let pipeline: Pipeline
    private let lanes: ImageLanes
    private let state: Mutex<State>
    let counts = PreviewCounts()

    private struct State {
        var settings: PreviewSettings
        var plan: PreviewPlan
        var clients = 0
        /// What the next view is copied to.
        var memory: [UInt8]?
        /// When somebody was given something last.
        var left = MonotonicTime(nanoseconds: 0)
        /// Whether it is seen to that what is kept goes.
        var isResting = false
    }

    /// - Parameters:
    ///   - pipeline: Whose view.
    ///   - lanes: Whose threads make pictures.
    ///   - settings: How.
    init(pipeline: Pipeline, lanes: ImageLanes, settings: PreviewSettings = PreviewSettings()) {
        self.pipeline = pipeline
        self.lanes = lanes
        state = Mutex(State(settings: settings, plan: PreviewPlan(rate: settings.rate)))
    }

    var rate: Int { state.withLock { $0.settings.rate } }

    /// How many clients wait for a picture now.
    var clients: Int { state.withLock { $0.clients } }

    /// The view, once it is another one than the client has.
    ///
    /// - Returns: Nil where it has not changed in time.
    /// - Throws: `.unavailable` with too many clients, and where there is no picture.
    func picture(_ request: PreviewRequest) async throws(ControlError) -> PreviewPicture? {
        let width = try enter(request)
        defer { leave() }
        let deadline = MonotonicClock.now() + .seconds(request.waitSeconds)
        while true {
            let now = MonotonicClock.now()
            let drawings = pipeline.drawings
            switch state.withLock({ $0.plan.next(request, width, drawings: drawings, at: now) }) {
            case .give(let picture):
                counts.sent.add()
                return picture
            case .make:
                let picture = try await make(width)
                counts.sent.add()
                return picture
            case .wait(let time):
                guard now < deadline else { return nil }
                try await pause(min(time, deadline - now))
            }
        }
    }

    private func enter(_ request: PreviewRequest) throws(ControlError) -> PreviewWidth {
        let (width, refusal) = state.withLock { state in
            guard state.clients < state.settings.clients else {
                return (state.settings.width, Self.isFull(state.settings.clients))
            }
            state.clients += 1
            return (request.width ?? state.settings.width, nil as ControlError?)
        }
        if let refusal { throw refusal }
        return width
    }

    private static func isFull(_ clients: Int) -> ControlError? {
        .unavailable(
            "\(clients) clients look at the view, which is the most (`web.preview.clients`); "
                + "close one, or try again."
        )
    }

    private func leave() {
        let isAlone = state.withLock { state in
            state.clients -= 1
            state.left = MonotonicClock.now()
            defer { state.isResting = true }
            return !state.isResting
        }
        guard isAlone else { return }
        Task.detached { [self] in
            repeat { try? await Task.sleep(nanoseconds: UInt64(Self.rest.count)) } while !forget()
            Heap.returnFreePages()
        }
    }

    /// Gives memory back where nobody has looked for a while.
    ///
    /// - Returns: Whether that is so.
    private func forget() -> Bool {
        state.withLock { state in
            guard state.clients == 0, MonotonicClock.now() - state.left >= Self.rest else {
                return false
            }
            state.memory = nil
            state.plan.forget()
            state.isResting = false
            return true
        }
    }

    private static let rest = Nanoseconds.milliseconds(5_000)

    private func make(_ width: PreviewWidth) async throws(ControlError) -> PreviewPicture {
        let started = MonotonicClock.now()
        do throws(ControlError) {
            let (bytes, frame) = try await lanes.views.perform {
                [self] (cancellation) throws(ControlError) in
                // Nobody else holds it, or the presentation thread would have to copy it.
                let captured = try pipeline.capture(
                    cancellation,
                    reusing: state.withLock { $0.memory.take() } ?? []
                )
                guard let view = captured else {
                    throw .unavailable("There is no picture yet; try again.")
                }
                defer { state.withLock { $0.memory = view.pixels } }
                return (try Self.file(of: view, width), view.drawing)
            }
            let now = MonotonicClock.now()
            counts.encoded(after: now - started)
            return state.withLock { $0.plan.made(bytes, frame: frame, width, at: now) }
        } catch {
            state.withLock { $0.plan.failed(width) }
            throw error
        }
    }

    /// Good enough to see what is on, and small enough for a slow link.
    private static let quality = 0.7

    private static func file(
        of view: ViewPicture,
        _ width: PreviewWidth
    ) throws(ControlError) -> [UInt8] {
        let box = PixelSize(
            width: min(Int32(width.rawValue), view.size.width),
            height: Bitmap.largest.height
        )
        do throws(ImagingError) {
            return try ImageEncoder.encode(
                Bitmap(bgrx: view.pixels, size: view.size).drawn(toFit: box),
                ImageOptions(format: .jpeg, quality: quality)
            ).bytes
        } catch {
            throw .internalError("No preview could be made: \(error).")
        }
    }

    private func pause(_ time: Nanoseconds) async throws(ControlError) {
        do {
            try await Task.sleep(nanoseconds: UInt64(max(0, time.count)))
        } catch {
            throw .unavailable("The picture is no longer wanted.")
        }
    }
}

/// How many previews were made, and what became of them.
///
/// Thread: safe.
final class PreviewCounts: Sendable {
    /// Of the view, scaled and encoded.
    let made = Counter()
    /// To a client.
    let sent = Counter()
    /// For others, while a client took the one before.
    let skipped = Counter()
    let seconds = Histogram.ofWork()

    fileprivate func encoded(after duration: Nanoseconds) {
        made.add()
        seconds.record(duration)
    }
}
