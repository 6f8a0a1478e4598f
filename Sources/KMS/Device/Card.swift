internal import CDRM
internal import Glibc
internal import Media
internal import Platform

/// An open display device, `/dev/dri/cardN`: what is asked of the kernel, call by call.
///
/// A class that tests replace, so that everything above it runs without hardware.
///
/// Whoever opens it first is its DRM master, and so is the only one that can set
/// modes; the kernel passes the role on when its holder gives it up or ends.
///
/// Thread: bound to the presentation thread.
class Card {
    let path: String
    /// The kernel driver's name.
    let driver: String
    // The first to go: events may be in flight to `flips`.
    private let descriptor: OwnedDescriptor
    private let flips: FlipReceiver

    /// For one call, or a poll set for as long as this object lives.
    final var rawValue: CInt { descriptor.rawValue }

    init(taking descriptor: consuming OwnedDescriptor, path: String) {
        self.path = path
        driver = Self.driver(of: descriptor.rawValue)
        flips = FlipReceiver(of: descriptor.rawValue)
        self.descriptor = descriptor
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

    // MARK: What there is

    /// The connectors as they are now.
    ///
    /// - Returns: All of the device, asked one by one.
    /// - Throws: `ENODEV` when the device was removed.
    func connectors() throws(SystemCallError) -> [ConnectorState] {
        try connectorIDs().compactMap { connector($0, asking: true) }
    }

    /// One connector as it is now.
    ///
    /// - Parameters:
    ///   - id: The connector.
    ///   - asking: Whether to ask the display itself, which takes tens of milliseconds where
    ///     there is real hardware; the kernel lets only the master do so, and tells others
    ///     what it knows.
    /// - Returns: Nil for one that is gone, such as DisplayPort MST makes them, or with its device.
    func connector(_ id: ObjectID<Connector>, asking: Bool) -> ConnectorState? {
        let known =
            asking
            ? drmModeGetConnector(rawValue, id.rawValue)
            : drmModeGetConnectorCurrent(rawValue, id.rawValue)
        guard let known else { return nil }
        defer { drmModeFreeConnector(known) }
        return state(of: known)
    }

    /// CRTCs and planes.
    ///
    /// - Throws: `ENODEV` when the device was removed.
    func scanoutResources() throws(SystemCallError) -> CardResources {
        CardResources(crtcs: try crtcIDs(), planes: try planes())
    }

    /// The properties of one object by name; none for one that does not exist (any more).
    /// `kind` is its `DRM_MODE_OBJECT_…`.
    func properties(of object: UInt32, kind: UInt32) -> [String: ObjectProperty] {
        readProperties(of: object, kind: kind)
    }

    /// What a CRTC shows, no matter who set that up; nil for one that does not exist.
    func crtc(_ id: ObjectID<CRTC>) -> drmModeCrtc? {
        guard let crtc = drmModeGetCrtc(rawValue, id.rawValue) else { return nil }
        defer { drmModeFreeCrtc(crtc) }
        return crtc.pointee
    }

    /// Whether the driver knows vertical blanks of an active CRTC. Drivers of
    /// virtual displays answer `EOPNOTSUPP`.
    func hasVerticalBlank(_ crtc: ObjectID<CRTC>) -> Bool {
        var sequence: UInt64 = 0
        var nanoseconds: UInt64 = 0
        return drmCrtcGetSequence(rawValue, crtc.rawValue, &sequence, &nanoseconds) == 0
    }

    // MARK: Blobs

    /// The content of a blob; empty when it does not exist.
    func blob(_ id: UInt64) -> [UInt8] {
        guard let id = UInt32(exactly: id), id != 0 else { return [] }
        guard let blob = drmModeGetPropertyBlob(rawValue, id) else { return [] }
        defer { drmModeFreePropertyBlob(blob) }
        return Array(
            UnsafeRawBufferPointer(start: blob.pointee.data, count: Int(blob.pointee.length))
        )
    }

    /// - Throws: `ENOMEM`, `ENODEV`.
    func createBlob(_ bytes: UnsafeRawBufferPointer) throws(SystemCallError) -> UInt32 {
        var id: UInt32 = 0
        try drmCall("DRM_IOCTL_MODE_CREATEPROPBLOB") {
            drmModeCreatePropertyBlob(rawValue, bytes.baseAddress, bytes.count, &id)
        }
        return id
    }

    func destroyBlob(_ id: UInt32) {
        _ = drmModeDestroyPropertyBlob(rawValue, id)
    }

    // MARK: Buffers

    /// Allocates memory for pictures of 32 bits a pixel, and maps it.
    ///
    /// - Throws: `ENOMEM`, `EINVAL` for sizes that the driver has not, `ENODEV`.
    func createMemory(_ size: PixelSize) throws(SystemCallError) -> DumbMemory {
        try DumbMemory(size, on: rawValue)
    }

    func destroyMemory(_ memory: DumbMemory) {
        memory.destroy(on: rawValue)
    }

    /// Makes a buffer something that planes show. Without a modifier: the layout is the
    /// driver's own.
    ///
    /// - Throws: `EINVAL` for formats that the driver has not, `ENODEV`.
    func addFramebuffer(
        _ plane: BufferPlane,
        size: PixelSize,
        format: UInt32
    ) throws(SystemCallError) -> FramebufferID {
        var handles = (plane.handle, UInt32(0), UInt32(0), UInt32(0))
        var pitches = (plane.pitch, UInt32(0), UInt32(0), UInt32(0))
        var offsets = (plane.offset, UInt32(0), UInt32(0), UInt32(0))
        var id: UInt32 = 0
        try drmCall("DRM_IOCTL_MODE_ADDFB2") {
            drmModeAddFB2(
                rawValue,
                UInt32(size.width),
                UInt32(size.height),
                format,
                &handles.0,
                &pitches.0,
                &offsets.0,
                &id,
                0
            )
        }
        return FramebufferID(id)
    }

    /// The kernel switches off what still shows it. Fails for a device that was removed:
    /// the kernel has done it all then.
    func removeFramebuffer(_ id: FramebufferID) {
        _ = drmModeRmFB(rawValue, id.rawValue)
    }

    // MARK: Commits

    /// `DRM_IOCTL_MODE_ATOMIC`; an event that it asks for comes to `readFlip`.
    ///
    /// - Throws: What the kernel says.
    func submit(_ request: inout drm_mode_atomic) throws(SystemCallError) {
        request.user_data = UInt64(UInt(bitPattern: flips.eventData))
        try drmCall("DRM_IOCTL_MODE_ATOMIC") { cdrm_atomic(rawValue, &request) }
    }

    /// Reads all events that have come.
    ///
    /// - Returns: When the CRTC's buffers were flipped, on the clock of `MonotonicTime`; zero
    ///   when the driver does not say. Nil when no event of this CRTC has come.
    /// - Throws: `ENODEV` or `EIO` of a device that is gone.
    func readFlip(of crtc: ObjectID<CRTC>) throws(SystemCallError) -> MonotonicTime? {
        try flips.read(rawValue, crtc: crtc)
    }
}

/// What a device has to show pictures with.
struct CardResources {
    let crtcs: [ObjectID<CRTC>]
    let planes: [PlaneState]
}

/// Where the pixels of a buffer are: a GEM handle, bytes from one row to the next and to
/// the first.
struct BufferPlane {
    let handle: UInt32
    let pitch: UInt32
    var offset: UInt32 = 0
}
