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
}
