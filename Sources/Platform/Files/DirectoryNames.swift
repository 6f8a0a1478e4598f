internal import Glibc

/// The names in a directory, in no order, without `.` and `..`. What is no UTF-8 in them is
/// replaced: `MediaFolder` reads itself, which has to know.
///
/// Thread: reentrant.
public enum DirectoryNames {
    /// Calls `body` with one after the other.
    ///
    /// - Throws: `opendir`, `readdir`, and what `body` throws.
    public static func forEach(
        in path: String,
        _ body: (String) throws(SystemCallError) -> Void
    ) throws(SystemCallError) {
        guard let stream = opendir(path) else {
            throw SystemCallError(call: "opendir", errno: Errno(rawValue: errno))
        }
        defer { closedir(stream) }
        try forEach(of: stream, body)
    }

    /// The same of an open one, from where it is.
    static func forEach(
        of stream: OpaquePointer,
        _ body: (String) throws(SystemCallError) -> Void
    ) throws(SystemCallError) {
        while true {
            errno = 0
            guard let entry = readdir(stream) else { break }
            // An entry ends with its name; what Swift takes for it is as long as one may be.
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                String(cString: UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self))
            }
            if name != ".", name != ".." { try body(name) }
        }
        let failure = errno
        guard failure == 0 else {
            throw SystemCallError(call: "readdir", errno: Errno(rawValue: failure))
        }
    }
}
