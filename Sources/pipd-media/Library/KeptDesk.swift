internal import ControlAPI
internal import Media
internal import MediaStore
internal import Platform

/// Keeps what people say of the library in a file beside the database, and reads that back into a
/// database that was begun anew.
///
/// Thread: bound to the main thread.
struct KeptDesk {
    /// What came of one look.
    struct Turn: Hashable {
        /// What is to be told, beside failures.
        var warning: String?
        /// In how many microseconds the next look is due; nil: when something has changed.
        var next: Int64?
    }

    private let table: KeptTable
    private let file: StateFile
    /// Until then nothing is done, in microseconds since 1970-01-01 00:00 UTC.
    private var restsUntil: Int64?
    /// Why it can neither be read nor written, for people; nil where it can.
    private(set) var failure: String?

    /// Microseconds.
    static let rest: Int64 = 5_000_000
    static let restAfterFailure: Int64 = 30_000_000

    init(table: KeptTable, file: StateFile) {
        (self.table, self.file) = (table, file)
    }

    /// Where it is kept beside the database in a folder.
    static func file(in folder: String) -> StateFile {
        StateFile(folder: folder, name: "library.json", mostBytes: mostBytes)
    }

    /// Enough for 100,000 favourites.
    private static let mostBytes = 16 << 20

    /// Reads the file back, or writes it, where that is due.
    mutating func take(at now: Int64) -> Turn {
        // The clock may have been set back.
        if let end = restsUntil.map({ min($0, now + Self.restAfterFailure) }), end > now {
            restsUntil = end
            return Turn(next: end - now)
        }
        restsUntil = nil
        do {
            let warning = try work(at: now)
            failure = nil
            return Turn(warning: warning, next: restsUntil.map { $0 - now })
        } catch {
            restsUntil = now + Self.restAfterFailure
            failure = text(of: error)
            return Turn(next: Self.restAfterFailure)
        }
    }

    /// - Returns: What is to be told.
    private mutating func work(at now: Int64) throws -> String? {
        switch try table.state() {
        case .isSame: return nil
        case .isToRestore: return try restore(at: now)
        case .isChanged(let revision):
            restsUntil = now + Self.rest
            let marks = try table.marks()
            // Those of a database that was begun anew meanwhile are not all.
            guard try table.state() != .isToRestore else { return nil }
            try file.write(StateDocument(marks).json)
            try table.noteWritten(revision)
            return nil
        }
    }

    private mutating func restore(at now: Int64) throws -> String? {
        restsUntil = now + Self.rest
        let marks: KeptMarks?
        do throws(StateFile.Failure) {
            marks = try file.read().map { (bytes) throws(StateFile.Failure) in
                try StateDocument<KeptMarks>(json: bytes).content
            }
        } catch .damaged(let reason) {
            let target: String
            do throws(SystemCallError) {
                target = try file.setAside()
            } catch {
                throw StateFile.Failure.unreadable(
                    "it is damaged (\(reason)) and cannot be renamed: \(error)"
                )
            }
            try table.restore(nil, at: now)
            return """
                \(subject) was damaged (\(reason)). It is now '\(target)'; nothing of it was read \
                back.
                """
        }
        try table.restore(marks, at: now)
        return nil
    }

    private func text(of error: any Error) -> String {
        switch error {
        case let error as SystemCallError where error.errno == .fileTooLarge:
            """
            \(subject) is as it was: it may have \(Self.mostBytes) bytes, and would have more. A scan \
            of a root with `prune` forgets what was said of files that are gone.
            """
        case let error as SystemCallError:
            "\(subject) is as it was: \(error). Free some room, or let pipd write there."
        case StateFile.Failure.unreadable(let reason):
            """
            \(subject) was not read: \(reason). Until it can be, or is moved away, it stays as it is.
            """
        default: "\(subject) was neither read nor written: \(error)"
        }
    }

    private var subject: String {
        "'\(file.path)', which keeps favourites, titles and own albums,"
    }
}
