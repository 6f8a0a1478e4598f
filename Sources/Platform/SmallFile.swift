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
        var length = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: Int(status.st_size)) { buffer, count in
            while length < buffer.count {
                let rest = UnsafeMutableBufferPointer(rebasing: buffer[length...])
                let read = Glibc.read(file.rawValue, rest.baseAddress, rest.count)
                if read < 0, errno == EINTR { continue }
                guard read > 0 else { break }
                length += read
            }
            count = length
        }
        return length == Int(status.st_size) ? bytes : nil
    }
}
