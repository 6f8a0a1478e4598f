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
    /// Thread: one of the program's own; on one of the runtime's it may wait for itself.
    ///
    /// - Throws: `eventfd`, when the process has too many descriptors.
    public static func start() throws(SystemCallError) {
        let isRunning = try WakeUp()
        // The thread of timers opens its descriptors when it first waits for one: without any to be
        // had then, libdispatch ends the process. A timer that is due before it is looked at is
        // not waited for; two in a row hardly are.
        Task.detached {
            for _ in 0..<2 { try? await Task.sleep(nanoseconds: 1_000_000) }
            isRunning.signal()
        }
        isRunning.wait()
    }
}
