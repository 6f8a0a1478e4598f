/// The sizes that the Thumbnail Managing Standard has.
///
/// The raw value is the name of the directory.
public enum ThumbnailSize: String, Hashable, Sendable, CaseIterable {
    case normal
    case large
    case xLarge = "x-large"
    case xxLarge = "xx-large"

    /// What a thumbnail's width and height are at most.
    public var pixels: Int32 {
        switch self {
        case .normal: 128
        case .large: 256
        case .xLarge: 512
        case .xxLarge: 1_024
        }
    }

    /// The smallest size that has so many pixels; the largest where none has.
    public init(atLeast pixels: Int) {
        self = Self.allCases.first { Int($0.pixels) >= pixels } ?? .xxLarge
    }
}
