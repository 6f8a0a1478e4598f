internal import Glibc
internal import Platform

/// What the process may take, so that the one that shows pictures has the rest. Each is a
/// request: where the system refuses it, as some containers do, the others hold.
enum ProcessLimits {
    /// Memory that can be written, in bytes.
    static let memoryBytes = 1 << 30

    /// - Parameter nice: How much this thread, and those that it starts, stand back behind others,
    ///   0 to 19.
    static func apply(nice: CInt) {
        // A dozen threads, of which few do something at a time: with a heap for each, they keep
        // twice as much, and pictures of a moment stay in it.
        Heap.shareBetweenThreads(heaps: 1)
        Heap.returnLargeBlocks(ofAtLeast: 128 << 10)
        // The sender of a message finds out from the call.
        SignalDescriptor.ignoreWriteSignals()
        // Who stops all of a service stops pipd as well, which asks for something at its end.
        // This process ends with the connection.
        for ending in [SIGTERM, SIGINT, SIGHUP] { _ = signal(ending, SIG_IGN) }
        _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, nice)
        DiskPriority.yield()
        var memory = rlimit(rlim_cur: rlim_t(memoryBytes), rlim_max: rlim_t(memoryBytes))
        _ = setrlimit(__rlimit_resource_t(RLIMIT_DATA.rawValue), &memory)
        // A core of what strangers sent is of use to nobody.
        var none = rlimit(rlim_cur: 0, rlim_max: 0)
        _ = setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none)
        sacrifice()
    }

    /// Where memory runs out, this process goes first.
    private static func sacrifice() {
        let file = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC)
        guard file >= 0 else { return }
        _ = write(file, "1000", 4)
        _ = close(file)
    }
}
