internal import ControlAPI
internal import Logging
internal import Media
internal import Platform

/// What was applied, what of that is in force, and where it is kept.
///
/// Thread: bound to the main thread.
struct KeptConfiguration {
    let store: ConfigurationStore
    var record = ConfigurationRecord()
    /// What is in force, on trial or not; nil: what the file says.
    var inForce: AppliedConfiguration?
    /// Whether the store has another record.
    private(set) var isUnsaved = false

    /// Reads what is kept. What cannot be read is as if it were not there; what is damaged is set
    /// aside.
    init(in store: ConfigurationStore, logger: Logger) {
        self.store = store
        do throws(StateFile.Failure) {
            record = try store.read()
        } catch {
            Self.tell(error, of: store, to: logger)
        }
        guard record.trial != nil, let lock = try? store.lock() else { return }
        defer { lock.remove() }
        guard let lost = record.started(at: CalendarTime.secondsSince1970()) else { return }
        isUnsaved = true
        logger.warning(
            "configuration \(lost) was on trial when pipd ended; what was before is in force"
        )
    }

    private static func tell(
        _ failure: StateFile.Failure,
        of store: ConfigurationStore,
        to logger: Logger
    ) {
        let path = OutsideText.shown(store.path)
        switch failure {
        case .damaged(let reason):
            let kept = store.setAside().map { "kept as \(OutsideText.shown($0))" } ?? "left there"
            logger.error("\(path): \(reason); what was applied is not in force, it is \(kept)")
        case .unreadable(let reason):
            logger.error("\(path): \(reason); what was applied is not in force")
        }
    }

    /// Takes note of what holds: what was applied, or a file that was changed.
    ///
    /// - Parameters:
    ///   - applied: What is in force; nil: what the file says.
    ///   - time: In seconds since 1970.
    mutating func settle(_ applied: AppliedConfiguration?, at time: Double) {
        let before = record
        if let applied {
            if applied.generation == record.applied?.generation {
                record.fileFollowed(applied.over)
            }
        } else {
            record.fileTaken(at: time)
        }
        inForce = applied
        isUnsaved = isUnsaved || record != before
    }

    mutating func change(_ edit: (inout ConfigurationRecord) -> Void) {
        edit(&record)
        isUnsaved = true
    }

    /// What the store has now.
    mutating func saved(_ saved: ConfigurationRecord) {
        record = saved
        isUnsaved = false
    }
}
