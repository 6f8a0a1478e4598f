import ControlAPI
import MediaFiles
import MediaStore
import Platform
import Testing

/// Favourites, titles and own albums in a database that was begun anew.
@Suite struct KeptTests {
    private let old: LibraryRows
    private let ids: [AssetID]
    private let names = ["a.jpg", "b.mp4", "c.jpg", "d.mp4"]
    private let kept: KeptMarks

    init() throws {
        old = try LibraryRows()
        ids = try old.add(names)
        try old.add(["e.jpg"], in: "y")
        _ = try old.store.assets.change(ids[0], isFavourite: true, title: nil)
        _ = try old.store.assets.change(ids[1], isFavourite: true, title: "Sea")
        _ = try old.store.assets.change(ids[2], isFavourite: nil, title: "Land")
        try Self.put("list", .assets([ids[3], ids[0], ids[2]]), in: old)
        let videos = old.query { $0.kind = .video }
        try Self.put("query", .query(videos, excluding: [ids[1]]), in: old)
        let folder = try #require(
            try old.store.albums.page(at: noon).elements.first { $0.path == "/srv/y" }?.album
        )
        try Self.put("folder", .query(old.query { $0.album = folder }, excluding: []), in: old)
        kept = try Self.read(StateDocument(try old.store.kept.marks()).json)
    }

    @Test func whatIsReadIsWhatWasWritten() throws {
        #expect(try old.store.kept.marks() == kept)
        #expect(kept.files.map(\.title) == [nil, "Sea", "Land"])
        #expect(kept.albums.map(\.id) == ["folder", "list", "query"])
        #expect(kept.albums.first?.folder?.folder == "y")
    }

    @Test func itComesBackWithTheFiles() throws {
        let new = try Self.restored(kept)
        #expect(try Self.found(.favourites, in: new).isEmpty)
        // Others have their numbers now, and the folder another one.
        try new.add(["z.jpg"], in: "z")
        try new.add(["e.jpg"], in: "y")
        try new.add(names.reversed())
        try Self.expectAll(in: new)
        #expect(try new.store.kept.marks() == kept)
    }

    /// Nothing is lost of what has not come yet, over a second time, too.
    @Test func itWaitsForFilesThatComeLater() throws {
        let first = try Self.restored(kept)
        try first.add(["b.mp4", "d.mp4"])
        #expect(try Self.found(.favourites, in: first) == ["b.mp4"])
        #expect(try Self.found(.own(Self.id("list")), in: first) == ["d.mp4"])
        #expect(try first.store.kept.marks() == kept)
        let second = try Self.restored(try first.store.kept.marks())
        try second.add(["a.jpg", "c.jpg"])
        try second.add(["e.jpg"], in: "y")
        try second.add(["b.mp4", "d.mp4"])
        try Self.expectAll(in: second)
    }

    @Test func filesThatAreKnownHaveItAtOnce() throws {
        let new = try LibraryRows()
        let ids = try new.add(names)
        try new.add(["e.jpg"], in: "y")
        _ = try new.store.assets.change(ids[1], isFavourite: false, title: "Later")
        try Self.put("query", .assets([]), in: new)
        try new.store.kept.restore(kept, at: noon)
        #expect(try new.store.assets.find(ids[1])?.title == "Later")
        #expect(try new.store.assets.find(ids[2])?.title == "Land")
        #expect(try Self.found(.favourites, in: new) == ["a.jpg", "b.mp4"])
        #expect(try Self.found(.own(Self.id("query")), in: new).isEmpty)
        #expect(try Self.found(.own(Self.id("list")), in: new) == ["a.jpg", "c.jpg", "d.mp4"])
    }

    @Test func aCopyOfAnAlbumWaitsAsThatDoes() throws {
        let new = try Self.restored(kept)
        let copy = try new.store.selections.add(.album(Self.id("list")), at: noon)
        try Self.put("copy", .selection(copy), in: new)
        try new.add(names)
        #expect(try new.names(copy) == ["d.mp4", "a.jpg", "c.jpg"])
        #expect(try Self.found(.own(Self.id("copy")), in: new) == ["a.jpg", "c.jpg", "d.mp4"])
    }

    /// A disk that is away is empty, and so is the folder of the album.
    @Test func anAlbumOfAFolderWaitsForTheFolder() throws {
        let new = try Self.restored(kept)
        try new.store.folders.removeEmpty(of: new.root.id)
        #expect(try new.store.kept.marks() == kept)
        try new.add(names)
        try new.add(["e.jpg"], in: "y")
        try Self.expectAll(in: new)
    }

    /// What is given back changes nothing of all that is kept.
    @Test func nothingIsWrittenForWhatComesBack() throws {
        let new = try Self.restored(kept)
        #expect(try new.store.kept.state() == .isSame)
        try new.add(names)
        #expect(try new.store.kept.state() == .isSame)
    }

    /// One that waits to be looked into, and of which something is said meanwhile.
    @Test func aFileIsWrittenDownOnce() throws {
        let rows = try LibraryRows()
        let store = rows.store
        let ids = try rows.add(["a.jpg", "b.jpg"])
        while let asset = try store.probes.next(after: nil) {
            var facts = AssetFacts(width: 1, height: 1, codec: "mjpeg")
            facts.content = asset.path
            _ = try store.probes.settle { ProbedAsset(asset, .read(facts)) }
        }
        _ = try store.assets.change(ids[0], isFavourite: true, title: "Sea")
        let list = try store.selections.add(.assets(ids), at: noon)
        try store.assets.remove([ids[0]], of: rows.root, settingAside: { _ in true })
        let again = try Self.record("a.jpg", size: 1, at: 8, in: rows)
        #expect(try store.assets.find(again)?.title == nil)
        _ = try store.assets.change(again, isFavourite: nil, title: "Land")
        try rows.change(list) { $0.added = [again] }
        try Self.put("list", .selection(list), in: rows)
        let marks = try store.kept.marks()
        #expect(marks.files.map(\.file.place.name) == ["a.jpg"])
        #expect(marks.files.map(\.title) == ["Land"] && marks.files.map(\.favourite) == [true])
        #expect(marks.albums.map { $0.files.map(\.place.name) } == [["a.jpg", "b.jpg"]])
    }

    /// What is said of a file that something waits for already.
    @Test func whatIsSetAsideTwiceIsKeptTogether() throws {
        let rows = try LibraryRows()
        func setAside(_ isFavourite: Bool, _ title: String?, size: Int64) throws {
            let id = try Self.record("a.jpg", size: size, in: rows)
            _ = try rows.store.assets.change(id, isFavourite: isFavourite, title: title)
            try rows.store.assets.remove([id], of: rows.root, settingAside: { _ in true })
        }
        try setAside(true, "Sea", size: 9)
        try setAside(false, "Land", size: 8)
        #expect(try rows.store.kept.marks().files.map(\.favourite) == [true])
        #expect(try rows.store.kept.marks().files.map(\.title) == ["Land"])
        try setAside(true, nil, size: 7)
        #expect(try rows.store.kept.marks().files.map(\.title) == ["Land"])
        // What is read back is older.
        var marks = try rows.store.kept.marks()
        (marks.files[0].title, marks.files[0].favourite) = ("Sea", false)
        try rows.store.kept.restore(marks, at: noon)
        #expect(try rows.store.kept.marks().files.map(\.favourite) == [true])
        #expect(try rows.store.kept.marks().files.map(\.title) == ["Land"])
        let same = try Self.record("a.jpg", size: 7, in: rows)
        let found = try rows.store.assets.find(same)
        #expect(found?.isFavourite == true && found?.title == "Land")
    }

    /// It is for the file that the album had, and none of its name.
    @Test func aCopyOfAnAlbumWaitsForTheSameFile() throws {
        let rows = try LibraryRows()
        let id = try Self.record("a.jpg", size: 9, in: rows)
        try Self.put("list", .assets([id]), in: rows)
        try rows.store.assets.remove([id], of: rows.root, settingAside: { _ in true })
        let copy = try rows.store.selections.add(.album(Self.id("list")), at: noon)
        _ = try Self.record("a.jpg", size: 8, in: rows)
        #expect(try rows.names(copy).isEmpty)
        _ = try Self.record("a.jpg", size: 9, in: rows)
        #expect(try rows.names(copy) == ["a.jpg"])
    }

    /// What waits beside a database that is begun anew is for the file that was there, too.
    @Test(arguments: [7, 8, 9] as [Int64])
    func whatIsReadBackOfWhatIsGoneIsForTheSameFile(size: Int64) throws {
        let old = try LibraryRows()
        let id = try Self.record("a.jpg", size: 8, in: old)
        _ = try old.store.assets.change(id, isFavourite: true, title: "Sea")
        try Self.put("list", .assets([id]), in: old)
        try old.store.assets.remove([id], of: old.root, settingAside: { _ in true })
        let kept = try Self.read(StateDocument(try old.store.kept.marks()).json)
        #expect(kept.files.map(\.file.size) == [8] && kept.albums[0].files.map(\.size) == [8])
        let new = try Self.restored(kept)
        #expect(try new.store.kept.marks() == kept)
        let found = try new.store.assets.find(try Self.record("a.jpg", size: size, in: new))
        #expect(found?.isFavourite == (size == 8) && found?.title == (size == 8 ? "Sea" : nil))
        let list = try new.store.selections.add(.album(Self.id("list")), at: noon)
        #expect(try new.names(list) == (size == 8 ? ["a.jpg"] : []))
    }

    @Test func whatIsAddedStandsBehindWhatWaits() throws {
        let new = try Self.restored(kept)
        let list = try new.store.selections.add(.album(Self.id("list")), at: noon)
        let added = try new.add(["z.jpg"])
        var change = SelectionChange()
        change.added = added
        try new.store.selections.change(list, change, at: noon)
        try new.add(names)
        #expect(try new.names(list) == ["d.mp4", "a.jpg", "c.jpg", "z.jpg"])
    }

    @Test func whatIsGoneForGoodDoesNotWait() throws {
        let new = try Self.restored(kept)
        try new.store.kept.forget(try new.store.kept.places(of: new.root))
        #expect(try new.store.kept.marks().files.isEmpty)
        #expect(try new.store.kept.marks().albums.allSatisfy(\.files.isEmpty))
        guard case .isChanged = try new.store.kept.state() else {
            Issue.record("the same")
            return
        }
    }

    @Test func whateverPeopleSayIsAChange() throws {
        let store = old.store
        #expect(try store.kept.state() == .isToRestore)
        try store.kept.restore(nil, at: noon)
        func expectChange(_ isOne: Bool = true, _ body: () throws -> Void) throws {
            guard case .isChanged(let before) = try store.kept.state() else {
                Issue.record("nothing has changed yet")
                return
            }
            try store.kept.noteWritten(before)
            #expect(try store.kept.state() == .isSame)
            try body()
            let isSame = try store.kept.state() == .isSame
            #expect(isSame != isOne)
            if !isOne { _ = try store.assets.change(ids[0], isFavourite: nil, title: "\(before)") }
        }
        try expectChange { _ = try store.assets.change(ids[3], isFavourite: true, title: nil) }
        try expectChange { _ = try store.assets.change(ids[3], isFavourite: nil, title: "x") }
        try expectChange(false) { _ = try store.selections.add(.assets(ids), at: noon) }
        try expectChange(false) { try old.add(["f.jpg"]) }
        try expectChange(false) { try old.probe { _ in 1 } }
        try expectChange { try store.albums.remove(Self.id("query")) }
        let arrival = try #require(try old.add(["g.mp4"]).first)
        var isMoved = false
        try expectChange { isMoved = try store.traces.move(ids[3], to: arrival, of: old.root) }
        #expect(isMoved)
        try expectChange { try store.assets.remove([ids[3]], of: old.root) }
        try expectChange { try store.assets.remove([ids[2]], of: old.root) }
        let other = try #require(try old.add(["h.mp4"]).first)
        try expectChange(false) { try store.assets.remove([other], of: old.root) }
    }

    @Test(arguments: [
        "", "{", "[]", #"{"albums":[],"files":[]}"#, #"{"albums":[],"files":[],"version":2}"#,
        #"{"albums":[{"id":"a"}],"files":[],"version":1}"#,
        #"{"albums":[],"files":{},"version":1}"#,
    ])
    func whatPipdDoesNotWriteIsNotRead(text: String) {
        #expect(throws: StateFile.Failure.self) { try Self.read(Array(text.utf8)) }
    }

    /// As a hand may write it: what cannot be is passed over.
    @Test func namesAndFoldersThatCannotBeAreNone() throws {
        let text = #"""
            {"version":1,"files":[],"albums":[
                {"id":"all","name":"","files":[]}, {"id":"a b","name":"","files":[]},
                {"id":"x","name":"","query":{"album":"folder-1"},"files":[]},
                {"id":"y","name":"Y","query":{"album":"own"},"files":[]}]}
            """#
        let new = try Self.restored(try Self.read(Array(text.utf8)))
        #expect(try new.store.kept.marks().albums.map(\.id) == ["y"])
        #expect(try Self.found(.own(Self.id("y")), in: new).isEmpty)
    }

    /// As older versions have written it, and read it.
    @Test func aFileIsOneObjectWithItsPlace() throws {
        let file = #"{"content":"c","folder":"x","modified":7,"name":"a.jpg","root":"/r","size":8}"#
        let text = #"{"albums":[],"files":[{"favourite":true,"file":\#(file)}],"version":1}"#
        let marks = try Self.read(Array(text.utf8))
        let place = KeptMarks.Place(root: "/r", folder: "x", name: "a.jpg")
        #expect(marks.files.map(\.file.place) == [place])
        #expect(marks.files.map(\.file.size) == [8])
        let written = StateDocument(marks).json.filter { !" \n".utf8.contains($0) }
        #expect(String(decoding: written, as: UTF8.self) == text)
    }

    private static func read(_ json: [UInt8]) throws -> KeptMarks {
        try StateDocument<KeptMarks>(json: json).content
    }

    private static func record(
        _ name: String,
        size: Int64,
        at time: Int64 = 7,
        in rows: LibraryRows
    ) throws -> AssetID {
        let file = MediaFile(name: name, kind: .photo, size: size, modified: time)
        let taken = TakenTime(at: 0, source: .mtime)
        let scanned = ScannedFile(folder: "x", file: file, taken: taken)
        try rows.store.scans.record([scanned], of: rows.root, at: noon)
        let known = try rows.store.folders.files(in: "x", of: rows.root.id)
        return try #require(known[PathKey(name)]?.id)
    }

    private static func restored(_ kept: KeptMarks) throws -> LibraryRows {
        let rows = try LibraryRows()
        #expect(try rows.store.kept.state() == .isToRestore)
        try rows.store.kept.restore(kept, at: noon)
        #expect(try rows.store.kept.state() != .isToRestore)
        return rows
    }

    private static func expectAll(in rows: LibraryRows) throws {
        #expect(try found(.favourites, in: rows) == ["a.jpg", "b.mp4"])
        let list = try rows.store.selections.add(.album(id("list")), at: noon)
        #expect(try rows.names(list) == ["d.mp4", "a.jpg", "c.jpg"])
        #expect(try found(.own(id("query")), in: rows) == ["d.mp4"])
        #expect(try found(.own(id("folder")), in: rows) == ["e.jpg"])
        let titles = try rows.store.assets.page(AssetQuery(), at: noon).elements.compactMap(\.title)
        #expect(titles.sorted() == ["Land", "Sea"])
        #expect(
            try rows.store.assets.page(rows.query { $0.text = "land" }, at: noon)
                .elements.count == 1
        )
    }

    private static func found(_ album: AssetAlbum, in rows: LibraryRows) throws -> [String] {
        try rows.store.assets.page(rows.query { $0.album = album }, at: noon).elements.map(\.name)
            .sorted()
    }

    private static func put(_ name: String, _ source: SelectionSource, in rows: LibraryRows) throws
    {
        _ = try rows.store.albums.put(id(name), name: name, source, at: noon)
    }

    private static func id(_ name: String) throws -> AlbumID { try #require(AlbumID(name)) }
}
