import Foundation
import MediaFiles
import MediaStore
import Synchronization
import Testing

@testable import pipd_media

/// Real folders, gone through into a real database.
@Suite final class RootScanTests {
    private static let rules = ExcludeRules(["@eaDir", ".*"])

    private let folder: URL
    private let root: URL
    private let store: MediaStore

    init() throws {
        folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("pipd-scan-\(UUID().uuidString)")
        root = folder.appendingPathComponent("root")
        try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
        store = try MediaStore(path: folder.path + "/media.sqlite") { 0 }
        try store.roots.configure([root.path])
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    @Test func whatIsNewIsAddedAndWhatIsGoneGoes() throws {
        try make("a.jpg", "x/b.mp4", "x/y/c.png", "x/notes.txt")
        #expect(try scan() == "online: 3 met, 3 new, 0 changed, 0 gone")
        #expect(try scan() == "online: 3 met, 0 new, 0 changed, 0 gone")
        try make("x/d.jpg")
        try remove("a.jpg")
        try remove("x/y")
        #expect(try scan() == "online: 2 met, 1 new, 0 changed, 2 gone")
        #expect(try names() == ["b.mp4", "d.jpg"])
        try Data("longer".utf8).write(to: root.appendingPathComponent("x/d.jpg"))
        #expect(try scan() == "online: 2 met, 0 new, 1 changed, 0 gone")
        let root = try #require(try store.roots.all().first)
        #expect(try store.folders.all(of: root.id).map(\.path) == ["x"])
    }

    @Test func aRootThatIsAwayKeepsWhatIsKnown() throws {
        try make("a.jpg", "x/b.mp4")
        #expect(try scan() == "online: 2 met, 2 new, 0 changed, 0 gone")
        let away = folder.appendingPathComponent("away")
        try FileManager.default.moveItem(at: root, to: away)
        #expect(try scan() == "offline: it cannot be reached: No such file or directory")
        // As a mount point is without its disk.
        try FileManager.default.createDirectory(at: root, withIntermediateDirectories: false)
        #expect(try scan() == "offline: it is empty, and 2 files of it are known")
        #expect(try names().count == 2)
        try FileManager.default.removeItem(at: root)
        try FileManager.default.moveItem(at: away, to: root)
        #expect(try scan() == "online: 2 met, 0 new, 0 changed, 0 gone")
    }

    /// So many that all of them being gone would make it another disk.
    @Test func aRootWhoseOnlyFolderIsRenamedIsOnline() throws {
        for number in 0..<9 { try make("Fotos/y/\(number).jpg") }
        #expect(try scan() == "online: 9 met, 9 new, 0 changed, 0 gone")
        let (old, new) = (root.path + "/Fotos", root.path + "/Photos")
        #expect(rename(old, new) == 0)
        #expect(try scan() == "online: 9 met, 9 new, 0 changed, 9 gone")
        // Another disk may have one of them, too.
        #expect(rename(new + "/y/0.jpg", root.path + "/copy.jpg") == 0)
        try FileManager.default.removeItem(atPath: new)
        try Data("longer".utf8).write(to: root.appendingPathComponent("z.jpg"))
        #expect(try scan() == "offline: of 9 known files none are there: is it another disk?")
        #expect(try names().count == 9)
    }

    @Test func aRootWhoseOnlyFolderWasRenamedElsewhereIsOnline() throws {
        for number in 0..<9 { try make("Fotos/\(number).jpg") }
        #expect(try scan() == "online: 9 met, 9 new, 0 changed, 0 gone")
        let away = folder.path + "/away"
        #expect(rename(root.path, away) == 0)
        #expect(try scan().hasPrefix("offline: it cannot be reached"))
        #expect(rename(away + "/Fotos", away + "/Photos") == 0)
        #expect(rename(away, root.path) == 0)
        #expect(try scan() == "online: 9 met, 9 new, 0 changed, 9 gone")
    }

    /// Of files that say none.
    @Test func inAnotherTimeZoneAllDatesAreReadAgainOnce() throws {
        try make("a.jpg", "x/b.mp4")
        #expect(try scan(in: "A") == "online: 2 met, 2 new, 0 changed, 0 gone")
        #expect(try scan(in: "A") == "online: 2 met, 0 new, 0 changed, 0 gone")
        #expect(try scan(in: "B") == "online: 2 met, 0 new, 2 changed, 0 gone")
        #expect(try scan(in: "B") == "online: 2 met, 0 new, 0 changed, 0 gone")
    }

    /// The headers of movies are in no photo.
    @Test func howHeadersAreReadConcernsVideosAlone() throws {
        try make("a.jpg", "x/b.mp4")
        let (plain, local) = (
            DateReading.text("A", isHeaderLocal: false), DateReading.text("A", isHeaderLocal: true)
        )
        #expect(try scan(in: plain) == "online: 2 met, 2 new, 0 changed, 0 gone")
        #expect(try scan(in: local) == "online: 2 met, 0 new, 1 changed, 0 gone")
        #expect(try scan(in: local) == "online: 2 met, 0 new, 0 changed, 0 gone")
        #expect(try scan(in: plain) == "online: 2 met, 0 new, 1 changed, 0 gone")
    }

    /// Wherever a scan ended.
    @Test func eachFileHasTheZoneThatItsDateWasReadIn() throws {
        try make("a.jpg", "x/b.mp4")
        _ = try scan(in: "A")
        let page = try store.assets.page(AssetQuery(), limit: 9, at: 0)
        let asset = try #require(page.elements.first)
        let known = try #require(try store.roots.all().first)
        try store.scans.redate([(asset.id, asset.taken, "B")], of: known)
        #expect(try scan(in: "A") == "online: 2 met, 0 new, 1 changed, 0 gone")
        let first = try store.assets.page(AssetQuery(), limit: 9, at: 0).elements
        #expect(try scan(in: "C") == "online: 2 met, 0 new, 2 changed, 0 gone")
        #expect(try store.assets.page(AssetQuery(), limit: 9, at: 0).elements == first)
    }

    @Test func whatIsPrunedGoes() throws {
        try make("a.jpg", "x/b.mp4")
        _ = try scan()
        try remove("a.jpg")
        try remove("x")
        #expect(try scan() == "offline: it is empty, and 2 files of it are known")
        #expect(try scan(isPruned: true) == "online: 0 met, 0 new, 0 changed, 2 gone")
        #expect(try names().isEmpty)
    }

    @Test func aRootThatIsPrunedMayBeGone() throws {
        try make("a.jpg", "x/b.mp4")
        _ = try scan()
        try FileManager.default.removeItem(at: root)
        #expect(try scan().hasPrefix("offline"))
        #expect(try names().count == 2)
        #expect(try scan(isPruned: true).hasPrefix("offline"))
        #expect(try names().isEmpty)
    }

    @Test func whatIsHiddenAfterwardsGoes() throws {
        try make("a.jpg", "x/b.mp4", "x/y/c.jpg", "z/d.jpg", "z/@eaDirs/e.jpg")
        _ = try scan()
        try make("x/.nomedia")
        #expect(try scan() == "online: 3 met, 0 new, 0 changed, 2 gone")
        let all = try #require(try store.roots.all().first)
        let scan = RootScan(root: all, rules: ExcludeRules(["@*", "d.*"]), isPruned: false)
        let found = try scan.take(in: store) { false }.get()
        #expect(found.counts.removed == 2)
        #expect(try names() == ["a.jpg"])
    }

    @Test(arguments: [[], ["b.*"]])
    func whatPeopleSayOfWhatIsHiddenWaits(excluded: [String]) throws {
        try make("a.jpg", "x/b.mp4")
        _ = try scan()
        let page = try store.assets.page(AssetQuery(), at: 0).elements
        let asset = try #require(page.first { $0.name == "b.mp4" })
        _ = try store.assets.change(asset.id, isFavourite: true, title: "Sea")
        let album = try #require(AlbumID("sea"))
        let ids = [asset.id] + page.map(\.id).filter { $0 != asset.id }
        _ = try store.albums.put(album, name: "Sea", .assets(ids), at: 0)
        if excluded.isEmpty { try make("x/.nomedia") }
        let all = try #require(try store.roots.all().first)
        let hiding = RootScan(root: all, rules: ExcludeRules(excluded), isPruned: false)
        #expect(try hiding.take(in: store) { false }.get().counts.removed == 1)
        #expect(try names() == ["a.jpg"])
        if excluded.isEmpty { try remove("x/.nomedia") }
        _ = try scan()
        var query = AssetQuery()
        query.isFavourite = true
        let again = try store.assets.page(query, at: 0).elements
        #expect(again.map(\.title) == ["Sea"] && again.map(\.name) == ["b.mp4"])
        let selection = try store.selections.add(.album(album), at: 0)
        #expect(
            try store.selections.assets(of: selection, at: 0).elements.map(\.name)
                == ["b.mp4", "a.jpg"]
        )
    }

    /// A file that comes later is another one. What was not met the first time may have been moved.
    @Test(arguments: [[], ["b.*"], ["x"]])
    func whatPeopleSayOfWhatIsHiddenAndGoneGoes(excluded: [String]) throws {
        try make("a.jpg", "x/b.mp4", "x/c.mp4")
        _ = try scan()
        for asset in try store.assets.page(AssetQuery(), at: 0).elements {
            _ = try store.assets.change(asset.id, isFavourite: true, title: "Sea")
        }
        try remove("x/b.mp4")
        if excluded.isEmpty { try make("x/.nomedia") }
        let all = try #require(try store.roots.all().first)
        var removed = 0
        for _ in 0..<2 {
            let hiding = RootScan(root: all, rules: ExcludeRules(excluded), isPruned: false)
            removed += try hiding.take(in: store) { false }.get().counts.removed
        }
        #expect(removed == (excluded == ["b.*"] ? 1 : 2))
        if excluded.isEmpty { try remove("x/.nomedia") }
        try make("x/b.mp4")
        _ = try scan()
        let marked = try store.assets.page(AssetQuery(), at: 0).elements.filter(\.isFavourite)
        #expect(marked.map(\.name).sorted() == ["a.jpg", "c.mp4"])
    }

    @Test func aLinkThatLeadsOutIsToldUntilItIsExcluded() throws {
        try make("x/a.jpg")
        for name in ["b.jpg", "y"] { #expect(symlink("../away", "\(root.path)/x/\(name)") == 0) }
        #expect(symlink("../../away", "\(root.path)/x/z") == 0)
        #expect(try scan() == "online: 1 met, 1 new, 0 changed, 0 gone")
        let known = try #require(try store.roots.all().first)
        #expect(known.reason?.contains("is not followed: 'x/z'; name") == true)
        let scan = RootScan(root: known, rules: ExcludeRules(["z"]))
        #expect(try scan.take(in: store) { false }.get().root.reason == nil)
    }

    /// Out of the root, or to another place in it.
    @Test(arguments: [("../away", 1), ("c", 3)])
    func whatIsBelowAFolderThatIsALinkNowGoes(target: String, met: Int) throws {
        try make("a/1.jpg", "a/b/2.jpg", "z.jpg")
        _ = try scan()
        let marked = try store.assets.page(AssetQuery(), at: 0).elements.filter {
            $0.name == "2.jpg"
        }
        _ = try store.assets.change(try #require(marked.first).id, isFavourite: true, title: nil)
        let root = root.path
        #expect(rename("\(root)/a", "\(root)/\(target)") == 0)
        #expect(symlink(target, "\(root)/a") == 0)
        _ = try scan()
        // What people have said something of is looked for twice.
        _ = try scan()
        #expect(try names().count == met)
    }

    /// They are told apart by bytes, as files are, wherever they are compared.
    @Test func namesThatLookTheSameAreTwoFiles() throws {
        try make("\u{E4}.jpg", "\u{E4}/one.jpg")
        // Foundation would give both the same form.
        for path in ["a\u{308}.jpg", "a\u{308}/two.jpg"] {
            if path.contains("/") { #expect(mkdir(root.path + "/a\u{308}", 0o755) == 0) }
            let file = open(root.path + "/" + path, O_CREAT | O_WRONLY, 0o644)
            #expect(file >= 0)
            close(file)
        }
        #expect(try scan() == "online: 4 met, 4 new, 0 changed, 0 gone")
        #expect(try scan() == "online: 4 met, 0 new, 0 changed, 0 gone")
        unlink(root.path + "/a\u{308}/two.jpg")
        rmdir(root.path + "/a\u{308}")
        #expect(try scan() == "online: 3 met, 0 new, 0 changed, 1 gone")
        #expect(try names().contains("one.jpg"))
    }

    @Test func oneThatIsGivenUpForgetsNothingAndKeepsWhatItHas() throws {
        try make("gone.jpg")
        _ = try scan()
        try remove("gone.jpg")
        for number in 0..<600 { try make("f\(number / 100)/\(number).jpg") }
        let begun = try #require(try store.roots.all().first)
        let scan = RootScan(root: begun, rules: Self.rules, isPruned: false)
        let limit = 3
        let looks = LockedCount()
        let outcome = scan.take(in: store) { looks.next() > limit }
        #expect(throws: Never.self) { try outcome.get() }
        #expect(try names().contains("gone.jpg"))
        #expect(try store.roots.all().first?.scannedAt == begun.scannedAt)
        #expect(try self.scan() == "online: 600 met, 600 new, 0 changed, 1 gone")
    }

    /// What has the same number there is another file.
    @Test func aDatabaseThatIsBegunAnewMeanwhileLosesNothing() throws {
        try make("gone.jpg", "x/notes.txt", "../other/a.jpg")
        let other = folder.path + "/other"
        try store.roots.configure([root.path, other])
        let first = try #require(try store.roots.all().last)
        let begun = try RootScan(root: first, rules: Self.rules).take(in: store) { false }.get()
            .root
        #expect(try names() == ["gone.jpg"])
        try remove("gone.jpg")
        let (looks, store, paths) = (LockedCount(), store, [root.path, other])
        let files = ["", "-wal"].map { [folder] in folder.path + "/media.sqlite" + $0 }
        let outcome = RootScan(root: begun, rules: Self.rules).take(in: store) {
            guard looks.next() == 2 else { return false }
            for file in files { Self.damage(file) }
            #expect(throws: StoreError.self) { try store.check() }
            #expect(throws: Never.self) {
                try store.roots.configure(paths)
                let root = try #require(try store.roots.all().first)
                _ = try RootScan(root: root, rules: Self.rules).take(in: store) { false }.get()
            }
            return false
        }
        #expect(throws: StoreError.hasNoRoot(path: root.path)) { try outcome.get() }
        #expect(store.recoveries.count == 1 && looks.next() == 3)
        #expect(try names() == ["a.jpg"])
    }

    /// Writes over a file as it lies on the disk.
    private static func damage(_ path: String) {
        let file = open(path, O_WRONLY)
        defer { close(file) }
        let bytes = [UInt8](repeating: 0xA5, count: Int(lseek(file, 0, SEEK_END)))
        #expect(pwrite(file, bytes, bytes.count, 0) == bytes.count)
    }

    @Test func theDateOfANameIsTaken() throws {
        try make("IMG_20240131_235958.jpg", "b.jpg")
        _ = try scan()
        let assets = try store.assets.page(AssetQuery(), at: 0).elements
        #expect(assets.map(\.taken.source) == [.mtime, .name])
        var parts = tm()
        (parts.tm_year, parts.tm_mon, parts.tm_mday) = (124, 0, 31)
        (parts.tm_hour, parts.tm_min, parts.tm_sec, parts.tm_isdst) = (23, 59, 58, -1)
        #expect(assets.last?.taken.at == Int64(mktime(&parts)) * 1_000_000)
    }

    private func make(_ paths: String...) throws {
        for path in paths {
            let file = root.appendingPathComponent(path)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
            try Data("x".utf8).write(to: file)
        }
    }

    private func remove(_ path: String) throws {
        try FileManager.default.removeItem(at: root.appendingPathComponent(path))
    }

    private func names() throws -> [String] {
        try store.assets.page(AssetQuery(), limit: 500, at: 0).elements.map(\.name).sorted()
    }

    /// Goes through the root, keeps what that came to, and says it.
    private func scan(isPruned: Bool = false, in zone: String = "") throws -> String {
        let root = try #require(try store.roots.all().first)
        let scan = RootScan(root: root, rules: Self.rules, isPruned: isPruned, zone: zone)
        let found = try scan.take(in: store) { false }.get()
        try store.roots.update(found.root)
        if found.root.state == .offline { return "offline: \(found.root.reason ?? "")" }
        let counts = found.counts
        return "\(found.root.state): \(counts.files) met, \(counts.added) new, "
            + "\(counts.changed) changed, \(counts.removed) gone"
    }
}

/// Counts how often it was asked.
private final class LockedCount: Sendable {
    private let count = Mutex(0)

    func next() -> Int {
        count.withLock { count in
            count += 1
            return count
        }
    }
}
