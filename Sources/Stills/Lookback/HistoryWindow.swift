internal import Media

/// Which packets of a live stream are kept: whole groups, each from a key packet on.
///
///     span nil     the newest group alone
///     span s       as many older ones as it takes to reach s back from now
///     over bytes   the oldest group goes, and is counted; a newest one that alone
///                  is too large goes as well, and nothing is kept up to the next key
///
/// A new connection, or a jump in the stream's time, begins another timeline. Groups of
/// the one before stay for as long as they would otherwise.
///
/// A copy shares its parts with the original, so that it costs a few references;
/// what is added afterwards copies 64 references at most and the list of groups.
///
/// Thread: reentrant; time is a value.
struct HistoryWindow<Element: Sendable>: Sendable {
    struct Limits: Hashable, Sendable {
        var span: Nanoseconds?
        var bytes: Int
    }

    /// What comes in.
    struct Entry {
        var element: Element
        var bytes: Int
        var isKey: Bool
        /// When it is to be decoded, in the stream's time; nil where it does not say.
        var time: MediaTime?
        var arrived: MonotonicTime
    }

    /// A key packet and what follows it, in parts of up to 64.
    struct Group: Sendable {
        fileprivate(set) var parts: [[Element]] = []
        fileprivate(set) var bytes = 0
        let begun: MonotonicTime
        /// Times of packets can be compared within one timeline.
        let timeline: Int

        var elements: some Sequence<Element> { parts.joined() }

        fileprivate mutating func append(_ entry: Entry) {
            if parts.last.map({ $0.count == HistoryWindow.partSize }) ?? true { parts.append([]) }
            parts[parts.count - 1].append(entry.element)
            bytes += entry.bytes
        }
    }

    private let limits: Limits
    /// The oldest first.
    private(set) var groups: [Group] = []
    private(set) var bytes = 0
    /// Groups that went for want of memory before their time.
    private(set) var evicted = 0
    private var newest: MonotonicTime?
    private var lastTime: MediaTime?
    /// What the packets belong to that come.
    private(set) var timeline = 0
    /// Whether the next key packet begins another timeline.
    private var isRenewed = false

    private static var partSize: Int { 64 }
    /// A key packet so soon after the one before begins no group of its own: a
    /// stream of key packets alone would be a group each.
    private static var shortestGroup: Nanoseconds { .milliseconds(500) }
    /// What is kept beyond the span: packets come unevenly.
    private static var margin: Nanoseconds { .milliseconds(500) }
    /// Steps in a stream's time beyond these begin another timeline.
    private static var longestStep: Nanoseconds { .milliseconds(10_000) }
    private static var longestStepBack: Nanoseconds { .milliseconds(500) }

    init(_ limits: Limits) {
        self.limits = limits
    }

    /// From the oldest packet to the newest, by their arrival; zero where there is none.
    var duration: Nanoseconds {
        guard let newest, let oldest = groups.first?.begun else { return .zero }
        return newest - oldest
    }

    /// Another connection was made: nothing is kept of it before its first key packet.
    mutating func renew() {
        isRenewed = true
        lastTime = nil
    }

    /// Takes the next packet in the order in which they come.
    ///
    /// - Returns: Whether it is kept, and what is no longer: to be let go by the
    ///   caller, outside of any lock.
    mutating func append(_ entry: Entry) -> (isKept: Bool, gone: [Group]) {
        if breaksTimeline(entry.time) { isRenewed = true }
        lastTime = entry.time ?? lastTime
        if entry.isKey, isRenewed || beginsGroup(entry) {
            if isRenewed { timeline += 1 }
            isRenewed = false
            groups.append(Group(begun: entry.arrived, timeline: timeline))
        }
        guard !isRenewed, !groups.isEmpty else { return (false, []) }
        groups[groups.count - 1].append(entry)
        bytes += entry.bytes
        newest = entry.arrived
        let gone = removeAged(at: entry.arrived) + removeExcess()
        return (!groups.isEmpty, gone)
    }

    private func beginsGroup(_ entry: Entry) -> Bool {
        guard let last = groups.last, limits.span != nil else { return true }
        return entry.arrived - last.begun >= Self.shortestGroup
    }

    /// Whether times before and after cannot be compared.
    private func breaksTimeline(_ time: MediaTime?) -> Bool {
        guard let time, let lastTime else { return false }
        return time - lastTime > Self.longestStep || lastTime - time > Self.longestStepBack
    }

    /// A group is needed until the one after it reaches back far enough.
    private mutating func removeAged(at now: MonotonicTime) -> [Group] {
        let isAged = { (next: Group) in
            guard let span = limits.span else { return true }
            return now - next.begun >= span + Self.margin
        }
        let count = groups.dropFirst().prefix(while: isAged).count
        return removeFirst(count)
    }

    private mutating func removeExcess() -> [Group] {
        var count = 0
        var rest = bytes
        while rest > limits.bytes, count < groups.count {
            rest -= groups[count].bytes
            count += 1
        }
        evicted += count
        return removeFirst(count)
    }

    private mutating func removeFirst(_ count: Int) -> [Group] {
        guard count > 0 else { return [] }
        let gone = Array(groups.prefix(count))
        groups.removeFirst(count)
        bytes -= gone.reduce(0) { $0 + $1.bytes }
        return gone
    }
}
