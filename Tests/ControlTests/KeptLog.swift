internal import Logging
internal import Synchronization

@testable internal import Control

/// Keeps what is logged.
struct KeptLog: LogHandler {
    private final class Kept: Sendable {
        let text = Mutex("")
    }

    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.trace
    /// Called after each line, on the thread that logs it.
    var onLine: @Sendable () -> Void = {}
    private let kept = Kept()

    var text: String { kept.text.withLock { $0 } }

    subscript(metadataKey key: String) -> Logger.MetadataValue? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        let line = "\(event.message) \(event.metadata.map { "\($0)" } ?? "")\n"
        kept.text.withLock { $0 += line }
        onLine()
    }
}

extension AccessGate {
    /// One that keeps nothing, and says nothing.
    static var ofTest: AccessGate {
        AccessGate(keptIn: nil, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    }
}
