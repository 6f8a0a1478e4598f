internal import Glibc
internal import Media
internal import Platform

/// The file that has the tokens from one start to the next. Only its owner may read it.
struct TokenFile: Sendable {
    /// Its directory, which is made where it is missing.
    let folder: String

    private static let name = "tokens.json"

    var path: String { "\(folder)/\(Self.name)" }

    /// Why it has no tokens to give, in words.
    enum Failure: Error, Hashable {
        /// What is in it was not written so.
        case damaged(MessageText)
        /// It cannot be read now.
        case unreadable(MessageText)
    }

    /// - Returns: What it has; none where there is no file.
    func read() throws(Failure) -> Tokens {
        guard let file = try open() else { return Tokens() }
        guard file.size <= Tokens.mostBytes else {
            throw .damaged("it is longer than \(Tokens.mostBytes) bytes")
        }
        let bytes = file.bytes(at: 0, atMost: Int(file.size))
        guard bytes.count == file.size else { throw .unreadable("its end is not to be had") }
        do throws(Tokens.Unreadable) {
            return try Tokens(json: bytes)
        } catch {
            let reason: MessageText = "\(message: error.reason)"
            throw error.isOfAnotherVersion ? .unreadable(reason) : .damaged(reason)
        }
    }

    private func open() throws(Failure) -> ReadableFile? {
        do throws(SystemCallError) {
            return try ConfinedDirectory(folder).file(Self.name)
        } catch  where error.errno == .noSuchFile {
            return nil
        } catch {
            throw .unreadable("\(error)")
        }
    }

    /// Which file it is, and of when: another after each change, whoever makes it.
    struct Stamp: Hashable, Sendable {
        private let inode: UInt64
        private let seconds: Int
        private let nanoseconds: Int

        init?(of path: String) {
            var attributes = stat()
            guard lstat(path, &attributes) == 0 else { return nil }
            inode = UInt64(attributes.st_ino)
            seconds = attributes.st_mtim.tv_sec
            nanoseconds = attributes.st_mtim.tv_nsec
        }
    }

    /// nil where there is none.
    var stamp: Stamp? { Stamp(of: path) }

    /// Keeps other daemons that have their tokens there from changing them meanwhile.
    ///
    /// - Returns: For as long as it lives; nil when another has it.
    func lock() throws(SystemCallError) -> LockFile? {
        try PrivateDirectory.make(folder)
        return try LockFile.take(at: "\(path).lock")
    }

    /// Puts another one in its place, whole.
    ///
    /// - Throws: `SystemCallError`; it is as it was then.
    func write(_ tokens: Tokens) throws(SystemCallError) {
        try PrivateDirectory.make(folder)
        let directory = try ConfinedDirectory(folder)
        directory.removeAbandoned()
        let file = try directory.begin(Self.name, replaces: true)
        let descriptor = file.rawValue
        // Before there is anything in it.
        try systemCall("fchmod") { fchmod(descriptor, 0o600) }
        try file.write(tokens.json)
        try file.publish()
    }

    /// Gives it another name, so that what is damaged is kept for whoever wants to look at it.
    ///
    /// One that was kept so before stays.
    ///
    /// - Returns: The new path; nil where it cannot be.
    func setAside() -> String? {
        let target = path + ".damaged"
        guard link(path, target) == 0 else { return nil }
        _ = unlink(path)
        return target
    }
}
