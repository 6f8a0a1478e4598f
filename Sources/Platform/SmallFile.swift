internal import Glibc

/// Reads files that are small.
public enum SmallFile {
    /// Reads all of a file.
    ///
    /// - Parameters:
    ///   - path: Of a regular file; another program's pipe is not waited for.
    ///   - limit: The most bytes that it may have.
    /// - Returns: What is in it.
    /// - Throws: `SystemCallError`; `Errno.fileTooLarge` for one that is longer,
    ///   `.invalidArgument` for what is no regular file.
    public static func read(_ path: String, atMost limit: Int) throws(SystemCallError) -> [UInt8] {
        let number = try systemCall("open") {
            open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
        }
        let file = OwnedDescriptor(taking: number)
        var status = stat()
        try systemCall("fstat") { fstat(file.rawValue, &status) }
        guard status.st_mode & S_IFMT == S_IFREG else {
            let isDirectory = status.st_mode & S_IFMT == S_IFDIR
            throw SystemCallError(
                call: "read",
                errno: isDirectory ? .isDirectory : .invalidArgument
            )
        }
        guard status.st_size <= limit else {
            throw SystemCallError(call: "read", errno: .fileTooLarge)
        }
        let bytes = file.read(atMost: Int(status.st_size))
        guard bytes.count == Int(status.st_size) else {
            throw SystemCallError(call: "read", errno: .inputOutput)
        }
        return bytes
    }
}

extension OwnedDescriptor {
    /// Reads a file on from where it is; fewer bytes where it ends, or cannot be read further.
    ///
    /// Blocking. The corresponding C function is `read`.
    ///
    /// - Parameter limit: The most bytes.
    /// - Returns: What came.
    public borrowing func read(atMost limit: Int) -> [UInt8] {
        let descriptor = rawValue
        return [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
            while count < limit {
                let rest = UnsafeMutableBufferPointer(rebasing: buffer[count..<limit])
                let read = Glibc.read(descriptor, rest.baseAddress, rest.count)
                if read < 0, errno == EINTR { continue }
                guard read > 0 else { break }
                count += read
            }
        }
    }
}
