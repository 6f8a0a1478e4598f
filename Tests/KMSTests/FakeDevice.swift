import CDRM
import Media
import Platform

@testable import KMS

/// A display device as the kernel keeps it, which does what a test tells it.
///
/// It outlives its openings, the `FakeCard`s. It checks requests as atomic mode setting
/// does, and notes in `complaints` what a kernel would answer by switching the display off.
final class FakeDevice {
    enum Master: Equatable {
        case nobody
        case otherProcess
        case opening(Int)
    }

    let path: String
    var connectors: [ConnectorState]
    var planes: [PlaneState]
    let crtcs: [UInt32] = [10]
    var master = Master.nobody
    /// The device was removed.
    var isGone = false
    /// Whether this process may become the master without having been it.
    var isPrivileged = true
    /// Whether flips end, at the next multiple of `refreshInterval`.
    var confirmsFlips = true
    var hasVerticalBlank = true
    /// What the driver says of a request; nil takes it.
    var refusal: (FakeRequest) -> Platform.Errno? = { _ in nil }
    /// How many bytes of buffers there may be.
    var room = Int.max
    /// Whether each look at a connector asked the display.
    var looks: [Bool] = []
    private(set) var complaints: [String] = []
    private(set) var modeSets = 0

    /// What was committed, and what the planes show: the same but during a flip.
    private(set) var committed: [UInt32: [String: UInt64]] = [:]
    private(set) var shown: [UInt32: UInt32] = [:]
    private(set) var flipTime: MonotonicTime?
    private(set) var openings = 0
    private(set) var memories: [UInt32: DumbMemory] = [:]
    private(set) var framebuffers: [UInt32: UInt32] = [:]
    private(set) var blobs: [UInt32: [UInt8]] = [:]
    private var lastID: UInt32 = 1000

    init(_ path: String, _ connectors: [ConnectorState]) {
        self.path = path
        self.connectors = connectors
        let formats = [cdrm_FORMAT_XRGB8888, cdrm_FORMAT_ARGB8888]
        planes = [
            plane(20, .primary, formats: formats),
            plane(21, .overlay, formats: formats),
        ]
    }

    deinit {
        for memory in memories.values { memory.base.deallocate() }
    }

    /// How many things of pipd's there are.
    var holdings: Int { memories.count + framebuffers.count + blobs.count }

    var isDark: Bool { committed[10]?["ACTIVE", default: 0] != 1 }

    /// What the device shows from outside: another process's picture.
    func showForeignPicture() {
        let blob = newID()
        let framebuffer = newID()
        committed[10] = ["ACTIVE": 1, "MODE_ID": UInt64(blob)]
        committed[20] = ["FB_ID": UInt64(framebuffer), "CRTC_ID": 10]
        committed[connectors[0].id.rawValue] = ["CRTC_ID": 10]
        foreign = (blob, framebuffer)
        shown = [20: framebuffer]
        flipTime = nil
    }

    private var foreign: (blob: UInt32, framebuffer: UInt32)?

    var showsForeignPicture: Bool { foreign != nil && shown[20] == foreign?.framebuffer }

    /// The pixels on a plane now; nil for none.
    func pixels(on plane: UInt32 = 20) -> DumbMemory? {
        shown[plane].flatMap { framebuffers[$0] }.flatMap { memories[$0] }
    }

    func newID() -> UInt32 {
        lastID += 1
        return lastID
    }
}

// MARK: - What an opening asks for

extension FakeDevice {
    func check(_ call: StaticString) throws(SystemCallError) {
        if isGone { throw SystemCallError(call: call, errno: .noSuchDevice) }
    }

    func open() -> FakeCard {
        openings += 1
        if master == .nobody { master = .opening(openings) }
        return FakeCard(of: self, opening: openings)
    }

    func add(_ memory: DumbMemory) { memories[memory.plane.handle] = memory }

    func remove(_ memory: DumbMemory) {
        memories[memory.plane.handle] = nil
        memory.base.deallocate()
    }

    var usedBytes: Int { memories.values.reduce(0) { $0 + $1.byteCount } }

    func addFramebuffer(of memory: UInt32) -> UInt32 {
        let id = newID()
        framebuffers[id] = memory
        return id
    }

    func removeFramebuffer(_ id: UInt32) {
        if shown.values.contains(id), !isGone {
            complaints.append("framebuffer \(id) went while it was shown")
        }
        framebuffers[id] = nil
    }

    func addBlob(_ bytes: [UInt8]) -> UInt32 {
        let id = newID()
        blobs[id] = bytes
        return id
    }

    func removeBlob(_ id: UInt32) { blobs[id] = nil }

    /// As `DRM_IOCTL_MODE_ATOMIC`; `now` is when a flip begins.
    func submit(_ request: FakeRequest, at now: MonotonicTime) -> Platform.Errno? {
        if let refused = refusal(request) { return refused }
        var next = committed
        for change in request.changes {
            next[change.object, default: [:]][change.property] = change.value
        }
        if let refused = fault(of: next, request) { return refused }
        if request.isTest { return nil }
        if request.isFlip, flipTime != nil { return .busy }
        committed = next
        if request.isFlip {
            flipTime = confirmsFlips ? FakeHost.nextScanout(after: now) : .init(nanoseconds: .max)
        } else {
            modeSets += request.allowsModeSet ? 1 : 0
            flipTime = nil
            show()
        }
        return nil
    }

    /// The flip has ended: its event is taken.
    func takeFlip(at now: MonotonicTime) -> MonotonicTime? {
        guard let time = flipTime, time <= now else { return nil }
        flipTime = nil
        show()
        return time
    }

    private func show() {
        shown = [:]
        for plane in planes {
            let id = plane.id.rawValue
            guard let framebuffer = committed[id]?["FB_ID"], framebuffer != 0 else { continue }
            shown[id] = UInt32(framebuffer)
        }
    }

    /// What the kernel's own checks find.
    private func fault(
        of next: [UInt32: [String: UInt64]],
        _ request: FakeRequest
    ) -> Platform.Errno? {
        let isDriven = connectors.contains { next[$0.id.rawValue]?["CRTC_ID"] == 10 }
        let mode = UInt32(next[10]?["MODE_ID"] ?? 0)
        let isActive = next[10]?["ACTIVE"] == 1
        guard (mode != 0) == isDriven, isDriven || !isActive else { return .invalidArgument }
        guard mode == 0 || blobs[mode] != nil || mode == foreign?.blob || mode == modeInUse else {
            return .invalidArgument
        }
        if mode != modeInUse || isDriven != !isDark {
            guard request.allowsModeSet else { return .invalidArgument }
        }
        for plane in planes {
            let id = UInt32(next[plane.id.rawValue]?["FB_ID"] ?? 0)
            guard id == 0 || framebuffers[id] != nil || id == foreign?.framebuffer else {
                return .noSuchFile
            }
            guard id == 0 || next[plane.id.rawValue]?["CRTC_ID"] == 10 else {
                return .invalidArgument
            }
        }
        return nil
    }

    private var modeInUse: UInt32 { UInt32(committed[10]?["MODE_ID"] ?? 0) }
}

/// What one request asks the kernel for.
struct FakeRequest {
    struct Change {
        let object: UInt32
        let property: String
        let value: UInt64
    }

    let changes: [Change]
    let flags: Int32

    var isTest: Bool { flags & DRM_MODE_ATOMIC_TEST_ONLY != 0 }
    var isFlip: Bool { flags & DRM_MODE_PAGE_FLIP_EVENT != 0 }
    var allowsModeSet: Bool { flags & DRM_MODE_ATOMIC_ALLOW_MODESET != 0 }
    var setsMode: Bool { changes.contains { $0.property == "MODE_ID" && $0.value != 0 } }

    func value(_ property: String, of object: UInt32) -> UInt64? {
        changes.last { $0.object == object && $0.property == property }?.value
    }

    init(_ request: drm_mode_atomic) {
        flags = Int32(request.flags)
        let objects = UnsafePointer<UInt32>(bitPattern: UInt(request.objs_ptr))
        let counts = UnsafePointer<UInt32>(bitPattern: UInt(request.count_props_ptr))
        let properties = UnsafePointer<UInt32>(bitPattern: UInt(request.props_ptr))
        let values = UnsafePointer<UInt64>(bitPattern: UInt(request.prop_values_ptr))
        var changes: [Change] = []
        for index in 0..<Int(request.count_objs) {
            guard let objects, let counts, let properties, let values else { break }
            for _ in 0..<counts[index] {
                changes.append(
                    Change(
                        object: objects[index],
                        property: FakeCard.names[Int(properties[changes.count])],
                        value: values[changes.count]
                    )
                )
            }
        }
        self.changes = changes
    }
}
