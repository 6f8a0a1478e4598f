internal import CLinux
internal import Glibc

/// A file on its way: hidden until it is published whole, removed otherwise.
///
/// It is written under a name of its own, `.pipd-…`, in the directory that it
/// will appear in. What a process leaves that ends in the middle, by a power
/// failure or otherwise, is that hidden file.
///
/// Thread: bound to whoever has it.
public struct NewFile: ~Copyable {
    private let name: String
    private let replaces: Bool
    private let directory: OwnedDescriptor
    private let file: OwnedDescriptor
    private let hiddenName: String
    private var isPublished = false

    private init(
        name: String,
        replaces: Bool,
        directory: consuming OwnedDescriptor,
        file: consuming OwnedDescriptor,
        hiddenName: String
    ) {
        self.name = name
        self.replaces = replaces
        self.directory = directory
        self.file = file
        self.hiddenName = hiddenName
    }

    deinit {
        // Fails when somebody has removed it, which is as well.
        if !isPublished { _ = unlinkat(directory.rawValue, hiddenName, 0) }
    }

    static func begin(
        in directory: consuming OwnedDescriptor,
        name: String,
        replaces: Bool
    ) throws(SystemCallError) -> Self {
        let parent = directory.rawValue
        try checkFree(name, in: parent, replaces: replaces)
        let hiddenName = ".pipd-" + String(UInt64.random(in: 0 ... .max), radix: 36)
        let file = OwnedDescriptor(
            taking: try systemCall("openat") {
                openat(parent, hiddenName, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
            }
        )
        return Self(
            name: name,
            replaces: replaces,
            directory: directory,
            file: file,
            hiddenName: hiddenName
        )
    }

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
    ///   was taken in the meantime. The file is then gone.
    @discardableResult
    public consuming func publish(
        orAs alternative: (_ attempt: Int) -> String? = { _ in nil }
    ) throws(SystemCallError) -> String {
        let descriptor = file.rawValue
        let parent = directory.rawValue
        try systemCall("fsync") { fsync(descriptor) }
        var published = name
        if replaces {
            try systemCall("rename") { renameat(parent, hiddenName, parent, name) }
        } else {
            published = try appearAsNew(in: parent, orAs: alternative)
        }
        isPublished = true
        // The name itself; a file system that cannot do that has none to lose.
        _ = fsync(parent)
        return published
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
