internal import CDRM
internal import Glibc
internal import Platform

/// An open display device, `/dev/dri/cardN`.
///
/// Whoever opens it first is its DRM master, and so is the only one that can set
/// modes; the kernel passes the role on when its holder gives it up or ends.
///
/// Thread: bound to the presentation thread.
final class Card {
    let path: String
    /// The kernel driver's name.
    let driver: String
    /// False for the few drivers whose flip events carry the wall clock.
    let hasMonotonicTimestamps: Bool
    private let descriptor: OwnedDescriptor

    /// For one call, or a poll set for as long as this object lives.
    var rawValue: CInt { descriptor.rawValue }

    private init(taking descriptor: consuming OwnedDescriptor, path: String) {
        self.path = path
        driver = Self.driver(of: descriptor.rawValue)
        hasMonotonicTimestamps =
            Self.capability(UInt64(DRM_CAP_TIMESTAMP_MONOTONIC), of: descriptor.rawValue) == 1
        self.descriptor = descriptor
    }

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

    private static func openDescriptor(_ path: String) throws(KMSError) -> OwnedDescriptor {
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

    private static func driver(of descriptor: CInt) -> String {
        guard let version = drmGetVersion(descriptor) else { return "unknown" }
        defer { drmFreeVersion(version) }
        guard let name = version.pointee.name else { return "unknown" }
        let bytes = UnsafeRawBufferPointer(start: name, count: Int(version.pointee.name_len))
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func capability(_ capability: UInt64, of descriptor: CInt) -> UInt64 {
        var value: UInt64 = 0
        return drmGetCap(descriptor, capability, &value) == 0 ? value : 0
    }

    // MARK: DRM master

    /// Whether this process may set modes now.
    var isMaster: Bool { drmIsMaster(rawValue) != 0 }

    /// Asks to be the master.
    ///
    /// - Throws: `EBUSY` while another process is; `EACCES` when this descriptor never was and
    ///   the process is not privileged: a new descriptor becomes master when there is none.
    func becomeMaster() throws(SystemCallError) {
        guard !isMaster else { return }
        try drmCall("DRM_IOCTL_SET_MASTER") { drmSetMaster(rawValue) }
    }

    /// Lets another process become the master.
    func dropMaster() throws(SystemCallError) {
        guard isMaster else { return }
        try drmCall("DRM_IOCTL_DROP_MASTER") { drmDropMaster(rawValue) }
    }

    // MARK: Waiting for vertical blanks

    /// Whether the driver knows vertical blanks of an active CRTC. Drivers of
    /// virtual displays answer `EOPNOTSUPP`.
    func hasVerticalBlank(_ crtc: ObjectID<CRTC>) -> Bool {
        var sequence: UInt64 = 0
        var nanoseconds: UInt64 = 0
        return drmCrtcGetSequence(rawValue, crtc.rawValue, &sequence, &nanoseconds) == 0
    }
}
