/// How long a selection may last as a whole to be shown, and what an image counts in it.
///
/// Times are in whole milliseconds, so that what lasts exactly as long as a bound is inside.
public struct SelectionRule: Hashable, Sendable, Codable {
    public var least: Int64 = 5_000
    public var most: Int64 = 1_200_000
    /// For which an image is shown, too.
    public var image: Int64 = 5_000

    /// What the two bounds may be, in seconds.
    public static let boundSeconds = 0.0...86_400
    public static let imageSeconds = 0.1...86_400

    public init() {}

    /// Looks at how long a selection lasts.
    ///
    /// - Parameters:
    ///   - milliseconds: How long all lasts of which that is known.
    ///   - unknown: Videos of which it is not.
    /// - Returns: Whether that is too long, whatever is not known, or not long enough.
    public func isOutside(_ milliseconds: Int64, unknown: Int) -> Bool {
        milliseconds > most || unknown == 0 && milliseconds < least
    }

    /// Looks at a selection as a whole.
    ///
    /// - Parameters:
    ///   - milliseconds: How long all lasts of which that is known.
    ///   - unknown: Videos of which it is not.
    ///   - first: The first of those, as people know it.
    ///   - isAwaited: Whether one of them was not looked into yet.
    /// - Returns: Why it is not accepted, for people; nil where it is.
    public func refusal(
        of milliseconds: Int64,
        unknown: Int,
        first: String? = nil,
        isAwaited: Bool = true
    ) -> String? {
        if isOutside(milliseconds, unknown: unknown) {
            return "\(Self.seconds(milliseconds)) s selected; \(Self.seconds(least)) to "
                + "\(Self.seconds(most)) are accepted"
        }
        guard unknown > 0 else { return nil }
        let videos = unknown == 1 ? "one video lasts" : "\(unknown) videos last"
        let example = first.map { unknown == 1 ? " (\($0))" : " (the first is \($0))" } ?? ""
        let help =
            isAwaited
            ? "wait until the library has looked into all files" : "take out what tells no length"
        return "how long \(videos) is not known\(example); \(help)"
    }

    /// Such as `4.999` or `5`.
    private static func seconds(_ milliseconds: Int64) -> String {
        let (whole, rest) = milliseconds.quotientAndRemainder(dividingBy: 1_000)
        guard rest != 0 else { return "\(whole)" }
        var digits = String("\(1_000 + rest)".dropFirst())
        while digits.hasSuffix("0") { digits.removeLast() }
        return "\(whole).\(digits)"
    }
}
