internal import GRDB

/// The tables, as a list of steps that a file goes through, each once.
///
/// A step that was published is never changed: what is new is another step, with a name of its
/// own. A file that has gone through a step unknown here is a newer version's.
enum StoreSchema {
    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("feeds") { try $0.execute(sql: feeds) }
        migrator.registerMigration("categories") { try $0.execute(sql: categories) }
        migrator.registerMigration("search") { try $0.execute(sql: search) }
        migrator.registerMigration("plays") { try $0.execute(sql: plays) }
        migrator.registerMigration("library") { try $0.execute(sql: library) }
        migrator.registerMigration("probing") { try $0.execute(sql: probing) }
        migrator.registerMigration("moves") { try $0.execute(sql: moves) }
        migrator.registerMigration("selections") { try $0.execute(sql: selections) }
        migrator.registerMigration("exports") { try $0.execute(sql: exports) }
        migrator.registerMigration("exported assets") { try $0.execute(sql: exportedAssets) }
        migrator.registerMigration("live") { try $0.execute(sql: LiveSchema.sql) }
        migrator.registerMigration("taken here") { try $0.execute(sql: takenHere) }
        migrator.registerMigration("kept") { try $0.execute(sql: kept) }
        migrator.registerMigration("zones") { try $0.execute(sql: zones) }
        migrator.registerMigration("search at once") { try $0.execute(sql: searchAtOnce) }
        migrator.registerMigration("kept files") { try $0.execute(sql: keptFiles) }
        migrator.registerMigration("places") { try $0.execute(sql: places) }
        migrator.registerMigration("presence") { try $0.execute(sql: presence) }
        return migrator
    }

    /// An item's `number` grows with the time that it is listed by, see `ItemNumber`: the newest
    /// are at the end of every index without one of their own. `place` orders the items of a
    /// feed, see `ItemOrder`.
    private static let feeds = """
        CREATE TABLE feed (
            number INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE,
            url TEXT NOT NULL,
            refresh_s INTEGER NOT NULL,
            max_items INTEGER NOT NULL,
            configured INTEGER NOT NULL,
            title TEXT NOT NULL DEFAULT '',
            thumbnail TEXT,
            etag TEXT,
            modified TEXT,
            next_us INTEGER NOT NULL DEFAULT 0,
            refreshed_us INTEGER,
            error TEXT,
            failures INTEGER NOT NULL DEFAULT 0,
            gone INTEGER NOT NULL DEFAULT 0
        ) STRICT;
        CREATE TABLE feed_item (
            number INTEGER PRIMARY KEY,
            id TEXT NOT NULL UNIQUE,
            feed INTEGER NOT NULL REFERENCES feed ON DELETE CASCADE,
            guid TEXT NOT NULL,
            place INTEGER NOT NULL,
            title TEXT NOT NULL,
            author TEXT NOT NULL,
            summary TEXT NOT NULL,
            published_us INTEGER,
            seen_us INTEGER NOT NULL,
            details TEXT NOT NULL,
            UNIQUE (feed, guid)
        ) STRICT;
        CREATE INDEX feed_item_place ON feed_item(feed, place);
        """

    /// The counts are kept: to count is to read every item.
    private static let categories = """
        CREATE TABLE category (
            number INTEGER PRIMARY KEY,
            folded TEXT NOT NULL UNIQUE,
            name TEXT NOT NULL,
            items INTEGER NOT NULL DEFAULT 0
        ) STRICT;
        CREATE INDEX category_items ON category(items DESC, folded);
        CREATE TABLE item_category (
            item INTEGER NOT NULL REFERENCES feed_item ON DELETE CASCADE,
            category INTEGER NOT NULL,
            PRIMARY KEY (item, category)
        ) STRICT, WITHOUT ROWID;
        CREATE TRIGGER item_category_added AFTER INSERT ON item_category BEGIN
            UPDATE category SET items = items + 1 WHERE number = new.category;
        END;
        CREATE TRIGGER item_category_removed AFTER DELETE ON item_category BEGIN
            UPDATE category SET items = items - 1 WHERE number = old.category;
            DELETE FROM category WHERE number = old.category AND items <= 0;
        END;
        """

    private static let search = """
        CREATE VIRTUAL TABLE item_search USING fts5(
            title, author, summary, content = 'feed_item', content_rowid = 'number',
            tokenize = 'unicode61 remove_diacritics 2', prefix = '1 2 3'
        );
        CREATE TRIGGER item_search_added AFTER INSERT ON feed_item BEGIN
            INSERT INTO item_search(rowid, title, author, summary)
            VALUES (new.number, new.title, new.author, new.summary);
        END;
        CREATE TRIGGER item_search_removed AFTER DELETE ON feed_item BEGIN
            INSERT INTO item_search(item_search, rowid, title, author, summary)
            VALUES ('delete', old.number, old.title, old.author, old.summary);
        END;
        CREATE TRIGGER item_search_changed AFTER UPDATE OF title, author, summary ON feed_item
        BEGIN
            INSERT INTO item_search(item_search, rowid, title, author, summary)
            VALUES ('delete', old.number, old.title, old.author, old.summary);
            INSERT INTO item_search(rowid, title, author, summary)
            VALUES (new.number, new.title, new.author, new.summary);
        END;
        """

    private static let plays = """
        CREATE TABLE play (
            number INTEGER PRIMARY KEY,
            item TEXT NOT NULL,
            playlist TEXT,
            at_us INTEGER NOT NULL,
            completed INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX play_at ON play(at_us);
        CREATE INDEX play_completed ON play(item, at_us) WHERE completed = 1;
        CREATE TABLE position (
            playlist TEXT PRIMARY KEY NOT NULL,
            item TEXT,
            position_s REAL NOT NULL,
            item_order BLOB NOT NULL,
            paused INTEGER NOT NULL,
            revision INTEGER NOT NULL,
            saved_us INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        """

    /// What is searched for an asset stands in its own row and in its folder's, so that a folder
    /// goes after what is in it.
    private static let library = """
        CREATE TABLE library_root (
            number INTEGER PRIMARY KEY,
            path TEXT NOT NULL UNIQUE,
            configured INTEGER NOT NULL,
            state TEXT NOT NULL DEFAULT 'waiting',
            reason TEXT,
            disk INTEGER,
            scanned_us INTEGER
        ) STRICT;
        CREATE TABLE library_folder (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            root INTEGER NOT NULL REFERENCES library_root,
            path TEXT NOT NULL,
            UNIQUE (root, path)
        ) STRICT;
        CREATE TABLE asset (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            folder INTEGER NOT NULL REFERENCES library_folder,
            name TEXT NOT NULL,
            title TEXT,
            kind TEXT NOT NULL,
            state TEXT NOT NULL,
            size INTEGER NOT NULL,
            mtime_ns INTEGER NOT NULL,
            taken_us INTEGER NOT NULL,
            taken_source TEXT NOT NULL,
            found_us INTEGER NOT NULL,
            favourite INTEGER NOT NULL DEFAULT 0,
            UNIQUE (folder, name)
        ) STRICT;
        CREATE INDEX asset_taken ON asset(taken_us, number);
        CREATE INDEX asset_count ON asset(folder, kind, state);
        CREATE INDEX asset_favourite ON asset(taken_us, number) WHERE favourite = 1;

        CREATE VIEW asset_text(number, name, path, title) AS
            SELECT asset.number, asset.name, library_folder.path, coalesce(asset.title, '')
            FROM asset JOIN library_folder ON library_folder.number = asset.folder;
        CREATE VIRTUAL TABLE asset_search USING fts5(
            name, path, title, content = 'asset_text', content_rowid = 'number',
            tokenize = 'unicode61 remove_diacritics 2', prefix = '2 3'
        );
        CREATE VIRTUAL TABLE asset_name USING fts5(
            name, content = 'asset', content_rowid = 'number', tokenize = 'trigram'
        );
        CREATE TRIGGER asset_added AFTER INSERT ON asset BEGIN
            INSERT INTO asset_search(rowid, name, path, title)
            SELECT number, name, path, title FROM asset_text WHERE number = new.number;
            INSERT INTO asset_name(rowid, name) VALUES (new.number, new.name);
        END;
        CREATE TRIGGER asset_removed BEFORE DELETE ON asset BEGIN
            INSERT INTO asset_search(asset_search, rowid, name, path, title)
            SELECT 'delete', number, name, path, title FROM asset_text WHERE number = old.number;
            INSERT INTO asset_name(asset_name, rowid, name) VALUES ('delete', old.number, old.name);
        END;
        CREATE TRIGGER asset_titled BEFORE UPDATE OF title ON asset BEGIN
            INSERT INTO asset_search(asset_search, rowid, name, path, title)
            SELECT 'delete', number, name, path, title FROM asset_text WHERE number = old.number;
        END;
        CREATE TRIGGER asset_retitled AFTER UPDATE OF title ON asset BEGIN
            INSERT INTO asset_search(rowid, name, path, title)
            SELECT number, name, path, title FROM asset_text WHERE number = new.number;
        END;
        """

    /// What files were found to hold. Which are to be looked into stands in their state.
    private static let probing = """
        ALTER TABLE asset ADD COLUMN duration_ms INTEGER;
        ALTER TABLE asset ADD COLUMN width INTEGER;
        ALTER TABLE asset ADD COLUMN height INTEGER;
        ALTER TABLE asset ADD COLUMN codec TEXT;
        ALTER TABLE asset ADD COLUMN error TEXT;
        ALTER TABLE asset ADD COLUMN attempts INTEGER NOT NULL DEFAULT 0;
        CREATE INDEX asset_unread ON asset(number) WHERE state = 'found';
        CREATE INDEX asset_failed ON asset(taken_us, number) WHERE state = 'failed';
        """

    /// What is in a file, by which it is known again under another name. Of what was looked into
    /// before that was kept, it is found out by doing so again.
    private static let moves = """
        ALTER TABLE asset ADD COLUMN content TEXT;
        ALTER TABLE asset ADD COLUMN missing INTEGER NOT NULL DEFAULT 0;
        CREATE INDEX asset_missing ON asset(number) WHERE missing = 1;
        UPDATE asset SET state = 'found', attempts = 0 WHERE state = 'probed';
        CREATE TRIGGER asset_leaves BEFORE UPDATE OF folder, name ON asset BEGIN
            INSERT INTO asset_search(asset_search, rowid, name, path, title)
            SELECT 'delete', number, name, path, title FROM asset_text WHERE number = old.number;
            INSERT INTO asset_name(asset_name, rowid, name) VALUES ('delete', old.number, old.name);
        END;
        CREATE TRIGGER asset_arrives AFTER UPDATE OF folder, name ON asset BEGIN
            INSERT INTO asset_search(rowid, name, path, title)
            SELECT number, name, path, title FROM asset_text WHERE number = new.number;
            INSERT INTO asset_name(rowid, name) VALUES (new.number, new.name);
        END;
        """

    /// Of a query the rows of `selection_asset` are what is taken out of it, and of a list, which
    /// has no query, what is in it, by `pos`. An album is a selection with a name.
    private static let selections = """
        CREATE TABLE selection (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            query TEXT,
            created_us INTEGER NOT NULL,
            album TEXT UNIQUE,
            name TEXT
        ) STRICT;
        CREATE TABLE selection_asset (
            selection INTEGER NOT NULL REFERENCES selection ON DELETE CASCADE,
            asset INTEGER NOT NULL REFERENCES asset ON DELETE CASCADE,
            pos INTEGER NOT NULL,
            excluded INTEGER NOT NULL,
            PRIMARY KEY (selection, asset)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX selection_asset_pos ON selection_asset(selection, pos);
        CREATE INDEX selection_asset_asset ON selection_asset(asset);
        """

    /// Few: who exports forgets the oldest.
    private static let exports = """
        CREATE TABLE export (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            json TEXT NOT NULL,
            state TEXT NOT NULL,
            bytes INTEGER NOT NULL
        ) STRICT;
        """

    /// What is still to be exported, by `pos`; it may leave the library before its turn. Exports
    /// that were kept without that are forgotten.
    private static let exportedAssets = """
        DELETE FROM export;
        CREATE TABLE export_asset (
            export INTEGER NOT NULL REFERENCES export ON DELETE CASCADE,
            pos INTEGER NOT NULL,
            asset INTEGER NOT NULL,
            PRIMARY KEY (export, pos)
        ) STRICT, WITHOUT ROWID;
        """

    /// Of the root in which what was taken here lies: that folder's path from the root.
    private static let takenHere = """
        ALTER TABLE library_root ADD COLUMN taken_here TEXT;
        """

    /// What was read back of a file and waits for a scan; `excluded` as in `selection_asset`. The
    /// revision counts what changes of all that is kept.
    private static let kept = """
        CREATE TABLE kept_asset (
            root TEXT NOT NULL,
            folder TEXT NOT NULL,
            name TEXT NOT NULL,
            favourite INTEGER NOT NULL,
            title TEXT,
            PRIMARY KEY (root, folder, name)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE kept_member (
            root TEXT NOT NULL,
            folder TEXT NOT NULL,
            name TEXT NOT NULL,
            selection INTEGER NOT NULL REFERENCES selection ON DELETE CASCADE,
            pos INTEGER NOT NULL,
            excluded INTEGER NOT NULL,
            PRIMARY KEY (root, folder, name, selection)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX kept_member_selection ON kept_member(selection);
        CREATE TABLE kept_state (
            restored INTEGER NOT NULL,
            revision INTEGER NOT NULL,
            written INTEGER NOT NULL
        ) STRICT;
        INSERT INTO kept_state SELECT 0,
            EXISTS (SELECT 1 FROM asset WHERE favourite = 1 OR title IS NOT NULL)
                OR EXISTS (SELECT 1 FROM selection WHERE album IS NOT NULL), 0;
        CREATE TRIGGER asset_marked AFTER UPDATE OF favourite, title, folder, name ON asset
        WHEN (old.favourite, old.title, old.folder, old.name)
            IS NOT (new.favourite, new.title, new.folder, new.name) \(countsChange);
        CREATE TRIGGER asset_unmarked AFTER DELETE ON asset
        WHEN old.favourite = 1 OR old.title IS NOT NULL \(countsChange);
        CREATE TRIGGER album_named AFTER UPDATE OF album, name ON selection \(countsChange);
        CREATE TRIGGER album_removed AFTER DELETE ON selection
        WHEN old.album IS NOT NULL \(countsChange);
        CREATE TRIGGER album_asset_moved AFTER UPDATE OF asset ON selection_asset \(countsChange);
        CREATE TRIGGER album_asset_removed AFTER DELETE ON selection_asset
        WHEN EXISTS (SELECT 1 FROM selection WHERE number = old.selection AND album IS NOT NULL)
            \(countsChange);
        """

    /// The time zone in which the date of a file was read, and whether what is in the file is to
    /// be read for it again. Of what is known already the zone is not, and its date is read again.
    private static let zones = """
        ALTER TABLE asset ADD COLUMN zone TEXT;
        ALTER TABLE asset ADD COLUMN stale INTEGER NOT NULL DEFAULT 0;
        CREATE INDEX asset_stale ON asset(number) WHERE stale = 1;
        """

    /// Who adds assets adds them to what is searched, see `AssetScans.record`.
    private static let searchAtOnce = "DROP TRIGGER asset_added"

    /// What the file was that something waits for, see `KeptDraft`; without a size nothing but its
    /// path is known.
    private static let keptFiles = ["kept_asset", "kept_member"].map { table in
        """
        ALTER TABLE \(table) ADD COLUMN size INTEGER;
        ALTER TABLE \(table) ADD COLUMN mtime_ns INTEGER;
        ALTER TABLE \(table) ADD COLUMN content TEXT;
        """
    }.joined(separator: "\n")

    /// Where a root is, without symbolic links.
    private static let places = "ALTER TABLE library_root ADD COLUMN place TEXT"

    /// What was missing was so in several ways, which were told apart.
    private static let presence = """
        DROP INDEX asset_missing;
        CREATE INDEX asset_missing ON asset(number) WHERE missing <> 0;
        """

    /// What such a trigger does.
    private static let countsChange = "BEGIN UPDATE kept_state SET revision = revision + 1; END"
}
