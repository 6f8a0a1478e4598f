internal import Media
internal import Platform

/// Why a camera cannot be used, as its device layer knows it.
enum CameraError: Error {
    /// A call failed.
    case call(SystemCallError)
    /// The path names something that is no device: a file, a directory.
    case notADevice
    /// A device, but not one of V4L2.
    case notVideo
    /// A V4L2 device without pictures: a metadata node, an output, a radio. Its name.
    case noCapture(String)
    /// A camera that only has the multi-planar interface. Its name.
    case multiPlanar(String)
    /// A wish that cannot be met, or nothing that can be shown: a sentence that
    /// says what the camera has.
    case notOffered(String)
    /// What the driver says of its buffers does not fit together: what it says.
    case inconsistent(String)
    /// It streams, but no picture came for so long.
    case silent(Nanoseconds)
}

extension CameraError {
    /// The errno of a failed call; nil for everything else.
    var errno: Errno? {
        guard case .call(let error) = self else { return nil }
        return error.errno
    }
}
