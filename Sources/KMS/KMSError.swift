internal import CDRM

/// Why a display cannot be driven.
public enum KMSError: Error, Hashable, Sendable {
    /// No device of `/dev/dri` can set modes.
    case noDevice
}
