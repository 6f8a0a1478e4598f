/// The connections that are served, and which of them goes when another one
/// finds no room.
///
/// What counts is whose turn it is. A connection on which the daemon owes an
/// answer stays. Of the others the one goes that has kept the daemon waiting
/// longest: first those that have never finished a request or do not read their
/// answer, then those between two requests. A quarter of them are left to the
/// former all the same, or nobody new could finish one.
///
/// Time is the order of the calls.
struct ConnectionRoster<ID: Hashable> {
    enum Standing: Hashable {
        /// It has never sent a whole request.
        case newcomer
        /// It is between two requests.
        case idle
        /// The daemon owes it an answer.
        case busy
        /// It does not read its answer.
        case stalled
    }

    private struct Entry {
        var standing: Standing
        /// When that began.
        var moment: Int
    }

    private var entries: [ID: Entry] = [:]
    private var lastMoment = 0
    private let capacity: Int

    /// - Parameter capacity: Connections at a time, at least one.
    init(capacity: Int) {
        self.capacity = capacity
    }

    var count: Int { entries.count }

    var isFull: Bool { entries.count >= capacity }

    /// Adds a newcomer.
    mutating func add(_ id: ID) { enter(.newcomer, id) }

    /// Notes what a connection does from now on; one that is not there is left out.
    mutating func note(_ standing: Standing, of id: ID) {
        guard let entry = entries[id], entry.standing != standing else { return }
        enter(standing, id)
    }

    mutating func remove(_ id: ID) { entries[id] = nil }

    /// The connection that goes for another one; nil when the daemon owes all of them an answer.
    var slowest: ID? {
        let slow = entries.filter { [.newcomer, .stalled].contains($0.value.standing) }
        let idle = entries.filter { $0.value.standing == .idle }
        let share = max(1, entries.count / 4)
        let candidates = slow.count < share && !idle.isEmpty ? idle : slow
        return candidates.min { $0.value.moment < $1.value.moment }?.key
    }

    private mutating func enter(_ standing: Standing, _ id: ID) {
        lastMoment += 1
        entries[id] = Entry(standing: standing, moment: lastMoment)
    }
}
