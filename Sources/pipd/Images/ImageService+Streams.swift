internal import Control
internal import ControlAPI
internal import Ingest
internal import Media
internal import Pipeline
internal import Platform
internal import Presentation

/// Pictures of streams.
extension ImageService {
    /// A picture of a stream: the one of now, of another time, or back from now.
    func screenshot(
        _ id: String,
        _ request: ScreenshotRequest
    ) async throws(ControlError) -> ImageAnswer {
        let started = MonotonicClock.now()
        let deadline = started + .milliseconds(Int64(request.waitMilliseconds))
        let job = ImageJob(
            stream: id,
            request.image,
            orientation: request.orientation,
            store: store
        )
        let wish = PictureWish(
            at: request.at,
            tolerance: .seconds(request.tolerance),
            started: started,
            deadline: deadline
        )
        return try await counted(.screenshot, since: started) { () throws(ControlError) in
            try await picture(of: id, job, wish)
        }
    }

    /// Which picture of a stream is wanted.
    struct PictureWish: Sendable {
        /// As in `ScreenshotRequest`; nil for now.
        var at: Double?
        var tolerance: Nanoseconds
        var started: MonotonicTime
        /// Until when a stream that has none yet is waited for.
        var deadline: MonotonicTime
    }

    /// How long a picture may be searched for, in files and on servers.
    static let searchTime = Nanoseconds.milliseconds(20_000)

    func picture(
        of id: String,
        _ job: ImageJob,
        _ wish: PictureWish
    ) async throws(ControlError) -> ImageAnswer {
        var asked: MonotonicTime?
        while true {
            let (source, situation) = try look(at: id)
            var reason = "no picture of it is displayed yet"
            let answer: ImageAnswer?
            switch PictureChoice(at: wish.at, situation) {
            case .displayed:
                answer = try await displayed(source, job, wish, since: nil)
            case .next:
                if asked == nil { source.askForPicture() }
                asked = asked ?? MonotonicClock.now()
                answer = try await displayed(source, job, wish, since: asked)
            case .newest, .past, .search:
                answer = try await found(source, PictureChoice(at: wish.at, situation), job, wish)
            case .wait(let why):
                reason = why
                answer = nil
            case .refuse(let reason): throw .conflict("Stream '\(id)': \(reason).")
            }
            if let answer { return answer }
            try await pause(
                until: wish.deadline,
                otherwise: .unavailable(
                    "Stream '\(id)' is not ready: \(reason); try again, or wait longer with"
                        + " `wait_ms`."
                )
            )
        }
    }

    /// The stream, and what decides where its pictures come from.
    func look(
        at id: String
    ) throws(ControlError) -> (source: IngestStream, situation: PictureChoice.Situation) {
        guard let name = StreamID(id), let source = pipeline.source(of: name) else {
            let known = pipeline.streamIDs.map(\.name).joined(separator: ", ")
            let list = known.isEmpty ? "there is none" : "there are: \(known)"
            throw .notFound("There is no stream '\(id)'; \(list).")
        }
        return (source, PictureChoice.Situation(of: source, isShown: pipeline.shows(name)))
    }

    /// The picture that the stream displays; nil when there is none, or it is older than `since`.
    private func displayed(
        _ source: IngestStream,
        _ job: ImageJob,
        _ wish: PictureWish,
        since: MonotonicTime?
    ) async throws(ControlError) -> ImageAnswer? {
        guard source.isDisplaying(since: since) else { return nil }
        return try await perform(on: quick) { (cancellation) throws(ControlError) in
            let destination = try job.store.begin(job.request, of: source.configuration.id.name)
            guard let drawn = try Self.drawDisplayed(source, job, wish.tolerance) else {
                return nil
            }
            return try job.answer(drawn, savedTo: destination, cancellation)
        }
    }

    /// The picture is borrowed no longer than it takes to draw it.
    private static func drawDisplayed(
        _ source: IngestStream,
        _ job: ImageJob,
        _ tolerance: Nanoseconds
    ) throws(ControlError) -> ImageJob.Drawn? {
        let state = source.status.state
        guard let picture = source.borrowDisplayed() else { return nil }
        let sample = picture.sample
        let age = MonotonicClock.now() - sample.decoded
        var facts = ImageJob.Facts(actual: sample.pts)
        // A file is decoded ahead, and was recorded who knows when.
        if source.isLive { facts.age = age }
        facts.tier = PictureChoice.tier(state: state, age: age, tolerance: tolerance)
        return try job.draw(picture.components, format: sample.format, facts)
    }

    /// A picture that has to be searched for; nil when the stream is not ready.
    private func found(
        _ source: IngestStream,
        _ choice: PictureChoice,
        _ job: ImageJob,
        _ wish: PictureWish
    ) async throws(ControlError) -> ImageAnswer? {
        try await perform(on: searches) { (cancellation) throws(ControlError) in
            let destination = try job.store.begin(job.request, of: source.configuration.id.name)
            let found: FoundPicture
            do throws(StillError) {
                found = try Self.search(source, choice, wish, cancellation)
            } catch {
                if case .notReady = error, MonotonicClock.now() < wish.deadline { return nil }
                throw Self.refusal(error, of: source)
            }
            var facts = ImageJob.Facts(actual: found.picture.pts, tier: found.tier)
            facts.age = found.arrived.map { wish.started - $0 }
            if choice == .newest {
                facts.tier = Self.tierOfNewest(found, facts.age ?? .zero, source, wish)
            } else {
                facts.requested = found.requested
            }
            let drawn = try job.draw(
                found.picture.components,
                format: found.picture.format,
                facts
            )
            return try job.answer(drawn, savedTo: destination, cancellation)
        }
    }

    /// What the packets kept make is of the present only while the stream plays.
    private static func tierOfNewest(
        _ found: FoundPicture,
        _ age: Nanoseconds,
        _ source: IngestStream,
        _ wish: PictureWish
    ) -> PictureTier {
        let present = PictureChoice.tier(
            state: source.status.state,
            age: age,
            tolerance: wish.tolerance
        )
        return found.tier == .exact ? present : max(found.tier, present)
    }

    private static func search(
        _ source: IngestStream,
        _ choice: PictureChoice,
        _ wish: PictureWish,
        _ cancellation: WorkLane.Cancellation
    ) throws(StillError) -> FoundPicture {
        let deadline = MonotonicClock.now() + searchTime
        let isCancelled = { @Sendable in cancellation.isCancelled }
        switch choice {
        case .past(let back):
            return try source.pastPicture(
                back: back,
                tolerance: wish.tolerance,
                deadline: deadline,
                isCancelled: isCancelled
            )
        case .search(let time):
            return try find(time, source, wish, deadline, isCancelled)
        default:
            return try source.newestPicture(deadline: deadline, isCancelled: isCancelled)
        }
    }

    private static func find(
        _ time: MediaTime,
        _ source: IngestStream,
        _ wish: PictureWish,
        _ deadline: MonotonicTime,
        _ isCancelled: @escaping @Sendable () -> Bool
    ) throws(StillError) -> FoundPicture {
        let search: PictureSearch
        do throws(SourceError) {
            search = try PictureSearch(source.configuration)
        } catch {
            throw .source(error)
        }
        return try search.find(
            at: time,
            tolerance: wish.tolerance,
            deadline: deadline,
            isCancelled: isCancelled
        )
    }

    private static func refusal(_ error: StillError, of source: IngestStream) -> ControlError {
        let detail = "Stream '\(source.configuration.id)': \(error.message)."
        return switch error {
        case .notSupported: .conflict(detail)
        case .notReady, .noPicture, .timedOut, .cancelled, .source: .unavailable(detail)
        }
    }
}
