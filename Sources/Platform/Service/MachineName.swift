internal import Glibc

/// What the machine is called in its network.
public enum MachineName {
    /// As the kernel has it, `localhost` where it has none. The corresponding C function is
    /// `gethostname`.
    public static var current: String {
        var buffer = [CChar](repeating: 0, count: 256)
        guard gethostname(&buffer, buffer.count - 1) == 0 else { return "localhost" }
        let name = buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        return name.isEmpty ? "localhost" : String(decoding: name, as: UTF8.self)
    }
}
