internal import Glibc

/// Whether the system has what a program is about to need.
///
/// Libraries end the process where a descriptor is missing, or wait for a thread
/// for ever. Asked before, the system's refusal is an error like any other. What
/// is asked for is given back: others may take it in the meantime.
///
/// Thread: reentrant.
public enum SystemReserve {
    /// Takes so many descriptors at a time, and gives them back.
    ///
    /// - Throws: `eventfd`, when there are fewer.
    public static func check(descriptors count: Int) throws(SystemCallError) {
        var taken: [WakeUp] = []
        for _ in 0..<count { taken.append(try WakeUp()) }
    }

    /// How many descriptors are open, of the first 1024: without one to list them with.
    public static var openDescriptors: Int {
        (CInt(0)..<1024).count { fcntl($0, F_GETFD) != -1 }
    }

    /// Starts so many threads that are there at a time, and ends them.
    ///
    /// - Throws: `pthread_create`, when there are fewer; `eventfd`.
    public static func check(threads count: Int) throws(SystemCallError) {
        let end = try WakeUp()
        var threads: [WorkerThread] = []
        defer {
            end.signal()
            for thread in threads { thread.join() }
        }
        for _ in 0..<count {
            let thread = try WorkerThread(name: "pipd-reserve") {
                var polling = PollSet(capacity: 1)
                polling.add(end.rawValue, tag: .init(rawValue: 0))
                _ = polling.wait(until: nil)
            }
            threads.append(thread)
        }
    }
}
