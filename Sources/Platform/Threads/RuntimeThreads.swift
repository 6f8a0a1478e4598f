internal import Glibc

/// The threads that the language's runtime takes for work that no thread of the program's
/// own does: timers of the control plane.
public enum RuntimeThreads {
    /// Has them started, and waits until they are there, with the descriptors that they need.
    ///
    /// The runtime waits for ever for a thread that it is refused, and holds up whoever has
    /// work for it. Called before other parts of the program take what the system has to
    /// give, it is refused none. It keeps them as long as there is work every few seconds,
    /// such as a timer that goes once a second.
    ///
    /// One is still needed now and then: libdispatch looks once a second, where work waits, at what
    /// its threads do, in `/proc`, and ends the process if it cannot open that.
    ///
    /// Thread: one of the program's own; on one of the runtime's it may wait for itself.
    ///
    /// - Throws: `eventfd`, when the process has too many descriptors.
    public static func start() throws(SystemCallError) {
        let isRunning = try WakeUp()
        // The thread of timers opens its descriptors when it first waits for one: without any to be
        // had then, libdispatch ends the process. A timer that is due before it is looked at, on a
        // busy machine, is not waited for; and libdispatch has a timer of its own, by another clock.
        Task.detached {
            var pause: UInt64 = 1_000_000
            repeat {
                try? await Task.sleep(nanoseconds: pause)
                pause *= 2
            } while countTimerDescriptors() < 2 && pause <= Self.longestPause
            isRunning.signal()
        }
        isRunning.wait()
    }

    /// In nanoseconds; without `/proc`, or with fewer clocks, it comes to that.
    private static let longestPause: UInt64 = 128_000_000

    /// How many of the process's descriptors are timers of the kernel.
    private static func countTimerDescriptors() -> Int {
        (0..<1_024).count {
            var name = [UInt8](repeating: 0, count: 32)
            let count = readlink("/proc/self/fd/\($0)", &name, name.count)
            return count > 0 && name[..<count].elementsEqual("anon_inode:[timerfd]".utf8)
        }
    }
}
