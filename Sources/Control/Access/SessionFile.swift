internal import Glibc
internal import Logging
internal import Media
internal import Platform
internal import Synchronization

/// Where the browsers that are let in are kept from one start to the next.
///
/// Of several daemons that keep theirs in one place the last that writes counts: the browsers of
/// the others sign in again after their next start.
final class SessionFile: Sendable {
    private let file: StateFile
    private let logger: Logger
    /// Whether it could not be written last, which is told of once.
    private let isFailing = Mutex(false)

    init(keptIn folder: String, logger: Logger) {
        file = StateFile(folder: folder, name: "sessions.json", mostBytes: Sessions.mostBytes)
        self.logger = logger
    }

    /// - Returns: nil where there are none, or they cannot be read; whoever had one signs in again.
    func read(at now: MonotonicTime) -> Sessions? {
        do throws(StateFile.Failure) {
            guard let bytes = try file.read() else { return nil }
            return try Sessions(json: bytes, at: now, since1970: Double(time(nil)))
        } catch {
            let reason =
                switch error {
                case .damaged(let reason), .unreadable(let reason): reason
                }
            let path = OutsideText.shown(file.path)
            logger.warning("access: \(path): \(reason); browsers have to sign in again")
            return nil
        }
    }

    /// - Returns: Whether it could.
    func write(_ sessions: Sessions, at now: MonotonicTime) -> Bool {
        do throws(SystemCallError) {
            try file.write(sessions.json(at: now, since1970: Double(time(nil))))
            isFailing.withLock { $0 = false }
            return true
        } catch {
            let wasFailing = isFailing.withLock { isFailing in
                defer { isFailing = true }
                return isFailing
            }
            guard !wasFailing else { return false }
            let path = OutsideText.shown(file.path)
            logger.warning("access: \(path): \(error); a restart ends the sessions of browsers")
            return false
        }
    }
}
