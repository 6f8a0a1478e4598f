/// Whether a root is there, or only away for a while: a disk that is not plugged in must not cost
/// what is known of its files.
public enum RootVerdict: Hashable, Sendable {
    /// It is there, to be gone through.
    case isOnline
    /// It is away, and why, in words.
    case isOffline(String)

    /// What a look at a root has shown.
    public struct Facts: Hashable, Sendable {
        /// Whether there is nothing at all in it.
        public var isEmpty = false
        /// The number of its file system, and of the one that it was on.
        public var device: UInt64
        public var lastDevice: UInt64?
        /// Files of it that are known.
        public var known: Int
        /// Some of these that were looked for, and how many were there.
        public var sought = 0
        public var found = 0

        public init(device: UInt64, lastDevice: UInt64?, known: Int) {
            self.device = device
            self.lastDevice = lastDevice
            self.known = known
        }
    }

    /// - Parameters:
    ///   - facts: What a look at it has shown.
    ///   - isPruned: Whether somebody says that what is not there is gone for good.
    public init(_ facts: Facts, isPruned: Bool) {
        guard !isPruned, facts.known > 0 else {
            self = .isOnline
            return
        }
        if facts.isEmpty {
            self = .isOffline("it is empty, and \(facts.known) files of it are known")
        } else if let last = facts.lastDevice, last != facts.device, facts.found * 2 < facts.sought
        {
            // Numbers of disks change from start to start; what is on them does not.
            self = .isOffline(
                "another disk is there: of \(facts.sought) known files it has \(facts.found)"
            )
        } else {
            self = .isOnline
        }
    }
}
