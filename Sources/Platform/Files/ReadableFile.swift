internal import CLinux
internal import Glibc

/// A regular file that is open to be read, whatever takes its name meanwhile.
///
/// Thread: safe.
public final class ReadableFile: Sendable {
    private let descriptor: OwnedDescriptor
    /// In bytes, when it was opened.
    public let size: Int64
    /// When it was last written then, in nanoseconds since 1970-01-01 00:00 UTC.
    public let modified: Int64

    init(_ name: String, in directory: borrowing OwnedDescriptor) throws(SystemCallError) {
        let parent = directory.rawValue
        // Nothing waits for a pipe.
        let flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
        descriptor = OwnedDescriptor(
            taking: try systemCall("openat") { openat(parent, name, flags) }
        )
        let status = try Self.status(of: descriptor.rawValue)
        switch status.st_mode & S_IFMT {
        case S_IFREG: break
        case S_IFDIR: throw SystemCallError(call: "openat", errno: .isDirectory)
        default: throw SystemCallError(call: "openat", errno: .invalidArgument)
        }
        size = Int64(status.st_size)
        modified = status.st_mtim.nanoseconds
    }

    /// For system calls, for as long as this object lives.
    public var rawValue: CInt { descriptor.rawValue }

    /// Whether it is as it was when it was opened.
    public var isUnchanged: Bool {
        guard let status = try? Self.status(of: rawValue) else { return false }
        return status.st_size == size && status.st_mtim.nanoseconds == modified
    }

    /// Some of its bytes; fewer where it ends, or cannot be read further. Blocking.
    ///
    /// The corresponding C function is `pread`.
    ///
    /// - Parameters:
    ///   - offset: Of the first one.
    ///   - count: How many at most.
    /// - Returns: What there is.
    public func bytes(at offset: Int64, atMost count: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while filled < count {
                let rest = UnsafeMutableBufferPointer(rebasing: buffer[filled..<count])
                let read = pread(rawValue, rest.baseAddress, rest.count, off_t(offset) + filled)
                if read < 0, errno == EINTR { continue }
                guard read > 0 else { break }
                filled += read
            }
        }
    }

    /// Has the kernel copy what follows, from where the last copy ended, to where another file is.
    ///
    /// The corresponding C function is `copy_file_range`.
    ///
    /// - Parameters:
    ///   - descriptor: Of the other file.
    ///   - count: How many bytes at most.
    /// - Returns: How many those were; zero at its end.
    /// - Throws: `copy_file_range`, with `EXDEV`, `EINVAL` or `EOPNOTSUPP` for files between which
    ///   it cannot.
    public func copy(to descriptor: CInt, atMost count: Int) throws(SystemCallError) -> Int {
        let own = rawValue
        let copied = try systemCall("copy_file_range") {
            CInt(clamping: clinux_copy_range(own, descriptor, count))
        }
        return Int(copied)
    }

    private static func status(of descriptor: CInt) throws(SystemCallError) -> stat {
        var status = stat()
        try systemCall("fstat") { fstat(descriptor, &status) }
        return status
    }
}

extension timespec {
    /// The nearest that there is: a file may have any time.
    package var nanoseconds: Int64 {
        let (whole, overflow) = Int64(tv_sec).multipliedReportingOverflow(by: 1_000_000_000)
        guard !overflow else { return tv_sec < 0 ? .min : .max }
        let (sum, isBeyond) = whole.addingReportingOverflow(Int64(tv_nsec))
        return isBeyond ? .max : sum
    }
}
