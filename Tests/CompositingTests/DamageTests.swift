import Compositing
import FrameTransport
import Media
import Presentation
import Testing

/// What is drawn again, and what is left alone.
@Suite struct DamageTests {
    private static func noise(_ seed: Int, _ width: Int32, _ height: Int32) -> TestPicture {
        let size = PixelSize(width: width, height: height)
        return TestPicture.make(FormatDescription(pixelFormat: .i420, size: size)) { x, y in
            let value = (x &* 7 &+ y &* 13 &+ seed &* 31 &+ (x &* y) % 11) % 220
            return .codes(Double(16 + value), Double(60 + value / 2), Double(180 - value / 2))
        }
    }

    /// Styles whose background is kept in different ways.
    private static let styles = [
        WindowStyle.plain,
        WindowStyle(cornerRadius: 12, borderWidth: 2),
        WindowStyle(opacity: 0.5),
        WindowStyle(opacity: 0.8, cornerRadius: 9, borderWidth: 3),
    ]

    private static func scene(
        _ main: TestPicture,
        _ pip: TestPicture?,
        style: WindowStyle = .plain
    ) -> Scene {
        let output = PixelRect(x: 0, y: 0, width: 128, height: 72)
        return Scene(
            main: DrawLayer(main, in: output),
            pip: pip.map { DrawLayer($0, .pip, in: window, gravity: .resize, style: style) }
        )
    }

    /// Composes, and keeps the pictures until that is done.
    @discardableResult
    private static func draw(
        _ main: TestPicture,
        _ pip: TestPicture?,
        style: WindowStyle = .plain,
        on compositor: any Compositor
    ) throws -> Damage {
        try withExtendedLifetime((main, pip)) {
            try compositor.compose(scene(main, pip, style: style))
        }
    }

    /// Half of it lies on the black bar beside the main picture.
    private static let window = PixelRect(x: 80, y: 30, width: 40, height: 30)

    @Test(arguments: Backend.allCases, styles)
    func aNewWindowPictureLooksAsIfAllWereDrawn(backend: Backend, style: WindowStyle) throws {
        let (main, first, second) = (
            Self.noise(1, 72, 72), Self.noise(2, 80, 60), Self.noise(3, 80, 60)
        )
        let partly = try backend.open(128, 72)
        try Self.draw(main, first, style: style, on: partly)
        for seed in 4..<7 {
            let other = Self.noise(seed, 80, 60)
            try Self.draw(main, other, style: style, on: partly)
        }
        try Self.draw(main, second, style: style, on: partly)
        let fully = try backend.open(128, 72)
        try Self.draw(main, second, style: style, on: fully)
        let difference = try Image(partly).difference(to: Image(fully))
        #expect(difference.largest <= (backend == .gles ? 1 : 0))
    }

    /// A still in the window is not scaled again with every main picture: its
    /// memory is not looked at any more, even though all else is drawn.
    @Test(arguments: [Backend.cpu, .gles], styles)
    func aWindowPictureIsReadOnce(backend: Backend, style: WindowStyle) throws {
        let (still, changed) = (Self.noise(2, 80, 60), Self.noise(2, 80, 60))
        let mains = (10..<13).map { Self.noise($0, 72, 72) }
        let compositor = try backend.open(128, 72)
        let expected = try backend.open(128, 72)
        for (index, main) in mains.enumerated() {
            try Self.draw(main, still, style: style, on: compositor)
            // Says it is the same picture, and is black.
            if index == 0 { still.blacken() }
        }
        try Self.draw(mains[2], changed, style: style, on: expected)
        #expect(try Image(compositor) == Image(expected))
    }

    /// Stills, moving pictures and stills again, in a window that comes, changes and goes.
    @Test(arguments: [Backend.cpu, .gles])
    func whatIsKeptOfAWindowIsNeverOld(backend: Backend) throws {
        let (compositor, expected) = (try backend.open(128, 72), try backend.open(128, 72))
        var pip: TestPicture? = Self.noise(1, 80, 60)
        for step in 0..<120 {
            let main = Self.noise(step, 72, 72)
            let style = Self.styles[step % 11 == 0 ? 0 : step / 30]
            // Runs of new pictures longer than those that are kept, and runs of one.
            if step % 40 < 15 || step % 40 == 30 { pip = Self.noise(step + 500, 80, 60) }
            let shown = step % 37 == 20 ? nil : pip
            try Self.draw(main, shown, style: style, on: compositor)
            // Knows nothing of what it drew before.
            try expected.resize(to: expected.size)
            try Self.draw(main, shown, style: style, on: expected)
            let isRight = try Image(compositor) == Image(expected)
            guard isRight else {
                Issue.record("step \(step) differs")
                return
            }
        }
    }

    /// Many pictures later, neither bars nor corners remember an old one.
    @Test(arguments: Backend.allCases, styles)
    func oldWindowPicturesLeaveNoTrace(backend: Backend, style: WindowStyle) throws {
        let compositor = try backend.open(128, 72)
        for seed in 0..<4 {
            let (main, pip) = (Self.noise(seed, 72, 72), Self.noise(seed + 9, 40, 30))
            try Self.draw(main, pip, style: style, on: compositor)
        }
        let main = Self.noise(5, 72, 72)
        try Self.draw(main, Self.noise(6, 40, 30), style: style, on: compositor)
        let fresh = try backend.open(128, 72)
        try Self.draw(main, Self.noise(6, 40, 30), style: style, on: fresh)
        #expect(try Image(compositor).difference(to: Image(fresh)).largest == 0)

        // Hiding the window shows bars and main as they are without one.
        try Self.draw(main, nil, on: compositor)
        let without = try backend.open(128, 72)
        try Self.draw(main, nil, on: without)
        #expect(try Image(compositor).difference(to: Image(without)).largest == 0)
    }

    /// With damage in the window alone, the main picture is not even read.
    @Test(arguments: Backend.allCases)
    func onlyTheWindowIsDrawnWhenOnlyItChanged(backend: Backend) throws {
        let compositor = try backend.open(128, 72)
        let (main, pip) = (Self.noise(1, 72, 72), Self.noise(2, 40, 30))
        try Self.draw(main, pip, on: compositor)
        let before = try Image(compositor)
        main.blacken()
        let next = Self.noise(8, 40, 30)
        let damage = try Self.draw(main, next, on: compositor)
        let isApart = backend == .planes
        #expect(damage == (isApart ? Damage(hasNewOverlay: true) : Damage(main: Self.window)))
        let after = try Image(compositor)
        for y in 0..<72 {
            for x in 0..<128 where !((80..<120).contains(x) && (30..<60).contains(y)) {
                #expect(after[x, y] == before[x, y])
            }
        }
        #expect(after[100, 45] != before[100, 45])
        next.blacken()
        #expect(try Self.draw(main, next, on: compositor).isEmpty)
        #expect(try Image(compositor) == after)
    }

    /// On memory that was overwritten in between: exactly the window is written.
    @Test(arguments: styles)
    func theCPUWritesNothingOutsideTheWindow(style: WindowStyle) throws {
        let (width, height) = (124, 72)
        let size = PixelSize(width: Int32(width), height: Int32(height))
        var framebuffer: Framebuffer? = Framebuffer(size: size)
        let stride = framebuffer?.bytesPerRow ?? 0
        // The compositor keeps the memory where it is.
        let memory = UnsafeMutableRawBufferPointer(
            start: framebuffer?.base,
            count: stride * height
        )
        memory.initializeMemory(as: UInt8.self, repeating: 0xEE)
        guard let drawnOn = framebuffer.take() else { return }
        let compositor = CPUCompositor(framebuffer: drawnOn)
        let (main, pip) = (Self.noise(1, 72, 72), Self.noise(2, 40, 30))
        try Self.draw(main, pip, style: style, on: compositor)
        // The rows' ends stay as they were.
        for y in 0..<height {
            for at in (width * 4)..<stride { #expect(memory[y * stride + at] == 0xEE) }
        }
        memory.initializeMemory(as: UInt8.self, repeating: 0xEE)
        try Self.draw(main, Self.noise(3, 40, 30), style: style, on: compositor)
        for y in 0..<height {
            for x in 0..<stride / 4 {
                let at = y * stride + 4 * x
                let isInside = (80..<120).contains(x) && (30..<60).contains(y)
                let isPoison = (at..<at + 3).allSatisfy { memory[$0] == 0xEE }
                #expect(isPoison != isInside, "\(x), \(y)")
            }
        }
    }

    @Test(arguments: Backend.allCases)
    func aWindowThatGoesAndComesBackIsDrawn(backend: Backend) throws {
        let compositor = try backend.open(128, 72)
        let (main, pip) = (Self.noise(1, 72, 72), Self.noise(2, 40, 30))
        try Self.draw(main, pip, on: compositor)
        let shown = try Image(compositor)
        try Self.draw(main, nil, on: compositor)
        #expect(try Image(compositor) != shown)
        try Self.draw(main, pip, on: compositor)
        #expect(try Image(compositor) == shown)
    }

    @Test(arguments: Backend.allCases)
    func resizingBeginsAnew(backend: Backend) throws {
        let compositor = try backend.open(128, 72)
        let (main, pip) = (Self.noise(1, 72, 72), Self.noise(2, 40, 30))
        try Self.draw(main, pip, on: compositor)
        try compositor.resize(to: PixelSize(width: 30, height: 20))
        #expect(compositor.size == PixelSize(width: 30, height: 20))
        #expect(try Image(compositor).pixels.allSatisfy { $0 == .zero })
        try compositor.resize(to: PixelSize(width: 128, height: 72))
        try Self.draw(main, pip, on: compositor)
        let fresh = try backend.open(128, 72)
        try Self.draw(main, pip, on: fresh)
        #expect(try Image(compositor) == Image(fresh))
    }

    /// A picture that cannot be drawn leaves a compositor that can go on.
    @Test(arguments: Backend.allCases)
    func afterAFailureEverythingIsDrawnAgain(backend: Backend) throws {
        let compositor = try backend.open(128, 72)
        let (main, pip) = (Self.noise(1, 72, 72), Self.noise(2, 40, 30))
        try Self.draw(main, pip, on: compositor)
        let whole = try Image(compositor)
        var broken = Self.scene(main, pip)
        broken.main?.components = PictureComponents()
        #expect(throws: CompositingError.unsupportedFormat(.i420)) {
            try withExtendedLifetime((main, pip)) { try compositor.draw(broken) }
        }
        try Self.draw(main, pip, on: compositor)
        #expect(try Image(compositor) == whole)
    }
}
