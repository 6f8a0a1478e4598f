internal import Control
internal import ControlAPI
internal import Imaging
internal import Ingest
internal import Media
internal import Pipeline
internal import Platform
internal import Synchronization

/// Makes images: of streams, of the composed view, of cameras.
///
///     request ─► choice ─► borrow, search or photo ─► draw ─► encode ─► client or file
///                  ▲ not yet │
///                  └─────────┘
///
/// Bounds, so that no stream's decoder feels it and no slow image holds others up:
/// at a time, two images of what is displayed and two more that are saved as
/// files; two of the view; four searches in files and packets kept, and four on
/// servers; four photos, and four questions to cameras. What waits beyond that is
/// refused: 64 of each of the first, 32 searches of either kind, 16 photos, 16
/// questions. A picture is in memory from when its thread takes it up.
///
/// Thread: safe.
final class ImageService: Sendable {
    let pipeline: Pipeline
    let counts = ImageCounts()
    private let settings: Mutex<ImageSettings>
    private let quick: WorkLane
    /// A disk, or a server, may take its time.
    private let files: WorkLane
    private let views: WorkLane
    private let searches: WorkLane
    /// A server may not answer at all.
    private let fetches: WorkLane
    let photos: WorkLane
    /// For what cameras are asked: a driver that does not answer keeps nobody from a photo.
    let cameras: WorkLane
    let turns = PhotoTurns()

    /// - Parameters:
    ///   - pipeline: Whose pictures.
    ///   - settings: Where images may be saved.
    /// - Throws: `eventfd`, when the process has too many descriptors.
    init(pipeline: Pipeline, settings: ImageSettings) throws(SystemCallError) {
        self.pipeline = pipeline
        self.settings = Mutex(settings)
        let borrowers = IngestStream.borrowers / 2
        quick = try WorkLane(name: "pipd-image", threads: borrowers, waiting: 64)
        files = try WorkLane(name: "pipd-file", threads: borrowers, waiting: 64)
        views = try WorkLane(name: "pipd-view", threads: 2, waiting: 64)
        searches = try WorkLane(name: "pipd-search", threads: 4, waiting: 32)
        fetches = try WorkLane(name: "pipd-fetch", threads: 4, waiting: 32)
        photos = try WorkLane(name: "pipd-photo", threads: 4, waiting: 16)
        cameras = try WorkLane(name: "pipd-camera", threads: 4, waiting: 16)
    }

    /// Where images may be saved from now on.
    func set(_ new: ImageSettings) { settings.withLock { $0 = new } }

    var store: ImageStore { ImageStore(settings: settings.withLock { $0 }) }

    /// The lane for an image of what is displayed.
    func lane(for request: ImageRequest) -> WorkLane {
        switch request.output {
        case .binary, .base64: quick
        case .path, .library: files
        }
    }

    /// The lane for a picture that has to be searched for.
    func lane(for choice: PictureChoice, of source: IngestStream) -> WorkLane {
        guard case .search = choice else { return searches }
        return source.configuration.address.isNetwork ? fetches : searches
    }

    private var lanes: [WorkLane] { [quick, files, views, searches, fetches, photos, cameras] }

    /// Makes no more images; those under way are given up where they can be.
    func close() {
        for lane in lanes { lane.close() }
    }

    /// Waits, after `close`, for what is under way: files are not to stay half
    /// written. What is not done after 200 ms is left to the end of the process.
    func join() {
        let deadline = MonotonicClock.now() + .milliseconds(200)
        for lane in lanes { lane.join(until: deadline) }
    }

    /// The composed view, as it is on the output.
    func snapshot(_ request: SnapshotRequest) async throws(ControlError) -> ImageAnswer {
        let job = ImageJob(
            stream: nil,
            request.image,
            waitMilliseconds: request.waitMilliseconds,
            store: store
        )
        return try await counted(.snapshot, job) { () throws(ControlError) in
            try await view(job)
        }
    }

    /// The composed view, small enough for an event.
    func eventImage(_ request: SnapshotEventRequest) async throws(ControlError) -> EventImage {
        let job = ImageJob(
            stream: nil,
            request.image.fittingEvent,
            waitMilliseconds: request.waitMilliseconds,
            store: store
        )
        return try await counted(.event, job) { () throws(ControlError) in
            let answer = try await view(job)
            guard let event = EventImage(bytes: answer.bytes, report: answer.report) else {
                throw .internalError("An image of \(answer.bytes.count) bytes fits into no event.")
            }
            return event
        }
    }

    /// Counts what becomes of a request.
    func counted<Answer>(
        _ kind: ImageCounts.Kind,
        _ job: ImageJob,
        _ make: () async throws(ControlError) -> Answer
    ) async throws(ControlError) -> Answer {
        do throws(ControlError) {
            let answer = try await make()
            counts.count(kind, .made, after: MonotonicClock.now() - job.started)
            return answer
        } catch {
            counts.count(kind, .init(error), after: MonotonicClock.now() - job.started)
            throw error
        }
    }

    /// Does work on a lane; a lane that refuses it is an answer to the client.
    func perform<Value: Sendable>(
        on lane: WorkLane,
        _ work: @escaping @Sendable (WorkLane.Cancellation) throws(ControlError) -> Value
    ) async throws(ControlError) -> Value {
        try ImageJob.checkMemory(bytes: Self.memoryOfWork)
        let result: Result<Value, ControlError>
        do throws(WorkLane.Refusal) {
            result = try await lane.run { cancellation in
                Result { () throws(ControlError) in try work(cancellation) }
            }
        } catch {
            switch error {
            case .full: throw .unavailable("Too many images are being made; try again.")
            case .cancelled: throw .unavailable("The image is no longer wanted.")
            case .noThread(let error): throw .unavailable("There is no thread to be had: \(error).")
            }
        }
        return try result.get()
    }

    /// Addresses of a thread, and of a decoder where one is needed, in bytes.
    private static let memoryOfWork = 48 << 20

    /// Lets a moment pass before something is looked at again.
    ///
    /// The presentation thread tells nobody of its pictures: that would cost it a
    /// wake-up each. Who waits for the first of a stream looks now and then.
    ///
    /// - Throws: `refusal` when the deadline has passed; `.unavailable` when the
    ///   client has left, or the program ends.
    func pause(
        until deadline: MonotonicTime,
        otherwise refusal: ControlError
    ) async throws(ControlError) {
        let now = MonotonicClock.now()
        guard now < deadline else { throw refusal }
        guard !quick.isClosed else { throw .unavailable("pipd is stopping.") }
        let rest = min(deadline - now, .milliseconds(20))
        do {
            try await Task.sleep(nanoseconds: UInt64(max(0, rest.count)))
        } catch {
            throw .unavailable("The image is no longer wanted.")
        }
    }

    /// An image of the composed view at the next scanout.
    private func view(_ job: ImageJob) async throws(ControlError) -> ImageAnswer {
        while true {
            let answer = try await perform(on: views) {
                [pipeline] (cancellation)
                    throws(ControlError) -> ImageAnswer? in
                let destination = try job.store.begin(job.request, of: "view")
                if let size = pipeline.outputState.size { try job.checkMemory(for: size) }
                guard let view = try Self.capture(pipeline, cancellation) else { return nil }
                let facts = Self.facts(of: view, pipeline)
                let bitmap = Bitmap(bgrx: view.pixels, size: view.size)
                return try job.answer(job.draw(bitmap, facts), savedTo: destination, cancellation)
            }
            if let answer { return answer }
            try await pause(
                until: job.deadline,
                otherwise: .unavailable(
                    "Nothing has been drawn yet; try again, or wait longer with `wait_ms`."
                )
            )
        }
    }

    /// What is known of the pictures in a view: it is as old as its oldest live one, and
    /// as exact as its least exact.
    private static func facts(of view: ViewPicture, _ pipeline: Pipeline) -> ImageJob.Facts {
        var facts = ImageJob.Facts()
        let now = MonotonicClock.now()
        for picture in view.shown {
            guard let source = pipeline.source(of: picture.stream) else { continue }
            let age = max(now - picture.decoded, .zero)
            let situation = PictureChoice.Situation(of: source, isShown: true, age: age)
            guard situation.isLive else { continue }
            let tier = PictureChoice.tier(
                of: PictureChoice.Present(age: age),
                situation,
                tolerance: usualTolerance
            )
            facts.age = max(facts.age ?? .zero, age)
            facts.tier = max(facts.tier, tier)
        }
        return facts
    }

    /// As of a screenshot for which none is said.
    private static let usualTolerance = Nanoseconds.milliseconds(500)

    /// Waits for the next scanout, and longer where a display holds that up.
    ///
    /// - Returns: Nil when nothing has been drawn, or others wait already.
    private static func capture(
        _ pipeline: Pipeline,
        _ cancellation: WorkLane.Cancellation
    ) throws(ControlError) -> ViewPicture? {
        let answer: CaptureAnswer
        do throws(SystemCallError) {
            answer = try CaptureAnswer()
        } catch {
            throw .unavailable("There is no descriptor to be had: \(error).")
        }
        do throws(PipelineError) {
            try pipeline.capture { answer.give($0) }
        } catch {
            if case .busy = error { return nil }
            throw .unavailable("There is no picture: \(error).")
        }
        let deadline = MonotonicClock.now() + .milliseconds(5_000)
        while MonotonicClock.now() < deadline, !cancellation.isCancelled {
            if answer.wait(until: MonotonicClock.now() + .milliseconds(50)) { break }
        }
        return answer.take()
    }
}

/// The composed view on its way to the thread that waits for it.
///
/// Thread: safe.
private final class CaptureAnswer: Sendable {
    private let given: WakeUp
    private let view = Mutex<ViewPicture?>(nil)

    init() throws(SystemCallError) {
        given = try WakeUp()
    }

    func give(_ picture: ViewPicture?) {
        view.withLock { $0 = picture }
        given.signal()
    }

    /// Whether the answer is there.
    func wait(until deadline: MonotonicTime) -> Bool {
        var polling = PollSet(capacity: 1)
        polling.add(given.rawValue, tag: .init(rawValue: 0))
        return !polling.wait(until: deadline).isEmpty
    }

    func take() -> ViewPicture? { view.withLock { $0.take() } }
}
