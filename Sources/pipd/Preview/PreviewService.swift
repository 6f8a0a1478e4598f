internal import Control
internal import FrameTransport
internal import Imaging
internal import Media
internal import Pipeline
internal import Platform
internal import Synchronization

/// Makes small pictures of the composed view while clients look at it.
///
///     client ─► plan ─► nothing new: wait ─► again
///                 ├───► one is made already: wait ─► again
///                 └───► make: what is shown ─► draw small ─► encode ─► all that wait
///
/// The presentation thread says what it shows; all else is done on a thread of low priority, from
/// the streams' own pictures. Where a placeholder is shown, the view is copied. Without a client
/// nothing is drawn, and no picture is kept.
///
/// Bounds: the clients, and of each width one picture and its file.
///
/// Thread: safe.
final class PreviewService: Sendable {
    private let pipeline: Pipeline
    private let lanes: ImageLanes
    private let settings: PreviewSettings
    private let state: Mutex<State>
    let counts = PreviewCounts()

    private struct State {
        var plan: PreviewPlan
        var places: PreviewPlaces
        /// What draws the next pictures; nil for one that is at it.
        var copies: [PreviewWidth: SceneCopy] = [:]
        /// What went wrong last, and how often something did.
        var failure: (error: ControlError, number: Int)?
        /// When somebody looked last.
        var left = MonotonicTime(nanoseconds: 0)
        /// Whether it is seen to that what is kept goes.
        var isResting = false
        var isClosed = false
    }

    /// - Parameters:
    ///   - pipeline: Whose view.
    ///   - lanes: Whose threads make pictures.
    ///   - settings: How.
    init(pipeline: Pipeline, lanes: ImageLanes, settings: PreviewSettings = PreviewSettings()) {
        self.pipeline = pipeline
        self.lanes = lanes
        self.settings = settings
        state = Mutex(
            State(
                plan: PreviewPlan(rate: settings.rate),
                places: PreviewPlaces(most: settings.clients)
            )
        )
    }

    var rate: Int { settings.rate }

    /// How many clients look at the view now.
    var clients: Int { state.withLock { $0.places.count } }

    /// Answers all who wait, and lets nobody in any more.
    func close() {
        state.withLock { state in
            state.isClosed = true
            state.places.revokeAll()
        }
    }

    /// Lets a client in.
    ///
    /// - Parameter isLasting: Whether it stays for a stream of pictures.
    /// - Returns: Its place.
    /// - Throws: `.unavailable` where all places are those of clients that stay, and at the end.
    func place(isLasting: Bool) throws(ControlError) -> PreviewPlace {
        let (place, isFirst) = state.withLock { state in
            let place = state.isClosed ? nil : state.places.take(isLasting: isLasting)
            defer { state.isResting = state.isResting || place != nil }
            return (place, !state.isResting)
        }
        guard let place else {
            throw .unavailable(
                "\(settings.clients) clients follow the view, which is the most (`web.preview.clients`); "
                    + "close one, or try again."
            )
        }
        if isFirst { Task.detached { [self] in await restLater() } }
        return PreviewPlace(place.revocation) { [self] in leave(place.number) }
    }

    private func leave(_ number: Int) {
        state.withLock { state in
            state.places.giveBack(number)
            state.left = MonotonicClock.now()
        }
    }

    /// The view, once it is another one than the client has.
    ///
    /// - Returns: Nil where it has not changed in time, or the place is another's.
    /// - Throws: `.unavailable` where there is no picture, and at the end.
    func picture(
        _ request: PreviewRequest,
        from place: PreviewPlace
    ) async throws(ControlError) -> PreviewPicture? {
        let begun = MonotonicClock.now()
        let deadline = begun + .seconds(request.waitSeconds)
        let failures = state.withLock { $0.failure?.number ?? 0 }
        while true {
            let (failure, isClosed) = state.withLock { ($0.failure, $0.isClosed) }
            if isClosed { throw .unavailable("pipd is stopping.") }
            if place.isRevoked { return nil }
            if let failure, failure.number > failures { throw failure.error }
            let (now, drawings) = (MonotonicClock.now(), pipeline.drawings)
            let width = width(of: request)
            // Only now: who is told to make a picture has to.
            switch state.withLock({ $0.plan.next(request, width, drawings: drawings, at: now) }) {
            case .give(let picture):
                counts.sent.add()
                return picture
            // Whoever asks first may leave first.
            case .make(let widths): Task.detached { [self] in await make(widths) }
            case .soon(let time):
                guard now < max(deadline, begun + Self.longestMaking) else {
                    throw .unavailable("No picture was made in time; try again.")
                }
                try await pause(time)
            case .unchanged(let time):
                guard now < deadline else { return try unchanged(request, drawings: drawings) }
                try await pause(min(time, deadline - now))
            }
        }
    }

    private static let longestMaking = Nanoseconds.milliseconds(5_000)

    /// Nothing for a client that has a picture; one that has none was promised one.
    private func unchanged(
        _ request: PreviewRequest,
        drawings: Int
    ) throws(ControlError) -> PreviewPicture? {
        guard PreviewPlan.known(request, drawings: drawings) > 0 else {
            throw .unavailable("There is no picture yet; try again.")
        }
        return nil
    }

    /// No larger than the view.
    private func width(of request: PreviewRequest) -> PreviewWidth {
        let wanted = request.width ?? settings.width
        guard let view = pipeline.outputState.size else { return wanted }
        return PreviewWidth(atLeast: min(wanted.rawValue, Int(view.width)))
    }

    private func make(_ widths: Set<PreviewWidth>) async {
        let started = MonotonicClock.now()
        do throws(ControlError) {
            let (files, frame) = try await lanes.views.perform {
                [self] (cancellation) throws(ControlError) in try take(widths, cancellation)
            }
            let now = MonotonicClock.now()
            counts.made(files.count, after: now - started)
            state.withLock { state in
                // What nobody waits for any more is not kept.
                guard state.isResting else { return state.plan.failed() }
                state.plan.made(files, frame: frame, at: now)
            }
        } catch {
            state.withLock { state in
                state.plan.failed()
                state.failure = (error, (state.failure?.number ?? 0) + 1)
            }
        }
    }

    private func take(
        _ widths: Set<PreviewWidth>,
        _ cancellation: WorkLane.Cancellation
    ) throws(ControlError) -> (files: [PreviewWidth: [UInt8]], frame: Int) {
        guard let scene = try pipeline.scene(cancellation) else { throw Self.noPicture }
        if let files = try draw(scene, widths) { return (files, scene.drawing) }
        return try copy(widths, cancellation)
    }

    private static let noPicture = ControlError.unavailable("There is no picture yet; try again.")

    /// Makes files of the streams' own pictures.
    ///
    /// - Returns: Nil where something else is shown.
    private func draw(
        _ scene: ViewScene,
        _ widths: Set<PreviewWidth>
    ) throws(ControlError) -> [PreviewWidth: [UInt8]]? {
        var files: [PreviewWidth: [UInt8]] = [:]
        for width in widths {
            let kept = state.withLock { $0.copies.removeValue(forKey: width) }
            let copy = kept ?? SceneCopy(width: Int32(width.rawValue))
            let drawn = copy.draw(scene, of: pipeline)
            state.withLock { state in if state.isResting { state.copies[width] = copy } }
            guard let drawn else { return nil }
            files[width] = try Self.file(of: Bitmap(bgrx: drawn.pixels, size: drawn.size))
        }
        return files
    }

    /// Copies the view, and makes files of it.
    private func copy(
        _ widths: Set<PreviewWidth>,
        _ cancellation: WorkLane.Cancellation
    ) throws(ControlError) -> (files: [PreviewWidth: [UInt8]], frame: Int) {
        if let size = pipeline.outputState.size {
            try ImageJob.checkMemory(bytes: Int(size.width) * Int(size.height) * 8)
        }
        guard let view = try pipeline.capture(cancellation, asItIs: true) else {
            throw Self.noPicture
        }
        let bitmap = Bitmap(bgrx: view.pixels, size: view.size)
        var files: [PreviewWidth: [UInt8]] = [:]
        for width in widths {
            let box = PixelSize(
                width: min(Int32(width.rawValue), view.size.width),
                height: Bitmap.largest.height
            )
            files[width] = try Self.file(of: bitmap.scaled(toFit: box))
        }
        return (files, view.scene.drawing)
    }

    /// Good enough to see what is on, and small enough for a slow link.
    private static let quality = 0.7

    private static func file(of picture: Bitmap) throws(ControlError) -> [UInt8] {
        do throws(ImagingError) {
            return try ImageEncoder.encode(
                picture,
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

    /// Gives memory back when nobody has looked for a while.
    private func restLater() async {
        while true {
            try? await Task.sleep(nanoseconds: UInt64(Self.rest.count))
            let copies = state.withLock { state -> [PreviewWidth: SceneCopy]? in
                guard state.places.isEmpty, MonotonicClock.now() - state.left >= Self.rest else {
                    return nil
                }
                state.plan.forget()
                state.isResting = false
                defer { state.copies = [:] }
                return state.copies
            }
            guard copies != nil else { continue }
            _ = consume copies
            return Heap.returnFreePages()
        }
    }

    private static let rest = Nanoseconds.milliseconds(5_000)
}
