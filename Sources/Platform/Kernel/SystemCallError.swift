internal import Glibc

/// Why a system call failed: a number of `errno.h`. Others than the named ones fit as well.
public struct Errno: RawRepresentable, Hashable, Sendable {
    public let rawValue: CInt

    public init(rawValue: CInt) {
        self.rawValue = rawValue
    }

    public static let notPermitted = Self(rawValue: EPERM)
    public static let noSuchFile = Self(rawValue: ENOENT)
    public static let interrupted = Self(rawValue: EINTR)
    public static let inputOutput = Self(rawValue: EIO)
    /// `EAGAIN`, on Linux also `EWOULDBLOCK`.
    public static let wouldBlock = Self(rawValue: EAGAIN)
    public static let outOfMemory = Self(rawValue: ENOMEM)
    public static let permissionDenied = Self(rawValue: EACCES)
    public static let busy = Self(rawValue: EBUSY)
    public static let fileExists = Self(rawValue: EEXIST)
    public static let noSuchDevice = Self(rawValue: ENODEV)
    public static let invalidArgument = Self(rawValue: EINVAL)
    /// The process has as many descriptors as it may have.
    public static let tooManyOpenFiles = Self(rawValue: EMFILE)
    public static let fileTooLarge = Self(rawValue: EFBIG)
    public static let noSpace = Self(rawValue: ENOSPC)
    public static let brokenPipe = Self(rawValue: EPIPE)
    /// What was read is not what it should be; used for text of the kernel's that does not parse.
    public static let badMessage = Self(rawValue: EBADMSG)
    public static let connectionRefused = Self(rawValue: ECONNREFUSED)
    public static let readOnlyFileSystem = Self(rawValue: EROFS)
    public static let notSupported = Self(rawValue: EOPNOTSUPP)
    /// Also of a system call that a service's filter leaves out.
    public static let notImplemented = Self(rawValue: ENOSYS)
    public static let quotaExceeded = Self(rawValue: EDQUOT)
    public static let isDirectory = Self(rawValue: EISDIR)
    public static let notADirectory = Self(rawValue: ENOTDIR)
    public static let nameTooLong = Self(rawValue: ENAMETOOLONG)
    /// Also said of a path that leads out of where it has to stay (`openat2`).
    public static let crossesDevices = Self(rawValue: EXDEV)
    public static let tooManySymbolicLinks = Self(rawValue: ELOOP)
    /// Also said of a named pipe that nobody reads (`open`).
    public static let noSuchDeviceOrAddress = Self(rawValue: ENXIO)
}

extension Errno: CustomStringConvertible {
    /// The C library's text, such as "No such file or directory".
    public var description: String {
        // Long enough for every text of glibc's; a longer one is cut.
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 128) { buffer in
            guard let start = buffer.baseAddress else { return "errno \(rawValue)" }
            buffer.initialize(repeating: 0)
            // The POSIX variant, safe on any thread: returns a number, fills the buffer.
            _ = strerror_r(rawValue, start, buffer.count - 1)
            return String(cString: start)
        }
    }
}

/// A failed system call: which one, and why.
public struct SystemCallError: Error, Sendable {
    /// The C function or ioctl request that failed, such as `VIDIOC_DQBUF`.
    public let call: StaticString
    public let errno: Errno

    public init(call: StaticString, errno: Errno) {
        self.call = call
        self.errno = errno
    }
}

extension SystemCallError: CustomStringConvertible {
    /// `call: message`.
    public var description: String { "\(call): \(errno)" }
}

/// Calls `body`, again while a signal interrupts it, and checks its result.
///
/// `errno` is read before anything else can run: even a retain or a string
/// interpolation between the call and the read may overwrite it.
///
/// - Parameters:
///   - call: The C function's name, for the error.
///   - body: Makes the call once; returns −1 and leaves `errno` when it failed.
/// - Returns: What `body` returned.
/// - Throws: `SystemCallError` for every failure but `EINTR`.
@discardableResult
public func systemCall(
    _ call: StaticString,
    _ body: () -> CInt
) throws(SystemCallError) -> CInt {
    while true {
        #if DEBUG
        if let forced = SystemCallFaults.next(for: call) {
            if forced == .interrupted { continue }
            throw SystemCallError(call: call, errno: forced)
        }
        #endif
        let result = body()
        if result != -1 { return result }
        let cause = Errno(rawValue: errno)
        if cause != .interrupted {
            throw SystemCallError(call: call, errno: cause)
        }
    }
}
