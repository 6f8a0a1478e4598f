internal import Logging
internal import Platform

/// Sends log messages to the journal, with what they carry as fields of their
/// own: `journalctl -u pipd STREAM=door`.
///
/// What the journal does not take goes to standard error as a line.
struct JournalLogHandler: LogHandler {
    var logLevel: Logger.Level
    var metadata: Logger.Metadata = [:]
    private let journal: Journal
    private let lines: LineLogHandler

    init(level: Logger.Level, journal: Journal) {
        logLevel = level
        self.journal = journal
        lines = LineLogHandler(level: level, isReadByJournal: true)
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        let text = LogText(event, metadata)
        var entry = JournalEntry(
            text.line,
            priority: text.priority(of: event.level),
            identifier: "pipd"
        )
        entry.set("CODE_FILE", event.file)
        entry.set("CODE_LINE", "\(event.line)")
        entry.set("CODE_FUNC", event.function)
        for field in text.fields { entry.set(field.name, field.value) }
        guard !journal.send(entry) else { return }
        var told = event
        told.metadata = metadata.merging(event.metadata ?? [:]) { $1 }
        lines.log(event: told)
    }
}

extension Logger {
    /// Sends what every logger says to where standard error leads: with fields to the journal,
    /// else as lines. To be called once, before the first message.
    ///
    /// - Parameter level: The least level that is told.
    static func bootstrap(level: Level) {
        let isReadByJournal = Journal.hasStandardError()
        let journal = isReadByJournal ? Journal() : nil
        LoggingSystem.bootstrap { _ in
            if let journal { return JournalLogHandler(level: level, journal: journal) }
            return LineLogHandler(level: level, isReadByJournal: isReadByJournal)
        }
    }
}
