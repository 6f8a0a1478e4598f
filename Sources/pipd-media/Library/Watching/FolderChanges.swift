internal import MediaFiles
internal import Platform

/// What has happened in the folders of a root since they were last looked at.
struct FolderChanges: Hashable, Sendable {
    /// Folders in which files are new or others, with the names of those that are whole.
    private(set) var folders: [PathKey: Set<PathKey>] = [:]
    /// Folders that are new, with all that is below.
    private(set) var trees: Set<PathKey> = []
    /// Something went, or more happened than is kept: all of the root is to be gone through.
    private(set) var isWhole = false
    /// At least so much is kept.
    private var counted = 0

    /// Of names and folders, about half of which are kept at least. What is more is no longer told
    /// from anything else.
    static let most = 4_096

    /// Everything may be different.
    static let whole = {
        var changes = Self()
        changes.isWhole = true
        return changes
    }()

    var isEmpty: Bool { folders.isEmpty && trees.isEmpty && !isWhole }

    /// Whether a file was written and closed, or moved to where it is.
    func isSettled(_ name: String, in folder: String) -> Bool {
        folders[PathKey(folder)]?.contains(PathKey(name)) ?? false
    }

    /// Takes in what happened to something in a folder, by its path from the root; without a
    /// name, to the folder itself.
    mutating func note(
        _ change: FolderEvents.Change,
        _ name: String?,
        isFolder: Bool,
        in folder: String,
        without rules: ExcludeRules
    ) {
        guard let name, name != ".nomedia" else {
            isWhole = true
            return
        }
        guard !rules.exclude(name, in: folder) else { return }
        // So looks one that is no UTF-8: that is told of the folder that has it.
        let isText = !name.unicodeScalars.contains("\u{FFFD}")
        guard isFolder || !isText || MediaType(ofFileNamed: name) != nil else { return }
        switch change {
        case .gone: isWhole = true
        case .created, .settled:
            if isFolder { add(tree: MediaPath.joined(folder, name)) }
            if !isFolder || !isText {
                add(folder, change == .settled ? [PathKey(name)] : [])
            }
        }
    }

    /// A folder is to be looked at.
    mutating func add(folder: String) { add(folder, []) }

    mutating func add(_ other: Self) {
        isWhole = isWhole || other.isWhole
        for tree in other.trees { add(tree: tree.text) }
        for (folder, names) in other.folders { add(folder.text, names) }
    }

    private mutating func add(tree: String) {
        trees.insert(PathKey(tree))
        count(1)
    }

    private mutating func add(_ folder: String, _ names: Set<PathKey>) {
        folders[PathKey(folder), default: []].formUnion(names)
        count(1 + names.count)
    }

    /// What was told once more counts once.
    private mutating func count(_ more: Int) {
        counted += more
        guard counted > Self.most else { return }
        counted = trees.count + folders.values.reduce(0) { $0 + 1 + $1.count }
        guard counted > Self.most / 2 else { return }
        (folders, trees, isWhole) = ([:], [], true)
    }
}
