internal import CLinux
internal import Glibc

/// A file in memory, which no folder has: for libraries that want a path.
public struct MemoryFile: ~Copyable {
    private let file: OwnedDescriptor

    /// - Parameters:
    ///   - bytes: What is in it.
    ///   - name: For people who look at the process.
    /// - Returns: Nil where the system refuses the memory.
    public static func make(of bytes: [UInt8], name: String) -> Self? {
        let descriptor = clinux_open_memory(name)
        guard descriptor >= 0 else { return nil }
        let file = Self(file: OwnedDescriptor(taking: descriptor))
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 else { return nil }
            rest = rest.dropFirst(count)
        }
        return file
    }

    /// By which this process can open it, for as long as this lives.
    public var path: String { "/proc/self/fd/\(file.rawValue)" }
}
