public import Addressing
internal import CV4L2
internal import Glibc
internal import Platform

/// The cameras of this machine, for whoever chooses one or sets it up.
///
/// Devices are opened for the length of a call. One that streams, here or
/// elsewhere, goes on.
///
/// Thread: safe. Calls may take as long as the driver does.
public enum Cameras {
    /// One camera at one moment.
    public struct Summary: Hashable, Sendable {
        public enum State: String, Hashable, Sendable {
            case free
            /// Someone streams from it.
            case busy
            /// This process may not open it.
            case denied
        }

        /// Such as `video0`.
        public var device: String
        /// Such as `/dev/video0`.
        public var path: String
        /// Nil for one that may not be opened.
        public var identity: CameraIdentity?
        public var state: State
    }

    /// Every device that pictures can be captured from, in the order of their
    /// numbers; those that may not be opened are in it, as they may be one.
    public static func list() -> [Summary] {
        CameraNodes.all().compactMap { node in
            do throws(CameraError) {
                let device = try CameraDevice.open(node.path)
                return Summary(
                    device: node.name,
                    path: node.path,
                    identity: device.identity,
                    state: device.isBusy ? .busy : .free
                )
            } catch {
                guard [EACCES, EPERM].contains(error.errno?.rawValue) else { return nil }
                return Summary(device: node.name, path: node.path, identity: nil, state: .denied)
            }
        }
    }

    /// The `videoN` that a path leads to; nil where that is none.
    public static func device(at path: String) -> String? {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFCHR else { return nil }
        let number = status.st_rdev
        return CameraNodes.all().first { node in
            var other = stat()
            return stat(node.path, &other) == 0 && other.st_rdev == number
        }?.name
    }

    /// What a camera can deliver.
    ///
    /// - Parameter device: Its name, such as `video0`.
    /// - Returns: All formats, in the driver's order.
    /// - Throws: `SourceError`; of kind `notFound` for a name that is no camera's.
    public static func offer(of device: String) throws(SourceError) -> CameraOffer {
        try using(device) { (camera) throws(CameraError) in try camera.offer() }
    }

    /// What can be set on a camera.
    ///
    /// - Parameter device: Its name, such as `video0`.
    /// - Returns: All controls with their values, in the driver's order.
    /// - Throws: `SourceError`; of kind `notFound` for a name that is no camera's.
    public static func controls(of device: String) throws(SourceError) -> [CameraControl] {
        try using(device) { (camera) throws(CameraError) in try camera.controls() }
    }

    /// Why controls were not set.
    public enum ControlFailure: Error, Hashable, Sendable {
        case camera(SourceError)
        /// A value or name that is not accepted; nothing was changed.
        case refused(CameraControlRefusal)
    }

    /// Sets controls by their names: all of them or, where one is refused, none.
    ///
    /// - Parameters:
    ///   - values: By name.
    ///   - device: The camera's name, such as `video0`.
    /// - Returns: All controls as they are then: one may change others.
    /// - Throws: `ControlFailure`; of a camera's kind `busy` for a control that is
    ///   locked while it streams.
    public static func set(
        _ values: [String: CameraControlValue],
        of device: String
    ) throws(ControlFailure) -> [CameraControl] {
        let known: [CameraControl]
        do throws(SourceError) {
            known = try controls(of: device)
        } catch {
            throw .camera(error)
        }
        let settings: [CameraControl.Setting]
        do throws(CameraControlRefusal) {
            settings = try CameraControl.settings(values, among: known)
        } catch {
            throw .refused(error)
        }
        do throws(SourceError) {
            return try using(device) { (camera) throws(CameraError) in
                try camera.set(settings)
                return try camera.controls()
            }
        } catch {
            throw .camera(error)
        }
    }

    private static func using<Result>(
        _ name: String,
        _ body: (CameraDevice) throws(CameraError) -> Result
    ) throws(SourceError) -> Result {
        let path = "/dev/\(name)"
        do throws(CameraError) {
            guard CameraNodes.number(of: name) != nil else {
                throw .call(SystemCallError(call: "open", errno: .noSuchFile))
            }
            return try body(try CameraDevice.open(path))
        } catch {
            throw SourceError(camera: path, error)
        }
    }
}
