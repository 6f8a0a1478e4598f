/// Which part of a movie is wanted, in seconds from its start.
public struct TrimRange: Hashable, Sendable {
    /// Nil: from its start.
    public let start: Double?
    /// Nil: to its end.
    public let end: Double?

    public init(start: Double?, end: Double?) {
        self.start = start
        self.end = end
    }

    /// Microseconds of the movie's own clock.
    func start(from first: Int64) -> Int64 { first + Self.microseconds(start ?? 0) }

    /// Microseconds of the movie's own clock; nil: to its end.
    func end(from first: Int64) -> Int64? { end.map { first + Self.microseconds($0) } }

    /// Why there is nothing of that in a movie; nil where there is.
    ///
    /// - Parameter duration: The movie's, in microseconds; nil where it is not known.
    /// - Returns: In words.
    func refusal(ofMovieLasting duration: Int64?) -> String? {
        let start = start ?? 0
        if let end, end <= start { return "`out` is \(end), which is not behind `in`, \(start)" }
        guard let duration, Self.microseconds(start) >= duration else { return nil }
        return "`in` is \(start); it lasts \(Double(duration) / 1_000_000) seconds"
    }

    /// Of what no movie lasts: the nearest.
    private static func microseconds(_ seconds: Double) -> Int64 {
        Int64((min(max(seconds, 0), 1e9) * 1_000_000).rounded())
    }
}
