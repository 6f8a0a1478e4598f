import MediaStore
import Testing

/// What is kept of exports.
@Suite struct ExportStoreTests {
    @Test func anExportOutlivesTheProcess() throws {
        let folder = try StoreFolder()
        let store = try folder.open()
        let first = try store.exports.add(.assets([]), state: "waiting") { _ in #"{"a":1}"# }
        let second = try add(to: store)
        let changed = StoredExport(id: first, text: "[]", state: "running", bytes: 7)
        #expect(try store.exports.update(changed))
        try store.close()
        let again = try folder.open()
        #expect(try again.exports.all().map(\.id) == [second, first])
        #expect(try again.exports.find(first) == changed)
        #expect(ExportID("\(first)") == first)
        #expect(try again.exports.remove(second) && again.exports.remove(second) == false)
        // Its name is never another's.
        #expect(try add(to: again) != second)
        let gone = StoredExport(id: second, text: "", state: "", bytes: 0)
        #expect(try again.exports.update(gone) == false)
    }

    /// What is taken out of a selection later, or comes, does not matter to an export of it.
    @Test func whatIsSelectedIsExportedInItsOrder() throws {
        let rows = try LibraryRows()
        let (store, ids) = (rows.store, try rows.add(["a.jpg", "b.mp4", "c.jpg"]))
        let list = try store.selections.add(.assets([ids[2], ids[0], ids[1]]), at: noon)
        let query = try store.selections.add(.query(AssetQuery(), excluding: [ids[1]]), at: noon)
        let share = SelectionShare(root: "/srv", count: 3, bytes: 3)
        #expect(try store.exports.shares(of: list, at: noon) == [share])
        let exports = try [list, query].map { id in
            try store.exports.add(.selection(id, at: noon), state: "waiting") { "\($0)" }
        }
        try store.selections.remove(list)
        try rows.add(["d.jpg"], in: "y")
        #expect(try exports.map { try store.exports.find($0)?.text } == ["3", "2"])
        #expect(try left(of: exports[0], in: store) == [ids[2], ids[0], ids[1]])
        #expect(try left(of: exports[1], in: store) == [ids[2], ids[0]])
        #expect(throws: StoreError.hasNoSelection("\(list)")) {
            try store.exports.add(.selection(list, at: noon), state: "") { _ in "" }
        }
    }

    @Test func whatIsOverIsForgotten() throws {
        let rows = try LibraryRows()
        let (store, ids) = (rows.store, try rows.add(["a.jpg", "b.mp4"]))
        let both = ExportSource.assets([ids[1], ids[0], ids[1]])
        let (first, second) = (
            try store.exports.add(both, state: "waiting") { "\($0)" },
            try store.exports.add(both, state: "waiting") { "\($0)" }
        )
        try store.exports.endNextAsset(of: first, bytes: 1)
        #expect(try store.exports.nextAsset(of: first) == ids[0])
        #expect(try store.exports.assetsLeft(of: first) == 2)
        try store.exports.end(StoredExport(id: first, text: "[]", state: "failed", bytes: 1))
        #expect(try store.exports.assetsLeft(of: first) == 0)
        #expect(try store.exports.find(first)?.state == "failed")
        #expect(try store.exports.remove(second) && store.exports.assetsLeft(of: second) == 0)
    }

    @Test func anExportHasALimit() throws {
        var limits = StoreLimits()
        limits.exported = 2
        let rows = try LibraryRows(limits: limits)
        let store = rows.store
        try rows.add(["a.jpg", "b.mp4"])
        let all = try store.selections.add(.query(AssetQuery(), excluding: []), at: noon)
        #expect(try store.exports.shares(of: all, at: noon).map(\.count) == [2])
        let before = try store.exports.add(.selection(all, at: noon), state: "") { "\($0)" }
        try rows.add(["c.jpg"], in: "y")
        let refusal = StoreError.hasTooManyToExport(most: 2)
        #expect(throws: refusal) { try store.exports.shares(of: all, at: noon) }
        #expect(throws: refusal) {
            try store.exports.add(.selection(all, at: noon), state: "") { "\($0)" }
        }
        let nothing = try store.selections.add(.assets([]), at: noon)
        #expect(throws: StoreError.hasNothingToExport(nothing)) {
            try store.exports.add(.selection(nothing, at: noon), state: "") { "\($0)" }
        }
        #expect(try store.exports.all().map(\.id) == [before])
    }

    /// What comes next, until nothing is left.
    private func left(of id: ExportID, in store: MediaStore) throws -> [AssetID] {
        var assets: [AssetID] = []
        while let next = try store.exports.nextAsset(of: id) {
            assets.append(next)
            try store.exports.endNextAsset(of: id, bytes: 1)
        }
        return assets
    }

    private func add(to store: MediaStore) throws -> ExportID {
        try store.exports.add(.assets([]), state: "waiting") { _ in "{}" }
    }

    @Test(arguments: ["", "0", "-1", "01", "x", "9223372036854775808"])
    func whatIsNoNameIsNone(text: String) {
        #expect(ExportID(text) == nil)
    }
}
