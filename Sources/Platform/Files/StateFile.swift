internal import Glibc
public import Media

/// A small file that has what a program knows from one start to the next. It is there whole or not
/// at all, and only its owner may read it.
public struct StateFile: Hashable, Sendable {
    /// Its directory, which is made where it is missing.
    public let folder: String
    private let name: String
    private let mostBytes: Int

    /// - Parameters:
    ///   - folder: Its directory, which is made where it is missing.
    ///   - name: In the directory.
    ///   - mostBytes: What it may have at most.
    public init(folder: String, name: String, mostBytes: Int) {
        (self.folder, self.name, self.mostBytes) = (folder, name, mostBytes)
    }

    public var path: String { "\(folder)/\(name)" }

    /// Why there is nothing to be had from it, in words.
    public enum Failure: Error, Hashable {
        /// What is in it was not written so: it never can be read.
        case damaged(MessageText)
        /// It cannot be read now, or not by this version.
        case unreadable(MessageText)
    }

    /// - Returns: What it has; nil where there is no file.
    /// - Throws: `Failure`; the file is as it was.
    public func read() throws(Failure) -> [UInt8]? {
        let file: ReadableFile
        do throws(SystemCallError) {
            file = try ConfinedDirectory(folder).file(name)
        } catch  where error.errno == .noSuchFile {
            return nil
        } catch {
            throw .unreadable("\(error)")
        }
        guard file.size <= mostBytes else { throw .damaged("it is longer than \(mostBytes) bytes") }
        let bytes = file.bytes(at: 0, atMost: Int(file.size))
        guard bytes.count == file.size else {
            throw .unreadable("it cannot be read to its end")
        }
        return bytes
    }

    /// Puts another one in its place.
    ///
    /// - Throws: `EFBIG` for what would not be read; what `PrivateDirectory.make` and
    ///   `ConfinedDirectory.begin` throw; `fchmod`, `write`, `fsync`, `rename`. It is as it was
    ///   then.
    public func write(_ bytes: [UInt8]) throws(SystemCallError) {
        guard bytes.count <= mostBytes else {
            throw SystemCallError(call: "write", errno: .fileTooLarge)
        }
        try PrivateDirectory.make(folder)
        let directory = try ConfinedDirectory(folder)
        directory.removeAbandoned()
        let file = try directory.begin(name, replaces: true)
        let descriptor = file.rawValue
        // Before there is anything in it.
        try systemCall("fchmod") { fchmod(descriptor, 0o600) }
        try file.write(bytes)
        try file.publish()
    }

    /// Gives what is damaged another name, for whoever wants to look at it: what was set aside
    /// before stays, but for the last of three.
    ///
    /// - Returns: The new path.
    /// - Throws: `rename`; it stays then.
    public func setAside() throws(SystemCallError) -> String {
        let targets = ["", "-1", "-2"].map { "\(path).damaged\($0)" }
        var status = stat()
        let target = targets.first { lstat($0, &status) != 0 } ?? targets[2]
        try systemCall("rename") { rename(path, target) }
        return target
    }

    /// Keeps others that use it from changing it meanwhile.
    ///
    /// - Returns: For as long as it lives; nil when another has it.
    /// - Throws: As `PrivateDirectory.make` and `LockFile.take`.
    public func lock() throws(SystemCallError) -> LockFile? {
        try PrivateDirectory.make(folder)
        return try LockFile.take(at: "\(path).lock")
    }

    /// Which file it is, and of when: another after each change, whoever makes it.
    public struct Stamp: Hashable, Sendable {
        private let file: FileIdentity
        private let seconds: Int
        private let nanoseconds: Int

        init?(of path: String) {
            var attributes = stat()
            guard lstat(path, &attributes) == 0 else { return nil }
            file = FileIdentity(attributes)
            seconds = attributes.st_mtim.tv_sec
            nanoseconds = attributes.st_mtim.tv_nsec
        }
    }

    /// nil where there is none.
    public var stamp: Stamp? { Stamp(of: path) }
}
