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
        let job = ImageJob(
            stream: id,
            request.image,
            orientation: request.orientation,
            waitMilliseconds: request.waitMilliseconds,
            store: store
        )
        let wish = PictureWish(
            at: request.at,
            base: request.timeBase == .stream ? .stream : .container,
            tolerance: .seconds(request.tolerance)
        )
        return try await counted(.screenshot, job) { () throws(ControlError) in
            try await picture(of: id, job, wish)
        }
    }

    /// Which picture of a stream is wanted.
    struct PictureWish: Sendable {
        /// As in `ScreenshotRequest`; nil for now.
        var at: Double?
        var base = PictureSearch.TimeBase.stream
        var tolerance: Nanoseconds
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
            let subject = try look(at: id)
            var reason = "no picture of it is displayed yet"
            let answer: ImageAnswer?
            let choice = PictureChoice(at: wish.at, subject.situation)
            switch choice {
            case .displayed:
                answer = try await displayed(subject, job, wish)
            case .next:
                if asked == nil {
                    // Before it is asked for: the picture may come at once.
                    asked = MonotonicClock.now()
                    subject.source.askForPicture()
                }
                answer = try await displayed(subject, job, wish, since: asked)
            case .newest, .past, .search:
                answer = try await found(subject, choice, job, wish)
            case .wait(let why):
                reason = why
                answer = nil
            case .refuse(let reason): throw .conflict("Stream '\(id)': \(message: reason).")
            case .unusable(let failure, let reason):
                throw .conflict("Stream '\(id)': \(message: reason).", .init(failure))
            }
            if let answer { return answer }
            try await lanes.pause(
                until: job.deadline,
                otherwise: .unavailable(
                    "Stream '\(id)' is not ready: \(message: reason); try again, or wait longer with"
                        + " `wait_ms`."
                )
            )
        }
    }

    /// A stream, and what decides where its pictures come from.
    struct Subject: Sendable {
        let source: IngestStream
        let situation: PictureChoice.Situation
    }

    func look(at id: String) throws(ControlError) -> Subject {
        guard let name = StreamID(id), let source = pipeline.source(of: name) else {
            throw .noStream(id, among: pipeline.streamIDs.map(\.name))
        }
        let situation = PictureChoice.Situation(of: source, isShown: pipeline.shows(name))
        return Subject(source: source, situation: situation)
    }

    /// The picture that the stream displays; nil when there is none, or it is older than `since`.
    private func displayed(
        _ subject: Subject,
        _ job: ImageJob,
        _ wish: PictureWish,
        since: MonotonicTime? = nil
    ) async throws(ControlError) -> ImageAnswer? {
        if let since, !subject.source.isDisplaying(since: since) { return nil }
        let lane = lanes.lane(for: job.request)
        return try await lane.perform { (cancellation) throws(ControlError) in
            let name = subject.source.configuration.id.name
            let destination = try job.store.begin(job.request, of: name)
            let isNewest = since != nil
            guard let drawn = try Self.draw(subject, job, wish, isNewest: isNewest) else {
                return nil
            }
            return try job.answer(drawn, savedTo: destination, cancellation)
        }
    }

    /// The picture is borrowed no longer than it takes to draw it.
    private static func draw(
        _ subject: Subject,
        _ job: ImageJob,
        _ wish: PictureWish,
        isNewest: Bool
    ) throws(ControlError) -> ImageJob.Drawn? {
        guard let picture = subject.source.borrowDisplayed() else { return nil }
        let sample = picture.sample
        let present = PictureChoice.Present(
            age: MonotonicClock.now() - sample.decoded,
            isNewest: isNewest,
            isWhole: sample.attachments.isDisjoint(with: [.damaged, .approximate])
        )
        let start = wish.base == .stream ? subject.source.status.start : .zero
        var facts = ImageJob.Facts(actual: .zero + (sample.pts - start))
        // A file is decoded ahead, and was recorded who knows when.
        if subject.situation.isLive { facts.age = present.age }
        facts.tier = PictureChoice.tier(
            of: present,
            subject.situation,
            tolerance: wish.tolerance
        )
        return try job.draw(picture.components, format: sample.format, facts)
    }

    /// A picture that has to be searched for; nil when the stream is not ready.
    private func found(
        _ subject: Subject,
        _ choice: PictureChoice,
        _ job: ImageJob,
        _ wish: PictureWish
    ) async throws(ControlError) -> ImageAnswer? {
        let source = subject.source
        let lane = lanes.lane(for: choice, of: source)
        return try await lane.perform { (cancellation) throws(ControlError) in
            let destination = try job.store.begin(job.request, of: source.configuration.id.name)
            let found: FoundPicture
            do throws(StillError) {
                found = try Self.search(source, choice, wish, cancellation)
            } catch {
                if case .notReady = error, MonotonicClock.now() < job.deadline { return nil }
                throw Self.refusal(error, of: source)
            }
            var facts = ImageJob.Facts(
                actual: .zero + (found.picture.pts - found.start),
                tier: found.tier
            )
            facts.age = found.arrived.map { job.started - $0 }
            if choice == .newest {
                // Of the present only while the stream plays.
                let present = PictureChoice.tier(
                    of: PictureChoice.Present(age: facts.age ?? .zero, isNewest: true),
                    subject.situation,
                    tolerance: wish.tolerance
                )
                facts.tier = max(found.tier, present)
            } else {
                facts.requested =
                    if case .search(let time) = choice { time } else { found.requested }
            }
            let drawn = try job.draw(found.picture, facts)
            return try job.answer(drawn, savedTo: destination, cancellation)
        }
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
            return try source.newestPicture(
                tolerance: wish.tolerance,
                deadline: deadline,
                isCancelled: isCancelled
            )
        }
    }

    private static func find(
        _ time: MediaTime,
        _ source: IngestStream,
        _ wish: PictureWish,
        _ deadline: MonotonicTime,
        _ isCancelled: @escaping @Sendable () -> Bool
    ) throws(StillError) -> FoundPicture {
        try PictureSearch(source.configuration).find(
            at: time,
            from: wish.base,
            tolerance: wish.tolerance,
            deadline: deadline,
            isCancelled: isCancelled
        )
    }

    private static func refusal(_ error: StillError, of source: IngestStream) -> ControlError {
        let name = "Stream '\(source.configuration.id)'"
        let detail: MessageText = "\(name): \(message: error.message)."
        return switch error {
        case .notSupported: .conflict(detail)
        case .timedOut:
            .unavailable(
                "\(name): the picture was not found within \(searchTime.seconds) s. The source is"
                    + " slow, or has no index and the time lies far in; try an earlier one."
            )
        case .source(let error) where error.kind.isPermanent:
            .conflict(detail, .init(error.kind))
        case .notReady, .noPicture, .tooMuchWork, .cancelled, .source: .unavailable(detail)
        }
    }
}

extension ControlError.Problem {
    /// Of a stream whose source is of no use.
    fileprivate init(_ failure: SourceError.Kind) {
        self =
            switch failure {
            case .noVideo: .noVideo
            case .notMedia, .notAFile: .notMedia
            case .unsupportedCodec: .unsupportedCodec
            case .encrypted: .encrypted
            case .size: .pictureSize
            default: .none
            }
    }
}
