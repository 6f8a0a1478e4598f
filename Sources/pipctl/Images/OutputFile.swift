internal import Glibc
internal import Media

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

    /// Writes a new file, named by its subject and the time; one that exists is never replaced.
    ///
    /// - Parameters:
    ///   - bytes: The content.
    ///   - subject: What it is of, such as a stream's ID.
    ///   - fileExtension: What its name ends in, without a dot.
    ///   - directory: Where it is written; nil: the working directory.
    ///   - time: Seconds since 1970; nil: now.
    /// - Returns: Its path.
    /// - Throws: `CommandFailure` that names the file and the system's reason.
    static func writeNew(
        _ bytes: [UInt8],
        subject: String,
        fileExtension: String,
        in directory: String? = nil,
        time: Double? = nil
    ) throws(CommandFailure) -> String {
        let stem = (directory.map { "\($0)/" } ?? "") + "\(name(subject))-\(stamp(time))"
        var path = "\(stem).\(fileExtension)"
        for number in 2...10_000 {
            // Takes the name; the content then replaces the empty file in one step.
            let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
            if descriptor >= 0 {
                _ = close(descriptor)
                do { try write(bytes, to: path) } catch {
                    _ = unlink(path)
                    throw error
                }
                return path
            }
            guard errno == EEXIST else { break }
            path = "\(stem)-\(number).\(fileExtension)"
        }
        throw failure(path)
    }

    /// Looks whether files can be made in a directory.
    ///
    /// - Throws: `CommandFailure` that says why not.
    static func checkDirectory(_ path: String) throws(CommandFailure) {
        // With the slash a file is none.
        guard access("\(path)/", W_OK | X_OK) == 0 else { throw failure(path) }
    }

    /// A subject as the beginning of a file's name.
    private static func name(_ subject: String) -> String {
        let name = subject.map { character in
            character.isASCII
                && (character.isLetter || character.isNumber || "._-".contains(character))
                ? character : "_"
        }
        return String(name.drop { $0 == "." || $0 == "-" })
    }

    /// Such as `20261121-140322`, in the user's own time.
    private static func stamp(_ seconds: Double?) -> String {
        // Beyond any use, but not beyond what a calendar knows.
        var time = seconds.map { time_t($0.held(to: 0...1e11)) } ?? Glibc.time(nil)
        var parts = tm()
        localtime_r(&time, &parts)
        var text = [CChar](repeating: 0, count: 32)
        let count = strftime(&text, text.count, "%Y%m%d-%H%M%S", &parts)
        return String(decoding: text.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
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
