internal import Glibc

/// Files that appear complete or not at all.
enum OutputFile {
    /// Writes a file beside its name, then gives it that name.
    ///
    /// - Throws: `CommandFailure` that names the file and the system's reason.
    static func write(_ bytes: [UInt8], to path: String) throws(CommandFailure) {
        let temporary = "\(path).\(getpid())"
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw failure(path) }
        do {
            try writeAll(bytes, to: descriptor, path)
        } catch {
            _ = close(descriptor)
            _ = unlink(temporary)
            throw error
        }
        // What a network file system could not store shows here.
        guard close(descriptor) == 0, rename(temporary, path) == 0 else {
            let failure = failure(path)
            _ = unlink(temporary)
            throw failure
        }
    }

    private static func writeAll(
        _ bytes: [UInt8],
        to descriptor: CInt,
        _ path: String
    ) throws(CommandFailure) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw failure(path) }
            rest = rest.dropFirst(count)
        }
    }

    private static func failure(_ path: String) -> CommandFailure {
        let reason = String(cString: strerror(errno))
        return .fileError("Cannot write \(path): \(reason).")
    }
}
