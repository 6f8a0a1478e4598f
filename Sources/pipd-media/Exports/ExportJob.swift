internal import ControlAPI
internal import Exporting
internal import MediaFiles
internal import MediaLink
internal import MediaStore
internal import Platform

/// Pictures and videos that are to be looked at, whether they can be exported, or to be exported,
/// one after the other.
struct ExportJob: Sendable {
    enum Task: Hashable, Sendable {
        /// Looks whether it can be done, for the request of that number.
        case check(request: Int)
        /// Does it.
        case run(ExportID)
    }

    /// One of them.
    struct Original: Hashable, Sendable {
        let id: String
        let file: LibraryFile
        /// Of a video; nil where it is not known.
        let milliseconds: Int64?

        init(_ asset: AssetRecord) {
            id = "\(asset.id)"
            file = LibraryFile(asset)
            milliseconds = asset.milliseconds
        }

        var path: String { MediaPath.joined(file.root, file.path) }
    }

    /// What came of it.
    struct Outcome: Sendable {
        /// What there is to be written, in bytes, about.
        var bytes: Int64 = 0
        /// Of a trim.
        var cut: TrimCut?
        /// The paths of what was exported, in the order of the originals.
        var files: [String] = []
        /// Why there are no more.
        var error: ExportError?

        /// A file may have any size.
        fileprivate mutating func add(_ more: Int64) {
            let (sum, overflows) = bytes.addingReportingOverflow(more)
            bytes = overflows ? .max : sum
        }
    }

    let task: Task
    let request: ExportDefinition
    let originals: [Original]
    let place: ExportPlace
    let progress = ExportProgress()

    /// Does it. What was exported before something failed stays.
    func take() -> Outcome {
        var outcome = Outcome()
        progress.move()
        do throws(ExportError) {
            let directory = try place.open()
            for original in originals {
                if progress.isCancelled { throw .cancelled }
                progress.move()
                switch task {
                case .check: try check(original, &outcome)
                case .run: try export(original, to: directory, &outcome)
                }
            }
            if case .check = task { try directory.check(for: outcome.bytes) }
        } catch {
            outcome.error = error
        }
        return outcome
    }

    private func check(_ original: Original, _ outcome: inout Outcome) throws(ExportError) {
        let file = try open(original)
        guard request.mode == .trim else {
            outcome.add(file.size)
            return
        }
        let cut = try Trimmer(file, at: original.path, range, progress).cut
        outcome.cut = cut
        outcome.add(cut.bytes)
    }

    private func export(
        _ original: Original,
        to directory: ExportDirectory,
        _ outcome: inout Outcome
    ) throws(ExportError) {
        if outcome.files.isEmpty { directory.tidy() }
        let file = try open(original)
        guard request.mode == .trim else {
            try directory.check(for: file.size)
            outcome.files.append(
                try FileCopy.copy(file, at: original.path, to: directory, progress)
            )
            return
        }
        let trimmer = try Trimmer(file, at: original.path, range, progress)
        try directory.check(for: trimmer.cut.bytes)
        outcome.cut = trimmer.cut
        outcome.files.append(try trimmer.write(to: directory))
    }

    private var range: TrimRange { TrimRange(start: request.start, end: request.end) }

    private func open(_ original: Original) throws(ExportError) -> ReadableFile {
        do throws(SystemCallError) {
            return try ConfinedDirectory(original.file.root).file(original.file.path)
        } catch {
            throw .source(path: original.path, reason: "\(error.errno)")
        }
    }
}

/// A directory that files may be exported to, as somebody named it.
struct ExportPlace: Sendable {
    /// The allowed one that it is, or is below.
    let allowed: SettledPath
    /// From there; empty for that one.
    let rest: String
    let path: String

    /// Opens it, which blocks where its disk does not answer.
    func open() throws(ExportError) -> ExportDirectory {
        try ExportDirectory(allowed, rest, named: path)
    }
}
