internal import Glibc

/// Standard input, output and error: descriptors 0, 1 and 2.
public enum StandardDescriptors {
    /// Opens `/dev/null` in place of those that are closed.
    ///
    /// A program may be started without them. The next descriptors made would then
    /// get their numbers, and every line of the log would be written into one of
    /// those: into an event counter, say. Call it before anything is opened.
    ///
    /// - Throws: `SystemCallError`, when `/dev/null` cannot be opened.
    public static func fill() throws(SystemCallError) {
        for number in STDIN_FILENO...STDERR_FILENO where fcntl(number, F_GETFD) == -1 {
            // The lowest number that is free: those below are open by now. Kept open
            // by programs that this one starts, too.
            try systemCall("open") { open("/dev/null", O_RDWR) }
        }
    }
}
