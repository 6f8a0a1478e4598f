internal import CLinux

/// A path of few bytes to a file whose own may be long.
///
/// swift-nio takes 103 bytes for the path of a Unix socket, on every system, where Linux
/// takes 107.
///
/// Thread: safe.
public final class ShortPath: Sendable {
    /// Leads to the file for as long as the object is kept.
    public let text: String
    /// What the text names it by; nil where the file's own path is short enough.
    private let file: OwnedDescriptor?

    /// - Parameters:
    ///   - path: Of a file or a directory of any kind; it is not opened for reading.
    ///   - bytes: How long the text may be; 24 are always enough.
    /// - Throws: `open` where a longer path leads nowhere.
    public init(_ path: String, within bytes: Int) throws(SystemCallError) {
        guard path.utf8.count > bytes else {
            text = path
            file = nil
            return
        }
        let file = OwnedDescriptor(taking: try systemCall("open") { clinux_open_place(path) })
        text = "/proc/self/fd/\(file.rawValue)"
        self.file = consume file
    }
}
