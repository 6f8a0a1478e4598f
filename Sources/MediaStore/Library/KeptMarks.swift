internal import FoundationEssentials
internal import Media
public import Platform

/// What people say of the library, apart from the database: favourites, titles and own albums. Files
/// have the paths that they have in a database that was begun anew, too.
public struct KeptMarks: Hashable, Sendable, Codable {
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
        public var file: Place
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
        public var files: [Place]
    }

    private let version: Int
    public var files: [Mark]
    public var albums: [Album]

    private static let version = 1

    public init(files: [Mark] = [], albums: [Album] = []) {
        (version, self.files, self.albums) = (Self.version, files, albums)
    }
}

extension KeptMarks {
    /// - Throws: `.damaged` for anything else than what `json` gives; `.unreadable` for what
    ///   another version of pipd can read.
    public init(json: [UInt8]) throws(StateFile.Failure) {
        let data = Data(json)
        let version = try? JSONDecoder().decode(Version.self, from: data).version
        if let version, version != Self.version {
            throw .unreadable("it is of version \(version), not \(Self.version)")
        }
        do {
            self = try JSONDecoder().decode(Self.self, from: data)
        } catch {
            throw .damaged("it is not the JSON that pipd writes")
        }
    }

    private struct Version: Decodable {
        let version: Int
    }

    public var json: [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Texts and whole numbers alone, which is all that can be written.
        return (try? encoder.encode(self)).map { [UInt8]($0) } ?? []
    }
}
