internal import Logging
internal import Media
internal import Platform

/// Writes log messages to standard error, a line each.
///
/// Where the journal reads standard error a line starts with its priority, as
/// `sd-daemon(3)` describes; elsewhere with the program's name and the level.
struct LineLogHandler: LogHandler {
    var logLevel: Logger.Level
    var metadata: Logger.Metadata = [:]
    private let isRead: Bool

    /// - Parameters:
    ///   - level: The least level that is written.
    ///   - isReadByJournal: Whether standard error is a socket of the journal's.
    init(level: Logger.Level, isReadByJournal: Bool) {
        logLevel = level
        isRead = isReadByJournal
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        let text = LogText(event, metadata)
        let level = event.level
        let prefix = isRead ? "<\(text.priority(of: level).rawValue)>" : "pipd: \(level): "
        // Who does not read loses lines rather than hold a thread.
        StandardError.write("\(prefix)\(text.line)\n") { count in
            "\(prefix)\(count) log lines before this one are lost: nobody read them\n"
        }
    }
}

/// A log message with what it carries besides its text. Nothing in it breaks the line
/// or steers a terminal.
struct LogText {
    /// What the message carries, by name.
    let fields: [(name: String, value: String)]
    /// The text, and after it the fields whose values it does not say itself.
    let line: String

    init(_ event: LogEvent, _ metadata: Logger.Metadata) {
        let message = OutsideText.shown(message: "\(event.message)")
        fields = metadata.merging(event.metadata ?? [:]) { $1 }
            .map { ($0.key, OutsideText.shown(message: "\($0.value)")) }
            .sorted { $0.name < $1.name }
        line = fields.filter { !message.contains($0.value) }
            .reduce(message) { "\($0) \($1.name)=\($1.value)" }
    }

    /// A level as `syslog(3)` has it.
    func priority(of level: Logger.Level) -> JournalEntry.Priority {
        switch level {
        case .trace, .debug: .debug
        case .info: .informational
        case .notice: .notice
        case .warning: .warning
        case .error: .error
        case .critical: .critical
        }
    }
}
