import CDRM
import Glibc
import Media
import Platform

@testable import KMS

/// One opening of a device.
final class FakeCard: Card {
    let device: FakeDevice
    weak var host: FakeHost?
    private let opening: Int

    /// Of all properties, by their numbers.
    static let names = [
        "", "CRTC_ID", "link-status", "ACTIVE", "MODE_ID", "GAMMA_LUT", "FB_ID", "SRC_X", "SRC_Y",
        "SRC_W", "SRC_H", "CRTC_X", "CRTC_Y", "CRTC_W", "CRTC_H", "FB_DAMAGE_CLIPS", "zpos",
    ]

    init(of device: FakeDevice, opening: Int) {
        self.device = device
        self.opening = opening
        super.init(taking: OwnedDescriptor(taking: dup(STDERR_FILENO)), path: device.path)
    }

    deinit {
        if isMaster { device.master = .nobody }
    }

    override var isMaster: Bool { device.master == .opening(opening) }

    override func becomeMaster() throws(SystemCallError) {
        try device.check("DRM_IOCTL_SET_MASTER")
        guard !isMaster else { return }
        let isFree = device.master == .nobody
        guard isFree, device.isPrivileged else {
            let errno = device.isPrivileged ? Platform.Errno.busy : .permissionDenied
            throw SystemCallError(call: "DRM_IOCTL_SET_MASTER", errno: errno)
        }
        device.master = .opening(opening)
    }

    override func dropMaster() throws(SystemCallError) {
        guard isMaster else { return }
        try device.check("DRM_IOCTL_DROP_MASTER")
        device.master = .nobody
    }

    override func connectors() throws(SystemCallError) -> [ConnectorState] {
        try device.check("DRM_IOCTL_MODE_GETRESOURCES")
        return device.connectors.map(known)
    }

    override func connector(_ id: ObjectID<Connector>, asking: Bool) -> ConnectorState? {
        guard !device.isGone else { return nil }
        device.looks.append(asking)
        return device.connectors.first { $0.id == id }.map(known)
    }

    private func known(_ connector: ConnectorState) -> ConnectorState {
        var connector = connector
        let crtc = device.committed[connector.id.rawValue]?["CRTC_ID"] ?? 0
        connector.currentCRTC = crtc == 0 ? nil : ObjectID(UInt32(crtc))
        return connector
    }

    override func scanoutResources() throws(SystemCallError) -> CardResources {
        try device.check("DRM_IOCTL_MODE_GETRESOURCES")
        return CardResources(crtcs: device.crtcs.map { ObjectID($0) }, planes: device.planes)
    }

    override func properties(of object: UInt32, kind: UInt32) -> [String: ObjectProperty] {
        guard !device.isGone else { return [:] }
        let numbered = Self.names.enumerated().dropFirst().map { number, name in
            let value = device.committed[object]?[name] ?? 0
            return (name, ObjectProperty(id: UInt32(number), value: value))
        }
        return Dictionary(uniqueKeysWithValues: numbered)
    }

    override func crtc(_ id: ObjectID<CRTC>) -> drmModeCrtc? {
        var crtc = drmModeCrtc()
        crtc.crtc_id = id.rawValue
        crtc.buffer_id = device.shown[20] ?? 0
        crtc.mode_valid = device.isDark ? 0 : 1
        return crtc
    }

    override func hasVerticalBlank(_ crtc: ObjectID<CRTC>) -> Bool { device.hasVerticalBlank }

    override func blob(_ id: UInt64) -> [UInt8] { device.blobs[UInt32(id)] ?? [] }

    override func createBlob(_ bytes: UnsafeRawBufferPointer) throws(SystemCallError) -> UInt32 {
        try device.check("DRM_IOCTL_MODE_CREATEPROPBLOB")
        return device.addBlob(Array(bytes))
    }

    override func destroyBlob(_ id: UInt32) { device.removeBlob(id) }

    override func createMemory(_ size: PixelSize) throws(SystemCallError) -> DumbMemory {
        try device.check("DRM_IOCTL_MODE_CREATE_DUMB")
        // Rows have room at their end, as drivers have them.
        let pitch = Int(size.width) * 4 + 16
        let byteCount = pitch * Int(size.height)
        guard device.usedBytes + byteCount <= device.room else {
            throw SystemCallError(call: "DRM_IOCTL_MODE_CREATE_DUMB", errno: .outOfMemory)
        }
        let memory = DumbMemory(
            plane: BufferPlane(handle: device.newID(), pitch: UInt32(pitch)),
            base: .allocate(byteCount: byteCount, alignment: 16),
            byteCount: byteCount
        )
        // Not cleared.
        memory.base.initializeMemory(as: UInt8.self, repeating: 0xA5, count: byteCount)
        device.add(memory)
        return memory
    }

    override func destroyMemory(_ memory: DumbMemory) { device.remove(memory) }

    override func addFramebuffer(
        _ plane: BufferPlane,
        size: PixelSize,
        format: UInt32
    ) throws(SystemCallError) -> FramebufferID {
        try device.check("DRM_IOCTL_MODE_ADDFB2")
        return FramebufferID(device.addFramebuffer(of: plane.handle))
    }

    override func removeFramebuffer(_ id: FramebufferID) {
        device.removeFramebuffer(id.rawValue)
    }

    override func submit(_ request: inout drm_mode_atomic) throws(SystemCallError) {
        try device.check("DRM_IOCTL_MODE_ATOMIC")
        let errno =
            isMaster
            ? device.submit(FakeRequest(request), at: host?.now ?? .init(nanoseconds: 0))
            : .permissionDenied
        if let errno { throw SystemCallError(call: "DRM_IOCTL_MODE_ATOMIC", errno: errno) }
    }

    override func readFlip(of crtc: ObjectID<CRTC>) throws(SystemCallError) -> MonotonicTime? {
        try device.check("read")
        let time = device.takeFlip(at: host?.now ?? .init(nanoseconds: 0))
        return crtc.rawValue == 10 ? time : nil
    }
}

/// A machine in virtual time: waiting lets the moments of its script come.
final class FakeHost: ScreenHost {
    var devices: [FakeDevice]
    private var time = MonotonicTime.milliseconds(1000)
    private var script: [(time: MonotonicTime, action: () -> Void)] = []
    private var news = HotplugNews.nothing
    private var change: VirtualTerminal.Change?
    private var watched: FakeCard?
    private let isToldOfChanges: Bool
    /// Whether another terminal is in front once this one was let go.
    var otherTerminalWaits = true
    private(set) var hasFront = true

    init(_ devices: [FakeDevice], isToldOfChanges: Bool = true) throws {
        self.devices = devices
        self.isToldOfChanges = isToldOfChanges
        super.init(stop: try WakeUp())
    }

    /// Scanouts are 16 ms apart.
    static func nextScanout(after time: MonotonicTime) -> MonotonicTime {
        .milliseconds(16 * (time.nanoseconds / 16_000_000 + 1))
    }

    // MARK: What a test does

    /// Has something happen later; the screen has to wait for that.
    func after(_ milliseconds: Int64, _ action: @escaping () -> Void) {
        script.append((time + .milliseconds(milliseconds), action))
        script.sort { $0.time < $1.time }
    }

    func tell(_ news: HotplugNews) { self.news = self.news.joined(with: news) }

    /// Another terminal wants to the front.
    func askForFront() { change = .leaving }

    func giveFrontBack() {
        hasFront = true
        change = .returned
    }

    // MARK: What the screen asks for

    override var now: MonotonicTime { time }
    override var tellsOfChanges: Bool { isToldOfChanges }
    override var isInFront: Bool { hasFront }

    override func openCard(connector name: String?) throws(KMSError) -> Card {
        var candidates: [DeviceChoice.Candidate] = []
        for device in devices {
            let connections = device.connectors.map {
                DeviceChoice.Connection(name: $0.name, isConnected: $0.canShow)
            }
            candidates.append(
                device.isGone
                    ? .unusable(.noDevice) : .usable(path: device.path, connectors: connections)
            )
        }
        let card = devices[try DeviceChoice.choose(from: candidates, connector: name)].open()
        card.host = self
        return card
    }

    override func watch(_ card: Card?) { watched = card as? FakeCard }

    override func wait(until deadline: MonotonicTime?) -> Ready {
        while true {
            while let first = script.first, first.time <= time { script.removeFirst().action() }
            var ready = Ready()
            if news != .nothing { ready.insert(.hotplug) }
            if change != nil { ready.insert(.terminal) }
            let flip = watched?.device.flipTime
            if watched?.device.isGone == true || flip ?? .init(nanoseconds: .max) <= time {
                ready.insert(.device)
            }
            if !ready.isEmpty { return ready }
            if let deadline, deadline <= time { return [] }
            let moments = [deadline, script.first?.time, flip].compactMap(\.self)
            // Nothing will ever come.
            guard let next = moments.min(), next.nanoseconds < .max else { return .stop }
            time = max(time, next)
        }
    }

    override func readHotplugs() -> HotplugNews {
        defer { news = .nothing }
        return news
    }

    override func takeTerminal() {}
    override func giveTerminalBack() {}

    override func readTerminal() -> VirtualTerminal.Change? {
        defer { change = nil }
        return change
    }

    override func leaveTerminal() {
        hasFront = !otherTerminalWaits
        guard !hasFront else { return }
        for device in devices where !device.isGone { device.showForeignPicture() }
    }
}
