public import ControlAPI

/// What is asked of feeds and of what they bring.
public enum FeedRequest: Hashable, Sendable, Codable {
    /// Answered by `feeds`.
    case list
    /// Answered by `feed`.
    case show(String)
    /// Answered by `feed`.
    case put(String, FeedDefinition)
    /// Answered by `done`.
    case delete(String)
    /// Answered by `refreshed`, when the server has answered.
    case refresh(String)
    /// Answered by `page`.
    case items(String, category: String?, cursor: String?, limit: Int)
    /// Answered by `discovered`.
    case discover
    /// Answered by `page`.
    case search(String, cursor: String?, limit: Int)
    /// What a playlist takes from feeds, one after the other. Answered by `entries`.
    case entries([String], limit: Int)

    /// Whether pipd asks for itself, and for no client.
    var isOwn: Bool {
        switch self {
        case .entries: true
        case .list, .show, .put, .delete, .refresh, .items, .discover, .search: false
        }
    }
}

/// One thing that a playlist takes from a feed or from the library.
public struct MediaEntry: Hashable, Sendable, Codable {
    /// Its name among the items of all feeds, or its ID in the library.
    public var item: String
    /// With its password, where it has one.
    public var address: String
    public var title: String
    /// The root of the library that it is beneath; nil for what is of a feed.
    public var root: String?
    /// In seconds; nil where nothing tells it.
    public var duration: Double?

    public init(item: String, address: String, title: String) {
        self.item = item
        self.address = address
        self.title = title
    }
}
