internal import MediaFiles
internal import Platform

/// Which folders are watched, by the numbers that the kernel gave them.
struct WatchList {
    struct Place: Hashable {
        /// Its path.
        var root: String
        /// From the root; empty for the root.
        var folder: PathKey
    }

    private var places: [FolderEvents.Watch: Place] = [:]
    /// The other way round, with the last time through its root that has met each.
    private var numbers: [Place: (number: FolderEvents.Watch, pass: Int)] = [:]
    private var passes: [String: Int] = [:]

    var count: Int { places.count }

    /// Those that were gone through.
    var roots: [String] { Array(passes.keys) }

    func place(of number: FolderEvents.Watch) -> Place? { places[number] }

    func contains(_ place: Place) -> Bool { numbers[place] != nil }

    /// A root is gone through: what is not met until its end is not there.
    mutating func begin(_ root: String) { passes[root, default: 0] += 1 }

    /// A folder was met; one that was moved has the number that it had.
    ///
    /// - Returns: What is to be watched no more: the folder itself where its root is not gone
    ///   through, as it was left out meanwhile; else another that was in its place.
    mutating func meet(_ place: Place, as number: FolderEvents.Watch) -> FolderEvents.Watch? {
        guard let pass = passes[place.root] else { return number }
        if let last = places[number], last != place { numbers[last] = nil }
        let other = numbers[place].map(\.number).flatMap { $0 == number ? nil : $0 }
        if let other { places[other] = nil }
        places[number] = place
        numbers[place] = (number, pass)
        return other
    }

    /// A root was gone through.
    ///
    /// - Returns: What is to be watched no more.
    mutating func end(_ root: String) -> [FolderEvents.Watch] {
        let pass = passes[root] ?? 0
        return remove { $0.root == root && $1 != pass }
    }

    /// Leaves all roots alone but some.
    ///
    /// - Returns: What is to be watched no more.
    mutating func leave(allBut roots: [String]) -> [FolderEvents.Watch] {
        passes = passes.filter { roots.contains($0.key) }
        return remove { place, _ in !roots.contains(place.root) }
    }

    /// Leaves a root alone until it is gone through the next time.
    ///
    /// - Returns: What is to be watched no more.
    mutating func leave(_ root: String) -> [FolderEvents.Watch] {
        passes[root] = nil
        return remove { place, _ in place.root == root }
    }

    /// The kernel watches it no more.
    mutating func remove(_ number: FolderEvents.Watch) {
        guard let place = places.removeValue(forKey: number) else { return }
        if numbers[place]?.number == number { numbers[place] = nil }
    }

    private mutating func remove(
        where isOver: (_ place: Place, _ pass: Int) -> Bool
    ) -> [FolderEvents.Watch] {
        let over = numbers.filter { isOver($0.key, $0.value.pass) }.map(\.value.number)
        for number in over { remove(number) }
        return over
    }
}
