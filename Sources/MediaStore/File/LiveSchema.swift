/// How the movie of a live photo is kept: with `live_of`, the number of its picture, which triggers
/// keep, so that no statement that changes one of the two has to know of the other.
///
/// A movie and a picture of one root that have the same `live_id` belong together; several of
/// one may be there, such as copies, of which the nearest is taken. Else a short movie is guessed
/// to belong to the picture beside it that has its name and was taken at its time. `live_at` is
/// where a picture's own file has the movie.
enum LiveSchema {
    /// Of what was looked into before that was kept, it is found out by doing so again.
    static let sql = """
        ALTER TABLE asset ADD COLUMN stem TEXT;
        ALTER TABLE asset ADD COLUMN live_id TEXT;
        ALTER TABLE asset ADD COLUMN live_at INTEGER;
        ALTER TABLE asset ADD COLUMN live_of INTEGER;
        CREATE INDEX asset_stem ON asset(folder, stem);
        CREATE INDEX asset_live_id ON asset(live_id) WHERE live_id IS NOT NULL;
        CREATE INDEX asset_live_at ON asset(number) WHERE live_at IS NOT NULL;
        CREATE INDEX asset_live_of ON asset(live_of) WHERE live_of IS NOT NULL;
        UPDATE asset SET state = 'found', attempts = 0 WHERE state = 'probed';
        CREATE TRIGGER asset_pairs
        AFTER UPDATE OF folder, kind, state, taken_us, duration_ms, stem, live_id ON asset
        WHEN 'probed' IN (old.state, new.state) BEGIN
            UPDATE asset SET live_of = \(picture) WHERE number IN (
                SELECT new.number
                UNION SELECT number FROM asset WHERE live_of = new.number
                UNION SELECT number FROM (SELECT number FROM asset
                    WHERE folder = new.folder AND stem = new.stem LIMIT \(mostCopies))
                UNION SELECT number FROM
                    (SELECT number FROM asset WHERE live_id = new.live_id LIMIT \(mostCopies))
            );
        END;
        CREATE TRIGGER asset_parts AFTER DELETE ON asset BEGIN
            UPDATE asset SET live_of = \(picture) WHERE live_of = old.number;
        END;
        """

    /// Of one picture or movie that are looked at: who writes one identifier into all files, or
    /// gives all one name in other letters, is not to have each compared with each.
    private static let mostCopies = 32

    /// The picture of a movie; nothing where it has none, or cannot be shown.
    private static let picture = """
        CASE WHEN asset.kind = 'video' AND asset.state = 'probed' THEN coalesce(
            \(first(same, "picture.folder = asset.folder AND picture.stem = asset.stem")),
            \(first(same, "picture.folder = asset.folder")),
            \(first(same, "\(root("picture")) = \(root("asset"))")),
            \(first(neighbour, guess))
        ) END
        """

    private static let same = "other.live_id = asset.live_id"
    private static let neighbour = "other.folder = asset.folder AND other.stem = asset.stem"

    private static let guess = """
        (picture.live_id IS NULL OR asset.live_id IS NULL)
            AND asset.duration_ms <= 10000 AND abs(picture.taken_us - asset.taken_us) <= 3000000
        """

    /// Of those that an index finds, those for which that is so.
    private static func first(_ found: String, _ condition: String) -> String {
        """
        (SELECT min(picture.number)
            FROM (SELECT * FROM asset AS other WHERE \(found) LIMIT \(mostCopies)) AS picture
            WHERE \(condition) AND picture.kind = 'photo' AND picture.state = 'probed')
        """
    }

    private static func root(_ asset: String) -> String {
        "(SELECT root FROM library_folder WHERE number = \(asset).folder)"
    }
}
