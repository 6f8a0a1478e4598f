internal import CLinux
internal import Glibc

/// Which file it is, whatever names it has. The number of one that is gone may be given to
/// the next: compare with one that is held.
struct FileIdentity: Hashable {
    private let device: dev_t
    private let number: ino_t

    /// What the path names, and not what a symbolic link there leads to; nil for nothing.
    init?(of path: String) {
        var attributes = stat()
        guard lstat(path, &attributes) == 0 else { return nil }
        self.init(attributes)
    }

    /// What the descriptor is open on.
    init?(of file: borrowing OwnedDescriptor) {
        var attributes = stat()
        guard fstat(file.rawValue, &attributes) == 0 else { return nil }
        self.init(attributes)
    }

    init(_ attributes: stat) {
        device = attributes.st_dev
        number = attributes.st_ino
    }
}

/// A file of any kind that is told from every other, under whatever name, also after it
/// was removed.
///
/// Thread: safe.
public final class HeldFile: Sendable {
    private let file: OwnedDescriptor

    /// - Parameter path: Of the file, which is not opened for reading.
    /// - Throws: `open`.
    public init(_ path: String) throws(SystemCallError) {
        file = OwnedDescriptor(taking: try systemCall("open") { clinux_open_place(path) })
    }

    /// Whether the path names this file.
    public func isNamed(_ path: String) -> Bool {
        FileIdentity(of: path).map { $0 == FileIdentity(of: file) } ?? false
    }
}
