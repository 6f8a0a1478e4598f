internal import CDRM
internal import Glibc
internal import Platform

extension Card {
    /// Opens a device and asks for what is needed here.
    ///
    /// - Throws: `noDevice` when it cannot set modes at all, `permissionDenied`, `notAtomic`,
    ///   `failed`.
    static func open(_ path: String) throws(KMSError) -> Card {
        let card = Card(taking: try openDescriptor(path), path: path)
        guard drmIsKMS(card.rawValue) != 0 else { throw .noDevice }
        // Also switches universal planes on.
        guard drmSetClientCap(card.rawValue, UInt64(DRM_CLIENT_CAP_ATOMIC), 1) == 0 else {
            throw .notAtomic(path: path, driver: card.driver)
        }
        return card
    }

    /// Opens a device's node, which may be a render node.
    static func openDescriptor(_ path: String) throws(KMSError) -> OwnedDescriptor {
        do {
            // Reading events must not wait when one that was polled for is gone.
            let number = try systemCall("open") {
                Glibc.open(path, O_RDWR | O_CLOEXEC | O_NONBLOCK)
            }
            return OwnedDescriptor(taking: number)
        } catch {
            switch error.errno {
            case .permissionDenied, .notPermitted: throw .permissionDenied(path: path)
            case .noSuchFile, .noSuchDevice: throw .noDevice
            default: throw .failed(path: path, call: "open", errno: error.errno)
            }
        }
    }

    static func driver(of descriptor: CInt) -> String {
        guard let version = drmGetVersion(descriptor) else { return "unknown" }
        defer { drmFreeVersion(version) }
        guard let name = version.pointee.name else { return "unknown" }
        let bytes = UnsafeRawBufferPointer(start: name, count: Int(version.pointee.name_len))
        return String(decoding: bytes, as: UTF8.self)
    }
}
