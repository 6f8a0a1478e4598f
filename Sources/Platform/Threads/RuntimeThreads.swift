internal import Glibc

/// The threads that the language's runtime takes for work that no thread of the program's
/// own does: timers of the control plane.
///
/// The runtime waits for ever for a thread that it is refused, and holds up whoever has work for
/// it. Started before other parts of the program take what the system has to give, it is refused
/// none. It keeps them as long as there is work every few seconds, such as a timer that goes once
/// a second.
///
/// One is still needed now and then: libdispatch looks once a second, where work waits, at what
/// its threads do, in `/proc`, and ends the process if it cannot open that.
public struct RuntimeThreads {
    private let isRunning: WakeUp

    /// Has them started. What they take may be counted on when `wait` has come back.
    ///
    /// - Throws: `eventfd`, when the process has too many descriptors.
    public init() throws(SystemCallError) {
        let isRunning = try WakeUp()
        self.isRunning = isRunning
        // The thread of timers opens its descriptors when it first waits for one: without any to be
        // had then, libdispatch ends the process. A timer that is due before it is looked at, on a
        // busy machine, is not waited for; and libdispatch has a timer of its own, by another clock.
        Task.detached {
            var pause: UInt64 = 1_000_000
            repeat {
                try? await Task.sleep(nanoseconds: pause)
                pause *= 2
            } while Self.countTimerDescriptors() < 2 && pause <= Self.longestPause
            isRunning.signal()
        }
    }

    /// Waits until they are there, with the descriptors that they need.
    ///
    /// Thread: one of the program's own; on one of the runtime's it may wait for itself.
    public func wait() { isRunning.wait() }

    /// In nanoseconds; without `/proc`, or with fewer clocks, it comes to that.
    private static let longestPause: UInt64 = 128_000_000

    /// How many of the process's descriptors are timers of the kernel; none where it has no more.
    private static func countTimerDescriptors() -> Int {
        guard let descriptors = try? KernelText.descriptors() else { return 0 }
        return descriptors.count {
            var name = [UInt8](repeating: 0, count: 32)
            let count = readlink("/proc/self/fd/\($0)", &name, name.count)
            return count > 0 && name[..<count].elementsEqual("anon_inode:[timerfd]".utf8)
        }
    }
}
