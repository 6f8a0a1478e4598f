public import Media
public import Presentation

/// What is shown in place of a stream that is lost, and when.
public struct PlaceholderStyle: Hashable, Sendable {
    /// Whether it says why the stream is lost, and with that where it comes from.
    public var tellsReason = false
    /// What it says where it does not tell the reason; nil: that there is no signal.
    public var message: String?
    /// A PNG file that is shown above the words.
    public var image: String?
    public var background = RGBColor(red: 19, green: 19, blue: 19)
    /// How long the last picture stays; nil: for ever.
    public var keepsLast: Nanoseconds? = Self.usualTime

    /// Also before the first picture, whatever else is wanted of the last.
    public static let usualTime = Nanoseconds.milliseconds(2000)

    public init() {}
}

/// What is said of the placeholders of one stream; what is nil is as usual.
public struct PlaceholderWish: Hashable, Sendable {
    public var tellsReason: Bool?
    public var message: String?
    public var image: String?
    public var background: RGBColor?
    /// In it nil: for ever.
    public var keepsLast: Nanoseconds??

    /// Nothing.
    public init() {}

    /// - Parameter usual: What is meant where nothing is said.
    /// - Returns: How they look.
    public func over(_ usual: PlaceholderStyle) -> PlaceholderStyle {
        var style = usual
        style.tellsReason = tellsReason ?? usual.tellsReason
        style.message = message ?? usual.message
        style.image = image ?? usual.image
        style.background = background ?? usual.background
        style.keepsLast = keepsLast ?? usual.keepsLast
        return style
    }
}
