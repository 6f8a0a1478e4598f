internal import Glibc
internal import Platform

/// What a failed commit or mode set means.
enum CommitFailure: Hashable, Sendable {
    /// Another process controls the device now.
    case masterLost
    /// The device was removed.
    case deviceGone
    /// The kernel still works on something of this CRTC's.
    case busy
    /// The driver cannot do this, or not now.
    case refused

    /// - Parameter errno: Of `DRM_IOCTL_MODE_ATOMIC` and the calls that prepare it.
    init(_ errno: Errno) {
        switch errno {
        case .permissionDenied, .notPermitted: self = .masterLost
        case .noSuchDevice, Errno(rawValue: ENXIO): self = .deviceGone
        case .busy: self = .busy
        default: self = .refused
        }
    }
}
