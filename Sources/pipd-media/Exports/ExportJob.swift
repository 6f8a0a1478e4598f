internal import ControlAPI
internal import Exporting
internal import MediaLink
internal import MediaStore
internal import Platform
internal import Thumbnails

/// Pictures and videos that are to be looked at, whether they can be exported, or to be exported,
/// one after the other.
struct ExportJob: Sendable {
    enum Task: Sendable {
        /// Looks whether it can be done, for the request of that number.
        case check(ExportContent, request: Int)
        /// Does it: that many, with so many bytes, about.
        case run(ExportQueue, count: Int, bytes: Int64)
    }

    /// Why there are no more.
    enum Failure: Error, Hashable {
        case cancelled
        case refused(MediaRefusal)
    }

    /// What came of it.
    struct Outcome: Sendable {
        /// What there is to be written, in bytes, about.
        var bytes: Int64 = 0
        /// Of a trim.
        var cut: TrimCut?
        /// The paths of what was exported, in order: the first `ExportReport.mostResults`.
        var files: [String] = []
        /// The same, in the same order.
        var result: [ExportedAsset] = []
        var failure: Failure?
    }

    let task: Task
    let request: ExportDefinition
    let place: ExportPlace
    let progress = ExportProgress()

    /// Does it. What was exported before something failed stays.
    func take() -> Outcome {
        var outcome = Outcome()
        progress.move()
        do throws(Failure) {
            switch task {
            case .check(let content, _): try check(content, &outcome)
            case .run(let queue, let count, let bytes):
                let directory = try begin(bytes)
                while let original = try next(of: queue) {
                    try export(original, to: directory, &outcome)
                    try queue.endNext(bytes: progress.bytes)
                }
                // The database may have been begun anew.
                guard progress.files == count else { throw .refused(.hasLostExport) }
            }
        } catch {
            outcome.failure = error
        }
        return outcome
    }

    // MARK: Looking

    private func check(_ content: ExportContent, _ outcome: inout Outcome) throws(Failure) {
        do throws(ExportError) {
            let directory = try place.open()
            switch content {
            case .assets(let originals):
                for original in originals { try check(original, &outcome) }
            case .selection(_, _, _, let bytes): outcome.bytes = bytes
            }
            try directory.check(for: outcome.bytes)
        } catch {
            throw Failure(error)
        }
    }

    private func check(
        _ original: ExportedOriginal,
        _ outcome: inout Outcome
    ) throws(ExportError) {
        progress.move()
        let file = try open(original)
        guard request.mode == .trim else {
            outcome.bytes = outcome.bytes.addingClamped(file.size)
            return
        }
        let cut = try Trimmer(file, at: original.path, range, progress).cut
        outcome.cut = cut
        outcome.bytes = outcome.bytes.addingClamped(cut.bytes)
    }

    // MARK: Exporting

    /// Opens the directory, which has to have room for all.
    private func begin(_ bytes: Int64) throws(Failure) -> ExportDirectory {
        do throws(ExportError) {
            let directory = try place.open()
            directory.tidy()
            try directory.check(for: bytes)
            return directory
        } catch {
            throw Failure(error)
        }
    }

    private func next(of queue: ExportQueue) throws(Failure) -> ExportedOriginal? {
        if progress.isCancelled { throw .cancelled }
        progress.move()
        return try queue.next()
    }

    private func export(
        _ original: ExportedOriginal,
        to directory: ExportDirectory,
        _ outcome: inout Outcome
    ) throws(Failure) {
        do throws(ExportError) {
            let path = try write(original, to: directory, &outcome.cut)
            outcome.add(original, at: path)
        } catch {
            throw Failure(error)
        }
    }

    /// - Returns: The path of the new file.
    private func write(
        _ original: ExportedOriginal,
        to directory: ExportDirectory,
        _ cut: inout TrimCut?
    ) throws(ExportError) -> String {
        let file = try open(original)
        guard request.mode == .trim else {
            try directory.check(for: file.size)
            return try FileCopy.copy(file, at: original.path, to: directory, progress)
        }
        let trimmer = try Trimmer(file, at: original.path, range, progress)
        try directory.check(for: trimmer.cut.bytes)
        cut = trimmer.cut
        return try trimmer.write(to: directory)
    }

    private var range: TrimRange { TrimRange(start: request.start, end: request.end) }

    private func open(_ original: ExportedOriginal) throws(ExportError) -> ReadableFile {
        do throws(SystemCallError) {
            return try ConfinedDirectory(original.file.root).file(original.file.path)
        } catch {
            throw .source(path: original.path, error.errno)
        }
    }
}

extension ExportJob.Outcome {
    fileprivate mutating func add(_ original: ExportedOriginal, at path: String) {
        guard files.count < ExportReport.mostResults else { return }
        let milliseconds = cut.map(\.milliseconds) ?? original.milliseconds
        files.append(path)
        result.append(
            ExportedAsset(
                id: "\(original.id)",
                uri: FileURI.text(of: path) ?? "",
                mediaType: original.file.mediaType,
                duration: milliseconds.map { Double($0) / 1_000 }
            )
        )
    }
}

extension ExportJob.Failure {
    init(_ error: ExportError) {
        self = error == .cancelled ? .cancelled : .refused(MediaRefusal(error))
    }

    var refusal: MediaRefusal {
        switch self {
        case .cancelled: MediaRefusal(ExportError.cancelled)
        case .refused(let refusal): refusal
        }
    }
}

/// A directory that files may be exported to, as somebody named it.
struct ExportPlace: Sendable {
    /// The allowed one that it is, or is below.
    let allowed: AllowedDirectory
    /// From there; empty for that one.
    let rest: String
    let path: String

    /// Opens it, which blocks where its disk does not answer.
    func open() throws(ExportError) -> ExportDirectory {
        try ExportDirectory(allowed.settle(), rest, named: path)
    }
}
