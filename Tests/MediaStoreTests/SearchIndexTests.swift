import GRDB
import MediaFiles
import MediaStore
import Testing

/// What is searched, against what is there: however files come, change, move and go.
@Suite struct SearchIndexTests {
    private let rows: LibraryRows

    init() throws {
        rows = try LibraryRows()
    }

    /// SQLite compares each word of the indexes with the tables.
    private func expectToMatch() throws {
        let queue = try DatabaseQueue(path: rows.folder.file)
        for index in ["asset_search", "asset_name"] {
            try queue.write {
                try $0.execute(
                    sql: "INSERT INTO \(index)(\(index), rank) VALUES ('integrity-check', 1)"
                )
            }
        }
        try queue.close()
    }

    private func found(_ text: String) throws -> [String] {
        var query = AssetQuery()
        query.text = text
        return try rows.store.assets.page(query, at: noon).elements.map(\.name).sorted()
    }

    @Test func whatComesChangesAndGoesIsFoundAsItIs() throws {
        let ids = try rows.add(["harbour.jpg", "lobby.jpg", "garden.mp4"])
        try expectToMatch()
        _ = try rows.store.assets.change(ids[0], isFavourite: true, title: "Sunset")
        _ = try rows.store.assets.change(ids[1], isFavourite: nil, title: "Bridge")
        // Known ones and new ones in one batch, one of them twice.
        try rows.add(["harbour.jpg", "river.jpg", "lobby.jpg", "river.jpg"])
        try expectToMatch()
        #expect(try found("sunset") == ["harbour.jpg"])
        #expect(try found("ive") == ["river.jpg"])
        let arrival = try #require(try rows.add(["pier.jpg"], in: "y").first)
        #expect(try rows.store.traces.move(ids[0], to: arrival, of: rows.root))
        try expectToMatch()
        #expect(try found("sunset") == ["pier.jpg"])
        #expect(try found("harbour").isEmpty)
        try rows.store.assets.remove([ids[1], ids[2], ids[2]], of: rows.root)
        try expectToMatch()
        #expect(try found("bridge").isEmpty && found("garden").isEmpty)
        #expect(try found("jpg") == ["pier.jpg", "river.jpg"])
    }

    /// Numbers grow with every file that was ever there.
    @Test func filesWithLargeNumbersAreFound() throws {
        try rows.add(["harbour.jpg"])
        let queue = try DatabaseQueue(path: rows.folder.file)
        for number in [7, 32_767, 32_768, 3_000_000] {
            try queue.write {
                try $0.execute(
                    sql: "UPDATE sqlite_sequence SET seq = ? WHERE name = 'asset'",
                    arguments: [number]
                )
            }
            try rows.add(["pier \(number).jpg"])
        }
        try queue.close()
        #expect(try found("pi").count == 4 && found("ier").count == 4)
        #expect(try found("pier 3000000") == ["pier 3000000.jpg"])
        #expect(try found("jpg").count == 5)
        #expect(try found("lobby").isEmpty)
    }

    /// In which each file was added to what is searched by itself.
    @Test func aFileOfAnEarlierVersionGoesOn() throws {
        try rows.add(["harbour.jpg"])
        let queue = try DatabaseQueue(path: rows.folder.file)
        try queue.write { database in
            try database.execute(
                sql: """
                    DELETE FROM grdb_migrations WHERE identifier = 'search at once';
                    CREATE TRIGGER asset_added AFTER INSERT ON asset BEGIN
                        INSERT INTO asset_search(rowid, name, path, title)
                        SELECT number, name, path, title FROM asset_text WHERE number = new.number;
                        INSERT INTO asset_name(rowid, name) VALUES (new.number, new.name);
                    END;
                    INSERT INTO asset (folder, name, kind, state, size, mtime_ns, taken_us,
                        taken_source, found_us)
                    SELECT folder, 'old.jpg', kind, state, size, mtime_ns, taken_us, taken_source,
                        found_us FROM asset;
                    """
            )
        }
        try queue.close()
        let store = try rows.folder.open()
        let files = [
            ScannedFile(
                folder: "x",
                file: MediaFile(name: "new.jpg", kind: .photo, size: 1, modified: 7),
                taken: TakenTime(at: 7, source: .mtime)
            )
        ]
        try store.scans.record(files, of: rows.root, at: noon)
        try expectToMatch()
        #expect(try found("jpg") == ["harbour.jpg", "new.jpg", "old.jpg"])
    }
}
