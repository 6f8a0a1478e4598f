internal import CV4L2
internal import Glibc

/// What a path leads to, to notice that a device came, went, or may be opened
/// by others now.
///
/// Links are followed, and directories on the way may be missing: udev makes
/// `/dev/v4l/by-id` with the first camera.
struct DeviceNode: Hashable {
    private let device: UInt
    private let inode: UInt
    private let mode: UInt32
    /// Changes with the permissions and when the node is made anew.
    private let changed: Int

    /// - Parameter path: Where nothing is there, all such nodes are alike.
    init(path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else {
            (device, inode, mode, changed) = (0, 0, 0, 0)
            return
        }
        device = status.st_rdev
        inode = status.st_ino
        mode = status.st_mode
        changed = Int(status.st_ctim.tv_sec) &* 1_000_000_000 &+ Int(status.st_ctim.tv_nsec)
    }
}
