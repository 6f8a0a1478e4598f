internal import Control
internal import FrameTransport
internal import Imaging
internal import Media
internal import Pipeline
internal import Platform
internal import Synchronization

/// Makes small pictures of the composed view while clients look at it.
///
///     client ─► plan: there is one ─► answer
///                 └──► wait ◄─┐
///     watch  ─► plan ─► later ┘
///                 └──► make: what is shown ─► draw small ─► encode ─► answer all that wait
///
/// Who waits is woken once, by what was waited for; one thread of low priority, which is there only
/// while clients come, looks for all of them whether the view has changed, and makes the pictures.
/// The presentation thread says what it shows; all else is done from the streams' own pictures. Where
/// a placeholder is shown, the view is copied. Without a client nothing is drawn, and no picture is
/// kept.
///
/// Bounds: the clients, and of each width one picture and its file.
///
/// Thread: safe.
final class PreviewService: PreviewBackend {
    private let screen: ComposedView
    private let reader: ViewReader
    private let lanes: ImageLanes
    private let settings: PreviewSettings
    private let state: Mutex<State>
    /// Signalled when who watches is not to sleep on.
    private let call: WakeUp
    let counts = PreviewCounts()

    private struct State {
        var plan: PreviewPlan
        var places: PreviewPlaces
        /// What draws the next pictures, and when it was used last; nil for one that is at it.
        var copies: [PreviewWidth: (copy: SceneCopy, used: MonotonicTime)] = [:]
        /// Whether the pixels of the view were needed last.
        var isCopied = false
        /// Those that the plan knows to wait, by number.
        var waiting: [Int: Client] = [:]
        var lastNumber = 0
        /// Whether a thread takes the plan's turns, or is to.
        var isWatched = false
        /// What it is to make before it takes another.
        var due: Set<PreviewWidth>?
        /// When somebody looked last.
        var left = MonotonicTime(nanoseconds: 0)
        /// Whether it is seen to that what is kept goes.
        var isResting = false
        var isClosed = false
    }

    private typealias Answer = Result<PreviewPicture?, ControlError>

    private struct Client: Sendable {
        let place: PreviewPlace
        let answer: CheckedContinuation<Answer, Never>
    }

    /// - Parameters:
    ///   - pipeline: Whose view.
    ///   - lanes: Whose threads make pictures.
    ///   - settings: How.
    /// - Throws: `eventfd`, when the process has too many descriptors.
    init(
        pipeline: Pipeline,
        lanes: ImageLanes,
        settings: PreviewSettings = PreviewSettings()
    ) throws(SystemCallError) {
        call = try WakeUp()
        screen = pipeline.screen
        reader = ViewReader(screen)
        self.lanes = lanes
        self.settings = settings
        state = Mutex(
            State(
                plan: PreviewPlan(rate: settings.rate),
                places: PreviewPlaces(most: settings.clients)
            )
        )
    }

    var previewRate: Int { settings.rate }

    func noteSkipped(_ pictures: Int) { counts.skipped.add(pictures) }

    /// How many clients look at the view now.
    var clients: Int { state.withLock { $0.places.count } }

    /// Answers all who wait, and lets nobody in any more.
    func close() {
        state.withLock { state in
            state.isClosed = true
            state.places.revokeAll()
        }
        answer(.failure(Self.stopping)) { _ in true }
        call.signal()
    }

    /// Lets a client in.
    ///
    /// - Parameter isLasting: Whether it stays for a stream of pictures.
    /// - Returns: Its place.
    /// - Throws: `.unavailable` where all places are those of clients that stay, and at the end.
    func previewPlace(isLasting: Bool) throws(ControlError) -> PreviewPlace {
        let (place, isFirst) = try state.withLock { (state) throws(ControlError) in
            if state.isClosed { throw Self.stopping }
            let place = state.places.take(isLasting: isLasting)
            defer { state.isResting = state.isResting || place != nil }
            return (place, !state.isResting)
        }
        guard let place else {
            throw .unavailable(
                "As many clients stay with the view as may, of \(settings.clients) that look at it "
                    + "at most (`web.preview.clients`); close one, or try again."
            )
        }
        answer(.success(nil), where: \.isRevoked)
        if isFirst { Task.detached { [self] in await restLater() } }
        return PreviewPlace(place.revocation) { [self] in giveBack(place.number) }
    }

    private func giveBack(_ number: Int) {
        state.withLock { state in
            state.places.giveBack(number)
            state.left = MonotonicClock.now()
        }
    }

    /// The view, once it is another one than the client has.
    ///
    /// - Returns: Nil where it has not changed in time, or the place is another's.
    /// - Throws: `.unavailable` where there is no picture, and at the end.
    func preview(
        _ request: PreviewRequest,
        from place: PreviewPlace
    ) async throws(ControlError) -> PreviewPicture? {
        let width = width(of: request)
        let number = state.withLock { state in
            state.lastNumber += 1
            return state.lastNumber
        }
        let answer = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                ask(request, width, as: number, Client(place: place, answer: continuation))
                // Who left before that was not found.
                if Task.isCancelled { leave(number) }
            }
        } onCancel: {
            leave(number)
        }
        if case .success(.some) = answer { counts.sent.add() }
        return try answer.get()
    }

    private func ask(
        _ request: PreviewRequest,
        _ width: PreviewWidth,
        as number: Int,
        _ client: Client
    ) {
        let drawings = screen.drawings
        let (answer, isToBeWatched) = state.withLock { state -> (Answer?, Bool) in
            if state.isClosed { return (.failure(Self.stopping), false) }
            if client.place.isRevoked { return (.success(nil), false) }
            let now = MonotonicClock.now()
            let picture = state.plan.ask(request, width, as: number, drawings: drawings, at: now)
            if let picture { return (.success(picture), false) }
            state.waiting[number] = client
            defer { state.isWatched = true }
            return (nil, !state.isWatched)
        }
        if let answer { return client.answer.resume(returning: answer) }
        if isToBeWatched {
            lanes.previews.start { [self] outcome in
                switch outcome {
                case .success(let cancellation): watch(cancellation)
                case .failure(let refusal):
                    state.withLock { $0.isWatched = false }
                    fail(ControlError(refusal))
                }
            }
        } else if case .make(let widths) = takeTurn() {
            // Who watches may look some time later.
            state.withLock { $0.due = widths }
            call.signal()
        }
    }

    private func leave(_ number: Int) {
        let client = state.withLock { state in
            state.plan.leave(number)
            return state.waiting.removeValue(forKey: number)
        }
        client?.answer.resume(returning: .failure(.unavailable("The picture is no longer wanted.")))
    }

    /// Answers those that wait and have such a place.
    private func answer(_ answer: Answer, where isMeant: (PreviewPlace) -> Bool) {
        let clients = state.withLock { state in
            let meant = state.waiting.filter { isMeant($0.value.place) }
            for number in meant.keys {
                state.waiting[number] = nil
                state.plan.leave(number)
            }
            return meant.values
        }
        for client in clients { client.answer.resume(returning: answer) }
    }

    /// Answers those that have waited long enough.
    ///
    /// - Parameter isWatching: Whether who watches takes it, and no other one after a `rest`.
    /// - Returns: What is to be done.
    private func takeTurn(isWatching: Bool = false) -> PreviewPlan.Turn {
        let drawings = screen.drawings
        let (turn, ended) = state.withLock {
            state -> (PreviewPlan.Turn, [(client: Client, ending: PreviewPlan.Ending)]) in
            if isWatching, let due = state.due.take() { return (.make(due), []) }
            var (turn, ended) = state.plan.turn(drawings: drawings, at: MonotonicClock.now())
            if state.isClosed { turn = .rest }
            if isWatching, turn == .rest { state.isWatched = false }
            let clients = ended.compactMap { number, ending in
                state.waiting.removeValue(forKey: number).map { ($0, ending) }
            }
            return (turn, clients)
        }
        for (client, ending) in ended { client.answer.resume(returning: Self.answer(ending)) }
        return turn
    }

    /// Takes the plan's turns while clients come.
    private func watch(_ cancellation: WorkLane.Cancellation) {
        var polling = PollSet(capacity: 1)
        polling.add(call.rawValue, tag: .init(rawValue: 0))
        while true {
            switch takeTurn(isWatching: true) {
            case .rest: return
            case .look(let time):
                _ = polling.wait(until: MonotonicClock.now() + time)
                call.drain()
            case .make(let widths): make(widths, cancellation)
            }
        }
    }

    private static func answer(_ ending: PreviewPlan.Ending) -> Answer {
        switch ending {
        // A client that has a picture knows what is shown; one that has none was promised one.
        case .unchanged: .success(nil)
        case .hasNoPicture: .failure(noPicture)
        case .takesTooLong: .failure(.unavailable("No picture was made in time; try again."))
        }
    }

    /// No larger than the view.
    private func width(of request: PreviewRequest) -> PreviewWidth {
        let wanted = request.width ?? settings.width
        guard let view = screen.output.size else { return wanted }
        return PreviewWidth(atLeast: min(wanted.rawValue, Int(view.width)))
    }

    private func make(_ widths: Set<PreviewWidth>, _ cancellation: WorkLane.Cancellation) {
        let started = MonotonicClock.now()
        do throws(ControlError) {
            let (files, frame) = try take(widths, cancellation)
            let now = MonotonicClock.now()
            counts.made(files.count, after: now - started)
            let given = state.withLock { state in
                let given = state.plan.made(files, frame: frame, at: now)
                // What nobody waits for any more is not kept.
                if !state.isResting { state.plan.forget(before: now + .seconds(1)) }
                return given.compactMap { number, picture in
                    state.waiting.removeValue(forKey: number).map { ($0, picture) }
                }
            }
            for (client, picture) in given { client.answer.resume(returning: .success(picture)) }
        } catch {
            fail(error)
        }
    }

    /// Tells all who wait that there is no picture.
    private func fail(_ error: ControlError) {
        let clients = state.withLock { state in
            state.plan.failed()
            // It may be drawn by then.
            state.isCopied = false
            defer { state.waiting = [:] }
            return state.waiting.values
        }
        for client in clients { client.answer.resume(returning: .failure(error)) }
    }

    private func take(
        _ widths: Set<PreviewWidth>,
        _ cancellation: WorkLane.Cancellation
    ) throws(ControlError) -> (files: [PreviewWidth: [UInt8]], frame: Int) {
        guard !state.withLock({ $0.isCopied }) else { return try copy(widths, cancellation) }
        guard let scene = try reader.scene(cancellation) else { throw Self.noPicture }
        if let files = try draw(scene, widths) { return (files, scene.drawing) }
        state.withLock { $0.isCopied = true }
        return try copy(widths, cancellation)
    }

    private static let stopping = ControlError.unavailable("pipd is stopping.")
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
            let kept = state.withLock { $0.copies.removeValue(forKey: width)?.copy }
            // What has drawn before has its memory.
            if kept == nil { try ImageJob.checkMemory(bytes: WorkLane.memoryOfWork) }
            let copy = kept ?? SceneCopy(width: Int32(width.rawValue))
            let file = copy.draw(scene, of: screen, Self.file)
            state.withLock { state in
                if state.isResting { state.copies[width] = (copy, MonotonicClock.now()) }
            }
            guard let file else { return nil }
            files[width] = try file.get()
        }
        return files
    }

    /// Copies the view, and makes files of it; of the streams' pictures, where it shows nothing else
    /// any more.
    private func copy(
        _ widths: Set<PreviewWidth>,
        _ cancellation: WorkLane.Cancellation
    ) throws(ControlError) -> (files: [PreviewWidth: [UInt8]], frame: Int) {
        if let size = screen.output.size {
            try ImageJob.checkMemory(bytes: Int(size.width) * Int(size.height) * 8)
        }
        guard let view = try reader.capture(cancellation, asItIs: true) else {
            throw Self.noPicture
        }
        if let files = try draw(view.scene, widths) {
            state.withLock { $0.isCopied = false }
            return (files, view.scene.drawing)
        }
        let bitmap = Bitmap(bgrx: view.pixels, size: view.size)
        var files: [PreviewWidth: [UInt8]] = [:]
        for width in widths {
            let box = PixelSize(
                width: min(Int32(width.rawValue), view.size.width),
                height: PixelSize.largestSide
            )
            let drawn = bitmap.drawn(toFit: box)
            files[width] = try drawn.pixels.withUnsafeBytes { pixels in
                Self.file(of: pixels, bytesPerRow: Int(drawn.size.width) * 4, drawn.size)
            }.get()
        }
        return (files, view.scene.drawing)
    }

    /// Good enough to see what is on, and small enough for a slow link.
    private static let quality = 0.7

    private static func file(
        of pixels: UnsafeRawBufferPointer,
        bytesPerRow: Int,
        _ size: PixelSize
    ) -> Result<[UInt8], ControlError> {
        Result { () throws(ImagingError) in
            try ImageEncoder.jpeg(
                of: pixels,
                bytesPerRow: bytesPerRow,
                size: size,
                quality: quality
            )
        }.mapError { .internalError("No preview could be made: \($0).") }
    }

    /// Gives memory back when nobody has looked for a while.
    private func restLater() async {
        while true {
            try? await Task.sleep(nanoseconds: UInt64(Self.rest.count))
            let now = MonotonicClock.now()
            let (unused, isOver) = state.withLock { state in
                let isOver = state.places.isEmpty && now - state.left >= Self.rest
                let limit = isOver ? now : now - Self.rest
                let unused = state.copies.filter { $0.value.used <= limit }
                for width in unused.keys { state.copies[width] = nil }
                state.plan.forget(before: limit)
                state.isResting = !isOver
                return (unused, isOver)
            }
            let isFreed = !unused.isEmpty
            _ = consume unused
            if isFreed || isOver { Heap.returnFreePages() }
            if isOver { return }
        }
    }

    private static let rest = Nanoseconds.milliseconds(5_000)
}
