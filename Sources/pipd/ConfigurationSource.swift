internal import Foundation

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
        if isOptional, !FileManager.default.fileExists(atPath: path) { return ConfigurationFile() }
        let text: String
        do {
            text = try String(contentsOfFile: path, encoding: .utf8)
        } catch {
            throw ConfigurationError(
                location: path,
                message: "cannot be read: \(error.localizedDescription)"
            )
        }
        return try ConfigurationFile.parse(text, name: path)
    }
}
