internal import Media
public import Platform

/// Why a display cannot be driven. The description is for people and says what
/// would work.
public enum KMSError: Error, Hashable, Sendable {
    /// No device of `/dev/dri` can set modes.
    case noDevice
    /// The device exists, but may not be opened.
    case permissionDenied(path: String)
    /// No device has a connector of that name; `accepted` are those there are.
    case noSuchConnector(name: String, accepted: [String])
    /// The driver cannot do atomic mode setting.
    case notAtomic(path: String, driver: String)
    /// A call failed that has to work on every device.
    case failed(path: String, call: String, errno: Errno)
    /// The kernel refused the commit: nothing on the screen has changed, and no
    /// flip follows.
    case commitRefused(path: String, errno: Errno)
    /// There is no GPU that can draw into buffers of this device.
    case noGPUBuffers(path: String)
    /// Nothing can be shown now; `Screen.waiting` says why.
    case inactive
}

extension KMSError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .noDevice:
            "no display device: nothing in /dev/dri can set modes; --output headless needs none"
        case .permissionDenied(let path):
            "\(path): permission denied; add the user to the group video, or run as root"
        case .noSuchConnector(let name, let accepted):
            accepted.isEmpty
                ? "no connector \(OutsideText.shown(name)): the display devices have none"
                : "no connector \(OutsideText.shown(name)); there are \(accepted.joined(separator: ", "))"
        case .notAtomic(let path, let driver):
            "\(path): the driver \(driver) has no atomic mode setting; a newer kernel may have it"
        case .failed(let path, let call, let errno):
            "\(path): \(call): \(errno)"
        case .commitRefused(let path, let errno):
            "\(path): the driver refuses to show this: \(errno)"
        case .noGPUBuffers(let path):
            "\(path): no GPU buffers; the compositors cpu and planes need none"
        case .inactive:
            "nothing can be shown now"
        }
    }
}
