internal import CLinux
internal import Glibc

/// A file on its way: invisible until it is published whole, gone otherwise.
///
/// It has no name until then, so that nothing stays of it even where the process
/// is killed in the middle. File systems without that (NFS, FAT) have it under a
/// name of its own, `.pipd-…`, in the directory that it will appear in; there a
/// process that is killed leaves that, see `ConfinedDirectory.removeAbandoned`.
///
/// Thread: bound to whoever has it.
public struct NewFile: ~Copyable {
    private let name: String
    private let replaces: Bool
    private let directory: OwnedDescriptor
    private let file: OwnedDescriptor
    /// The name that it has meanwhile; nil for none.
    private var hiddenName: String?

    private init(
        name: String,
        replaces: Bool,
        directory: consuming OwnedDescriptor,
        file: consuming OwnedDescriptor,
        hiddenName: String?
    ) {
        self.name = name
        self.replaces = replaces
        self.directory = directory
        self.file = file
        self.hiddenName = hiddenName
    }

    deinit {
        // Fails when somebody has removed it, which is as well.
        if let hiddenName { _ = unlinkat(directory.rawValue, hiddenName, 0) }
    }

    static func begin(
        in directory: consuming OwnedDescriptor,
        name: String,
        replaces: Bool
    ) throws(SystemCallError) -> Self {
        let parent = directory.rawValue
        try checkFree(name, in: parent, replaces: replaces)
        do throws(SystemCallError) {
            let file = try systemCall("open O_TMPFILE") { clinux_open_unnamed(parent) }
            return Self(
                name: name,
                replaces: replaces,
                directory: directory,
                file: OwnedDescriptor(taking: file),
                hiddenName: nil
            )
        } catch  where error.errno == .notSupported || error.errno == .isDirectory {
            // The second is what file systems of old kernels say.
            let hiddenName = makeHiddenName()
            let file = try systemCall("openat") {
                openat(parent, hiddenName, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
            }
            return Self(
                name: name,
                replaces: replaces,
                directory: directory,
                file: OwnedDescriptor(taking: file),
                hiddenName: hiddenName
            )
        }
    }

    /// How the names of files begin that are not published yet.
    private static let hiddenPrefix = ".pipd-"

    private static func makeHiddenName() -> String {
        // As long as the greatest one.
        hiddenPrefix + String(UInt64.random(in: 1 << 63 ... .max), radix: 36)
    }

    /// Whether a file may be one that is not published yet.
    static func isHidden(_ name: String) -> Bool {
        guard name.utf8.starts(with: hiddenPrefix.utf8) else { return false }
        let rest = name.utf8.dropFirst(hiddenPrefix.utf8.count)
        return rest.count == 13
            && rest.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x7a).contains($0) }
    }

    /// For system calls that write to it; valid until it is published.
    public var rawValue: CInt { file.rawValue }

    /// Appends bytes.
    ///
    /// - Throws: `write`, with `ENOSPC` or `EDQUOT` for want of space.
    public borrowing func write(_ bytes: [UInt8]) throws(SystemCallError) {
        let descriptor = file.rawValue
        var start = 0
        while start < bytes.count {
            let end = min(bytes.count, start + (1 << 20))
            let count = try systemCall("write") {
                bytes[start..<end].withUnsafeBytes {
                    CInt(Glibc.write(descriptor, $0.baseAddress, $0.count))
                }
            }
            start += Int(count)
        }
    }

    /// Brings the file to the disk and makes it appear under its name.
    ///
    /// - Parameter alternative: The name to try for the second time and so on,
    ///   where the one before was taken in the meantime; nil gives up.
    /// - Returns: The name that it has.
    /// - Throws: `fsync`; `rename` or `renameat2`, with `EEXIST` where the name
    ///   was taken in the meantime. The file is then gone. `fsync directory`, with `EIO` alone: it
    ///   has its name, and a power cut may take that.
    @discardableResult
    public consuming func publish(
        orAs alternative: (_ attempt: Int) -> String? = { _ in nil }
    ) throws(SystemCallError) -> String {
        let descriptor = file.rawValue
        let parent = directory.rawValue
        try systemCall("fsync") { fsync(descriptor) }
        let published =
            replaces ? try takePlace(in: parent) : try appearAsNew(in: parent, orAs: alternative)
        hiddenName = nil
        do throws(SystemCallError) {
            try systemCall("fsync directory") { fsync(parent) }
        } catch  where error.errno != .inputOutput {
            // A file system that cannot do that has none to lose.
        }
        return published
    }

    /// Only a name can take the place of another in one step.
    private mutating func takePlace(in parent: CInt) throws(SystemCallError) -> String {
        let hidden = hiddenName ?? Self.makeHiddenName()
        if hiddenName == nil {
            let descriptor = file.rawValue
            try systemCall("linkat") { clinux_name_file(descriptor, parent, hidden) }
            hiddenName = hidden
        }
        let name = name
        try systemCall("rename") { renameat(parent, hidden, parent, name) }
        return name
    }

    private borrowing func appearAsNew(
        in parent: CInt,
        orAs alternative: (Int) -> String?
    ) throws(SystemCallError) -> String {
        var next = name
        var attempt = 1
        while true {
            do throws(SystemCallError) {
                try appear(in: parent, asNew: next)
                return next
            } catch  where error.errno == .fileExists {
                attempt += 1
                guard let other = alternative(attempt) else { throw error }
                next = other
            }
        }
    }

    /// Some network file systems cannot rename without replacing; a second link,
    /// and removing the first, comes to the same.
    private borrowing func appear(
        in parent: CInt,
        asNew name: String
    ) throws(SystemCallError) {
        let descriptor = file.rawValue
        guard let hiddenName else {
            try systemCall("linkat") { clinux_name_file(descriptor, parent, name) }
            return
        }
        do throws(SystemCallError) {
            try systemCall("renameat2") { clinux_rename_new(parent, hiddenName, name) }
        } catch  where error.errno == .invalidArgument {
            try systemCall("linkat") { linkat(parent, hiddenName, parent, name, 0) }
            _ = unlinkat(parent, hiddenName, 0)
        }
    }

    /// Says early what would fail at the end.
    private static func checkFree(
        _ name: String,
        in parent: CInt,
        replaces: Bool
    ) throws(SystemCallError) {
        var status = stat()
        do throws(SystemCallError) {
            try systemCall("fstatat") { fstatat(parent, name, &status, AT_SYMLINK_NOFOLLOW) }
        } catch  where error.errno == .noSuchFile {
            return
        }
        if status.st_mode & S_IFMT == S_IFDIR {
            throw SystemCallError(call: "fstatat", errno: .isDirectory)
        }
        if !replaces { throw SystemCallError(call: "fstatat", errno: .fileExists) }
    }
}
