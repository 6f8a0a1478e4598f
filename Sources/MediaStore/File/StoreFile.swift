internal import GRDB

/// Opens the database.
///
/// One writer and several readers, none of which waits for another: a feed is stored while
/// requests are answered. A commit is in the operating system's hands when it is answered, so that
/// nothing of it is lost when the process is killed; it is not yet on the disk (`synchronous` is
/// NORMAL), so that a power cut may take the last moments, but never damages the file.
enum StoreFile {
    /// - Throws: What `StoreFault` tells apart; `StoreError.isNewer`.
    static func open(_ path: String, limits: StoreLimits) throws -> DatabasePool {
        let pool = try DatabasePool(path: path, configuration: configuration(limits))
        let migrator = StoreSchema.migrator
        let known = Set(migrator.migrations)
        let applied = try pool.read { try migrator.appliedIdentifiers($0) }
        let unknown = applied.subtracting(known)
        guard unknown.isEmpty else {
            throw StoreError.isNewer(path: path, unknown: unknown.sorted())
        }
        try migrator.migrate(pool)
        if let damage = try pool.read(damageOfSmallTables) { throw UnsoundFile(reason: damage) }
        return pool
    }

    /// Has the log be moved into the file and removed, which who closes it last does, unless that
    /// may only read: of the connections of a pool that is one of those.
    ///
    /// - Throws: What `StoreFault` tells apart.
    static func removeLog(_ path: String) throws {
        let last = try DatabaseQueue(path: path)
        // SQLite looks at the log when something is read.
        try last.read { _ = try $0.firstRow("PRAGMA schema_version") { try $0.integer() } }
        try last.close()
    }

    /// Looks through the whole file.
    ///
    /// - Returns: What is wrong, in SQLite's words; nil for nothing.
    static func damage(_ database: Database) throws -> String? {
        try verdict(of: "PRAGMA quick_check(1)", database) ?? damageOfSchema(database)
    }

    /// SQLite checks tables against their definitions, and nothing checks these.
    private static func damageOfSchema(_ database: Database) throws -> String? {
        let sound = try DatabaseQueue()
        try StoreSchema.migrator.migrate(sound)
        let expected = try sound.read(definitions)
        return try definitions(in: database) == expected ? nil : "its tables are not those it had"
    }

    private static func definitions(in database: Database) throws -> [String] {
        try database.rows(
            "SELECT type || ' ' || name || ' ' || coalesce(sql, '') FROM sqlite_master ORDER BY 1"
        ) { try $0.text() }
    }

    /// The tables that are small whatever the feeds hold: to look through all the items takes
    /// longer than a start may.
    private static func damageOfSmallTables(_ database: Database) throws -> String? {
        for table in ["feed", "position", "library_root", "selection", "export", "kept_state"] {
            let verdict = try verdict(of: "PRAGMA quick_check('\(table)')", database)
            if let verdict { return verdict }
        }
        return try damageOfSchema(database)
    }

    private static func verdict(of check: String, _ database: Database) throws -> String? {
        let verdict = try database.firstRow(check) { try $0.text() }
        return verdict == "ok" ? nil : verdict ?? "the file could not be looked through"
    }

    private static func configuration(_ limits: StoreLimits) -> Configuration {
        var configuration = Configuration()
        configuration.label = "pipd-store"
        configuration.maximumReaderCount = 3
        configuration.busyMode = .timeout(2)
        configuration.prepareDatabase { database in
            // Of SQLite's default size.
            let pages = max(limits.fileBytes / 4_096, 1)
            try database.execute(
                sql: """
                    PRAGMA cell_size_check = ON;
                    PRAGMA journal_size_limit = 16777216;
                    PRAGMA max_page_count = \(pages);
                    """
            )
            try NumberSet.define(in: database)
        }
        return configuration
    }
}

/// A file that opens, but fails a check.
struct UnsoundFile: Error, CustomStringConvertible {
    let reason: String
    var description: String { reason }
}
