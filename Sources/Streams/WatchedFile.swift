package import Addressing
internal import Glibc
internal import Media
internal import Platform

/// A file as it was when it was looked at first, to notice that it is another now.
///
/// The size, the inode and the time of the last change tell: whatever is written to
/// a file, or put in its place, changes one of them.
package struct WatchedFile {
    package let path: String
    private let identity: Identity?

    /// Nil for anything but a path of this machine.
    package init?(_ address: SourceAddress) {
        guard case .file(let path) = address.kind else { return nil }
        self.path = path.withSecrets
        identity = Identity(of: path.withSecrets)
    }

    /// Whether the path leads to something else now, or to nothing.
    package var hasChanged: Bool { Identity(of: path) != identity }

    /// A file that cannot be shown is left alone until it is another one: one that is
    /// still being written is tried once a second.
    package func returning(after error: SourceError) -> (() -> Bool)? {
        guard error.kind.isPermanent else { return nil }
        let soonest = MonotonicClock.now() + .milliseconds(1_000)
        return { MonotonicClock.now() >= soonest && hasChanged }
    }

    private struct Identity: Hashable {
        let device: UInt
        let inode: UInt
        let size: Int
        let seconds: Int
        let nanoseconds: Int

        /// Nil where there is no file.
        init?(of path: String) {
            var status = stat()
            guard stat(path, &status) == 0 else { return nil }
            device = UInt(status.st_dev)
            inode = UInt(status.st_ino)
            size = Int(status.st_size)
            seconds = status.st_mtim.tv_sec
            nanoseconds = status.st_mtim.tv_nsec
        }
    }
}
