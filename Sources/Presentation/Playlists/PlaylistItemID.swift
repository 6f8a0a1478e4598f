/// The name of a playlist's item, which it keeps while the list around it changes.
public struct PlaylistItemID: Hashable, Sendable, CustomStringConvertible {
    public let name: String

    public init(_ name: String) {
        self.name = name
    }

    public var description: String { name }
}
