internal import Foundation
internal import Glibc
internal import Platform
internal import Synchronization

/// A folder that is removed with this object. Its path is short: a socket's may
/// have 107 bytes.
final class Scratch: Sendable {
    private static let count = Atomic<Int>(0)

    let folder: String
    private let files = Atomic<Int>(0)

    init() throws {
        let number = Self.count.add(1, ordering: .relaxed).newValue
        folder = "/tmp/pipd-program-\(getpid())-\(number)"
        try systemCall("mkdir") { [folder] in mkdir(folder, 0o755) }
    }

    deinit {
        try? FileManager.default.removeItem(atPath: folder)
    }

    func path(_ name: String) -> String { "\(folder)/\(name)" }

    /// A number for a file's name, new at every call.
    func nextNumber() -> Int { files.add(1, ordering: .relaxed).newValue }

    /// Writes a file.
    ///
    /// - Returns: Its path.
    @discardableResult
    func write(_ name: String, _ bytes: some Sequence<UInt8>) throws -> String {
        let path = path(name)
        try Data(bytes).write(to: URL(filePath: path))
        return path
    }

    /// Writes a text file; returns its path.
    @discardableResult
    func write(_ name: String, _ text: String) throws -> String { try write(name, text.utf8) }
}

enum Files {
    /// A file's bytes; none where it cannot be read.
    static func bytes(of path: String) -> [UInt8] {
        (try? Data(contentsOf: URL(filePath: path))).map(Array.init) ?? []
    }

    /// What `lstat` says; nil where nothing is.
    static func attributes(of path: String) -> stat? {
        var attributes = stat()
        return lstat(path, &attributes) == 0 ? attributes : nil
    }
}
