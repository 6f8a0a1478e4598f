import Media

@testable import KMS

/// A screen on a machine that does what the test says, in virtual time.
final class Stage {
    static let small = mode(64, 32, preferred: true)
    static let large = mode(128, 64)

    let host: FakeHost
    let device: FakeDevice
    private(set) var screen: Screen?
    /// Whether what was presented last has come to something.
    private(set) var mayPresent = true

    init(
        _ connectors: [ConnectorState] = [connector(7, modes: [small, large])],
        isToldOfChanges: Bool = true,
        prepare: (FakeDevice) -> Void = { _ in },
        rotation: Rotation = .none
    ) throws {
        device = FakeDevice("/dev/dri/card0", connectors)
        prepare(device)
        host = try FakeHost([device], isToldOfChanges: isToldOfChanges)
        screen = try Screen.open(ScreenConfiguration(rotation: rotation), on: host)
    }

    /// What happens next, within some seconds.
    func next(within milliseconds: Int64 = 5000) -> ScreenEvent? {
        let event = screen?.wait(until: host.now + .milliseconds(milliseconds))
        if event != .deadline { mayPresent = true }
        return event
    }

    /// Presents a picture, and waits for it.
    func show(_ picture: Picture, damage: PixelRect? = nil) throws -> ScreenEvent? {
        try present(picture, damage: damage)
        return next()
    }

    func present(
        _ picture: Picture,
        damage: PixelRect? = nil,
        window: (picture: Picture, at: PixelRect, isNew: Bool)? = nil
    ) throws {
        let overlay = window.map {
            OverlayBuffer(pixels: $0.picture.buffer, bounds: $0.at, hasChanged: $0.isNew)
        }
        try screen?.present(
            main: picture.buffer,
            damage: damage ?? PixelRect(picture.size),
            overlay: overlay
        )
        mayPresent = false
    }

    func plug(_ modes: [DisplayMode], edid: [UInt8] = []) {
        device.connectors[0].connection = modes.isEmpty ? .disconnected : .connected
        device.connectors[0].modes = modes
        device.connectors[0].identification = edid
        host.tell(.connectors([device.connectors[0].id]))
    }

    /// Closes the screen, and says what is left of it.
    func close() -> Int {
        screen?.close()
        screen = nil
        return device.holdings
    }
}

/// Pixels of the test's, upright.
final class Picture {
    let size: PixelSize
    private let start: UnsafeMutablePointer<UInt32>

    init(_ size: PixelSize, _ seed: UInt32 = 1) {
        self.size = size
        let count = Int(size.width * size.height)
        start = .allocate(capacity: count)
        start.initialize(repeating: seed, count: count)
    }

    convenience init(of mode: ScreenMode?, _ seed: UInt32 = 1) {
        self.init(mode?.pictureSize ?? PixelSize(width: 1, height: 1), seed)
    }

    deinit { start.deallocate() }

    var buffer: PixelBuffer {
        PixelBuffer(
            base: UnsafeRawPointer(start),
            bytesPerRow: Int(size.width) * 4,
            size: size
        )
    }

    func fill(_ rect: PixelRect, _ value: UInt32) {
        for y in rect.y..<rect.maxY {
            for x in rect.x..<rect.maxX { start[Int(y * size.width + x)] = value }
        }
    }

    /// Whether that is what a plane shows.
    func isShown(_ memory: DumbMemory?, turned rotation: Rotation = .none) -> Bool {
        guard let memory else { return false }
        for y in 0..<size.height {
            for x in 0..<size.width {
                let place = PixelRect(x: x, y: y, width: 1, height: 1).turned(rotation, in: size)
                let offset = Int(place.y) * Int(memory.plane.pitch) + Int(place.x) * 4
                let shown = memory.base.load(fromByteOffset: offset, as: UInt32.self)
                guard shown == start[Int(y * size.width + x)] else { return false }
            }
        }
        return true
    }
}
