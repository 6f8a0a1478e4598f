internal import Glibc

/// Files that appear complete or not at all.
enum OutputFile {
    /// Writes a file beside its name, then gives it that name. A device or a
    /// pipe is written to; a link is followed.
    ///
    /// - Throws: `CommandFailure` that names the file and the system's reason.
    static func write(_ bytes: [UInt8], to path: String) throws(CommandFailure) {
        guard let path = replaceable(path) else { return try writeInPlace(bytes, path) }
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

    /// The path of the regular file that is there or is to be; nil for
    /// anything else, which must not be replaced.
    private static func replaceable(_ path: String) -> String? {
        var status = stat()
        guard stat(path, &status) == 0 else { return path }
        guard status.st_mode & S_IFMT == S_IFREG else { return nil }
        guard let resolved = realpath(path, nil) else { return path }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    private static func writeInPlace(
        _ bytes: [UInt8],
        _ path: String
    ) throws(CommandFailure) {
        let descriptor = open(path, O_WRONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure(path) }
        defer { close(descriptor) }
        try writeAll(bytes, to: descriptor, path)
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
