internal import Platform
internal import Synchronization

/// A directory of the configuration that files may be exported to. It is where it was when that was
/// first looked for, so that a link that takes its place later leads nowhere.
///
/// Thread: safe.
final class AllowedDirectory: Sendable {
    private let path: String
    private let place = Mutex<SettledPath?>(nil)

    /// - Parameter path: Absolute, without `.` and `..`.
    init(_ path: String) {
        self.path = path
    }

    /// Looks for it, the first time. Blocking, where its disk does not answer.
    ///
    /// - Returns: Where it is: for two that look at the same time what the first one finds.
    @discardableResult
    func settle() -> SettledPath {
        if let known = place.withLock({ $0 }) { return known }
        let found = SettledPath(path)
        return place.withLock { place in
            let first = place ?? found
            place = first
            return first
        }
    }
}
