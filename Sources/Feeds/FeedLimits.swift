/// What is taken of one feed, whatever it holds.
public enum FeedLimits {
    /// Of the whole feed; a longer one is refused.
    public static let bytes = 8 << 20
    /// Those behind are counted.
    public static let items = 2_000
    /// Those behind are counted, too, however few of these were of use.
    static let itemsLookedAt = 10_000
    /// Elements or values in one another; a feed with more is refused.
    public static let depth = 64
    /// A longer address is none. What opens it takes no more.
    public static let addressBytes = 2_048
    /// A longer name of an item does not count: its address is its name then.
    public static let guidBytes = 2_048

    // Texts are cut off there, in bytes of UTF-8.
    public static let titleBytes = 500
    public static let authorBytes = 200
    public static let summaryBytes = 2_000
    public static let categoryBytes = 100

    // Of one item; what follows is not looked at.
    public static let variants = 32
    public static let categories = 32

    /// Of the text of one element, with its tags; the rest is not looked at.
    static let elementTextBytes = 64 << 10
    /// Elements of one item; those behind are not looked at.
    static let elements = 2_000
    /// Of one tag, with its attributes; a feed with a longer one is refused. libxml2 takes time
    /// for a tag that grows with the square of both.
    static let tagBytes = 64 << 10
    static let attributes = 128
    /// Declared by the elements that are open at one place.
    static let namespaces = 256
    /// Values of a JSON Feed; one with more is refused.
    static let values = 1_000_000
}
