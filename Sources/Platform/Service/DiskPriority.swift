internal import CLinux

/// Whose turn it is at the disk.
public enum DiskPriority {
    /// Lets the process, and the threads that it starts, have the disk only while nobody else
    /// wants it. A request, which some containers refuse.
    public static func yield() { _ = clinux_set_idle_disk_priority() }
}
