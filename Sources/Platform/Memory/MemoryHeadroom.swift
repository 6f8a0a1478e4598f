internal import Glibc

/// Whether the system would give the process more memory.
///
/// Small requests that are refused end the program, in this language as in most. So
/// whoever is about to ask for much looks first whether enough would be left.
public enum MemoryHeadroom {
    /// Asks for so many bytes and gives them back unused: two system calls.
    public static func has(_ bytes: Int) -> Bool {
        var memory: UnsafeMutableRawPointer?
        do {
            try systemCall("mmap") {
                memory = mmap(
                    nil,
                    bytes,
                    PROT_READ | PROT_WRITE,
                    // A limit counts it all the same; what the machine has is not asked.
                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE,
                    -1,
                    0
                )
                return memory == MAP_FAILED ? -1 : 0
            }
        } catch {
            return false
        }
        munmap(memory, bytes)
        return true
    }
}
