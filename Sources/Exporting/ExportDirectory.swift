public import Platform
internal import Synchronization

/// A directory that files are exported to.
///
/// Thread: safe.
public final class ExportDirectory: Sendable {
    /// As it is named.
    public let path: String
    private let directory: ConfinedDirectory
    /// Of names that were taken: which number may be free. One for each file of an export at most.
    private let numbers = Mutex<[String: Int]>([:])

    /// - Parameters:
    ///   - place: A directory that may be written to: no link in it is followed any more.
    ///   - rest: From there to the directory that is meant; empty for that one. It is to be there.
    ///   - path: How both together are named.
    /// - Throws: `ExportError.directory`.
    public init(_ place: SettledPath, _ rest: String, named path: String) throws(ExportError) {
        self.path = path
        do throws(SystemCallError) {
            directory = try ConfinedDirectory(place).directory(rest)
        } catch {
            throw .directory(path: path, error.errno)
        }
    }

    /// Makes sure that there is room.
    ///
    /// - Throws: `ExportError.isFull`, `.target`.
    public func check(for bytes: Int64) throws(ExportError) {
        do throws(SystemCallError) {
            let room = DiskRoom(free: try directory.freeBytes())
            guard !room.has(bytes) else { return }
        } catch {
            throw .target(path: path, error.errno)
        }
        throw .isFull(path: path, needed: bytes)
    }

    /// Removes what was left here by processes that were killed.
    public func tidy() { directory.removeAbandoned() }

    /// Begins a file.
    ///
    /// - Throws: As `ConfinedDirectory.begin`.
    func begin(_ name: String) throws(SystemCallError) -> NewFile {
        try directory.begin(name, replaces: false)
    }

    /// Which number a file of that name is to be tried with first.
    func number(of name: String) -> Int { numbers.withLock { $0[name] ?? 0 } }

    /// A file of that name has one.
    func take(_ number: Int, of name: String) {
        numbers.withLock { $0[name] = number + 1 }
    }

    func refusal(_ error: SystemCallError, writing name: String) -> ExportError {
        switch error.errno {
        case .noSpace, .quotaExceeded: .isFull(path: path, needed: 1)
        case .fileExists: .hasNoName(path: "\(path)/\(name)")
        case .nameTooLong: .nameTooLong(path: "\(path)/\(name)")
        default: .target(path: "\(path)/\(name)", error.errno)
        }
    }
}
