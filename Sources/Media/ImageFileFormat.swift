/// What counts as an image by its name; what is in it is seen when it is read.
public enum ImageFileFormat: String, Hashable, Sendable, CaseIterable {
    case jpeg, png, webp, gif, bmp, tiff, avif

    /// By the ending of a name, or of what ends with one.
    ///
    /// - Returns: Nil for the name of anything else.
    public init?(ofFileNamed name: some StringProtocol) {
        guard let dot = name.lastIndex(of: ".") else { return nil }
        let ending = name[name.index(after: dot)...].lowercased()
        guard let format = Self.allCases.first(where: { $0.endings.contains(ending) }) else {
            return nil
        }
        self = format
    }

    /// Of names, in lower case.
    public var endings: [String] {
        switch self {
        case .jpeg: ["jpg", "jpeg", "jpe", "jfif"]
        case .tiff: ["tif", "tiff"]
        case .png, .webp, .gif, .bmp, .avif: [rawValue]
        }
    }

    /// As IANA registers it.
    public var mediaType: String { "image/\(rawValue)" }

    /// Whether there is one picture in it, which is held; of a PNG, unless that is animated.
    public var isHeld: Bool { self == .jpeg || self == .png }
}
