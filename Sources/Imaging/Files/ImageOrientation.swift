/// Which way up an image is made.
public enum ImageOrientation: Hashable, Sendable, CaseIterable {
    /// As on the screen: turned upright, with square pixels.
    case displayed
    /// As decoded: neither the rotation nor the sample aspect ratio is applied.
    case stored
}
