internal import Control
internal import ControlAPI
internal import Imaging
internal import Ingest
internal import Media
internal import Pipeline
internal import Platform
internal import Presentation
internal import Synchronization

/// Makes images: of streams, of the composed view, of cameras.
///
///     request ─► choice ─► borrow, search or photo ─► draw ─► encode ─► client or file
///                  ▲ not yet │
///                  └─────────┘
///
/// Thread: safe.
final class ImageService: ImagesBackend {
    let pipeline: Pipeline
    private let reader: ViewReader
    let counts = ImageCounts()
    private let settings: Mutex<ImageSettings>
    private let saved: @Sendable (String) -> Void
    let lanes: ImageLanes
    let turns = PhotoTurns()

    /// - Parameters:
    ///   - pipeline: Whose pictures.
    ///   - settings: Where images may be saved.
    ///   - saved: As of `ImageStore`.
    /// - Throws: `eventfd`, when the process has too many descriptors.
    init(
        pipeline: Pipeline,
        settings: ImageSettings,
        saved: @escaping @Sendable (String) -> Void = { _ in }
    ) throws(SystemCallError) {
        self.pipeline = pipeline
        reader = ViewReader(pipeline.screen)
        self.settings = Mutex(settings)
        self.saved = saved
        lanes = try ImageLanes()
    }

    /// Where images may be saved from now on.
    func set(_ new: ImageSettings) { settings.withLock { $0 = new } }

    var store: ImageStore { ImageStore(settings: settings.withLock { $0 }, saved: saved) }

    /// The composed view, as it is on the output.
    func snapshot(_ request: SnapshotRequest) async throws(ControlError) -> ImageAnswer {
        let job = ImageJob(
            stream: nil,
            request.image,
            waitMilliseconds: request.waitMilliseconds,
            store: store
        )
        return try await counted(.snapshot, job) { () throws(ControlError) in
            try await view(job, hasOSD: request.hasOverlays)
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
        return try await counted(.snapshot, job) { () throws(ControlError) in
            try Self.event(await view(job, hasOSD: request.hasOverlays))
        }
    }

    /// The composed view while a show is on the screen, once its stream has a picture there that
    /// came after a moment, or one that stays.
    ///
    /// - Parameters:
    ///   - show: What is shown.
    ///   - begun: The moment.
    ///   - deadline: When it is no longer waited for.
    ///   - isBare: Whether what lies over the streams is not in the pixels.
    /// - Returns: The view, small enough for an event, and its pixels as small.
    /// - Throws: As `eventImage`; `.conflict` when the show is over, `.unavailable` without such
    ///   a picture.
    func picture(
        of show: TimedShows.Show,
        since begun: MonotonicTime,
        by deadline: MonotonicTime,
        isBare: Bool
    ) async throws(ControlError) -> (event: EventImage, pixels: Bitmap) {
        let wait = Int((deadline - MonotonicClock.now()).count / 1_000_000)
        let job = ImageJob(
            stream: nil,
            ImageRequest.forEvent.fittingEvent,
            waitMilliseconds: max(0, wait),
            store: store
        )
        return try await counted(.snapshot, job) { () throws(ControlError) in
            let late = ControlError.unavailable("No new picture of it was shown in time.")
            let (answer, pixels) = try await viewAndPixels(job, isBare: isBare, otherwise: late) {
                [pipeline, reader] (scene) throws(ControlError) in
                let shows = pipeline.view.shows
                guard shows.contains(show) else { throw .conflict("It is shown no more.") }
                return shows.current == show
                    && reader.isNew(show.stream, in: scene, since: begun)
            }
            return (try Self.event(answer), pixels)
        }
    }

    private static func event(_ answer: ImageAnswer) throws(ControlError) -> EventImage {
        guard let event = EventImage(bytes: answer.bytes, report: answer.report) else {
            throw .internalError("An image of \(answer.bytes.count) bytes fits into no event.")
        }
        return event
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

    private func view(
        _ job: ImageJob,
        hasOSD: Bool
    ) async throws(ControlError) -> ImageAnswer {
        if hasOSD { return try await viewAndPixels(job).image }
        let late = ControlError.unavailable(
            "A placeholder is shown, or nothing yet: what lies over that cannot be left out; try"
                + " again when a picture is shown, or leave `overlays` as it is."
        )
        return try await viewAndPixels(job, hasOSD: false, otherwise: late).image
    }

    /// An image of the composed view at the next scanout.
    ///
    /// - Parameters:
    ///   - job: What it is to become.
    ///   - hasOSD: Whether what lies over the streams is in it.
    ///   - isBare: Whether that is not in its pixels, where it can be left out.
    ///   - late: Told where there is none in time.
    ///   - isMeant: Whether it is the view that was waited for. Asked without any pixel first.
    /// - Returns: The image, with what it is, and its pixels before they were encoded.
    /// - Throws: `late`; what `isMeant` throws, and what making an image does.
    private func viewAndPixels(
        _ job: ImageJob,
        hasOSD: Bool = true,
        isBare: Bool = false,
        otherwise late: ControlError = .unavailable(
            "Nothing has been drawn yet; try again, or wait longer with `wait_ms`."
        ),
        where isMeant: (@Sendable (ViewScene) throws(ControlError) -> Bool)? = nil
    ) async throws(ControlError) -> (image: ImageAnswer, pixels: Bitmap) {
        while true {
            let answer = try await lanes.views.perform {
                [pipeline, reader] (cancellation)
                    throws(ControlError) -> (ImageAnswer, Bitmap)? in
                if let isMeant {
                    guard let scene = try reader.scene(cancellation), try isMeant(scene) else {
                        return nil
                    }
                }
                let destination = try job.store.begin(job.request, of: "view")
                if let size = pipeline.screen.output.size { try job.checkMemory(for: size) }
                let captured =
                    try hasOSD
                    ? reader.capture(cancellation) : reader.captureWithoutOSD(cancellation)
                guard let view = captured,
                    try isMeant?(view.scene) ?? true
                else { return nil }
                let facts = reader.facts(of: view)
                let bitmap = Bitmap(bgrx: view.pixels, size: view.size)
                let drawn = job.draw(bitmap, facts)
                let image = try job.answer(drawn, savedTo: destination, cancellation)
                let bare = isBare ? reader.barePixels(of: view.scene, as: drawn.bitmap) : nil
                return (image, bare ?? drawn.bitmap)
            }
            if let answer { return answer }
            try await lanes.pause(until: job.deadline, otherwise: late)
        }
    }
}
