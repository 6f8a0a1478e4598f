import Foundation
import MediaLink
import MediaStore
import Testing

@testable import pipd_media

/// Two roots of a library, each with a photo, and a database that knows nothing of them yet.
final class TwoRoots {
    let folder: URL
    let roots: [String]
    let store: MediaStore

    /// - Parameter isSecondLinked: Whether the second root is a symbolic link to a folder beside it.
    /// - Throws: What the file system or the database throws.
    init(isSecondLinked: Bool = false) throws {
        folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("pipd-roots-\(UUID().uuidString)")
        roots = ["a", "b"].map { [folder] in folder.path + "/\($0)" }
        let second = isSecondLinked ? folder.path + "/real" : roots[1]
        for root in [roots[0], second] {
            try FileManager.default.createDirectory(
                atPath: root,
                withIntermediateDirectories: true
            )
            try Data("x".utf8).write(to: URL(fileURLWithPath: root + "/1.jpg"))
        }
        if isSecondLinked { #expect(symlink("real", roots[1]) == 0) }
        store = try MediaStore(path: folder.path + "/media.sqlite") { 0 }
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    /// A desk of theirs.
    func desk(_ watch: FolderWatch? = nil) -> LibraryDesk {
        var desk = LibraryDesk(store: store, watch: watch, settling: 0)
        var settings = LibrarySettings()
        settings.roots = roots
        let refusal = desk.configure(settings, at: 0)
        #expect(refusal == nil)
        return desk
    }
}
