internal import Ingest
internal import Media
internal import Platform
internal import Presentation
internal import Synchronization

/// What streams have said, until it is fetched.
///
/// Bounds: `capacity` of it; what comes further is only counted by the streams themselves.
///
/// Thread: safe.
final class StreamEvents: Sendable {
    /// What a stream has said, and which.
    struct Noted: Sendable {
        let id: StreamID
        /// Of a playlist's item; nil for a stream of its own.
        let opening: PlaylistPlan.Opening?
        let event: IngestEvent
    }

    static let capacity = 1024

    private let noted = Mutex<[Noted]>([])
    /// What waits for events is woken by any of them.
    private let events: PresenterEvents

    init(_ events: PresenterEvents) { self.events = events }

    func note(_ event: Noted) {
        noted.withLock { if $0.count < Self.capacity { $0.append(event) } }
        events.wakeUp.signal()
    }

    func take() -> [Noted] {
        noted.withLock { noted in
            defer { noted = [] }
            return noted
        }
    }
}
