internal import Glibc
internal import Platform

/// A file that is exported: invisible until it is whole, under a name that nothing had.
///
/// Thread: bound to whoever has it.
final class ExportedFile {
    /// What is written between two looks at the room there is, and whether it is still wanted.
    static let pieceBytes = 8 << 20
    /// What may wait for the disk: so much takes a slow one seconds, and not minutes at the end.
    private static let unsyncedBytes = 32 << 20

    private let directory: ExportDirectory
    private let progress: ExportProgress
    private let original: String
    private let name: ExportName
    private let attempt: Int
    private var file: NewFile?
    /// Since the last look.
    private var pending = pieceBytes
    private var unsynced = 0

    /// - Throws: `ExportError.hasNoName`, `.target`, `.isFull`.
    init(
        _ original: String,
        in directory: ExportDirectory,
        _ progress: ExportProgress
    ) throws(ExportError) {
        self.directory = directory
        self.progress = progress
        self.original = original
        name = ExportName(original)
        var attempt = directory.number(of: original)
        while let text = name.text(attempt) {
            do throws(SystemCallError) {
                file = try directory.begin(text)
                self.attempt = attempt
                return
            } catch {
                guard [.fileExists, .isDirectory].contains(error.errno) else {
                    throw directory.refusal(error, writing: text)
                }
            }
            attempt += 1
        }
        throw .hasNoName(path: "\(directory.path)/\(original)")
    }

    /// Writes all of some bytes.
    ///
    /// - Throws: `ExportError`.
    func write(_ bytes: UnsafeRawBufferPointer, at offset: Int64) throws(ExportError) {
        try prepare(bytes.count)
        let descriptor = descriptor
        var done = 0
        while done < bytes.count {
            let rest = UnsafeRawBufferPointer(rebasing: bytes[done...])
            let place = offset + Int64(done)
            done += try call { () throws(SystemCallError) in
                try systemCall("pwrite") {
                    CInt(clamping: pwrite(descriptor, rest.baseAddress, rest.count, off_t(place)))
                }
            }
        }
        try wrote(done)
    }

    /// Takes what follows of another file, which the kernel copies.
    ///
    /// - Parameters:
    ///   - count: At most `pieceBytes`.
    ///   - source: From where it was left.
    /// - Returns: How many bytes those were; zero at its end; nil where the kernel cannot.
    /// - Throws: `ExportError`.
    func take(_ count: Int, from source: ReadableFile) throws(ExportError) -> Int? {
        try prepare(count)
        let copied: Int
        do throws(SystemCallError) {
            copied = try source.copy(to: descriptor, atMost: count)
        } catch {
            guard Self.inability.contains(error.errno) else { throw refusal(error) }
            return nil
        }
        try wrote(copied)
        return copied
    }

    /// What a kernel, a file system or a service's filter says that cannot do it, and what a disk
    /// says that fails: reading and writing tell which of the two that is.
    private static let inability: [Errno] = [
        .crossesDevices, .invalidArgument, .notSupported, .notImplemented, .notPermitted,
        .inputOutput,
    ]

    /// Lets it appear.
    ///
    /// - Parameter modified: When its original was written, in nanoseconds since 1970.
    /// - Returns: Its path.
    /// - Throws: `ExportError`; the file is gone then.
    func publish(modified: Int64) throws(ExportError) -> String {
        try progress.check()
        guard let file = file.take() else { return directory.path }
        let (seconds, rest) = modified.quotientAndRemainder(dividingBy: 1_000_000_000)
        // Before 1970 the rest is negative.
        let time =
            rest < 0
            ? timespec(tv_sec: Int(seconds) - 1, tv_nsec: Int(rest) + 1_000_000_000)
            : timespec(tv_sec: Int(seconds), tv_nsec: Int(rest))
        // A file system that does not know such a time leaves its own.
        _ = futimens(file.rawValue, [time, time])
        let (name, attempt) = (name, attempt)
        do throws(SystemCallError) {
            var number = attempt
            let published = try file.publish {
                number = attempt + $0 - 1
                return name.text(number)
            }
            directory.take(number, of: original)
            progress.finish()
            return "\(directory.path)/\(published)"
        } catch {
            throw refusal(error)
        }
    }

    /// Valid until it is published.
    private var descriptor: CInt { file?.rawValue ?? -1 }

    /// Makes sure that something may be written: there is room, and it is still wanted.
    private func prepare(_ count: Int) throws(ExportError) {
        pending += count
        guard pending >= Self.pieceBytes else { return }
        pending = 0
        try progress.check()
        try directory.check(for: Int64(max(count, Self.pieceBytes)))
    }

    private func wrote(_ count: Int) throws(ExportError) {
        progress.add(count)
        unsynced += count
        guard unsynced >= Self.unsyncedBytes else { return }
        unsynced = 0
        let descriptor = descriptor
        _ = try call { () throws(SystemCallError) in
            try systemCall("fdatasync") { fdatasync(descriptor) }
        }
        // It is not read again; what is on the screen may be.
        _ = posix_fadvise(descriptor, 0, 0, POSIX_FADV_DONTNEED)
        progress.move()
    }

    private func call(_ body: () throws(SystemCallError) -> CInt) throws(ExportError) -> Int {
        do throws(SystemCallError) {
            return Int(try body())
        } catch {
            throw refusal(error)
        }
    }

    private func refusal(_ error: SystemCallError) -> ExportError {
        directory.refusal(error, writing: name.text(attempt) ?? "")
    }
}
