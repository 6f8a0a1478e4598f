/// What people say of the library, apart from the database: favourites, titles and own albums. Files
/// have the paths that they have in a database that was begun anew, too.
public struct KeptMarks: Hashable, Sendable, Codable {
    /// A file of which something is said.
    public struct File: Hashable, Sendable {
        public var place: Place
        /// In bytes, of one that is not there now: what is said of it waits for that one alone.
        /// Nil of one that is there, and in files of older versions.
        public var size: Int64?
        /// When that one was last written, in nanoseconds since 1970.
        public var modified: Int64?
        /// What its first and last bytes are told by, where it was looked into.
        public var content: String?
    }

    /// A file, or with an empty name a folder.
    public struct Place: Hashable, Sendable, Codable {
        /// The path of its root.
        public var root: String
        /// The path of its folder from the root; empty for the root.
        public var folder: String
        public var name: String

        public init(root: String, folder: String, name: String) {
            (self.root, self.folder, self.name) = (root, folder, name)
        }
    }

    public struct Mark: Hashable, Sendable, Codable {
        public var file: File
        public var favourite: Bool
        public var title: String?
    }

    public struct Album: Hashable, Sendable, Codable {
        public var id: String
        public var name: String
        /// What it finds; nil for a list.
        public var query: AssetQuery?
        /// Where the query finds what is in one folder, that one: its number is of the database
        /// alone, so that the query names all.
        public var folder: Place?
        /// What is in the list, in its order, or is taken out of the query.
        public var files: [File]
    }

    public var files: [Mark]
    public var albums: [Album]

    public init(files: [Mark] = [], albums: [Album] = []) {
        (self.files, self.albums) = (files, albums)
    }
}

/// In one object with what its place has.
extension KeptMarks.File: Codable {
    private enum CodingKeys: CodingKey {
        case size, modified, content
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            place: try KeptMarks.Place(from: decoder),
            size: try container.decodeIfPresent(Int64.self, forKey: .size),
            modified: try container.decodeIfPresent(Int64.self, forKey: .modified),
            content: try container.decodeIfPresent(String.self, forKey: .content)
        )
    }

    public func encode(to encoder: any Encoder) throws {
        try place.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encodeIfPresent(size, forKey: .size)
        try container.encodeIfPresent(modified, forKey: .modified)
        try container.encodeIfPresent(content, forKey: .content)
    }
}
