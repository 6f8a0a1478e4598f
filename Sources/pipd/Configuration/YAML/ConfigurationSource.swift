internal import Glibc
internal import Media
internal import Platform

/// Where the configuration file is, and how it is read.
struct ConfigurationSource {
    static let standardPath = "/etc/pipd/pipd.yml"

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
    func read() throws(ConfigurationError) -> ConfigurationFile { try parse(text()) }

    /// What a text of the file sets.
    ///
    /// - Parameter text: nil for a file that is not there.
    /// - Returns: What it sets.
    /// - Throws: `ConfigurationError` naming the file, and the line where there is one.
    func parse(_ text: String?) throws(ConfigurationError) -> ConfigurationFile {
        guard let text else { return ConfigurationFile(isEmpty: true) }
        return try ConfigurationFile.parse(text, name: path)
    }

    /// What messages call a text that takes the file's place: what it names without a folder is
    /// beside the file.
    func beside(_ name: String) -> String {
        let base = name.split(separator: "/").last ?? "configuration"
        return path.lastIndex(of: "/").map { "\(path[...$0])\(base)" } ?? "\(base)"
    }

    /// - Returns: What the file says; nil for a standard one that is not there.
    /// - Throws: `ConfigurationError` naming the file.
    func text() throws(ConfigurationError) -> String? {
        let bytes: [UInt8]?
        do {
            bytes = try Self.contents(of: path)
        } catch {
            if isOptional, error.errno == .noSuchFile {
                return nil
            }
            throw ConfigurationError(location: path, message: "cannot be read: \(error.errno)")
        }
        guard let bytes else {
            throw ConfigurationError(
                location: path,
                message: "is a pipe or socket; accepted: a file"
            )
        }
        try ConfigurationBounds.check(byteCount: bytes.count, name: path)
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw ConfigurationError(location: path, message: "is no text in UTF-8")
        }
        return text
    }

    /// What a file says, as far as it is no longer than may be; nil for what is no file.
    private static func contents(of path: String) throws(SystemCallError) -> [UInt8]? {
        // A pipe that nobody writes would be waited for.
        let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY
        let file = OwnedDescriptor(taking: try systemCall("open") { open(path, flags) })
        var attributes = stat()
        try systemCall("fstat") { fstat(file.rawValue, &attributes) }
        guard ![S_IFIFO, S_IFSOCK].contains(attributes.st_mode & S_IFMT) else { return nil }
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = try systemCall("read") {
                CInt(truncatingIfNeeded: Glibc.read(file.rawValue, &part, part.count))
            }
            // One byte too many is enough to be refused; /dev/zero has no end.
            if count == 0 || bytes.count > ConfigurationBounds.maximumBytes { return bytes }
            bytes += part.prefix(Int(count))
        }
    }
}
