/// The shape of the PIP window, width to height. The description is the form of
/// the API.
public enum WindowAspect: Hashable, Sendable {
    /// That of the picture in it.
    case source
    /// Whatever is in it; 1 to 9999 each.
    case ratio(width: Int32, height: Int32)

    /// The ratio; nil where the picture decides.
    var value: Double? {
        switch self {
        case .source: nil
        case .ratio(let width, let height): Double(width) / Double(height)
        }
    }
}

extension WindowAspect: LosslessStringConvertible {
    /// Reads `source`, or a ratio such as `16:9`.
    public init?(_ text: String) {
        if text == "source" {
            self = .source
            return
        }
        let sides = text.split(separator: ":", omittingEmptySubsequences: false).map { Int32($0) }
        guard sides.count == 2, let width = sides[0], let height = sides[1],
            (1...9999).contains(width), (1...9999).contains(height)
        else { return nil }
        self = .ratio(width: width, height: height)
    }

    public var description: String {
        switch self {
        case .source: "source"
        case .ratio(let width, let height): "\(width):\(height)"
        }
    }
}
