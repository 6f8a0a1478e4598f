/// Which of a display's modes is wanted.
public enum ModePreference: Hashable, Sendable {
    /// What the display itself prefers.
    case preferred
    /// The most pixels, and of those modes the highest refresh rate.
    case highest
    /// That size, at the given rate or the highest there is.
    case exact(PixelSize, Hertz?)

    /// Reads `preferred`, `highest`, `WxH` or `WxH@R`; nil for anything else,
    /// and for sizes outside 16 to 16384 pixels a side.
    public init?(_ text: String) {
        switch text {
        case "preferred": self = .preferred
        case "highest": self = .highest
        default:
            let halves = text.split(separator: "@", omittingEmptySubsequences: false)
            guard halves.count <= 2, let size = PixelSize(text: halves[0]),
                (16...16384).contains(size.width), (16...16384).contains(size.height)
            else { return nil }
            guard halves.count == 2 else {
                self = .exact(size, nil)
                return
            }
            guard let rate = Hertz(text: String(halves[1])) else { return nil }
            self = .exact(size, rate)
        }
    }
}

extension ModePreference: CustomStringConvertible {
    /// As `init(_:)` reads it.
    public var description: String {
        switch self {
        case .preferred: "preferred"
        case .highest: "highest"
        case .exact(let size, nil): "\(size)"
        case .exact(let size, let rate?): "\(size)@\(rate)"
        }
    }
}
