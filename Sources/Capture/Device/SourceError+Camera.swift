internal import Addressing
internal import Glibc
internal import Media
internal import Platform

extension SourceError {
    /// Why a camera cannot be used, for people.
    init(camera path: String, _ error: CameraError) {
        switch error {
        case .call(let failed): self = Self.camera(path, failed)
        case .notADevice:
            self.init(
                .notACamera,
                "\(path) is no device; a file is played by its path without v4l2://"
            )
        case .notVideo:
            self.init(.notACamera, "\(path) is no camera; \(Self.cameras())")
        case .noCapture(let name):
            self.init(
                .notACamera,
                "\(path) (\(name)) delivers no pictures: an output or metadata node; "
                    + Self.cameras()
            )
        case .multiPlanar(let name):
            self.init(
                .notACamera,
                """
                \(path) (\(name)) has V4L2's multi-planar interface only, which is not \
                supported; a libcamera bridge or another node of the device may have the other
                """
            )
        case .notOffered(let text): self.init(.notOffered, "\(path): \(text)")
        case .inconsistent(let text):
            self.init(.connection, "\(path): the driver contradicts itself (\(text))")
        case .silent(let silence):
            let seconds = (silence.seconds * 10).rounded() / 10
            self.init(.timeout, "\(path): the camera is on, but no picture came for \(seconds) s")
        }
    }

    private static func camera(_ path: String, _ failed: SystemCallError) -> Self {
        switch failed.errno.rawValue {
        case ENOENT, ENOTDIR: Self(.notFound, "\(path): no such device; \(cameras())")
        case ENODEV, ENXIO: Self(.notFound, "\(path): the camera is gone; plug it in again")
        case EACCES, EPERM:
            Self(
                .notPermitted,
                "\(path): permission denied; add the user that pipd runs as to the group video"
            )
        case EBUSY:
            Self(.busy, "\(path) is in use by another program; end that or use another camera")
        case EMFILE, ENFILE, ENOMEM: Self(.resources, "\(path): \(failed)")
        default: Self(.connection, "\(path): the camera failed (\(failed))")
        }
    }

    /// What else there is.
    private static func cameras() -> String {
        let paths = CameraNodes.all().map(\.path)
        return paths.isEmpty
            ? "no camera is connected" : "there are: \(paths.prefix(8).joined(separator: ", "))"
    }
}
