internal import Control
internal import ControlAPI
internal import Media
internal import Synchronization

/// Images that are made of nothing; the path of a file chooses what becomes of it.
extension FakeBackend {
    func screenshot(
        _ id: String,
        _ request: ScreenshotRequest
    ) async throws(ControlError) -> ImageAnswer {
        state.withLock { $0.screenshots.append(request) }
        if id == "lobby" {
            throw .unavailable("its codec is not decoded; a stream of another codec would work")
        }
        if let at = request.at, at > 0 { throw .conflict("It is live; accepted is up to -4.5.") }
        var answer = try image(request.image)
        answer.report.stream = id
        answer.report.requested = request.at
        answer.report.actual = (request.at ?? 0) + 0.1 + 0.2
        answer.report.ageMilliseconds = 12.3456
        return answer
    }

    func snapshot(_ request: SnapshotRequest) async throws(ControlError) -> ImageAnswer {
        state.withLock { $0.snapshots.append(request) }
        guard state.withLock({ $0.hasPicture }) else { throw .unavailable("There is no picture.") }
        return try image(request.image)
    }

    func eventImage(_ request: SnapshotEventRequest) async throws(ControlError) -> EventImage {
        state.withLock { $0.eventImages.append(request) }
        guard state.withLock({ $0.hasPicture }) else { throw .unavailable("There is no picture.") }
        let answer = try image(ImageRequest(format: .jpeg))
        guard let image = EventImage(bytes: answer.bytes, report: answer.report) else {
            throw .internalError("The image is too large.")
        }
        return image
    }

    func photo(_ id: String, _ request: PhotoRequest) async throws(ControlError) -> ImageAnswer {
        state.withLock { $0.photos.append(request) }
        if let (waiting, tell) = state.withLock({ state in
            state.waiting.map { ($0, state.whenWaiting) }
        }) {
            tell(true)
            for await _ in waiting {}
            tell(false)
            if Task.isCancelled { throw .unavailable("Nobody waits for it.") }
        }
        if id == "lobby" { throw .conflict("It is no camera; accepted is one of: door.") }
        var answer = try image(request.image)
        answer.report.stream = id
        answer.report.photo = .init(
            mode: request.mode,
            converged: request.mode == .photo ? true : nil,
            cameraMode: request.mode == .photo ? "3840x2160 “YUYV”" : nil
        )
        return answer
    }

    private func image(_ request: ImageRequest) throws(ControlError) -> ImageAnswer {
        let bytes = state.withLock { $0.image }
        var report = ImageReport(
            format: request.format,
            width: 1280,
            height: 720,
            bytes: bytes.count,
            sha256: String(repeating: "0f", count: 32)
        )
        report.quality = request.format == .jpeg ? request.quality : nil
        report.elapsedMilliseconds = 1.4 + 2.8
        switch request.output {
        case .binary, .base64: return ImageAnswer(report: report, bytes: bytes)
        case .library: report.path = "/var/lib/pipd/door.jpg"
        case .path(let path, let overwrite):
            if path.hasPrefix("/etc/") { throw .forbidden("/etc: not permitted.") }
            if path.hasPrefix("/full/") { throw .insufficientStorage("/full: no space left.") }
            if path.hasPrefix("/old/"), !overwrite { throw .conflict("\(path) exists.") }
            report.path = path
        }
        return ImageAnswer(report: report, bytes: [])
    }
}
