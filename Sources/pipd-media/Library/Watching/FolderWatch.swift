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
        /// In which folder files appear whole; nil for none.
        var takenHere: String?
        /// Why one was not, at last.
        var refusal: String?

        /// Whether what comes in a folder was taken by pipd, whose files have no name before they
        /// are whole. One that somebody copies there is looked at again when it is closed.
        func isTaken(in place: WatchList.Place) -> Bool {
            let folder = MediaPath.joined(place.root, place.folder.text)
            return takenHere.map { MediaPath.rest(of: folder, beneath: $0) != nil } ?? false
        }
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
        forget { state in
            state.most = Self.most(settings.watch)
            state.takenHere = settings.takenHere
            let over = state.list.leave(allBut: settings.roots)
            return state.list.count > state.most ? over + state.list.leave(allBut: []) : over
        }
    }

    /// - Parameter change: Returns what is over by it.
    private func forget(_ change: (inout State) -> [FolderEvents.Watch]) {
        let over = state.withLock { change(&$0) }
        for number in over { events?.forget(number) }
    }

    private static func most(_ watch: LibrarySettings.Watch) -> Int {
        switch watch {
        case .most(let count): count
        // Where it is not told it is met.
        case .auto: FolderEvents.systemLimit.map { $0 - $0 / partForOthers } ?? .max
        }
    }

    /// A root is gone through from here on.
    func begin(_ root: String) { state.withLock { $0.list.begin(root) } }

    /// A root was gone through.
    func end(_ root: String) { forget { $0.list.end(root) } }

    /// What is in the place of a root is another: none of its folders is watched.
    func leave(_ root: String) { forget { $0.list.leave(root) } }

    /// Watches a folder from now on, before it is read: what comes later is told. Blocking, where
    /// its disk does not answer.
    ///
    /// - Returns: False where it is not: it went, or enough are watched.
    func add(_ folder: String, of root: String) -> Bool {
        let place = WatchList.Place(root: root, folder: PathKey(folder))
        let mayBe = state.withLock { state in
            if state.list.contains(place) || state.list.count < state.most { return true }
            state.refusal = "\(state.most) are, which is the most"
            return false
        }
        guard mayBe, let events else { return false }
        let path = MediaPath.joined(root, folder)
        do throws(SystemCallError) {
            let number = try events.watch(path, orItsTarget: folder.isEmpty)
            let over = state.withLock { $0.list.meet(place, as: number) }
            if let over { events.forget(over) }
            return over != number
        } catch {
            if ![.noSuchFile, .notADirectory].contains(error.errno) {
                state.withLock { $0.refusal = "\(error)" }
            }
            return false
        }
    }

    /// Why not all folders are watched; nil where that is so wished.
    var refusal: String? { state.withLock { $0.most == 0 ? nil : failure ?? $0.refusal } }

    /// Takes what has happened since the last call, or a part of it.
    ///
    /// - Parameter rules: What is passed over.
    /// - Returns: By root; nil where nothing has.
    func take(without rules: ExcludeRules) -> [String: FolderChanges]? {
        guard let told = events?.take(), !told.isEmpty else { return nil }
        return state.withLock { state in
            var changes: [String: FolderChanges] = [:]
            for event in told {
                switch event {
                case .lost: for root in state.list.roots { changes[root] = .whole }
                case .ended(let number): state.list.remove(number)
                case .change(let change, let number, let name, let isFolder):
                    guard let place = state.list.place(of: number) else { continue }
                    changes[place.root, default: FolderChanges()].note(
                        state.isTaken(in: place) && change == .created ? .settled : change,
                        name,
                        isFolder: isFolder,
                        in: place.folder.text,
                        without: rules
                    )
                }
            }
            return changes
        }
    }
}
