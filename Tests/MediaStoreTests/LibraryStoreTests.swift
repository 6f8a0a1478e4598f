import MediaFiles
import MediaStore
import Testing

/// What is kept of the files of the library.
@Suite struct LibraryStoreTests {
    private let folder: StoreFolder
    private let store: MediaStore
    private let root: StoredRoot

    init() throws {
        folder = try StoreFolder()
        store = try folder.open()
        try store.roots.configure(["/srv/a", "/srv/b"])
        root = try #require(try store.roots.all().first)
    }

    @Test func aFileIsKeptWithWhatPeopleSayOfIt() throws {
        try record([file("x", "a.jpg", taken: 1)])
        let asset = try #require(try list().first)
        #expect(asset.path == "/srv/a/x/a.jpg" && asset.kind == .photo && !asset.isFavourite)
        let changed = try #require(
            try store.assets.change(asset.id, isFavourite: true, title: "Sea")
        )
        #expect(changed.isFavourite && changed.title == "Sea")
        // It is written anew.
        try record([file("x", "a.jpg", taken: 2, size: 9)])
        let again = try #require(try store.assets.find(asset.id))
        #expect(again.isFavourite && again.title == "Sea" && again.size == 9)
        #expect(try store.assets.change(asset.id, isFavourite: nil, title: "")?.title == nil)
    }

    @Test func theLatestIsFirstAndPagesFit() throws {
        for start in stride(from: 0, to: 1_000, by: 100) {
            let files = (start..<start + 100).map { number in
                // Ten have the same time.
                file("f\(number % 7)", "\(number).jpg", taken: Int64(number / 10))
            }
            try record(files)
        }
        var (names, cursor): ([AssetID], String?) = ([], nil)
        var page = 0
        repeat {
            let part = try store.assets.page(AssetQuery(), after: cursor, limit: 37, at: noon)
            names += part.elements.map(\.id)
            cursor = part.next
            page += 1
            // What is added and removed meanwhile neither repeats nor hides another.
            try record([file("later", "\(page).jpg", taken: 2_000)])
        } while cursor != nil
        #expect(names.count == 1_000 && Set(names).count == 1_000)
        #expect(try list().map(\.taken.at) == list().map(\.taken.at).sorted(by: >))
    }

    @Test(arguments: ["", "a", "a1", "a1.", "a1.2.3", "b1.2", "a01.2", "a1.x", "s1"])
    func whatIsNoCursorIsRefused(text: String) {
        #expect(throws: StoreError.isNoCursor(text)) {
            try store.assets.page(AssetQuery(), after: text, at: noon)
        }
    }

    @Test(arguments: [
        ("harbour", ["Harbour cam/IMG_0001.jpg", "x/HARBOUR.mp4"]),
        ("harb img", ["Harbour cam/IMG_0001.jpg"]),
        // A part of a name, and not of a folder.
        ("arbo", ["x/HARBOUR.mp4"]),
        ("zurich", ["Zürich/b.png"]), ("ZÜR", ["Zürich/b.png"]),
        ("00", ["Harbour cam/IMG_0001.jpg"]),
        ("harbour HARB harb", ["Harbour cam/IMG_0001.jpg", "x/HARBOUR.mp4"]),
        ("sun*", ["x/c.jpg"]), ("\"sun", ["x/c.jpg"]), ("sun NOT set", []), ("nothing", []),
        ("!?", []), ("c", ["Harbour cam/IMG_0001.jpg", "x/c.jpg"]),
    ])
    func wordsAreFound(text: String, expected: [String]) throws {
        try record([
            file("Harbour cam", "IMG_0001.jpg", taken: 4), file("x", "HARBOUR.mp4", taken: 3),
            file("Zürich", "b.png", taken: 2), file("x", "c.jpg", taken: 1),
        ])
        let last = try #require(try list().last)
        _ = try store.assets.change(last.id, isFavourite: nil, title: "Sunset")
        var query = AssetQuery()
        query.text = text
        let found = try store.assets.page(query, at: noon).elements
        #expect(found.map { "\($0.folder)/\($0.name)" } == expected)
    }

    @Test func whatIsFoundFollowsEveryChange() throws {
        try record([file("x", "one.jpg", taken: 1), file("y", "two.jpg", taken: 2)])
        let assets = try list()
        _ = try store.assets.change(assets[0].id, isFavourite: nil, title: "Alpha")
        _ = try store.assets.change(assets[0].id, isFavourite: nil, title: "Beta")
        #expect(try search("alpha").isEmpty && search("beta").count == 1)
        try store.assets.remove([assets[0].id], of: root)
        #expect(try search("beta").isEmpty && search("two").isEmpty && search("wo.").isEmpty)
        #expect(try search("one").count == 1)
        try store.check()
    }

    @Test func conditionsHoldTogether() throws {
        try record([
            file("x", "a.jpg", taken: 10), file("x", "b.mp4", taken: 20),
            file("y", "c.jpg", taken: 30),
        ])
        let first = try #require(try list().first)
        _ = try store.assets.change(first.id, isFavourite: true, title: nil)
        func names(_ change: (inout AssetQuery) -> Void) throws -> [String] {
            var query = AssetQuery()
            change(&query)
            return try store.assets.page(query, at: noon).elements.map(\.name)
        }
        #expect(try names { $0.kind = .photo } == ["c.jpg", "a.jpg"])
        #expect(try names { $0.album = .videos } == ["b.mp4"])
        #expect(try names { $0.isFavourite = true } == ["c.jpg"])
        #expect(try names { $0.album = .favourites } == ["c.jpg"])
        #expect(try names { $0.isFavourite = false } == ["b.mp4", "a.jpg"])
        #expect(try names { ($0.from, $0.to) = (10, 30) } == ["b.mp4", "a.jpg"])
        #expect(try names { ($0.from, $0.kind) = (20, .photo) } == ["c.jpg"])
        #expect(try names { $0.album = .recent }.count == 3)
        let later = noon + 31 * day
        var recent = AssetQuery()
        recent.album = .recent
        #expect(try store.assets.page(recent, at: later).elements.isEmpty)
    }

    @Test(arguments: [
        ("/srv/a", ["a.jpg", "b.jpg", "c.jpg", "d.jpg"]), ("/srv/a/x", ["b.jpg", "c.jpg"]),
        ("/srv/a/x/y", ["c.jpg"]), ("/srv/a/y", []), ("/srv", []), (nil, []),
    ])
    func whatIsInTheFolderOrBelowWasTakenHere(folder: String?, names: [String]) throws {
        try record([
            file("", "a.jpg", taken: 4), file("x", "b.jpg", taken: 3),
            file("x/y", "c.jpg", taken: 2), file("xy", "d.jpg", taken: 1),
        ])
        try store.roots.configure(["/srv/a", "/srv/b"], takenHere: folder)
        var query = AssetQuery()
        query.album = .takenHere
        #expect(try store.assets.page(query, at: noon).elements.map(\.name) == names)
        let albums = try store.albums.page(at: noon).elements
        #expect(albums.first { $0.album == .takenHere }?.photos == names.count)
        try store.roots.configure(["/srv/a", "/srv/b"])
        #expect(try store.assets.page(query, at: noon).elements.isEmpty)
    }

    @Test func albumsCountWhatIsInThem() throws {
        try record([
            file("", "a.jpg", taken: 1), file("x", "b.mp4", taken: 2), file("x", "c.jpg", taken: 3),
        ])
        let albums = try store.albums.page(at: noon).elements
        let counts = albums.map { "\($0.path ?? $0.album.name) \($0.photos) \($0.videos)" }
        #expect(
            counts == [
                "all 2 1", "photos 2 0", "videos 0 1", "live 0 0", "favourites 0 0",
                "recent 2 1", "taken-here 0 0", "/srv/a 1 0", "/srv/a/x 1 1",
            ]
        )
        var query = AssetQuery()
        query.album = try #require(albums.last?.album)
        #expect(AssetAlbum(query.album.name) == query.album)
        #expect(try store.assets.page(query, at: noon).elements.map(\.name) == ["c.jpg", "b.mp4"])
    }

    @Test func albumsOfFoldersComeInPages() throws {
        try record((0..<25).map { file("f\($0)/x", "a.jpg", taken: 1) })
        var (paths, cursor): ([String], String?) = ([], nil)
        repeat {
            let page = try store.albums.page(after: cursor, limit: 4, at: noon)
            for album in page.elements {
                #expect(try store.albums.find(album.album, at: noon) == album)
            }
            #expect((page.elements.first?.album == .all) == (cursor == nil))
            paths += page.elements.compactMap(\.path)
            cursor = page.next
        } while cursor != nil
        #expect(paths == (0..<25).map { "/srv/a/f\($0)/x" }.sorted())
        for text in ["", "f", "f1", "fx/", "a1/"] {
            #expect(throws: StoreError.isNoCursor(text)) {
                try store.albums.page(after: text, at: noon)
            }
        }
    }

    @Test func namesThatLookTheSameAreTwoFiles() throws {
        try record([file("x", "\u{E4}.jpg", taken: 2), file("x", "a\u{308}.jpg", taken: 1)])
        try record([file("\u{E4}", "a.jpg", taken: 2), file("a\u{308}", "a.jpg", taken: 1)])
        #expect(try store.folders.files(in: "x", of: root.id).count == 2)
        #expect(try store.folders.files(in: "\u{E4}", of: root.id).count == 1)
        #expect(try store.folders.all(of: root.id).count == 3 && list().count == 4)
    }

    @Test func aRootThatIsNotInTheFileTakesNothing() throws {
        var other = root
        other.path = "/srv/other"
        let files = [file("x", "a.jpg", taken: 1)]
        #expect(throws: StoreError.hasNoRoot(path: "/srv/other")) {
            try store.scans.record(files, of: other, at: noon)
        }
    }

    @Test(arguments: ["", "-", "a b", "folder-", "folder-0", "folder-01", "folder--1"])
    func whatIsNoAlbumHasNone(name: String) { #expect(AssetAlbum(name) == nil) }

    @Test func aRootThatIsNotConfiguredIsHiddenAndComesBack() throws {
        try record([file("x", "a.jpg", taken: 1)])
        let asset = try #require(try list().first)
        _ = try store.assets.change(asset.id, isFavourite: true, title: nil)
        try store.roots.configure(["/srv/b"])
        #expect(try list().isEmpty && store.assets.find(asset.id) == nil)
        #expect(try store.assets.counts().isEmpty)
        #expect(try store.albums.page(at: noon).elements.count == 7)
        #expect(try store.assets.change(asset.id, isFavourite: false, title: nil) == nil)
        try store.roots.configure(["/srv/a"])
        #expect(try list().map(\.isFavourite) == [true])
    }

    /// What has a number there may be another file than where the root was found.
    @Test func whatWasFoundInAnotherFileChangesNothing() throws {
        try record([file("x", "a.jpg", taken: 1), file("x", "b.jpg", taken: 2)])
        let ids = try list().map(\.id)
        _ = try store.assets.change(ids[0], isFavourite: true, title: nil)
        let before = try list()
        let folder = try #require(try store.folders.all(of: root.id).first)
        var other = root
        other.path += "/other"
        let (first, second, taken) = (ids[0], ids[1], TakenTime(at: 9, source: .name))
        let scan = [(id: first, taken: taken, zone: "B")]
        let error = StoreError.hasNoRoot(path: other.path)
        #expect(throws: error) { try store.assets.remove([first], of: other) }
        #expect(throws: error) { try store.folders.removeFiles(of: folder, in: other, but: []) }
        #expect(throws: error) { try store.traces.move(first, to: second, of: other) }
        #expect(throws: error) { try store.traces.setMissing([first], of: other) }
        #expect(throws: error) { try store.scans.redate(scan, of: other) }
        #expect(try list() == before)
        #expect(try store.traces.marked(of: root.id).map(\.isMissing) == [false])
    }

    @Test func aFolderThatIsGoneTakesItsFilesWithIt() throws {
        try record((0..<1_200).map { file("x", "\($0).jpg", taken: 1) })
        try record([file("y", "a.jpg", taken: 1)])
        let x = try #require(try store.folders.all(of: root.id).first { $0.path == "x" })
        #expect(try store.folders.removeFiles(of: x, in: root, but: []) == 1_200)
        try store.folders.removeEmpty(of: root.id)
        #expect(try store.folders.all(of: root.id).map(\.path) == ["y"])
        #expect(try list().map(\.name) == ["a.jpg"])
        try store.check()
    }

    @Test func someFilesFromAllOverTheRootAreTold() throws {
        #expect(try store.roots.sample(of: root.id, most: 32).files.isEmpty)
        try record((0..<400).map { file("f\($0 / 100)", "\($0).jpg", taken: 1) })
        let sample = try store.roots.sample(of: root.id, most: 32)
        #expect(sample.count == 400 && sample.files.count == 32)
        #expect(Set(sample.files.map(\.path)).count == 32)
    }

    private func file(_ folder: String, _ name: String, taken: Int64, size: Int64 = 1)
        -> ScannedFile
    {
        ScannedFile(
            folder: folder,
            file: MediaFile(
                name: name,
                kind: name.hasSuffix(".mp4") ? .video : .photo,
                size: size,
                modified: 7
            ),
            taken: TakenTime(at: taken, source: .mtime)
        )
    }

    private func record(_ files: [ScannedFile]) throws {
        try store.scans.record(files, of: root, at: noon)
    }

    private func list() throws -> [AssetRecord] {
        try store.assets.page(AssetQuery(), limit: 500, at: noon).elements
    }

    private func search(_ text: String) throws -> [AssetRecord] {
        var query = AssetQuery()
        query.text = text
        return try store.assets.page(query, at: noon).elements
    }
}
