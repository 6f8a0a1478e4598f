internal import Glibc
internal import Platform

/// Where the configuration file is, and how it is read.
struct ConfigurationSource {
    private static let standardPath = "/etc/pipd/pipd.yml"

    private let path: String
    private let isOptional: Bool

    /// - Parameter path: nil for the standard one, which need not be there.
    init(_ path: String?) {
        self.path = path ?? Self.standardPath
        isOptional = path == nil
    }

    /// Reads the file; a standard one that is not there says nothing.
    ///
    /// - Returns: What it sets.
    /// - Throws: `ConfigurationError` naming the file, and the line where there is one.
    func read() throws(ConfigurationError) -> ConfigurationFile {
        let bytes: [UInt8]
        do {
            bytes = try Self.contents(of: path)
        } catch {
            if isOptional, error.errno == .noSuchFile { return ConfigurationFile() }
            throw ConfigurationError(location: path, message: "cannot be read: \(error.errno)")
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw ConfigurationError(location: path, message: "is no text in UTF-8")
        }
        return try ConfigurationFile.parse(text, name: path)
    }

    private static func contents(of path: String) throws(SystemCallError) -> [UInt8] {
        let file = OwnedDescriptor(
            taking: try systemCall("open") { open(path, O_RDONLY | O_CLOEXEC) }
        )
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = try systemCall("read") {
                CInt(truncatingIfNeeded: Glibc.read(file.rawValue, &part, part.count))
            }
            if count == 0 { return bytes }
            bytes += part.prefix(Int(count))
            // Nothing that long is meant as a configuration, and /dev/zero has no end.
            if bytes.count > 1 << 24 {
                throw SystemCallError(call: "read", errno: Errno(rawValue: EFBIG))
            }
        }
    }
}
