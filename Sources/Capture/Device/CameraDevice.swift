internal import CV4L2
internal import Glibc
internal import Platform

/// One open V4L2 capture device.
///
/// The kernel's side of each call is in "Video for Linux API" of the media
/// API's documentation, under the name of the ioctl.
///
/// Thread: bound to one thread; devices may be opened several times.
final class CameraDevice {
    /// What the device says of itself.
    let identity: CameraIdentity
    private let node: OwnedDescriptor
    let thread = ThreadBound()
    /// Whether the colours beyond `colorspace` are filled in.
    let hasExtendedFormat: Bool

    private init(
        taking node: consuming OwnedDescriptor,
        identity: CameraIdentity,
        hasExtendedFormat: Bool
    ) {
        self.node = node
        self.identity = identity
        self.hasExtendedFormat = hasExtendedFormat
    }

    /// Opens a device and makes sure that pictures can be captured from it.
    ///
    /// It may be in use elsewhere: that shows only when it is set up.
    ///
    /// - Throws: `CameraError`.
    static func open(_ path: String) throws(CameraError) -> CameraDevice {
        var status = stat()
        try cameraCall("stat") { stat(path, &status) }
        guard status.st_mode & S_IFMT == S_IFCHR else { throw .notADevice }
        let node = OwnedDescriptor(
            taking: try cameraCall("open") {
                Glibc.open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
            }
        )
        var capability = v4l2_capability()
        do throws(CameraError) {
            try cameraCall("VIDIOC_QUERYCAP") {
                ioctl(node.rawValue, cv4l2_VIDIOC_QUERYCAP, &capability)
            }
        } catch {
            // Devices that are not of V4L2 do not know the call.
            if [ENOTTY, EINVAL].contains(error.errno?.rawValue) { throw .notVideo }
            throw error
        }
        let identity = CameraIdentity(capability)
        let abilities = capability.abilities
        guard abilities & UInt32(V4L2_CAP_VIDEO_CAPTURE) != 0 else {
            let isMulti = abilities & UInt32(V4L2_CAP_VIDEO_CAPTURE_MPLANE) != 0
            throw isMulti ? .multiPlanar(identity.name) : .noCapture(identity.name)
        }
        guard abilities & UInt32(V4L2_CAP_STREAMING) != 0 else { throw .noCapture(identity.name) }
        return CameraDevice(
            taking: node,
            identity: identity,
            hasExtendedFormat: abilities & UInt32(V4L2_CAP_EXT_PIX_FORMAT) != 0
        )
    }

    /// Makes a call on the device.
    ///
    /// - Parameters:
    ///   - name: The request's name, for errors.
    ///   - request: Its number.
    ///   - argument: What the request reads and fills in.
    /// - Throws: `CameraError.call`.
    func call<Argument>(
        _ name: StaticString,
        _ request: UInt,
        _ argument: inout Argument
    ) throws(CameraError) {
        _ = try withUnsafeMutablePointer(to: &argument) { (pointer) throws(CameraError) in
            try cameraCall(name) { ioctl(node.rawValue, request, pointer) }
        }
    }

    /// As `call`, for enumerations: false where there is nothing more, or where
    /// the driver does not know the request at all.
    func enumerates<Argument>(
        _ name: StaticString,
        _ request: UInt,
        _ argument: inout Argument
    ) throws(CameraError) -> Bool {
        do throws(CameraError) {
            try call(name, request, &argument)
            return true
        } catch {
            if [EINVAL, ENOTTY, ENODATA].contains(error.errno?.rawValue) { return false }
            throw error
        }
    }

    /// For a poll set.
    var descriptor: CInt { node.rawValue }
}

/// What a device calls itself.
public struct CameraIdentity: Hashable, Sendable {
    /// Such as "HD Pro Webcam C920".
    public var name: String
    /// The kernel's driver, such as `uvcvideo`.
    public var driver: String
    /// Where it is plugged in, such as `usb-0000:00:14.0-2`.
    public var bus: String

    public init(name: String, driver: String, bus: String) {
        self.name = name
        self.driver = driver
        self.bus = bus
    }

    init(_ capability: v4l2_capability) {
        name = text(of: capability.card)
        driver = text(of: capability.driver)
        bus = text(of: capability.bus_info)
    }
}

extension v4l2_capability {
    /// What this node can do; other nodes of the same device may do more.
    fileprivate var abilities: UInt32 {
        capabilities & UInt32(V4L2_CAP_DEVICE_CAPS) != 0 ? device_caps : capabilities
    }
}

/// The text in a field of the kernel's: up to its first zero byte, with what is
/// no UTF-8 replaced.
func text<Field>(of field: Field) -> String {
    withUnsafeBytes(of: field) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
}

/// Makes a call of a camera's and checks its result.
///
/// - Throws: `CameraError.call`.
@discardableResult
func cameraCall(_ name: StaticString, _ body: () -> CInt) throws(CameraError) -> CInt {
    do throws(SystemCallError) {
        return try systemCall(name, body)
    } catch {
        throw .call(error)
    }
}
