internal import FoundationEssentials
internal import Glibc

/// The files of a store: `NAME`, its log `NAME-wal` and the log's index `NAME-shm`.
struct StoreFiles: Sendable {
    let path: String

    /// Makes an empty file that only its owner may read, where there is none.
    ///
    /// The corresponding C function is `open`. SQLite gives its other files the same mode.
    func make() throws(StoreError) {
        guard access(folder, F_OK) == 0 else { throw .noFolder(path: path) }
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        if descriptor < 0 {
            let code = errno
            switch code {
            case EACCES, EPERM, EROFS: throw .isReadOnly(path: path)
            case ENOSPC, EDQUOT: throw .isFull(path: path)
            default: throw .failed(path: path, reason: String(cString: strerror(code)))
            }
        }
        close(descriptor)
    }

    /// Gives the files another name, and removes those of the oldest that had to go so.
    ///
    /// The log goes first: one that stayed alone would be read into the file that comes next.
    ///
    /// - Parameter time: Microseconds since 1970-01-01 00:00 UTC.
    /// - Returns: The new path.
    /// - Throws: `isReadOnly`, `failed`.
    func setAside(at time: Int64) throws(StoreError) -> String {
        let target = freeName(at: time)
        for ending in ["-wal", "-shm", ""] {
            guard rename(path + ending, target + ending) != 0 else { continue }
            let code = errno
            guard ending.isEmpty || code != ENOENT else { continue }
            guard code == EACCES || code == EPERM || code == EROFS else {
                throw .failed(path: path, reason: String(cString: strerror(code)))
            }
            throw .isReadOnly(path: path)
        }
        removeOldest()
        return target
    }

    private var folder: String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    private var name: String { path.split(separator: "/").last.map(String.init) ?? path }

    /// `NAME.damaged-20261124T043912Z`, and `-1` and so on where that is taken.
    private func freeName(at time: Int64) -> String {
        let style = Date.ISO8601FormatStyle(dateSeparator: .omitted, timeSeparator: .omitted)
        // Years of four digits, for the names to sort.
        let seconds = min(max(time / 1_000_000, 0), 253_402_300_799)
        let date = Date(timeIntervalSince1970: Double(seconds))
        let stem = "\(path).damaged-\(date.formatted(style))"
        let names = (0...StoreLimits.damagedFiles).map { $0 == 0 ? stem : "\(stem)-\($0)" }
        // No more than three are kept, so that of four names one is free.
        return names.first { access($0, F_OK) != 0 } ?? stem
    }

    private func removeOldest() {
        let files = FileManager.default
        guard let names = try? files.contentsOfDirectory(atPath: folder) else { return }
        let damaged = names.filter {
            $0.hasPrefix(name + ".damaged-") && !$0.hasSuffix("-wal") && !$0.hasSuffix("-shm")
        }
        for name in damaged.sorted().dropLast(StoreLimits.damagedFiles) {
            for ending in ["", "-wal", "-shm"] { unlink("\(folder)/\(name)\(ending)") }
        }
    }
}
