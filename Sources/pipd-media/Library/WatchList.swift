internal import MediaFiles
internal import Platform

/// Which folders are watched, by the numbers that the kernel gave them.
struct WatchList {
    struct Place: Hashable {
        /// Its path.
        var root: String
        /// From the root; empty for the root.
        var folder: String
    }

    private struct Entry {
        var place: Place
        /// The last time through its root that has met it.
        var pass: Int
    }

    private var entries: [FolderEvents.Watch: Entry] = [:]
    private var passes: [String: Int] = [:]

    var count: Int { entries.count }

    /// Those that were gone through.
    var roots: [String] { Array(passes.keys) }

    func place(of watch: FolderEvents.Watch) -> Place? { entries[watch]?.place }

    func contains(_ watch: FolderEvents.Watch) -> Bool { entries[watch] != nil }

    /// A root is gone through: what is not met until its end is not there.
    mutating func begin(_ root: String) { passes[root, default: 0] += 1 }

    /// A folder was met; one that was moved has the number that it had.
    mutating func keep(_ watch: FolderEvents.Watch, at place: Place) {
        entries[watch] = Entry(place: place, pass: passes[place.root] ?? 0)
    }

    /// A root was gone through.
    ///
    /// - Returns: What is to be watched no more.
    mutating func end(_ root: String) -> [FolderEvents.Watch] {
        let pass = passes[root] ?? 0
        return remove { $0.place.root == root && $0.pass != pass }
    }

    /// Leaves the folders of some roots alone.
    ///
    /// - Returns: What is to be watched no more.
    mutating func keep(only roots: [String]) -> [FolderEvents.Watch] {
        passes = passes.filter { roots.contains($0.key) }
        return remove { !roots.contains($0.place.root) }
    }

    /// The kernel watches it no more.
    mutating func remove(_ watch: FolderEvents.Watch) { entries[watch] = nil }

    private mutating func remove(where isOver: (Entry) -> Bool) -> [FolderEvents.Watch] {
        let over = entries.filter { isOver($0.value) }.map(\.key)
        for watch in over { entries[watch] = nil }
        return over
    }
}
