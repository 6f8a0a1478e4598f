public import Media

/// The name of a feed, by the rule of `StreamID`.
public struct FeedID: Hashable, Sendable {
    public let name: String

    /// Returns nil for a name that breaks the rule.
    public init?(_ name: String) {
        guard StreamID(name) != nil else { return nil }
        self.name = name
    }
}

/// The name of a playlist, by the rule of `StreamID`.
public struct PlaylistID: Hashable, Sendable {
    public let name: String

    /// Returns nil for a name that breaks the rule.
    public init?(_ name: String) {
        guard StreamID(name) != nil else { return nil }
        self.name = name
    }
}

/// The name of one item of one feed: 32 lower-case hexadecimal digits, for addresses and file names.
///
/// It is made of the feed's name and of what the feed calls the item, and of nothing else, so that
/// it is the same after a start, and even in a file built anew. It tells neither of the two.
public struct ItemID: Hashable, Sendable {
    public let name: String

    /// Returns nil for anything else than such a name.
    public init?(_ name: String) {
        let isName = name.utf8.allSatisfy { byte in
            (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte)
        }
        guard name.utf8.count == 32, isName else { return nil }
        self.name = name
    }

    /// The name of what a feed calls `guid`.
    public init(feed: FeedID, guid: String) {
        // No name of a feed holds a zero.
        name = SHA256.hexadecimal(of: Array(feed.name.utf8) + [0] + Array(guid.utf8), digits: 32)
    }
}

extension FeedID: CustomStringConvertible {
    public var description: String { name }
}

extension PlaylistID: CustomStringConvertible {
    public var description: String { name }
}

extension ItemID: CustomStringConvertible {
    public var description: String { name }
}

/// The name of something that has a row of its own, in every answer; never given to another one.
public struct RowID<Row>: Hashable, Sendable, CustomStringConvertible {
    let number: Int64

    init(number: Int64) {
        self.number = number
    }

    /// Returns nil for what is no such name.
    public init?(_ name: String) {
        guard let number = Int64(rowName: name) else { return nil }
        self.number = number
    }

    public var description: String { "\(number)" }
}

/// The name of a picture or video of the library.
public typealias AssetID = RowID<AssetRecord>
/// The name of a selection.
public typealias SelectionID = RowID<SelectionSource>
/// The name of an export.
public typealias ExportID = RowID<StoredExport>

extension [AssetID] {
    /// For `json_each` of SQLite.
    var json: String { "[" + map { "\($0.number)" }.joined(separator: ",") + "]" }
}

extension Int64 {
    /// The number of a row; nil for what is none, or is not written as this is.
    init?(rowName name: String) {
        guard let number = Int64(name), number > 0, "\(number)" == name else { return nil }
        self = number
    }
}

/// What a playlist shows: an item of a feed, or what an address of its own leads to.
public enum PlayedItem: Hashable, Sendable {
    case item(ItemID)
    case address(AddressText)
}

extension PlayedItem {
    /// As it stands in the file.
    var key: String {
        switch self {
        case .item(let id): "item:" + id.name
        case .address(let address): "address:" + address.withSecrets
        }
    }

    /// Returns nil for what is no key.
    init?(key: String) {
        if key.hasPrefix("item:") {
            guard let id = ItemID(String(key.dropFirst(5))) else { return nil }
            self = .item(id)
        } else {
            guard key.hasPrefix("address:") else { return nil }
            self = .address(AddressText(String(key.dropFirst(8))))
        }
    }
}
