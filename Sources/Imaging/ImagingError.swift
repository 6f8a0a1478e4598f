/// Why there is no image.
public enum ImagingError: Error, Hashable, Sendable {
    /// The picture has no pixels, or not all the components of its format.
    case noPixels
    /// Not even an image of one pixel is as small as asked.
    case tooFewBytes(maximum: Int, needed: Int)
    /// Nobody wants the image any more.
    case cancelled
    /// A library function failed: no memory, or an encoder is not built in.
    case library(call: String, reason: String)
}

extension ImagingError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .noPixels:
            "the picture has no pixels"
        case .tooFewBytes(let maximum, let needed):
            "no image fits into \(maximum) bytes; the smallest has \(needed)"
        case .cancelled:
            "the image is no longer wanted"
        case .library(let call, let reason):
            "\(call): \(reason)"
        }
    }
}
