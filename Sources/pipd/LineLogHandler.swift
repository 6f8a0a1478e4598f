internal import Glibc
internal import Logging

/// Writes log messages to standard error, a line each.
///
/// Under systemd (`$JOURNAL_STREAM`) a line starts with its priority as the
/// journal reads it (`sd-daemon(3)`); elsewhere with its level.
struct LineLogHandler: LogHandler {
    var logLevel: Logger.Level
    var metadata: Logger.Metadata = [:]
    private let isJournal = getenv("JOURNAL_STREAM") != nil

    init(level: Logger.Level) {
        logLevel = level
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        let prefix = isJournal ? "<\(priority(event.level))>" : "pipd: \(event.level): "
        let details = metadata.merging(event.metadata ?? [:]) { $1 }.sorted { $0.key < $1.key }
            .map { " \($0.key)=\($0.value)" }.joined()
        let line = Array("\(prefix)\(event.message)\(details)\n".utf8)
        // One call a line: lines of several threads do not mix.
        _ = line.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }

    /// As `syslog(3)` numbers them.
    private func priority(_ level: Logger.Level) -> Int {
        switch level {
        case .trace, .debug: 7
        case .info: 6
        case .notice: 5
        case .warning: 4
        case .error: 3
        case .critical: 2
        }
    }
}
