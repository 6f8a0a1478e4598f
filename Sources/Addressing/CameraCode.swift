/// The picture formats that are taken from cameras.
public enum CameraCode: String, Hashable, Sendable, CaseIterable {
    /// Raw, 12 bits a pixel: Y, then UV interleaved.
    case nv12 = "NV12"
    /// Raw, 12 bits a pixel: Y, U, V one after the other.
    case yu12 = "YU12"
    /// Raw, 16 bits a pixel: Y0 U Y1 V.
    case yuyv = "YUYV"
    /// Every picture a JPEG; decoded by libavcodec.
    case mjpeg = "MJPEG"

    /// The names that a configuration accepts, `auto` first.
    public static var names: [String] { ["auto"] + allCases.map(\.rawValue) }
}
