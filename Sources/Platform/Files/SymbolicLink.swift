internal import Glibc

/// What a symbolic link says. Thread: reentrant.
public enum SymbolicLink {
    /// The corresponding C function is `readlink`.
    ///
    /// - Parameter path: Of the link.
    /// - Returns: What it says, as it stands there; nil for anything else.
    public static func target(of path: String) -> String? {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { buffer in
            guard let start = buffer.baseAddress else { return nil }
            let count = readlink(path, start, buffer.count)
            guard count > 0, count < buffer.count else { return nil }
            let bytes = buffer[..<count].map { UInt8(bitPattern: $0) }
            return String(decoding: bytes, as: UTF8.self)
        }
    }
}
