internal import ControlAPI
internal import Glibc
internal import Media
internal import Platform

/// Where a daemon keeps what was applied to it, one place for each configuration file.
///
/// Thread: safe. Reading and writing block.
struct ConfigurationStore: Sendable {
    /// As large as any request, escaped, and what is known of it.
    private static let mostBytes = 1 << 20

    private let file: StateFile?

    /// - Parameters:
    ///   - folder: nil where nothing tells of one.
    ///   - configuration: The path of the configuration file; nil for the standard one.
    init(folder: String?, configuration: String?) {
        let other = configuration.map(Self.absolute)
            .flatMap { $0 == ConfigurationSource.standardPath ? nil : $0 }
        let suffix = other.map { "-" + SHA256.hexadecimal(of: Array($0.utf8), digits: 16) } ?? ""
        file = folder.map {
            StateFile(
                folder: $0,
                name: "configuration\(suffix).json",
                mostBytes: Self.mostBytes
            )
        }
    }

    /// Whether there is a place for it.
    var isThere: Bool { file != nil }

    var path: String { file?.path ?? "" }

    /// - Returns: What is kept; of a place without a file, and without a place, nothing was.
    /// - Throws: `StateFile.Failure`.
    func read() throws(StateFile.Failure) -> ConfigurationRecord {
        guard let bytes = try file?.read() else { return ConfigurationRecord() }
        return try ConfigurationRecord(json: bytes)
    }

    /// Sets aside what cannot be read.
    ///
    /// - Returns: Where it is then; nil where it stays.
    func setAside() -> String? { try? file?.setAside() }

    /// Writes it in place of what is there, as a whole.
    ///
    /// - Throws: As `StateFile.write`; what was there stays then.
    func write(_ record: ConfigurationRecord) throws(SystemCallError) {
        try file?.write(record.json)
    }

    /// Writes it, unless another daemon has had one on trial since, which this one does not know of:
    /// what that one wrote is the later.
    ///
    /// - Throws: As `write`.
    func save(_ record: ConfigurationRecord) throws(SystemCallError) {
        if let other = try? read(), other.lastGeneration > record.lastGeneration { return }
        try write(record)
    }

    /// Keeps another daemon from trying one in the same place.
    ///
    /// - Returns: nil where another does.
    /// - Throws: As `StateFile.lock`.
    func lock() throws(SystemCallError) -> LockFile? { try file?.lock() }

    private static func absolute(_ path: String) -> String {
        guard !path.hasPrefix("/"), let here = getcwd(nil, 0) else { return path }
        defer { free(here) }
        return "\(String(cString: here))/\(path)"
    }
}

/// As a file has it.
extension ConfigurationRecord {
    /// Beyond any use, and far from what a number holds.
    private static let generations = 0...(1 << 50)

    /// - Throws: As `StateDocument`.
    init(json bytes: [UInt8]) throws(StateFile.Failure) {
        let kept = try StateDocument<Self>(json: bytes).content
        let numbers = [
            kept.lastGeneration, kept.applied?.generation, kept.trial, kept.outcome?.generation,
        ].compactMap { $0 }
        guard numbers.allSatisfy(Self.generations.contains), kept.outcome?.time.isFinite ?? true
        else { throw .damaged("a number in it is none of pipd's") }
        self.init(
            lastGeneration: numbers.max() ?? 0,
            applied: kept.applied,
            trial: kept.trial,
            outcome: kept.outcome
        )
    }

    var json: [UInt8] { StateDocument(self).json }
}
