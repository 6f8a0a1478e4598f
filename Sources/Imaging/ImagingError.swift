/// Why there is no image.
public enum ImagingError: Error, Hashable, Sendable {
    /// The picture has no pixels, or not all the components of its format.
    case noPixels
    /// A library function failed: no memory, or an encoder is not built in.
    case library(call: String, reason: String)
}

extension ImagingError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .noPixels:
            "the picture has no pixels"
        case .library(let call, let reason):
            "\(call): \(reason)"
        }
    }
}
