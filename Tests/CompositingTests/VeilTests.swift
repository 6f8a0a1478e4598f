import Media
import Presentation
import TestSupport
import Testing

@testable import Compositing

/// What was shown before, over what has followed it.
@Suite struct VeilTests {
    /// Not a multiple of any vector.
    private static let size = PixelSize(width: 101, height: 58)
    private static let all = PixelRect(size)

    private static func picture(_ seed: Int) -> TestPicture {
        let format = FormatDescription(
            pixelFormat: .i420,
            size: PixelSize(width: 64, height: 48 + Int32(seed % 3) * 8)
        )
        return TestPicture.make(format) { x, y in
            .codes(Double(20 + (x * 3 + y * 2 + seed * 50) % 200), 110, 150)
        }
    }

    private struct Show {
        var main = VeilTests.picture(0)
        var pip: TestPicture?
        var veil: Veil?

        @discardableResult
        func compose(on compositor: any Compositor) throws -> Damage {
            try withExtendedLifetime(self) {
                try compositor.compose(
                    Scene(
                        main: DrawLayer(main, in: VeilTests.all),
                        pip: pip.map {
                            DrawLayer(
                                $0,
                                .pip,
                                in: PixelRect(x: 60, y: 20, width: 33, height: 24),
                                gravity: .resize,
                                style: WindowStyle(opacity: 0.8, cornerRadius: 5, borderWidth: 2)
                            )
                        },
                        veil: veil
                    )
                )
            }
        }

        /// As drawn from nothing.
        func image(_ backend: Backend) throws -> Image {
            let compositor = try backend.open(VeilTests.size.width, VeilTests.size.height)
            try compose(on: compositor)
            return try Image(compositor)
        }
    }

    /// At each step it is so much of the one and so much of the other, however little of what
    /// follows is new; then it is what follows, to the bit.
    @Test(arguments: Backend.allCases, 1...4 as ClosedRange<UInt64>)
    func whatWasThereBecomesFainter(backend: Backend, seed: UInt64) throws {
        var dice = SeededGenerator(seed: seed)
        let compositor = try backend.open(Self.size.width, Self.size.height)
        // A window on a plane of its own lies over the veil.
        let hasWindow = backend != .planes
        var show = Show(main: Self.picture(1), pip: hasWindow ? Self.picture(4) : nil)
        try show.compose(on: compositor)
        for number: UInt32 in 1...3 {
            let before = try Image(compositor)
            show.main = Self.picture(.random(in: 0..<9, using: &dice))
            for opacity: Int32 in [240, 128, 127, 9] {
                switch Int.random(in: 0..<4, using: &dice) {
                case 0: show.main = Self.picture(.random(in: 0..<9, using: &dice))
                case 1 where hasWindow: show.pip = Self.picture(.random(in: 0..<9, using: &dice))
                case 2: show.pip = nil
                default: break
                }
                show.veil = Veil(number: number, opacity: opacity)
                let damage = try show.compose(on: compositor)
                #expect(damage.main == Self.all)
                var after = show
                after.veil = nil
                let expected = try after.image(backend).mixed(with: before, opacity)
                #expect(try Image(compositor).difference(to: expected).largest <= 1)
                #expect(try show.compose(on: compositor).isEmpty)
            }
            show.veil = nil
            try show.compose(on: compositor)
            #expect(try Image(compositor).difference(to: show.image(backend)).largest == 0)
        }
    }

    /// One that begins in the midst of another begins with what is on the screen.
    @Test(arguments: Backend.allCases)
    func oneMayFollowAnother(backend: Backend) throws {
        let compositor = try backend.open(Self.size.width, Self.size.height)
        try Show(main: Self.picture(1)).compose(on: compositor)
        var show = Show(main: Self.picture(2), veil: Veil(number: 1, opacity: 128))
        try show.compose(on: compositor)
        let before = try Image(compositor)
        show = Show(main: Self.picture(3), veil: Veil(number: 2, opacity: 255))
        try show.compose(on: compositor)
        #expect(try Image(compositor).difference(to: before).largest <= 2)
    }

    /// The veil has nothing of a window on a plane: one that leaves it stays as it is.
    @Test func aWindowThatLeavesItsPlaneEndsTheVeil() throws {
        let compositor = LayeredCompositor(size: Self.size)
        compositor.acceptsOverlay = { _ in true }
        var show = Show(main: Self.picture(1), pip: Self.picture(4))
        try show.compose(on: compositor)
        show.main = Self.picture(2)
        show.veil = Veil(number: 1, opacity: 200)
        try show.compose(on: compositor)
        #expect(compositor.overlayBounds != nil)
        compositor.acceptsOverlay = { _ in false }
        for opacity: Int32 in [180, 90] {
            show.veil = Veil(number: 1, opacity: opacity)
            try show.compose(on: compositor)
            var bare = show
            bare.veil = nil
            #expect(try Image(compositor).difference(to: bare.image(.cpu)).largest == 0)
        }
    }

    /// Nothing is known of an empty framebuffer, nor of one of another size.
    @Test(arguments: Backend.allCases)
    func nothingIsMixedWithWhatIsUnknown(backend: Backend) throws {
        var show = Show(main: Self.picture(5), veil: Veil(number: 1, opacity: 200))
        let compositor = try backend.open(Self.size.width, Self.size.height)
        try show.compose(on: compositor)
        let expected = try Show(main: show.main).image(backend)
        #expect(try Image(compositor).difference(to: expected).largest == 0)
        try compositor.resize(to: PixelSize(width: 10, height: 10))
        try compositor.resize(to: Self.size)
        for opacity: Int32 in [180, 90] {
            show.veil = Veil(number: 1, opacity: opacity)
            try show.compose(on: compositor)
            #expect(try Image(compositor).difference(to: expected).largest == 0)
        }
    }
}

extension Image {
    /// So much of 256 of another one over this.
    fileprivate func mixed(with other: Image, _ share: Int32) -> Image {
        var image = self
        for index in pixels.indices {
            for channel in 0..<3 {
                let (one, two) = (
                    Int32(pixels[index][channel]), Int32(other.pixels[index][channel])
                )
                image.pixels[index][channel] = UInt8(
                    (one * (256 - share) + two * share + 128) / 256
                )
            }
        }
        return image
    }
}
