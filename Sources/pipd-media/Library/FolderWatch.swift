internal import MediaFiles
internal import MediaLink
internal import Platform
internal import Synchronization

/// Watches the folders of the library's roots, so that what changes is looked at at once; what is
/// beyond the limit is found when a root is gone through.
///
/// Bounds: one descriptor; as many folders as the configuration says, each with its path.
///
/// Thread: safe; `take` is for one thread at a time.
final class FolderWatch: Sendable {
    private struct State {
        var list = WatchList()
        /// How many folders are watched at most.
        var most = 0
        var settings = LibrarySettings.Watch.most(0)
    }

    private let events: FolderEvents?
    private let state = Mutex(State())
    /// Why nothing can be watched; nil where it can.
    private let failure: String?

    init() {
        do throws(SystemCallError) {
            (events, failure) = (try FolderEvents(), nil)
        } catch {
            (events, failure) = (nil, "\(error)")
        }
    }

    /// Readable when something has happened; nil where nothing is watched.
    var rawValue: CInt? { events?.rawValue }

    /// What of the system's limit is left to others, as one of so many parts.
    private static let partForOthers = 5

    /// Takes what the configuration says. Folders are watched from when they are met.
    func configure(_ settings: LibrarySettings) {
        state.withLock { state in
            state.settings = settings.watch
            state.most = Self.most(settings.watch)
            var over = state.list.keep(only: settings.roots)
            if state.list.count > state.most { over += state.list.keep(only: []) }
            for watch in over { events?.forget(watch) }
        }
    }

    private static func most(_ watch: LibrarySettings.Watch) -> Int {
        switch watch {
        case .most(let count): return count
        case .auto:
            return FolderEvents.systemLimit.map { $0 - $0 / partForOthers } ?? 0
        }
    }

    /// A root is gone through from here on.
    func begin(_ root: String) { state.withLock { $0.list.begin(root) } }

    /// A root was gone through.
    func end(_ root: String) {
        state.withLock { state in
            for watch in state.list.end(root) { events?.forget(watch) }
        }
    }

    /// Watches a folder from now on, before it is read: what comes later is told.
    ///
    /// - Returns: False where it is not: it went, or enough are watched.
    func add(_ folder: String, of root: String) -> Bool {
        // Together with what is known of it: what happens in it meanwhile is not lost.
        state.withLock { state in
            guard let events, state.most > 0,
                let watch = try? events.watch(MediaPath.joined(root, folder))
            else { return false }
            guard state.list.contains(watch) || state.list.count < state.most else {
                events.forget(watch)
                return false
            }
            state.list.keep(watch, at: WatchList.Place(root: root, folder: folder))
            return true
        }
    }

    /// Why not all folders are watched; nil where that is so wished.
    var limit: String? {
        state.withLock { state in
            switch state.settings {
            case .most(let count):
                count > 0 ? "`watch` lets \(count) folders be watched" : nil
            case .auto:
                failure ?? "fs.inotify.max_user_watches lets \(state.most) folders be watched"
            }
        }
    }

    /// Takes what has happened since the last call, or a part of it.
    ///
    /// - Parameter rules: What is passed over.
    /// - Returns: By root.
    func take(without rules: ExcludeRules) -> [String: FolderChanges] {
        guard let events else { return [:] }
        return state.withLock { state in
            var changes: [String: FolderChanges] = [:]
            for event in events.take() {
                switch event {
                case .lost: for root in state.list.roots { changes[root] = .whole }
                case .ended(let watch): state.list.remove(watch)
                case .change(let change, let watch, let name, let isFolder):
                    guard let place = state.list.place(of: watch) else { continue }
                    changes[place.root, default: FolderChanges()].note(
                        change,
                        name,
                        isFolder: isFolder,
                        in: place.folder,
                        without: rules
                    )
                }
            }
            return changes.filter { !$0.value.isEmpty }
        }
    }
}
