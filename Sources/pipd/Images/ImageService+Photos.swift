internal import Control
internal import ControlAPI
internal import Ingest
internal import Media
internal import Platform

/// Photos of cameras.
extension ImageService {
    /// A still of a stream that is a camera: at its best resolution, or its video's.
    func photo(
        _ id: String,
        _ request: PhotoRequest
    ) async throws(ControlError) -> ImageAnswer {
        let job = ImageJob(
            stream: id,
            request.image,
            orientation: request.orientation,
            waitMilliseconds: request.waitMilliseconds,
            store: store
        )
        return try await counted(.photo, job) { () throws(ControlError) in
            guard try look(at: id).situation.source == .camera else {
                throw .conflict(
                    "Stream '\(id)' is no camera; its pictures are had as screenshots."
                )
            }
            switch request.mode {
            case .frame: return try await frame(of: id, job)
            case .photo: return try await still(of: id, job, request.settleMilliseconds)
            }
        }
    }

    private func frame(
        of id: String,
        _ job: ImageJob
    ) async throws(ControlError) -> ImageAnswer {
        var answer = try await picture(of: id, job, PictureWish(at: nil, tolerance: .zero))
        answer.report.photo = ImageReport.Photo(mode: .frame)
        return answer
    }

    /// Waits for the photos that were asked for before, if there are any, and takes another.
    private func still(
        of id: String,
        _ job: ImageJob,
        _ settleMilliseconds: Int
    ) async throws(ControlError) -> ImageAnswer {
        let wish = PhotoWish(settle: .milliseconds(Int64(settleMilliseconds)))
        let place = turns.join(id)
        defer { turns.leave(place) }
        while true {
            let source = try look(at: id).source
            if turns.isFirst(place), !source.isTakingPhoto {
                let answer = try await lanes.photos.perform { (cancellation) throws(ControlError) in
                    try Self.take(wish, of: source, job, cancellation)
                }
                if let answer { return answer }
            }
            try await lanes.pause(
                until: job.deadline,
                otherwise: .conflict(
                    "Camera '\(id)' is taking a photo already; try again, or wait longer with"
                        + " `wait_ms`."
                )
            )
        }
    }

    /// Nil when another photo is being taken.
    private static func take(
        _ wish: PhotoWish,
        of source: IngestStream,
        _ job: ImageJob,
        _ cancellation: WorkLane.Cancellation
    ) throws(ControlError) -> ImageAnswer? {
        let destination = try job.store.begin(job.request, of: source.configuration.id.name)
        let photo: CameraPhoto
        do throws(PhotoError) {
            photo = try source.takePhoto(
                wish,
                deadline: MonotonicClock.now() + wish.settle + photoTime,
                isCancelled: { cancellation.isCancelled }
            )
        } catch {
            if case .busy = error { return nil }
            throw refusal(error)
        }
        var facts = ImageJob.Facts(
            actual: photo.picture.pts,
            age: MonotonicClock.now() - photo.taken
        )
        facts.photo = ImageReport.Photo(
            mode: .photo,
            converged: photo.isConverged,
            cameraMode: photo.mode
        )
        let drawn = try job.draw(photo.picture, facts)
        return try job.answer(drawn, savedTo: destination, cancellation)
    }

    /// How long a camera may take for a photo beside its exposure: most take
    /// half a second to change their mode, some four.
    private static let photoTime = Nanoseconds.milliseconds(10_000)

    private static func refusal(_ error: PhotoError) -> ControlError {
        switch error {
        case .notACamera: .conflict("\(error)")
        default: .unavailable("\(error)")
        }
    }
}
