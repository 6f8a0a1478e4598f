import Foundation
import Media
import MediaFiles
import MediaLink
import MediaStore
import Testing

@testable import pipd_media

/// Real folders that are watched, and a desk that goes by what happens in them.
@Suite(.timeLimit(.minutes(30))) final class FolderWatchTests {
    private let folder: URL
    private let root: String
    private let store: MediaStore
    private let watch = FolderWatch()
    private var desk: LibraryDesk
    private var now = WallClock.now()

    init() throws {
        folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("pipd-watch-\(UUID().uuidString)")
        root = folder.path + "/root"
        try FileManager.default.createDirectory(
            atPath: root + "/x",
            withIntermediateDirectories: true
        )
        store = try MediaStore(path: folder.path + "/media.sqlite") { 0 }
        // No machine is so slow that what was written just now has settled.
        desk = LibraryDesk(store: store, watch: watch, settling: 86_400_000_000)
        try write("x/old.jpg")
        age("x/old.jpg")
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    @Test func whatIsWrittenIsThereAtOnce() throws {
        try configure()
        #expect(try step() == "whole /: x/old.jpg")
        try write("x/new.jpg")
        #expect(try step() == "part x: x/new.jpg, x/old.jpg")
        #expect(try step() == "nothing")
        // As a hard link comes: nobody has closed it.
        #expect(link(root + "/x/old.jpg", root + "/linked.jpg") == 0)
        #expect(try step() == "part : linked.jpg, x/new.jpg, x/old.jpg")
    }

    /// A file without a name is given one when it is whole, and is not closed under that.
    @Test func whatPipdTakesIsThereAtOnce() throws {
        var settings = settings
        settings.takenHere = root + "/x"
        #expect(desk.configure(settings, at: now) == nil)
        _ = try step()
        try write("hidden")
        #expect(link(root + "/hidden", root + "/x/taken.jpg") == 0)
        #expect(link(root + "/hidden", root + "/other.jpg") == 0)
        #expect(try step() == "part  x: x/old.jpg, x/taken.jpg")
        var query = AssetQuery()
        query.album = .takenHere
        let names = try store.assets.page(query, at: now).elements.map(\.name)
        #expect(names == ["taken.jpg", "old.jpg"])
    }

    @Test func newFoldersAreWatchedWithAllBelow() throws {
        try configure()
        _ = try step()
        try FileManager.default.createDirectory(
            atPath: root + "/y/z",
            withIntermediateDirectories: true
        )
        try write("y/z/deep.jpg")
        age("y/z/deep.jpg")
        #expect(try step() == "part tree y: x/old.jpg, y/z/deep.jpg")
        try write("y/z/more.jpg")
        #expect(try step() == "part y/z: x/old.jpg, y/z/deep.jpg, y/z/more.jpg")
    }

    @Test func whatGoesIsForgottenByGoingThroughAll() throws {
        try configure()
        _ = try step()
        unlink(root + "/x/old.jpg")
        #expect(try step() == "whole /: ")
        #expect(rename(root + "/x", root + "/y") == 0)
        #expect(try step() == "whole /: ")
        // It is watched under its new name.
        try write("y/new.jpg")
        #expect(try step() == "part y: y/new.jpg")
    }

    /// Whoever writes a file may not have closed it yet.
    @Test func aFileThatIsBeingWrittenIsLeftAloneUntilItIsWhole() throws {
        try configure()
        _ = try step()
        let file = open(root + "/x/long.jpg", O_CREAT | O_WRONLY, 0o644)
        #expect(try step() == "part x: x/old.jpg")
        #expect(Glibc.write(file, "abc", 3) == 3)
        // It is looked at again after a while, and when it is closed.
        #expect(desk.waits(at: now))
        close(file)
        #expect(try step() == "part x: x/long.jpg, x/old.jpg")
    }

    @Test func aFileThatNobodyClosesIsTakenAfterTwoSeconds() throws {
        try configure()
        _ = try step()
        let file = open(root + "/x/long.jpg", O_CREAT | O_WRONLY, 0o644)
        defer { close(file) }
        #expect(try step() == "part x: x/old.jpg")
        age("x/long.jpg")
        #expect(try step() == "part x: x/long.jpg, x/old.jpg")
    }

    @Test func beyondTheLimitFoldersAreFoundByGoingThroughAll() throws {
        try configure(.most(1))
        _ = try step()
        let reason = try #require(try store.roots.all().first?.reason)
        #expect(reason.hasPrefix("not all folders are watched (1 are, which is the most)"))
        try write("x/unseen.jpg")
        age("x/unseen.jpg")
        #expect(try step() == "nothing")
        try write("seen.jpg")
        #expect(try step() == "part : seen.jpg, x/old.jpg")
        now += 700_000_000
        #expect(try step() == "whole /: seen.jpg, x/old.jpg, x/unseen.jpg")
    }

    /// One that was moved out of the root counts no more when another is in its place.
    @Test func aFolderThatAnotherReplacesIsNotWatched() throws {
        try configure(.most(3))
        _ = try step()
        #expect(rename(root + "/x", folder.path + "/away") == 0)
        mkdir(root + "/x", 0o755)
        #expect(try step() == "whole /: ")
        mkdir(root + "/y", 0o755)
        _ = try step()
        try write("y/new.jpg")
        #expect(try step() == "part y: y/new.jpg")
    }

    @Test func whatIsBelowAHiddenFolderStaysHidden() throws {
        try write("x/.nomedia")
        try configure()
        #expect(try step() == "whole /: ")
        mkdir(root + "/x/y", 0o755)
        try write("x/y/new.jpg")
        #expect(try step() == "part tree x/y: ")
        unlink(root + "/x/.nomedia")
        age("x/y/new.jpg")
        #expect(try step() == "whole /: x/old.jpg, x/y/new.jpg")
    }

    /// Of each kind once, until all is gone through.
    @Test func whatIsNotAsItShouldBeIsToldOfAPart() throws {
        try configure()
        _ = try step()
        let bad: [CChar] = Array("\(root)/x/".utf8CString.dropLast()) + [-1, -2, 0]
        #expect(link(root + "/x/old.jpg", bad) == 0)
        for name in ["1.jpg", "2.jpg"] {
            #expect(try step().hasPrefix("part x: "))
            let reason = "1 name is no UTF-8, the first in 'x': rename them"
            #expect(try store.roots.all().map(\.reason) == [reason])
            try write("x/" + name)
        }
        #expect(symlink("../../none", root + "/x/link") == 0)
        try write("x/3.jpg")
        #expect(try step().hasPrefix("part x: "))
        let reason = try #require(try store.roots.all().first?.reason)
        #expect(reason.hasPrefix("1 name is no UTF-8") && reason.contains("; a symbolic link"))
        unlink(root + "/x/link")
        unlink(bad)
        #expect(try step().hasPrefix("whole /: "))
        #expect(try store.roots.all().map(\.reason) == [nil])
    }

    @Test func aNameInTheRootItselfIsToldWithItsPath() throws {
        let bad: [CChar] = Array("\(root)/".utf8CString.dropLast()) + [-1, -2, 0]
        #expect(link(root + "/x/old.jpg", bad) == 0)
        try configure()
        #expect(try step().hasPrefix("whole /: "))
        let reason = "1 name is no UTF-8, the first in '\(root)': rename them"
        #expect(try store.roots.all().map(\.reason) == [reason])
    }

    @Test func aRootThatIsALinkIsWatched() throws {
        let link = folder.path + "/link"
        symlink(root, link)
        var settings = LibrarySettings()
        settings.roots = [link]
        #expect(desk.configure(settings, at: now) == nil)
        _ = try step()
        #expect(try store.roots.all().first?.reason == nil)
        try write("new.jpg")
        #expect(try step() == "part : new.jpg, x/old.jpg")
    }

    @Test func whatIsInPlaceOfARootIsNotWatched() throws {
        for number in 0..<9 {
            try write("\(number).jpg")
            age("\(number).jpg")
        }
        try configure()
        _ = try step()
        for number in 0..<9 { unlink("\(root)/\(number).jpg") }
        unlink(root + "/x/old.jpg")
        #expect(rename(root + "/x", root + "/y") == 0)
        try write("y/other.jpg")
        _ = try step()
        #expect(try store.roots.all().map(\.state) == [.offline])
        try write("y/new.jpg")
        #expect(watch.take(without: ExcludeRules([]))?.isEmpty != false)
    }

    /// One that is left out while it is gone through is not watched for ever.
    @Test func aRootThatIsLeftOutIsNotWatched() throws {
        watch.configure(settings)
        watch.begin(root)
        #expect(watch.add("", of: root))
        watch.configure(LibrarySettings())
        #expect(!watch.add("x", of: root))
        try write("x/new.jpg")
        #expect(watch.take(without: ExcludeRules([]))?.isEmpty != false)
    }

    private var settings: LibrarySettings {
        var settings = LibrarySettings()
        settings.roots = [root]
        return settings
    }

    @Test func whoWishesNothingToBeWatchedIsToldNothing() throws {
        try configure(.most(0))
        _ = try step()
        #expect(try store.roots.all().first?.reason == nil)
        try write("x/new.jpg")
        #expect(try step() == "nothing")
    }

    @Test func whatPipdSavesIsThereThoughNothingIsWatched() throws {
        try configure(.most(0))
        _ = try step()
        try write("x/taken.jpg")
        for path in ["\(root)/x/taken.jpg", "\(root)/x/taken.txt", "\(root)s/x/a.jpg", root] {
            #expect(try desk.answer(.saved(path), at: now) == .done)
        }
        #expect(try step() == "part x: x/old.jpg, x/taken.jpg")
        #expect(try step() == "nothing")
    }

    @Test func whatPipdSavesIsMetOnceWhateverLinkLeadsThere() throws {
        mkdir(root + "/x/y", 0o755)
        #expect(symlink("x", root + "/link") == 0)
        try configure(.most(0))
        _ = try step()
        try write("x/y/taken.jpg")
        #expect(try desk.answer(.saved("\(root)/link/y/taken.jpg"), at: now) == .done)
        #expect(try step() == "part link/y: x/old.jpg")
        #expect(try desk.answer(.saved("\(root)/x/y/taken.jpg"), at: now) == .done)
        #expect(try step() == "part x/y: x/old.jpg, x/y/taken.jpg")
    }

    private func configure(_ watch: LibrarySettings.Watch = .auto) throws {
        var settings = settings
        settings.watch = watch
        #expect(desk.configure(settings, at: now) == nil)
    }

    /// Does what is due within ten seconds, and says what that is and what the library has then.
    private func step() throws -> String {
        _ = desk.takeChanges(at: now)
        now += 10_000_000
        guard let scan = desk.scan(at: now).now else { return "nothing" }
        _ = desk.end(scan, scan.take(in: store) { false }, at: now)
        let files = try store.assets.page(AssetQuery(), at: 0).elements
            .map { MediaPath.joined($0.folder, $0.name) }.sorted().joined(separator: ", ")
        if scan.isWhole { return "whole /: \(files)" }
        let parts =
            scan.changes.folders.keys.map(\.text) + scan.changes.trees.map { "tree \($0.text)" }
        return "part \(parts.sorted().joined(separator: " ")): \(files)"
    }

    private func write(_ path: String) throws {
        try Data(path.utf8).write(to: URL(fileURLWithPath: "\(root)/\(path)"))
    }

    /// It was written long ago.
    private func age(_ path: String) {
        var times = [timespec](repeating: timespec(tv_sec: 1_700_000_000, tv_nsec: 0), count: 2)
        #expect(utimensat(AT_FDCWD, "\(root)/\(path)", &times, 0) == 0)
    }
}

extension LibraryDesk {
    /// Whether something is to be looked at later.
    fileprivate func waits(at now: Int64) -> Bool {
        var copy = self
        return copy.scan(at: now).next.map { $0 < 5_000_000 } ?? false
    }
}
