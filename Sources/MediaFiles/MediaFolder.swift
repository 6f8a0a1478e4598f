internal import Glibc
internal import Platform

/// A file that is media by its name, as the file system knows it.
public struct MediaFile: Hashable, Sendable {
    public let name: String
    public let kind: MediaKind
    /// In bytes.
    public let size: Int64
    /// Nanoseconds since 1970-01-01 00:00 UTC.
    public let modified: Int64

    public init(name: String, kind: MediaKind, size: Int64, modified: Int64) {
        self.name = name
        self.kind = kind
        self.size = size
        self.modified = modified
    }
}

/// What one folder has, not what its folders have.
///
/// Symbolic links are not followed, so that no file is met twice and nothing outside of a root. What
/// they lead to within roots is met itself; of the others it is known that they are there.
public struct MediaFolder: Sendable {
    public private(set) var files: [MediaFile] = []
    /// The names of the folders on the same file system.
    public private(set) var folders: [String] = []
    /// The names of the folders on which another file system is mounted: each is a root of its own.
    public private(set) var foreign: [String] = []
    /// The names of symbolic links that lead out of the root to folders or media, as far as they
    /// say.
    public private(set) var links: [String] = []
    /// Files and folders whose names are no UTF-8: they cannot be told of.
    public private(set) var unreadableNames = 0
    /// Whether there is nothing at all in it.
    public private(set) var isEmpty = true
    /// Whether a file `.nomedia` says that nothing in it and below is meant to be found.
    public private(set) var isHidden = false

    /// Reads a folder.
    ///
    /// - Parameters:
    ///   - path: Of the folder.
    ///   - folder: The same from the root; empty for the root, which may be a symbolic link.
    ///   - bounds: Of the root.
    ///   - rules: What is passed over.
    ///   - gotFurther: Called for each file and folder in it that is asked for.
    /// - Throws: `SystemCallError` where it is not known what is in it: it cannot be read to its
    ///   end, or one of its files cannot be asked for.
    init(
        _ path: String,
        asked folder: String,
        in bounds: RootBounds,
        without rules: ExcludeRules,
        _ gotFurther: () -> Void
    ) throws(SystemCallError) {
        // Since it was found it may have become something else.
        let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC | (folder.isEmpty ? 0 : O_NOFOLLOW)
        let file = OwnedDescriptor(taking: try systemCall("open") { open(path, flags) })
        var status = stat()
        try systemCall("fstat") { fstat(file.rawValue, &status) }
        guard UInt64(status.st_dev) == bounds.device else {
            throw SystemCallError(call: "open", errno: .crossesDevices)
        }
        let descriptor = file.release()
        guard let stream = fdopendir(descriptor) else {
            let failure = errno
            close(descriptor)
            throw SystemCallError(call: "fdopendir", errno: Errno(rawValue: failure))
        }
        defer { closedir(stream) }
        try read(stream, (path, folder), in: bounds, without: rules, gotFurther)
        if isHidden { (files, folders, foreign, links) = ([], [], [], []) }
    }

    /// Its path, and the same from the root.
    private typealias Place = (path: String, folder: String)

    private mutating func read(
        _ stream: OpaquePointer,
        _ place: Place,
        in bounds: RootBounds,
        without rules: ExcludeRules,
        _ gotFurther: () -> Void
    ) throws(SystemCallError) {
        while true {
            errno = 0
            guard let entry = readdir(stream) else { break }
            let type = Int32(entry.pointee.d_type)
            guard let name = Self.name(of: entry) else {
                unreadableNames += 1
                isEmpty = false
                continue
            }
            if name == "." || name == ".." { continue }
            isEmpty = false
            if name == ".nomedia" { isHidden = true }
            guard !rules.exclude(name, in: place.folder) else { continue }
            try add(name, type: type, of: dirfd(stream), place, in: bounds)
            gotFurther()
        }
        let failure = errno
        guard failure == 0 else {
            throw SystemCallError(call: "readdir", errno: Errno(rawValue: failure))
        }
    }

    private mutating func add(
        _ name: String,
        type: Int32,
        of folder: CInt,
        _ place: Place,
        in bounds: RootBounds
    ) throws(SystemCallError) {
        if type == DT_LNK { return add(link: name, place, in: bounds) }
        let kind = MediaType(ofFileNamed: name)?.kind
        // What is neither is not looked at: of most file systems the type is known already.
        guard type == DT_DIR || type == DT_UNKNOWN || (type == DT_REG && kind != nil) else {
            return
        }
        var status = stat()
        do throws(SystemCallError) {
            try systemCall("fstatat") { fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) }
        } catch {
            // It went meanwhile. Of what cannot be asked for nothing is known.
            if error.errno == .noSuchFile { return }
            throw error
        }
        switch status.st_mode & S_IFMT {
        case S_IFLNK: add(link: name, place, in: bounds)
        case S_IFDIR where UInt64(status.st_dev) == bounds.device: folders.append(name)
        case S_IFDIR: foreign.append(name)
        case S_IFREG:
            guard let kind else { return }
            files.append(
                MediaFile(
                    name: name,
                    kind: kind,
                    size: Int64(status.st_size),
                    modified: status.st_mtim.nanoseconds
                )
            )
        default: break
        }
    }

    private mutating func add(link name: String, _ place: Place, in bounds: RootBounds) {
        guard let target = SymbolicLink.target(of: MediaPath.joined(place.path, name)),
            !bounds.contains(target, from: place.folder),
            Self.mayBeMedia(name, target.pathNames.last ?? "")
        else { return }
        links.append(name)
    }

    /// Whether a link of a name may lead to a folder or media of another one, as names tell: the
    /// disk to which it leads may not answer.
    private static func mayBeMedia(_ link: String, _ target: String) -> Bool {
        [link, target].contains { MediaType(ofFileNamed: $0) != nil } || !isFile(target)
    }

    /// Whether a name is rather that of a file than of a folder: `a.txt`, but neither `2024.07`
    /// nor `St. Moritz`.
    private static func isFile(_ name: String) -> Bool {
        guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")), dot != name.utf8.startIndex
        else { return false }
        let ending = name[dot...].dropFirst()
        return ending.utf8.count <= 4 && ending.contains(where: \.isLetter)
            && ending.allSatisfy { $0.isLetter || $0.isNumber }
    }

    /// Nil for what is no UTF-8.
    private static func name(of entry: UnsafeMutablePointer<dirent>) -> String? {
        // An entry ends with its name; what Swift takes for it is as long as one may be.
        withUnsafePointer(to: &entry.pointee.d_name) {
            String(validatingCString: UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self))
        }
    }
}
