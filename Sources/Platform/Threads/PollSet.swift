internal import CLinux
internal import Glibc
public import Media

/// The descriptors that one thread waits on.
///
/// All memory is reserved at `init`: a wait allocates nothing. Deadlines are
/// moments of `CLOCK_MONOTONIC` and are kept to the nanosecond the kernel
/// promises (`ppoll`, not `poll` with its milliseconds).
///
/// Thread: bound to one thread.
public struct PollSet: ~Copyable {
    /// What the owner calls a descriptor: a small number of its own.
    public struct Tag: RawRepresentable, Hashable, Sendable {
        public let rawValue: UInt8

        /// - Parameter rawValue: 0 to 63; others trap.
        public init(rawValue: UInt8) {
            precondition(rawValue < 64, "A tag is 0 to 63")
            self.rawValue = rawValue
        }
    }

    /// The tags of the descriptors that can be read, or whose other end is gone.
    public struct Ready: Hashable, Sendable {
        fileprivate var bits: UInt64 = 0

        /// Whether the guest of this one wait is ready.
        public fileprivate(set) var hasGuest = false

        /// True when the deadline passed first.
        public var isEmpty: Bool { bits == 0 && !hasGuest }

        public func contains(_ tag: Tag) -> Bool { bits & 1 << UInt64(tag.rawValue) != 0 }
    }

    private let entries: UnsafeMutableBufferPointer<pollfd>
    private let tags: UnsafeMutableBufferPointer<Tag>
    private var count = 0

    /// - Parameter capacity: How many descriptors it can hold: 1 to 64.
    public init(capacity: Int) {
        precondition((1...64).contains(capacity), "A poll set holds 1 to 64 descriptors")
        // One more for a guest.
        entries = .allocate(capacity: capacity + 1)
        tags = .allocate(capacity: capacity)
    }

    deinit {
        entries.deallocate()
        tags.deallocate()
    }

    /// Watches a descriptor for input from now on. A full set traps.
    ///
    /// - Parameters:
    ///   - descriptor: Open for as long as the set waits on it.
    ///   - tag: What `wait` calls it; several descriptors may share one.
    public mutating func add(_ descriptor: CInt, tag: Tag) {
        precondition(count < tags.count, "The poll set is full")
        entries.initializeElement(
            at: count,
            to: pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        )
        tags.initializeElement(at: count, to: tag)
        count += 1
    }

    /// Waits until a descriptor is ready or the deadline has passed.
    ///
    /// - Parameters:
    ///   - deadline: A moment that has passed asks without waiting; nil waits for ever.
    ///   - guest: A descriptor that is watched for input this once; nil for none.
    ///   - isWritten: Whether the guest is watched for room for output as well.
    /// - Returns: What is ready; empty after the deadline.
    public mutating func wait(
        until deadline: MonotonicTime?,
        guest: CInt? = nil,
        isWritten: Bool = false
    ) -> Ready {
        // The kernel passes over a negative one.
        let events = Int16(isWritten ? POLLIN | POLLOUT : POLLIN)
        let entry = pollfd(fd: guest ?? -1, events: events, revents: 0)
        entries.initializeElement(at: count, to: entry)
        let number: CInt
        do {
            number = try systemCall("ppoll") {
                // Anew after each interruption, so that signals never stretch the wait.
                clinux_ppoll(start, UInt32(count + 1), Self.remaining(until: deadline))
            }
        } catch {
            preconditionFailure("\(error)")
        }
        return number > 0 ? collect() : Ready()
    }

    private var start: UnsafeMutablePointer<pollfd> {
        guard let start = entries.baseAddress else { preconditionFailure("No room in a poll set") }
        return start
    }

    private static func remaining(until deadline: MonotonicTime?) -> Int64 {
        guard let deadline else { return -1 }
        return max(0, (deadline - MonotonicClock.now()).count)
    }

    private func collect() -> Ready {
        var ready = Ready()
        ready.hasGuest = entries[count].revents != 0
        for index in 0..<count where entries[index].revents != 0 {
            precondition(
                Int32(entries[index].revents) & POLLNVAL == 0,
                "Descriptor \(entries[index].fd) was closed while polled"
            )
            ready.bits |= 1 << UInt64(tags[index].rawValue)
        }
        return ready
    }
}
