import Foundation
import MediaFiles
import MediaStore
import Testing

@testable import pipd_media

/// Files that are renamed or moved keep what people have said of them.
@Suite final class MoveTests {
    private let folder: URL
    private let root: String
    private let store: MediaStore

    init() throws {
        folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("pipd-move-\(UUID().uuidString)")
        root = folder.path + "/root"
        try FileManager.default.createDirectory(
            atPath: root + "/x",
            withIntermediateDirectories: true
        )
        store = try MediaStore(path: folder.path + "/media.sqlite") { 0 }
        try store.roots.configure([root])
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    @Test(arguments: [["x/a.jpg": "x/b.jpg"], ["x": "y"], ["x/a.jpg": "x.jpg"]])
    func aFavouriteGoesWithItsFile(move: [String: String]) throws {
        try write("one", to: "x/a.jpg")
        try write("two", to: "x/other.jpg")
        let before = try favourite("a.jpg", title: "Sea")
        for (old, new) in move { #expect(rename("\(root)/\(old)", "\(root)/\(new)") == 0) }
        try scan()
        let after = try #require(try store.assets.find(before.id))
        #expect(after.isFavourite && after.title == "Sea")
        #expect(FileManager.default.fileExists(atPath: after.path))
        #expect(try store.assets.page(AssetQuery(), at: 0).elements.count == 2)
        // It is found by its new name, and by its old one no more.
        #expect(try search(after.name).map(\.id).contains(after.id))
        if after.name != "a.jpg" { #expect(try search("a.jpg").isEmpty) }
        try store.check()
    }

    @Test func anotherFileOfTheSameSizeIsAnother() throws {
        try write("one", to: "x/a.jpg")
        let asset = try favourite("a.jpg")
        unlink(root + "/x/a.jpg")
        try write("two", to: "x/b.jpg")
        try scan()
        // It may be on its way to where it is met the next time.
        #expect(try store.assets.find(asset.id) != nil)
        try scan()
        #expect(try store.assets.find(asset.id) == nil)
        #expect(try search("b.jpg").map(\.isFavourite) == [false])
    }

    /// What was there all the time is nobody's new name.
    @Test func aCopyThatWasThereBeforeStaysWhatItIs() throws {
        try write("one", to: "x/a.jpg")
        try write("one", to: "x/copy.jpg")
        let asset = try favourite("a.jpg")
        unlink(root + "/x/a.jpg")
        try scan()
        try scan()
        #expect(try store.assets.find(asset.id) == nil)
        #expect(try search("copy.jpg").map(\.isFavourite) == [false])
    }

    @Test func ofSeveralTheOneOfTheSameNameIsTaken() throws {
        try write("one", to: "x/a.jpg")
        let asset = try favourite("a.jpg")
        unlink(root + "/x/a.jpg")
        mkdir(root + "/y", 0o755)
        for name in ["0.jpg", "a.jpg", "z.jpg"] { try write("one", to: "y/" + name) }
        try scan()
        #expect(try store.assets.find(asset.id)?.path == root + "/y/a.jpg")
        #expect(try store.assets.page(AssetQuery(), at: 0).elements.count == 3)
    }

    /// One that is in a list, and one that is taken out of a query.
    @Test func aSelectionKeepsWhatIsRenamed() throws {
        for name in ["a", "b", "c"] { try write(name, to: "x/\(name).jpg") }
        try scan()
        try lookInto()
        let a = try #require(try search("a.jpg").first).id
        let b = try #require(try search("b.jpg").first).id
        let list = try store.selections.add(.assets([b, a]), at: 1)
        let query = try store.selections.add(.query(AssetQuery(), excluding: [a]), at: 1)
        #expect(rename(root + "/x/a.jpg", root + "/x/d.jpg") == 0)
        try scan()
        let listed = try store.selections.assets(of: list, after: nil, limit: 9, at: 1).elements
        #expect(listed.map(\.name) == ["b.jpg", "d.jpg"])
        let found = try store.selections.assets(of: query, after: nil, limit: 9, at: 1).elements
        #expect(found.map(\.name).sorted() == ["b.jpg", "c.jpg"])
    }

    /// What is gone with its folder as well.
    @Test func aFavouriteIsLookedForOnceMoreBeforeItIsForgotten() throws {
        try write("one", to: "x/a.jpg")
        try write("two", to: "b.jpg")
        let asset = try favourite("a.jpg")
        // As one that is moved while its root is gone through: it is met nowhere.
        let away = folder.path + "/away"
        #expect(rename(root + "/x", away) == 0)
        try scan()
        #expect(try store.assets.find(asset.id)?.isFavourite == true)
        #expect(rename(away, root + "/y") == 0)
        try scan()
        #expect(try store.assets.find(asset.id)?.path == root + "/y/a.jpg")
        unlink(root + "/y/a.jpg")
        try scan()
        try scan()
        #expect(try store.assets.find(asset.id) == nil)
    }

    @Test func aFavouriteGoesFromOneRootToAnother() throws {
        let other = folder.path + "/a-root"
        mkdir(other, 0o755)
        try store.roots.configure([root, other])
        try write("one", to: "x/a.jpg")
        try write("two", to: "x/b.jpg")
        for root in try store.roots.all() { try scan(root) }
        try lookInto()
        let asset = try #require(try search("a.jpg").first)
        _ = try store.assets.change(asset.id, isFavourite: true, title: nil)
        #expect(rename(root + "/x/a.jpg", other + "/c.mp4") == 0)
        // The one that it left is gone through first.
        for root in try store.roots.all().reversed() { try scan(root) }
        try scan(try #require(try store.roots.all().first { $0.path == root }))
        let after = try #require(try store.assets.find(asset.id))
        #expect(after.path == other + "/c.mp4" && after.isFavourite)
        // It is what it is called now.
        #expect(after.kind == .video && after.state == .found)
    }

    /// What was said of a file in a folder that is hidden, and what is in its place later.
    struct Hidden: Sendable, CustomTestStringConvertible {
        var text: String
        /// In seconds.
        var isLaterBy = 0
        /// Whether it was known what is in the file.
        var isRead = true
        var isSame = false

        var testDescription: String { "\(text) \(isLaterBy) \(isRead)" }
    }

    @Test(arguments: [
        Hidden(text: "one", isSame: true), Hidden(text: "one", isRead: false, isSame: true),
        Hidden(text: "one", isLaterBy: 60, isSame: true), Hidden(text: "two", isLaterBy: 60),
        Hidden(text: "three"), Hidden(text: "one", isLaterBy: 60, isRead: false),
    ])
    func whatIsSaidOfWhatIsHiddenComesBackToTheSameFile(hidden: Hidden) throws {
        try write("one", to: "x/a.jpg", at: 1_700_000_000)
        try write("other", to: "b.jpg")
        try scan()
        if hidden.isRead { try lookInto() }
        let asset = try #require(try search("a.jpg").first)
        _ = try store.assets.change(asset.id, isFavourite: true, title: "Sea")
        let album = try #require(AlbumID("sea"))
        _ = try store.albums.put(album, name: "Sea", .assets([asset.id]), at: 0)
        try write("", to: "x/.nomedia")
        try scan()
        unlink(root + "/x/a.jpg")
        try scan()
        unlink(root + "/x/.nomedia")
        try write(hidden.text, to: "x/a.jpg", at: 1_700_000_000 + hidden.isLaterBy)
        try scan()
        try lookInto()
        let after = try #require(try search("a.jpg").first)
        #expect(after.isFavourite == hidden.isSame && after.title == (hidden.isSame ? "Sea" : nil))
        let list = try store.selections.add(.album(album), at: 0)
        let listed = try store.selections.assets(of: list, at: 0).elements.map(\.id)
        #expect(listed == (hidden.isSame ? [after.id] : []))
        // Nothing waits any more, nor is written down.
        let known = try #require(try store.roots.all().first)
        #expect(try store.kept.places(of: known).isEmpty)
        #expect(try store.kept.marks().files.count == (hidden.isSame ? 1 : 0))
    }

    /// It may be looked into while somebody still writes it.
    @Test func halfOfAFileDoesNotEndTheWaiting() throws {
        try write("one, two, three", to: "x/a.jpg")
        try write("other", to: "b.jpg")
        let asset = try favourite("a.jpg", title: "Sea")
        let list = try store.selections.add(.assets([asset.id]), at: 0)
        try write("", to: "x/.nomedia")
        try scan()
        unlink(root + "/x/.nomedia")
        for text in ["one", "one, two", "one, two, three"] {
            let isWhole = text.hasSuffix("three")
            try write(text, to: "x/a.jpg")
            try scan()
            try lookInto()
            let after = try #require(try search("a.jpg").first)
            #expect(after.isFavourite == isWhole && after.title == (isWhole ? "Sea" : nil))
            #expect(try store.kept.marks().files.map(\.title) == ["Sea"])
        }
        let listed = try store.selections.assets(of: list, at: 0).elements
        #expect(listed.map(\.name) == ["a.jpg"])
    }

    /// How a root comes to be on a disk that does not have all of its files yet.
    enum Return: CaseIterable {
        /// A scan has found it to be away.
        case isSeenAway
        /// As one that was exchanged while nobody looked.
        case isOtherDisk
    }

    /// Half of a backup is another disk, on which the rest is to come.
    @Test(arguments: Return.allCases)
    func whatIsBroughtBackLaterIsWhatItWas(way: Return) throws {
        for name in ["a", "b", "c", "x/d"] { try write(name, to: name + ".jpg") }
        let asset = try favourite("d.jpg", title: "Sea")
        let list = try store.selections.add(.assets([asset.id]), at: 0)
        #expect(rename(root, root + "-lost") == 0)
        try comeBack(way)
        for name in ["a", "b", "c"] { try write(name, to: name + ".jpg") }
        for _ in 0..<3 { try scan() }
        #expect(try store.roots.all().map(\.state) == [.online])
        #expect(try search("d.jpg").isEmpty)
        mkdir(root + "/x", 0o755)
        try write("x/d", to: "x/d.jpg")
        try scan()
        try lookInto()
        let after = try #require(try search("d.jpg").first)
        #expect(after.isFavourite && after.title == "Sea")
        let listed = try store.selections.assets(of: list, at: 0).elements.map(\.id)
        #expect(listed == [after.id])
    }

    /// As from a backup, of a root that was there all the time.
    @Test(arguments: ["one", "two"])
    func whatIsDeletedAndComesBackIsWhatItWas(text: String) throws {
        try write("one", to: "x/a.jpg")
        try write("other", to: "b.jpg")
        try scan()
        try lookInto()
        let asset = try #require(try search("a.jpg").first)
        _ = try store.assets.change(asset.id, isFavourite: true, title: "Sea")
        let album = try #require(AlbumID("sea"))
        _ = try store.albums.put(album, name: "Sea", .assets([asset.id]), at: 0)
        unlink(root + "/x/a.jpg")
        for _ in 0..<3 { try scan() }
        #expect(try search("a.jpg").isEmpty)
        #expect(try store.kept.marks().files.map(\.title) == ["Sea"])
        try write(text, to: "x/a.jpg")
        try scan()
        try lookInto()
        let isSame = text == "one"
        let after = try #require(try search("a.jpg").first)
        #expect(after.isFavourite == isSame && after.title == (isSame ? "Sea" : nil))
        let list = try store.selections.add(.album(album), at: 0)
        let listed = try store.selections.assets(of: list, at: 0).elements.map(\.id)
        #expect(listed == (isSame ? [after.id] : []))
        #expect(try store.kept.marks().files.count == (isSame ? 1 : 0))
    }

    /// It is met there by the scan that follows.
    @Test(arguments: Return.allCases)
    func whatWentElsewhereMeanwhileIsLookedForOnceMore(way: Return) throws {
        for name in ["a", "b", "c", "x/d"] { try write(name, to: name + ".jpg") }
        let asset = try favourite("d.jpg")
        let lost = root + "-lost"
        #expect(rename(root, lost) == 0)
        try comeBack(way)
        for name in ["a", "b", "c"] { try write(name, to: name + ".jpg") }
        try scan()
        #expect(rename(lost + "/x/d.jpg", root + "/e.jpg") == 0)
        try scan()
        #expect(try store.assets.find(asset.id)?.path == root + "/e.jpg")
    }

    private func comeBack(_ way: Return) throws {
        if way == .isSeenAway {
            try scan()
            #expect(try store.roots.all().map(\.state) == [.offline])
        } else {
            var known = try #require(try store.roots.all().first)
            known.disk = known.disk.map { ~$0 }
            try store.roots.update(known)
        }
        mkdir(root, 0o755)
    }

    private func write(_ text: String, to path: String, at seconds: Int) throws {
        try write(text, to: path)
        var times = [timespec](repeating: timespec(tv_sec: seconds, tv_nsec: 0), count: 2)
        #expect(utimensat(AT_FDCWD, "\(root)/\(path)", &times, 0) == 0)
    }

    private func write(_ text: String, to path: String) throws {
        try Data(text.utf8).write(to: URL(fileURLWithPath: "\(root)/\(path)"))
    }

    private func scan() throws {
        try scan(try #require(try store.roots.all().first))
    }

    private func scan(_ known: StoredRoot) throws {
        let scan = RootScan(root: known, rules: ExcludeRules([]))
        try store.roots.update(scan.take(in: store) { false }.get().root)
    }

    /// As a worker does, but for what the files hold.
    private func lookInto() throws {
        while let asset = try store.probes.next(after: nil) {
            var facts = AssetFacts(width: 1, height: 1, codec: "mjpeg")
            if let file = OpenedFile(asset.path) { facts.content = ContentMark.of(file) }
            #expect(facts.content?.utf8.count == 64)
            #expect(try store.probes.settle { ProbedAsset(asset, .read(facts)) })
        }
    }

    /// A file that is met, looked into and made a favourite.
    private func favourite(_ name: String, title: String? = nil) throws -> AssetRecord {
        try scan()
        try lookInto()
        let asset = try #require(try search(name).first)
        return try #require(
            try store.assets.change(asset.id, isFavourite: true, title: title)
        )
    }

    private func search(_ text: String) throws -> [AssetRecord] {
        var query = AssetQuery()
        query.text = text
        return try store.assets.page(query, at: 0).elements
    }
}
