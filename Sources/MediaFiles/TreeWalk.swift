internal import Glibc
public import Platform

/// Goes through the folders of a root, or some of them, one at each step, in no order that is
/// promised.
///
/// Nothing is open between two steps, however deep the tree is.
public struct TreeWalk {
    /// What a step has come to.
    public enum Step {
        /// A folder by its path from the root, with what it has.
        case folder(String, MediaFolder)
        /// A folder that cannot be read: neither what it has nor what is below is known.
        case unreadable(String, SystemCallError)
        /// One that went meanwhile, or is something else now, has nothing.
        case gone
    }

    private let root: String
    private let bounds: RootBounds
    private let number: UInt64
    private let rules: ExcludeRules
    private var pending: [(path: String, isTree: Bool)]

    /// What tells the root's file system from others that may be in its place, whatever device it
    /// is on at this start; equal numbers make it likely that it is the same one.
    public let disk: UInt64

    /// - Parameters:
    ///   - root: An absolute path.
    ///   - rules: What is passed over.
    ///   - part: Where to begin: folders by their paths from the root, each with all that is below
    ///     or by itself.
    ///   - others: Absolute paths of other roots: what symbolic links lead to there is met there.
    /// - Throws: `SystemCallError` where the root is no folder, or cannot be reached.
    public init(
        _ root: String,
        without rules: ExcludeRules,
        part: [(path: String, isTree: Bool)] = [("", true)],
        beside others: [String] = []
    ) throws(SystemCallError) {
        var status = stat()
        try systemCall("stat") { stat(root, &status) }
        guard status.st_mode & S_IFMT == S_IFDIR else {
            throw SystemCallError(call: "stat", errno: .notADirectory)
        }
        self.root = root
        self.rules = rules
        pending = part
        bounds = RootBounds(root, on: UInt64(status.st_dev), beside: others)
        number = UInt64(status.st_ino)
        var system = statvfs()
        try systemCall("statvfs") { statvfs(root, &system) }
        // Of some its own identifier, of others that of the device; the size tells most of those.
        let facts = [UInt64(system.f_fsid), UInt64(system.f_blocks), number]
        // FNV-1a, of 64 bits (Fowler, Noll, Vo), by words.
        disk = facts.reduce(14_695_981_039_346_656_037) { ($0 ^ $1) &* 1_099_511_628_211 }
    }

    /// Where the root is: its path without symbolic links.
    public var place: String { bounds.path }

    /// Whether the root is still the folder that it was at the beginning.
    public var isRootInPlace: Bool {
        var status = stat()
        return stat(root, &status) == 0
            && (UInt64(status.st_dev), UInt64(status.st_ino)) == (bounds.device, number)
    }

    /// The folder that the next step reads, by its path from the root; nil when all was gone
    /// through.
    public var upcoming: String? { pending.last?.path }

    /// Takes the next step. Blocking, where the disk does not answer.
    ///
    /// - Parameter gotFurther: Called for each file and folder that the disk has told of.
    /// - Returns: Nil when all was gone through.
    public mutating func next(_ gotFurther: () -> Void = {}) -> Step? {
        guard let (folder, isTree) = pending.popLast() else { return nil }
        let path = MediaPath.joined(root, folder)
        do throws(SystemCallError) {
            let contents = try MediaFolder(
                path,
                asked: folder,
                in: bounds,
                without: rules,
                gotFurther
            )
            if isTree {
                pending += contents.folders.map { (MediaPath.joined(folder, $0), true) }
            }
            return .folder(folder, contents)
        } catch {
            let isGone = [.noSuchFile, .notADirectory, .tooManySymbolicLinks].contains(error.errno)
            return isGone && !folder.isEmpty ? .gone : .unreadable(folder, error)
        }
    }
}
