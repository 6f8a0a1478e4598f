/// Why `pipd-media` does not run, or not any more, and what would work; for people.
public struct MediaFailure: Error, Hashable, Sendable, Codable {
    /// What is wrong, and on what: a clause, or sentences without the last full stop.
    public var reason: String
    /// Sentences; nil where nothing is known but to try again.
    public var remedy: String?

    public init(_ reason: String, remedy: String? = nil) {
        self.reason = reason
        self.remedy = remedy
    }

    /// - Parameter otherwise: The clause that follows where no remedy is known.
    /// - Returns: Sentences.
    public func sentences(or otherwise: String) -> String {
        remedy.map { "\(reason). \($0)" } ?? "\(reason); \(otherwise)."
    }
}

extension MediaFailure: CustomStringConvertible {
    public var description: String { remedy.map { "\(reason). \($0)" } ?? reason }
}
