/// Whether a root is there, or only away for a while: a disk that is not plugged in must not cost
/// what is known of its files.
public enum RootVerdict: Hashable, Sendable {
    /// It is there, and what is not in it is gone.
    case isOnline
    /// It is away, and why, in words.
    case isOffline(String)

    /// What a look at a root has shown.
    public struct Facts: Hashable, Sendable {
        /// Whether there is nothing at all in it.
        public var isEmpty = false
        /// Whether it is on the file system that it was on, as far as that can be told.
        public var isOnSameDisk: Bool
        /// Files of it that are known.
        public var known: Int
        /// Some of these that were looked for, from all over it, and how many were there.
        public var sought = 0
        public var found = 0

        public init(isOnSameDisk: Bool, known: Int) {
            self.isOnSameDisk = isOnSameDisk
            self.known = known
        }
    }

    /// So many files are not all replaced from one look to the next.
    private static let trustedFiles = 8

    /// - Parameters:
    ///   - facts: What a look at it has shown.
    ///   - isPruned: Whether somebody says that what is not there is gone for good.
    public init(_ facts: Facts, isPruned: Bool) {
        guard !isPruned, facts.known > 0 else {
            self = .isOnline
            return
        }
        let isOther =
            facts.isOnSameDisk
            ? facts.found == 0 && facts.sought >= Self.trustedFiles
            : facts.found * 2 < max(facts.sought, 1)
        if facts.isEmpty {
            self = .isOffline("it is empty, and \(facts.known) files of it are known")
        } else if isOther {
            // Others are looked for each time: how many of them are there is another number.
            let few = facts.isOnSameDisk ? "none" : "less than half"
            self = .isOffline(
                "of \(facts.sought) known files \(few) are there: is it another disk?"
            )
        } else {
            self = .isOnline
        }
    }
}
