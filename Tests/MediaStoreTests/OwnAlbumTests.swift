import MediaFiles
import MediaStore
import Testing

/// Albums that somebody put together.
@Suite struct OwnAlbumTests {
    private let rows: LibraryRows
    private let ids: [AssetID]
    private let sea: AlbumID

    init() throws {
        rows = try LibraryRows()
        ids = try rows.add(["a.jpg", "b.mp4", "c.jpg", "d.mp4"])
        sea = try #require(AlbumID("sea"))
    }

    private var store: MediaStore { rows.store }

    @Test func aListIsAnAlbumAndIsReplaced() throws {
        let (album, isNew) = try put(.assets([ids[0], ids[3]]))
        #expect(isNew && album.name == "Sea" && (album.photos, album.videos) == (1, 1))
        #expect(try list() == ["d.mp4", "a.jpg"])
        #expect(try list { $0.kind = .photo } == ["a.jpg"])
        #expect(try !put(.assets([ids[1]])).isNew)
        #expect(try list() == ["b.mp4"])
        let names = try store.albums.page(at: noon).elements.map(\.album.name)
        let fixed = ["all", "photos", "videos", "live", "favourites", "recent", "taken-here"]
        #expect(Array(names.prefix(8)) == fixed + ["sea"])
    }

    @Test func aQueryIsAnAlbumThatGrows() throws {
        _ = try put(.query(rows.query { $0.kind = .video }, excluding: [ids[1]]))
        #expect(try list() == ["d.mp4"])
        try rows.add(["e.mp4"], in: "y")
        #expect(try list().sorted() == ["d.mp4", "e.mp4"])
        // A text without a word.
        _ = try put(.query(rows.query { $0.text = "!" }, excluding: []))
        #expect(try list().isEmpty)
    }

    @Test func whatIsSelectedIsCopiedBothWays() throws {
        let selection = try store.selections.add(.assets([ids[2], ids[0], ids[1]]), at: noon)
        _ = try put(.selection(selection))
        try store.selections.remove(selection)
        #expect(try list() == ["c.jpg", "b.mp4", "a.jpg"])
        let copy = try store.selections.add(.album(sea), at: noon)
        #expect(try rows.names(copy) == ["c.jpg", "a.jpg", "b.mp4"])
        // An album is no selection, and outlives many of them.
        for _ in 0..<101 { _ = try store.selections.add(.assets([]), at: noon) }
        #expect(throws: StoreError.hasNoSelection(copy.description)) { try rows.total(copy) }
        #expect(try list().count == 3)
    }

    @Test func aSelectionOfAnAlbumFollowsIt() throws {
        _ = try put(.assets([ids[0]]))
        let query = rows.query { $0.album = .own(sea) }
        let id = try store.selections.add(.query(query, excluding: []), at: noon)
        _ = try put(.assets([ids[0], ids[1]]))
        #expect(try rows.names(id) == ["b.mp4", "a.jpg"])
        #expect(throws: StoreError.isAlbumOfAlbum(sea)) { try put(.selection(id)) }
        #expect(throws: StoreError.isAlbumOfAlbum(sea)) {
            try put(.query(query, excluding: []))
        }
        try store.albums.remove(sea)
        #expect(try rows.names(id).isEmpty && rows.total(id).count == 0)
        #expect(throws: StoreError.hasNoAlbum("sea")) { try store.albums.remove(sea) }
        #expect(throws: StoreError.hasNoAlbum("sea")) {
            try store.selections.add(.query(query, excluding: []), at: noon)
        }
        #expect(try store.albums.contains(.all) && !store.albums.contains(.own(sea)))
    }

    @Test func oneMoreThanThereMayBeIsRefused() throws {
        var limits = StoreLimits()
        limits.albums = 1
        let small = try LibraryRows(limits: limits)
        for _ in 0..<2 { _ = try small.store.albums.put(sea, name: "", .assets([]), at: noon) }
        let other = try #require(AlbumID("other"))
        #expect(throws: StoreError.hasTooManyAlbums(most: 1)) {
            try small.store.albums.put(other, name: "", .assets([]), at: noon)
        }
    }

    @Test(arguments: ["all", "recent", "folder-1", "folder-", "", "-a", "a b"])
    func whatNamesAnotherIsNoName(name: String) { #expect(AlbumID(name) == nil) }

    private func put(_ source: SelectionSource) throws -> (album: AlbumRecord, isNew: Bool) {
        try store.albums.put(sea, name: "Sea", source, at: noon)
    }

    private func list(_ make: (inout AssetQuery) -> Void = { _ in }) throws -> [String] {
        var query = rows.query(make)
        query.album = .own(sea)
        return try store.assets.page(query, at: noon).elements.map(\.name)
    }
}
