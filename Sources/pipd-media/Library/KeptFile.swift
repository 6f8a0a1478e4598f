internal import Glibc
internal import MediaStore
internal import Platform

/// The file beside the database that has what people say of the library.
struct KeptFile {
    /// Its directory, which is there.
    let folder: String

    private static let name = "library.json"
    /// Enough for 100,000 favourites.
    private static let mostBytes = 16 << 20

    var path: String { "\(folder)/\(Self.name)" }

    /// - Returns: What it has; nil where there is no file.
    /// - Throws: `Failure.isDamaged` for what was not written so; `Failure.isUnreadable`.
    func read() throws(Failure) -> KeptMarks? {
        let file: ReadableFile
        do throws(SystemCallError) {
            file = try ConfinedDirectory(folder).file(Self.name)
        } catch  where error.errno == .noSuchFile {
            return nil
        } catch {
            throw .isUnreadable("\(error)")
        }
        guard file.size <= Self.mostBytes else {
            throw .isDamaged("it is longer than \(Self.mostBytes) bytes")
        }
        let bytes = file.bytes(at: 0, atMost: Int(file.size))
        guard bytes.count == file.size else { throw .isUnreadable("it cannot be read to its end") }
        do throws(KeptMarks.Unreadable) {
            return try KeptMarks(json: bytes)
        } catch {
            let reason = error.description
            throw error.isOfAnotherVersion ? .isUnreadable(reason) : .isDamaged(reason)
        }
    }

    /// Puts another one in its place, whole.
    ///
    /// - Throws: `Failure.isUnwritable`; it is as it was then.
    func write(_ marks: KeptMarks) throws(Failure) {
        let bytes = marks.json
        guard bytes.count <= Self.mostBytes else {
            throw .isUnwritable("it would have \(bytes.count) bytes; \(Self.mostBytes) are kept")
        }
        do throws(SystemCallError) {
            let directory = try ConfinedDirectory(folder)
            directory.removeAbandoned()
            let file = try directory.begin(Self.name, replaces: true)
            try file.write(bytes)
            try file.publish()
        } catch {
            throw .isUnwritable("\(error)")
        }
    }

    /// Gives it another name, in place of the one before.
    ///
    /// - Returns: The new path.
    /// - Throws: `Failure.isUnreadable`, where it stays.
    func setAside() throws(Failure) -> String {
        let target = path + ".damaged"
        do throws(SystemCallError) {
            try systemCall("rename") { rename(path, target) }
        } catch {
            throw .isUnreadable("it is damaged and cannot be renamed: \(error)")
        }
        return target
    }

    /// Why, in words.
    enum Failure: Error, Hashable {
        case isDamaged(String)
        case isUnreadable(String)
        case isUnwritable(String)
    }
}
