internal import Control
internal import Media
internal import MediaLink
internal import Platform

/// Asks `pipd-media` what clients ask of the daemon.
///
/// Thread: safe.
struct MediaClient: Sendable {
    let process: MediaProcess
    /// What counts how long the library takes.
    let notices: LibraryNotices

    /// How long it may take to fetch a picture, to wait for others, and to draw it small.
    private static let thumbnailPatience = Nanoseconds.milliseconds(100_000)

    private static let mostThumbnailBytes = 16 << 20

    /// Asks for what `take` finds in an answer; nil for another answer than is to be.
    ///
    /// - Throws: What the request is refused with, and 503 while the process is away.
    func ask<Value: Sendable>(
        _ request: MediaRequest,
        within patience: Nanoseconds = MediaProcess.patience,
        _ take: (MediaAnswer) -> Value?
    ) async throws(ControlError) -> Value {
        let begin = MonotonicClock.now()
        let answer = await process.answer(to: request, within: patience)
        if case .library = request, !answer.isAway {
            notices.countQuery(after: MonotonicClock.now() - begin)
        }
        if let value = take(answer) { return value }
        guard case .refused(let refusal) = answer else {
            throw .internalError("The media process answers something else.")
        }
        throw ControlError(refusal)
    }

    /// A small picture of something, as a PNG file.
    ///
    /// - Throws: As `ask`; 503 where the file goes while it is read.
    func thumbnail(of name: MediaName, pixels: Int) async throws(ControlError) -> [UInt8] {
        let request = MediaRequest.thumbnail(name, pixels: pixels)
        let (path, picture) = try await ask(request, within: Self.thumbnailPatience) {
            answer -> (path: String, picture: PictureFile?)? in
            switch answer {
            case .thumbnail(let path): (path, nil)
            case .picture(let picture): ("", picture)
            default: nil
            }
        }
        if let picture { return picture.bytes }
        guard let bytes = try? SmallFile.read(path, atMost: Self.mostThumbnailBytes) else {
            throw .unavailable("The picture went while it was read; ask again.")
        }
        return bytes
    }
}

extension MediaAnswer {
    /// Whether nobody has answered.
    fileprivate var isAway: Bool {
        if case .refused(let refusal) = self { refusal.kind == .away } else { false }
    }
}
