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

    /// The numbers of the process's descriptors, without the one that listing them takes.
    static func descriptors() throws(SystemCallError) -> [CInt] {
        var directory: OpaquePointer?
        try systemCall("opendir") {
            directory = opendir("/proc/self/fd")
            return directory == nil ? -1 : 0
        }
        guard let directory else { throw malformed }
        defer { closedir(directory) }
        let own = dirfd(directory)
        var descriptors: [CInt] = []
        try DirectoryNames.forEach(of: directory) { (name) throws(SystemCallError) in
            if let descriptor = CInt(name), descriptor != own { descriptors.append(descriptor) }
        }
        return descriptors
    }
}
