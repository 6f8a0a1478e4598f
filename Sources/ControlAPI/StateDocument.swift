internal import FoundationEssentials
internal import Media
public import Platform

/// What a `StateFile` has: JSON, with the version of its form beside what it says.
public struct StateDocument<Content: Codable>: Codable {
    public let content: Content

    /// Of all forms there are so far.
    private static var version: Int { 1 }

    private enum Key: CodingKey { case version }

    /// What is to be written.
    public init(_ content: Content) { self.content = content }

    public init(from decoder: any Decoder) throws {
        // First: a later version may say something else.
        let version = try decoder.container(keyedBy: Key.self).decode(Int.self, forKey: .version)
        guard version == Self.version else {
            throw StateFile.Failure.unreadable("it is of version \(version), not \(Self.version)")
        }
        content = try Content(from: decoder)
    }

    public func encode(to encoder: any Encoder) throws {
        try content.encode(to: encoder)
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(Self.version, forKey: .version)
    }

    /// Reads what a file has.
    ///
    /// - Throws: `.damaged` for what was not written by `json`; `.unreadable` for what may be in
    ///   order for a later pipd.
    public init(json bytes: [UInt8]) throws(StateFile.Failure) {
        do {
            self = try JSONText.decode(Self.self, from: Data(bytes))
        } catch let failure as StateFile.Failure {
            throw failure
        } catch {
            throw .damaged("it is not the JSON that pipd writes")
        }
    }

    /// What a file is to have, of strings, whole numbers and finite ones, which always encode.
    public var json: [UInt8] { (try? JSONText.encode(self)).map { Array($0) + [0x0A] } ?? [] }
}
