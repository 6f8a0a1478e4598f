import ControlAPI
import Foundation
import MediaFiles
import MediaLink
import MediaStore
import Platform
import Testing

@testable import pipd_media

/// What people say of the library, in a file beside a database that is lost.
@Suite final class KeptDeskTests {
    private let folder: URL
    private let file: StateFile
    private var store: MediaStore
    private var desk: KeptDesk
    private var library: LibraryDesk
    private var now: Int64 = 1_000_000_000

    init() throws {
        folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("pipd-kept-\(UUID().uuidString)")
        let root = folder.appendingPathComponent("root")
        try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
        for name in ["a.jpg", "b.jpg", "c.jpg"] {
            try Data(name.utf8).write(to: root.appendingPathComponent(name))
        }
        file = KeptDesk.file(in: folder.path)
        store = try MediaStore(path: folder.path + "/media.sqlite") { 0 }
        desk = KeptDesk(table: store.kept, file: file)
        library = LibraryDesk(store: store, settling: 0)
        try configure()
        #expect(take() == nil)
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    @Test func favouritesTitlesAndAlbumsOutliveTheDatabase() throws {
        try scan()
        let before = try say()
        #expect(take() == nil)
        try store.close()
        try Data("no database".utf8).write(to: URL(fileURLWithPath: folder.path + "/media.sqlite"))
        try begin()
        #expect(store.recoveries.count == 1)
        #expect(take() == nil)
        try scan()
        #expect(try said() == before)
        #expect(try store.kept.marks().files.count == 2)
    }

    /// The file is read before or after the scan; nobody says which is first.
    @Test func aDatabaseThatIsMissingIsFilledAgain() throws {
        try scan()
        let before = try say()
        #expect(take() == nil)
        try store.close()
        try FileManager.default.removeItem(atPath: folder.path + "/media.sqlite")
        try begin()
        try scan()
        #expect(take() == nil)
        #expect(try said() == before)
        // As it is now, and no other than it was.
        let bytes = try self.bytes
        #expect(take() == nil)
        #expect(try self.bytes == bytes)
    }

    @Test func whatChangesIsWrittenOnceInSomeSeconds() throws {
        try scan()
        #expect(!isThere)
        try say()
        now += KeptDesk.rest
        #expect(desk.take(at: now).next == KeptDesk.rest && isThere)
        let bytes = try self.bytes
        try favour("c.jpg")
        #expect(desk.take(at: now + 1).next == KeptDesk.rest - 1)
        #expect(try self.bytes == bytes)
        #expect(desk.take(at: now + KeptDesk.rest).warning == nil)
        #expect(try self.bytes != bytes)
        // A clock that is set back does not stop it.
        _ = desk.take(at: now - 1_000_000_000)
        try favour("b.jpg")
        let next = try #require(desk.take(at: now - 1_000_000_000).next)
        #expect(next <= KeptDesk.restAfterFailure)
    }

    @Test func aDamagedFileIsSetAsideAndTold() throws {
        try Data("{".utf8).write(to: URL(fileURLWithPath: file.path))
        try store.close()
        try FileManager.default.removeItem(atPath: folder.path + "/media.sqlite")
        try begin()
        let warning = try #require(take())
        #expect(warning.contains(file.path + ".damaged") && !isThere)
        #expect(
            try Data(contentsOf: URL(fileURLWithPath: file.path + ".damaged")) == Data("{".utf8)
        )
        #expect(take() == nil)
        try scan()
        try say()
        #expect(take() == nil && isThere)
    }

    @Test func aFileThatCannotBeReadStaysAsItIs() throws {
        try FileManager.default.createDirectory(
            atPath: file.path,
            withIntermediateDirectories: false
        )
        try store.close()
        try FileManager.default.removeItem(atPath: folder.path + "/media.sqlite")
        try begin()
        #expect(try #require(take()).contains("was not read"))
        // Once.
        #expect(take() == nil)
        try scan()
        try say()
        #expect(take() == nil && isThere)
        try FileManager.default.removeItem(atPath: file.path)
        #expect(take() == nil && take() == nil)
        #expect(try StateDocument<KeptMarks>(json: [UInt8](bytes)).content == store.kept.marks())
    }

    /// The one that wrote it may be installed again.
    @Test func aFileOfAnotherVersionStaysAsItIs() throws {
        let text = Data(#"{"version":2,"marks":[]}"#.utf8)
        try text.write(to: URL(fileURLWithPath: file.path))
        try store.close()
        try FileManager.default.removeItem(atPath: folder.path + "/media.sqlite")
        try begin()
        #expect(try #require(take()).contains("was not read: it is of version 2"))
        try scan()
        try say()
        #expect(take() == nil)
        #expect(try Data(contentsOf: URL(fileURLWithPath: file.path)) == text)
    }

    @Test func aFullDiskChangesNothing() throws {
        try scan()
        try say()
        #expect(take() == nil)
        let bytes = try self.bytes
        try favour("c.jpg")
        for call: StaticString in ["write", "fsync", "rename"] {
            let warning = SystemCallFaults.withFault(call, .noSpace) { take() }
            #expect(warning?.contains("is as it was: \(call)") == true, "\(warning ?? "")")
            #expect(try self.bytes == bytes)
        }
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(!names.contains { $0.hasPrefix(".pipd") }, "\(names)")
        #expect(take() == nil)
        #expect(try self.bytes != bytes)
    }

    /// What is told, some time later.
    private func take() -> String? {
        now += KeptDesk.restAfterFailure
        let before = desk.failure
        let warning = desk.take(at: now).warning
        return warning ?? (desk.failure == before ? nil : desk.failure)
    }

    private func begin() throws {
        store = try MediaStore(path: folder.path + "/media.sqlite") { 0 }
        desk = KeptDesk(table: store.kept, file: file)
        library = LibraryDesk(store: store, settling: 0)
        try configure()
    }

    private func configure() throws {
        var settings = LibrarySettings()
        settings.roots = [folder.path + "/root"]
        #expect(library.configure(settings, at: now) == nil)
    }

    private func scan() throws {
        let turn = library.scan(at: now)
        let scan = try #require(turn.now)
        _ = library.end(scan, scan.take(in: store) { false }, at: now)
    }

    private func favour(_ name: String) throws {
        _ = try store.assets.change(try id(name), isFavourite: true, title: nil)
    }

    private func id(_ name: String) throws -> AssetID {
        let assets = try store.assets.page(AssetQuery(), at: now).elements
        return try #require(assets.first { $0.name == name }?.id)
    }

    @discardableResult
    private func say() throws -> [String] {
        try favour("a.jpg")
        _ = try store.assets.change(try id("b.jpg"), isFavourite: nil, title: "Sea")
        let album = try #require(AlbumID("best"))
        let list = SelectionSource.assets([try id("c.jpg"), try id("a.jpg")])
        _ = try store.albums.put(album, name: "Best", list, at: now)
        return try said()
    }

    private func said() throws -> [String] {
        let albums = try store.albums.page(at: now).elements
        let best = try store.selections.add(.album(try #require(AlbumID("best"))), at: now)
        return try store.assets.page(AssetQuery(), at: now).elements
            .map { "\($0.name) \($0.isFavourite) \($0.title ?? "-")" }.sorted()
            + albums.map { "\($0.album.name.prefix(6)) \($0.name ?? "-") \($0.photos)" }
            + (try store.selections.assets(of: best, at: now).elements.map(\.name))
    }

    private var isThere: Bool { FileManager.default.fileExists(atPath: file.path) }

    private var bytes: Data { get throws { try Data(contentsOf: URL(fileURLWithPath: file.path)) } }
}
