/// Which way up an image is made. The raw value is its name in requests.
public enum ImageOrientation: String, Hashable, Sendable, CaseIterable {
    /// As on the screen: turned upright, with square pixels.
    case displayed
    /// As decoded: neither the rotation nor the sample aspect ratio is applied.
    case stored
}
