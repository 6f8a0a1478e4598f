internal import Glibc

/// The text files and directories in which the kernel tells about itself.
enum KernelText {
    static let malformed = SystemCallError(call: "read", errno: .badMessage)

    /// The whole of a file below `/proc` or `/sys`, whose size is not known before.
    static func read(_ path: String) throws(SystemCallError) -> String {
        let file = OwnedDescriptor(
            taking: try systemCall("open") { open(path, O_RDONLY | O_CLOEXEC) }
        )
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = try systemCall("read") {
                CInt(truncatingIfNeeded: Glibc.read(file.rawValue, &part, part.count))
            }
            if count == 0 { return String(decoding: bytes, as: UTF8.self) }
            bytes.append(contentsOf: part.prefix(Int(count)))
        }
    }

    /// How many descriptors the process has, without the one that counting them takes.
    static func countDescriptors() throws(SystemCallError) -> Int {
        var directory: OpaquePointer?
        try systemCall("opendir") {
            directory = opendir("/proc/self/fd")
            return directory == nil ? -1 : 0
        }
        guard let directory else { throw malformed }
        defer { closedir(directory) }
        var count = 0
        while let entry = readdir(directory) {
            // The names are numbers, but for `.` and `..`.
            if entry.pointee.d_name.0 != CChar(UInt8(ascii: ".")) { count += 1 }
        }
        return count - 1
    }
}
