import MediaStore
import Testing

/// What is kept of exports.
@Suite struct ExportStoreTests {
    @Test func anExportOutlivesTheProcess() throws {
        let folder = try StoreFolder()
        let store = try folder.open()
        let first = try store.addExport(#"{"a":1}"#, state: "waiting")
        let second = try store.addExport("{}", state: "waiting")
        let changed = StoredExport(id: first, text: "[]", state: "running", bytes: 7)
        #expect(try store.update(changed))
        try store.close()
        #expect(try store.exports().map(\.id) == [second, first])
        #expect(try store.export(first) == changed)
        #expect(ExportID("\(first)") == first)
        #expect(try store.removeExport(second) && store.removeExport(second) == false)
        // Its name is never another's.
        #expect(try store.addExport("{}", state: "waiting") != second)
        #expect(try store.update(StoredExport(id: second, text: "", state: "", bytes: 0)) == false)
    }

    @Test(arguments: ["", "0", "-1", "01", "x", "9223372036854775808"])
    func whatIsNoNameIsNone(text: String) {
        #expect(ExportID(text) == nil)
    }
}
