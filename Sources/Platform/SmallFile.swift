internal import Glibc

/// Reads files that are small.
public enum SmallFile {
    /// - Parameters:
    ///   - path: Of a regular file; another program's pipe is not waited for.
    ///   - limit: The most bytes that it may have.
    /// - Returns: What is in it; nil for one that is longer, or cannot be read.
    public static func read(_ path: String, atMost limit: Int) -> [UInt8]? {
        let number = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
        guard number >= 0 else { return nil }
        let file = OwnedDescriptor(taking: number)
        var status = stat()
        guard fstat(file.rawValue, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
            status.st_size <= limit
        else { return nil }
        let bytes = file.read(atMost: Int(status.st_size))
        return bytes.count == Int(status.st_size) ? bytes : nil
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
