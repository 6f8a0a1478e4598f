import MediaFiles
import MediaStore
import Testing

/// What somebody has selected of the library.
@Suite struct SelectionTests {
    private let rows: LibraryRows
    private let ids: [AssetID]

    init() throws {
        rows = try LibraryRows()
        ids = try rows.add(["a.jpg", "b.mp4", "c.jpg", "d.mp4", "e.jpg", "f.mp4"])
    }

    private var store: MediaStore { rows.store }

    @Test func aListKeepsItsOrderAndHasEachOnce() throws {
        let id = try add(.assets([ids[3], ids[0], ids[3], ids[5]]))
        #expect(try rows.names(id) == ["d.mp4", "a.jpg", "f.mp4"])
    }

    @Test func aQueryHasWhatItFindsAlsoLater() throws {
        let id = try add(.query(rows.query { $0.kind = .video }, excluding: [ids[3], ids[0]]))
        #expect(try rows.names(id) == ["f.mp4", "b.mp4"])
        try rows.add(["g.mp4", "h.jpg"], in: "y")
        #expect(try rows.names(id).sorted() == ["b.mp4", "f.mp4", "g.mp4"])
    }

    /// The total decides what may be shown, and so is exact to the millisecond.
    @Test(arguments: [4_999, 5_000, 1_200_000, 1_200_001] as [Int64])
    func theTotalIsExact(expected: Int64) throws {
        // Two videos and, where there is room, a photo.
        let image: Int64 = expected > 6_000 ? 5_000 : 0
        try rows.probe { $0 == "b.mp4" ? 1_234 : expected - 1_234 - image }
        let list = try add(.assets([ids[1], ids[3]] + (image > 0 ? [ids[0]] : [])))
        #expect(try rows.total(list).milliseconds == expected)
    }

    @Test func whatTellsNoLengthIsCounted() throws {
        let all = try add(.query(AssetQuery(), excluding: []))
        #expect(try rows.total(all) == total(6, 15_000, unknown: 3))
        try rows.probe { $0 == "b.mp4" ? .max : 1 }
        #expect(try rows.total(all) == total(6, 15_000 + 1_000_000_000 + 2))
    }

    @Test func whatCannotBeShownIsInNone() throws {
        let list = try add(.assets([ids[0], ids[1]]))
        let all = try add(.query(AssetQuery(), excluding: []))
        try rows.probe { $0 == "b.mp4" ? nil : 1_000 }
        #expect(try rows.names(list) == ["a.jpg"] && rows.total(all).count == 5)
        let failed = try #require(try rows.store.assets.find(ids[1]))
        let reason = try #require(failed.error)
        #expect(throws: StoreError.cannotBeShown(ids[1], path: failed.path, reason: reason)) {
            try add(.assets([ids[1]]))
        }
        // It is mended.
        try rows.store.scans.record(
            [
                ScannedFile(
                    folder: "x",
                    file: MediaFile(name: "b.mp4", kind: .video, size: 2, modified: 8),
                    taken: TakenTime(at: 1, source: .mtime)
                )
            ],
            of: rows.root,
            at: noon
        )
        #expect(try rows.names(list) == ["a.jpg", "b.mp4"])
    }

    @Test func aListIsChanged() throws {
        let id = try add(.assets([ids[0], ids[1], ids[2]]))
        try rows.change(id) { ($0.removed, $0.added) = ([ids[1], ids[5]], [ids[4], ids[0]]) }
        #expect(try rows.names(id) == ["a.jpg", "c.jpg", "e.jpg"])
    }

    /// One row: which of five is moved where, and what comes of it.
    @Test(arguments: [
        (0, 0, "abcde"), (0, 1, "bacde"), (0, 4, "bcdea"), (0, 99, "bcdea"), (4, 0, "eabcd"),
        (2, 1, "acbde"), (1, 3, "acdbe"), (2, -1, "cabde"),
    ])
    func oneGetsAPlace(asset: Int, place: Int, expected: String) throws {
        let id = try add(.assets(Array(ids.prefix(5))))
        let move = SelectionChange.Move(asset: ids[asset], place: place)
        try rows.change(id) { $0.move = move }
        #expect(try rows.names(id).compactMap(\.first).map(String.init).joined() == expected)
    }

    @Test func aRangeIsAddedFromItsFirstToItsSecond() throws {
        let id = try add(.assets([ids[3]]))
        func range(_ from: Int, _ to: Int, _ query: AssetQuery = AssetQuery())
            -> SelectionChange.Range
        {
            SelectionChange.Range(from: ids[from], to: ids[to], query: query)
        }
        // The list has the latest first.
        try rows.change(id) { $0.range = range(4, 2) }
        #expect(try rows.names(id) == ["d.mp4", "e.jpg", "c.jpg"])
        let photos = rows.query { $0.kind = .photo }
        let other = try add(.assets([]))
        try rows.change(other) { $0.range = range(0, 4, photos) }
        #expect(try rows.names(other) == ["a.jpg", "c.jpg", "e.jpg"])
        #expect(throws: StoreError.isNotInRange(ids[1])) {
            try rows.change(other) { $0.range = range(0, 1, photos) }
        }
    }

    @Test func whatIsTakenOutOfAQueryComesBackAndItStaysOne() throws {
        let id = try add(.query(rows.query { $0.kind = .video }, excluding: []))
        try rows.change(id) { $0.removed = [ids[1], ids[3]] }
        #expect(try rows.names(id) == ["f.mp4"])
        let range = SelectionChange.Range(from: ids[3], to: ids[3], query: AssetQuery())
        try rows.change(id) { ($0.added, $0.range) = ([ids[5]], range) }
        #expect(try rows.names(id) == ["f.mp4", "d.mp4"])
        try rows.add(["g.mp4"], in: "y")
        #expect(try rows.names(id).contains("g.mp4"))
    }

    @Test func whatAQueryDoesNotFindMakesAListOfIt() throws {
        let id = try add(.query(rows.query { $0.kind = .video }, excluding: [ids[3]]))
        try rows.change(id) { $0.added = [ids[0], ids[3]] }
        #expect(try rows.names(id) == ["f.mp4", "d.mp4", "b.mp4", "a.jpg"])
        try rows.add(["g.mp4"], in: "y")
        #expect(try rows.names(id).count == 4)
        let moved = try add(.query(rows.query { $0.kind = .photo }, excluding: [ids[2]]))
        try rows.change(moved) { $0.move = .init(asset: ids[0], place: 0) }
        #expect(try rows.names(moved) == ["a.jpg", "e.jpg"])
    }

    @Test func whatIsRefusedChangesNothing() throws {
        let id = try add(.assets([ids[0], ids[1]]))
        let missing = try #require(AssetID("999"))
        #expect(throws: StoreError.hasNoAsset("999")) {
            try rows.change(id) { ($0.removed, $0.added) = ([ids[0]], [ids[2], missing]) }
        }
        #expect(throws: StoreError.isNotSelected(ids[2])) {
            try rows.change(id) { $0.move = .init(asset: ids[2], place: 0) }
        }
        #expect(throws: StoreError.hasNoAsset("999")) {
            try rows.change(id) { $0.range = .init(from: ids[2], to: missing, query: .init()) }
        }
        #expect(try rows.names(id) == ["a.jpg", "b.mp4"])
        #expect(throws: StoreError.isNoCursor("a1.1")) {
            try store.selections.assets(of: id, after: "a1.1", at: noon)
        }
    }

    @Test func tooManyAreRefused() throws {
        var limits = StoreLimits()
        limits.selected = 3
        let small = try LibraryRows(limits: limits)
        let ids = try small.add(["a.jpg", "b.jpg", "c.jpg", "d.jpg"])
        let error = StoreError.hasTooManySelected(most: 3)
        #expect(throws: error) { try small.store.selections.add(.assets(ids), at: noon) }
        #expect(throws: error) {
            try small.store.selections.add(.query(AssetQuery(), excluding: ids), at: noon)
        }
        let all = try small.store.selections.add(.query(AssetQuery(), excluding: []), at: noon)
        #expect(throws: error) {
            try small.change(all) { $0.move = .init(asset: ids[0], place: 0) }
        }
        let list = try small.store.selections.add(.assets([ids[3]]), at: noon)
        #expect(throws: error) {
            try small.change(list) { $0.range = .init(from: ids[0], to: ids[3], query: .init()) }
        }
        #expect(try small.names(all).count == 4 && small.names(list) == ["d.jpg"])
    }

    @Test func theFirstOnesGo() throws {
        var limits = StoreLimits()
        limits.selections = 2
        let small = try LibraryRows(limits: limits)
        let first = try small.store.selections.add(.assets([]), at: noon)
        let others = try (0..<2).map { _ in try small.store.selections.add(.assets([]), at: noon) }
        #expect(throws: StoreError.hasNoSelection(first.description)) { try small.total(first) }
        #expect(try others.map { try small.total($0).count } == [0, 0])
        try small.store.selections.remove(others[0])
        #expect(throws: StoreError.hasNoSelection(others[0].description)) {
            try small.store.selections.remove(others[0])
        }
    }

    @Test func aFileThatIsGoneIsInNone() throws {
        let id = try add(.assets([ids[0], ids[1]]))
        try store.assets.remove([ids[0]], of: rows.root)
        #expect(try rows.names(id) == ["b.mp4"])
        try store.roots.configure([])
        #expect(try rows.total(id).count == 0)
        try store.check()
    }

    /// One row, whatever it finds, and also where that is more than a list may have.
    @Test func allOfALargeLibraryIsSelectedAtOnce() throws {
        var limits = StoreLimits()
        limits.selected = 1_000
        let large = try LibraryRows(limits: limits)
        try large.add((0..<1_201).map { $0 % 2 == 0 ? "\($0).jpg" : "\($0).mp4" })
        let id = try large.store.selections.add(.query(AssetQuery(), excluding: []), at: noon)
        #expect(try large.total(id) == total(1_201, 601 * 5_000, unknown: 600))
    }

    private func add(_ source: SelectionSource) throws -> SelectionID {
        try store.selections.add(source, at: noon)
    }

    /// The second one that was found is the first video.
    private func total(_ count: Int, _ milliseconds: Int64, unknown: Int = 0) -> SelectionTotal {
        var total = SelectionTotal(count: count, milliseconds: milliseconds, unknown: unknown)
        total.firstUnknown = unknown > 0 ? AssetID("2") : nil
        total.isAwaited = unknown > 0
        return total
    }
}
