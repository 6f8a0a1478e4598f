import MediaStore
import Testing

/// What is left of a store that was closed: its file alone.
@Suite struct ClosingTests {
    private let folder: StoreFolder

    init() throws {
        folder = try StoreFolder()
    }

    @Test func theLogIsInTheFileAndGone() throws {
        let store = try folder.open()
        try store.feeds.put(try definition("news"))
        #expect(try store.feeds.all().count == 1)
        #expect(folder.names.contains("media.sqlite-wal"))
        try store.close()
        #expect(folder.names == ["media.sqlite"])
        #expect(try folder.open().feeds.all().count == 1)
    }

    /// Nor does a call that comes behind it bring the log back.
    @Test func itStaysClosed() throws {
        let store = try folder.open()
        try store.feeds.put(try definition("news"))
        try store.close()
        let refusal = StoreError.failed(path: folder.file, reason: "it is closed")
        #expect(throws: refusal) { try store.feeds.all() }
        #expect(throws: refusal) { try store.feeds.put(try definition("other")) }
        try store.close()
        #expect(folder.names == ["media.sqlite"])
    }

    @Test func whatIsUnderWayLeavesNoLog() async throws {
        let store = try folder.open()
        let feed = try definition("news")
        await withTaskGroup(of: Void.self) { group in
            for isWriting in [true, false, false] {
                group.addTask {
                    // Until it is refused; not for ever where it never is.
                    for _ in 0..<20_000 {
                        do throws(StoreError) {
                            if isWriting { try store.feeds.put(feed) }
                            _ = try store.feeds.all()
                        } catch {
                            return
                        }
                    }
                }
            }
            #expect(throws: Never.self) { try store.close() }
        }
        #expect(folder.names == ["media.sqlite"])
    }
}
