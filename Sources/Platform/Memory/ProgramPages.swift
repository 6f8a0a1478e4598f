internal import CLinux

/// The code and constants of the program and its libraries, in memory.
public enum ProgramPages {
    /// Unmaps them; what is still used comes back at the first touch.
    ///
    /// A start touches far more code than what follows: 140 libraries are bound
    /// and initialized, types looked up, containers probed, and the kernel maps
    /// 16 pages for each one touched. Those pages stay in memory as this
    /// process's, and the kernel keeps mapped code longest of all. Unmapped,
    /// they are part of the file cache: the first to go where memory is short.
    ///
    /// Costs 1.5 ms, and one minor fault (1 µs, no reading) for each 64 KiB that
    /// is touched again, some 250 in all; reading, too, where memory has become
    /// short meanwhile. Under a debugger nothing is done: its breakpoints, which
    /// are written into the code, would be lost. So are a tracer's uprobes.
    ///
    /// Thread: safe; others may run meanwhile.
    public static func unmapUntilUsed() {
        guard !isTraced else { return }
        clinux_unmap_constant_pages()
    }

    /// Whether a debugger is attached, as proc(5) says; true where it does not.
    private static var isTraced: Bool {
        guard let status = try? KernelText.read("/proc/self/status") else { return true }
        return !status.contains("\nTracerPid:\t0\n")
    }
}
