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
/// Bounds: two images at a time of what is displayed, so that no stream's decoder
/// feels them; four searches in files and packets kept; four photos. What waits
/// beyond that is refused: 64, 32 and 16.
///
/// Thread: safe.
final class ImageService: Sendable {
    let pipeline: Pipeline
    let counts = ImageCounts()
    private let settings: Mutex<ImageSettings>
    let quick = WorkLane(name: "pipd-image", threads: IngestStream.borrowers, waiting: 64)
    let searches = WorkLane(name: "pipd-search", threads: 4, waiting: 32)
    let photos = WorkLane(name: "pipd-photo", threads: 4, waiting: 16)
    let turns = PhotoTurns()

    init(pipeline: Pipeline, settings: ImageSettings) {
        self.pipeline = pipeline
        self.settings = Mutex(settings)
    }

    /// Where images may be saved from now on.
    func set(_ new: ImageSettings) { settings.withLock { $0 = new } }

    var store: ImageStore { ImageStore(settings: settings.withLock { $0 }) }

    /// Makes no more images; those under way are given up where they can be.
    func close() {
        quick.close()
        searches.close()
        photos.close()
    }

    /// The composed view, as it is on the output.
    func snapshot(_ request: SnapshotRequest) async throws(ControlError) -> ImageAnswer {
        let started = MonotonicClock.now()
        let job = ImageJob(stream: nil, request.image, store: store)
        let deadline = started + .milliseconds(Int64(request.waitMilliseconds))
        return try await counted(.snapshot, since: started) { () throws(ControlError) in
            let view = try await view(until: deadline)
            return try await perform(on: quick) { (cancellation) throws(ControlError) in
                let destination = try job.store.begin(job.request, of: "view")
                return try job.answer(job.draw(view), savedTo: destination, cancellation)
            }
        }
    }

    /// The composed view, small enough for an event.
    func eventImage(_ request: SnapshotEventRequest) async throws(ControlError) -> EventImage {
        let started = MonotonicClock.now()
        var image = ImageRequest(format: .jpeg)
        image.quality = request.quality
        image.maximumWidth = request.width
        image.maximumHeight = request.height
        image.maximumBytes = SnapshotEvent.maximumImageBytes
        let job = ImageJob(stream: nil, image, store: store)
        return try await counted(.event, since: started) { () throws(ControlError) in
            let view = try await view(until: started)
            let answer = try await perform(on: quick) { (cancellation) throws(ControlError) in
                try job.answer(job.draw(view), savedTo: nil, cancellation)
            }
            guard let event = EventImage(bytes: answer.bytes, report: answer.report) else {
                throw .internalError("An image of \(answer.bytes.count) bytes fits into no event.")
            }
            return event
        }
    }

    /// Counts what becomes of a request.
    func counted<Answer>(
        _ kind: ImageCounts.Kind,
        since started: MonotonicTime,
        _ make: () async throws(ControlError) -> Answer
    ) async throws(ControlError) -> Answer {
        do throws(ControlError) {
            let answer = try await make()
            counts.count(kind, .made, after: MonotonicClock.now() - started)
            return answer
        } catch {
            counts.count(kind, .init(error), after: MonotonicClock.now() - started)
            throw error
        }
    }

    /// Does work on a lane; a lane that refuses it is an answer to the client.
    func perform<Value: Sendable>(
        on lane: WorkLane,
        _ work: @escaping @Sendable (WorkLane.Cancellation) throws(ControlError) -> Value
    ) async throws(ControlError) -> Value {
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

    /// The composed view at the next scanout.
    private func view(until deadline: MonotonicTime) async throws(ControlError) -> Bitmap {
        while true {
            if let view = try await capture() { return Bitmap(bgrx: view.pixels, size: view.size) }
            try await pause(
                until: deadline,
                otherwise: .unavailable(
                    "Nothing has been drawn yet; try again, or wait longer with `wait_ms`."
                )
            )
        }
    }

    private func capture() async throws(ControlError) -> ViewPicture? {
        let result: Result<ViewPicture?, PipelineError> = await withCheckedContinuation { answer in
            do throws(PipelineError) {
                try pipeline.capture { answer.resume(returning: .success($0)) }
            } catch {
                answer.resume(returning: .failure(error))
            }
        }
        switch result {
        case .success(let view): return view
        case .failure(.output(let reason)): throw .unavailable("There is no picture: \(reason).")
        case .failure(let error): throw .unavailable("\(error)")
        }
    }
}
