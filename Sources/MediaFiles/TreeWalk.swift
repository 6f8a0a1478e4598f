internal import Glibc
public import Platform

/// Goes through the folders of a root, one at each step, in no order that is promised.
///
/// Nothing is open between two steps, however deep the tree is.
public struct TreeWalk {
    /// What a step has come to.
    public enum Step {
        /// A folder by its path from the root, with what it has.
        case folder(String, MediaFolder)
        /// A folder that cannot be read: neither what it has nor what is below is known.
        case unreadable(String, SystemCallError)
    }

    private let root: String
    private let device: UInt64
    private let number: UInt64
    private let rules: ExcludeRules
    private var pending = [""]

    /// The number of the file system that the root is on.
    public var rootDevice: UInt64 { device }

    /// - Parameters:
    ///   - root: An absolute path.
    ///   - rules: What is passed over.
    /// - Throws: `SystemCallError` where the root is no folder, or cannot be reached.
    public init(_ root: String, without rules: ExcludeRules) throws(SystemCallError) {
        var status = stat()
        try systemCall("stat") { stat(root, &status) }
        guard status.st_mode & S_IFMT == S_IFDIR else {
            throw SystemCallError(call: "stat", errno: .notADirectory)
        }
        self.root = root
        self.rules = rules
        device = UInt64(status.st_dev)
        number = UInt64(status.st_ino)
    }

    /// Whether the root is still the folder that it was at the beginning.
    public var isRootInPlace: Bool {
        var status = stat()
        return stat(root, &status) == 0
            && (UInt64(status.st_dev), UInt64(status.st_ino)) == (device, number)
    }

    /// Takes the next step; nil when all was gone through.
    public mutating func next() -> Step? {
        guard let folder = pending.popLast() else { return nil }
        let path = MediaPath.joined(root, folder)
        do throws(SystemCallError) {
            let contents = try MediaFolder(path, asked: folder, on: device, without: rules)
            pending += contents.folders.map { MediaPath.joined(folder, $0) }
            return .folder(folder, contents)
        } catch {
            // One that was removed meanwhile has nothing, and one that is now something else too.
            if !folder.isEmpty, [.noSuchFile, .notADirectory].contains(error.errno) {
                return next()
            }
            return .unreadable(folder, error)
        }
    }
}
