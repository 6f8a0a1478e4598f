import FrameTransport
import Media
import Pixels
import Presentation
import TestSupport
import Testing

@testable import Compositing

/// What lies over everything.
@Suite struct OSDTests {
    private static let size = PixelSize(width: 128, height: 72)
    private static let all = PixelRect(size)
    private static let window = PixelRect(x: 80, y: 30, width: 40, height: 30)

    private static func picture(_ seed: Int, _ width: Int32, _ height: Int32) -> TestPicture {
        let size = PixelSize(width: width, height: height)
        return TestPicture.make(FormatDescription(pixelFormat: .i420, size: size)) { x, y in
            .codes(Double(16 + (x * 5 + y * 3 + seed * 40) % 200), 120, 140)
        }
    }

    /// Colours and alpha of every value, never above it.
    private static func part(_ bounds: PixelRect, key: UInt64) -> OSDPart {
        var dice = SeededGenerator(seed: key)
        var pixels: [UInt8] = []
        for _ in 0..<Int(bounds.width) * Int(bounds.height) {
            let alpha = UInt8.random(in: 0...255, using: &dice)
            pixels += (0..<3).map { _ in .random(in: 0...alpha, using: &dice) } + [alpha]
        }
        return OSDPart(bounds: bounds, key: key, pixels: pixels)
    }

    /// A scene over which sheets change, and what else does.
    private struct Show {
        var main = OSDTests.picture(1, 72, 72)
        var pip: TestPicture? = OSDTests.picture(2, 80, 60)
        var style = WindowStyle(opacity: 0.8, cornerRadius: 9, borderWidth: 3)
        var sheet = OSDSheet([], size: OSDTests.size)

        func compose(on compositor: any Compositor) throws -> Damage {
            try withExtendedLifetime(self) {
                try compositor.compose(
                    Scene(
                        main: DrawLayer(main, in: OSDTests.all),
                        pip: pip.map {
                            DrawLayer($0, .pip, in: OSDTests.window, gravity: .resize, style: style)
                        },
                        osd: sheet.list
                    )
                )
            }
        }

        /// As drawn from nothing.
        func image(_ backend: Backend) throws -> Image {
            let compositor = try backend.open(OSDTests.size.width, OSDTests.size.height)
            _ = try compose(on: compositor)
            return try Image(compositor)
        }
    }

    /// Drawn in part, over stills, videos and moving windows, it is what it is drawn at once.
    @Test(arguments: Backend.allCases, 1...6 as ClosedRange<UInt64>)
    func whateverChangesItLooksAsIfAllWereDrawn(backend: Backend, seed: UInt64) throws {
        var dice = SeededGenerator(seed: seed)
        var (show, key) = (Show(), UInt64(100))
        let compositor = try backend.open(Self.size.width, Self.size.height)
        for _ in 0..<40 {
            switch Int.random(in: 0..<5, using: &dice) {
            case 0: show.main = Self.picture(.random(in: 0..<9, using: &dice), 72, 72)
            case 1: show.pip = Self.picture(.random(in: 0..<9, using: &dice), 80, 60)
            case 2: show.pip = show.pip == nil ? Self.picture(3, 80, 60) : nil
            default:
                let parts = (0..<Int.random(in: 0...4, using: &dice)).map { _ in
                    key += 1
                    let bounds = PixelRect(
                        x: .random(in: -10...120, using: &dice),
                        y: .random(in: -5...70, using: &dice),
                        width: .random(in: 1...40, using: &dice),
                        height: .random(in: 1...20, using: &dice)
                    )
                    return Self.part(bounds, key: key)
                }
                show.sheet = OSDSheet(parts, size: Self.size)
            }
            _ = try show.compose(on: compositor)
            let (drawn, whole) = (try Image(compositor), try show.image(backend))
            #expect(drawn.difference(to: whole).largest == 0)
        }
    }

    @Test(arguments: [Backend.gles, .planes])
    func allShowTheSame(backend: Backend) throws {
        var show = Show()
        // Of edges in a scaled picture each has its own idea.
        let format = FormatDescription(pixelFormat: .i420, size: PixelSize(width: 80, height: 60))
        show.pip = TestPicture.make(format) { _, _ in .codes(90, 110, 150) }
        show.sheet = OSDSheet(
            [
                Self.part(PixelRect(x: 10, y: 5, width: 30, height: 12), key: 1),
                Self.part(PixelRect(x: 70, y: 40, width: 30, height: 12), key: 2),
            ],
            size: Self.size
        )
        #expect(try show.image(backend).difference(to: show.image(.cpu)).largest <= 6)
    }

    @Test(arguments: Backend.allCases)
    func aClockOverAStillIsItsRectangleAlone(backend: Backend) throws {
        let place = PixelRect(x: 4, y: 6, width: 20, height: 8)
        let logo = Self.part(PixelRect(x: 100, y: 2, width: 9, height: 9), key: 7)
        var show = Show()
        let compositor = try backend.open(Self.size.width, Self.size.height)
        _ = try show.compose(on: compositor)
        for second: UInt64 in 20..<24 {
            show.sheet = OSDSheet([Self.part(place, key: second), logo], size: Self.size)
            let damage = try show.compose(on: compositor)
            let first = place.enclosing(logo.bounds)
            #expect(damage == Damage(main: second == 20 ? first : place))
            #expect(try show.compose(on: compositor).isEmpty)
        }
    }

    /// Where a plane of its own would lie over it, the window has none.
    @Test func aWindowUnderItIsOnNoPlane() throws {
        let compositor = LayeredCompositor(size: Self.size)
        compositor.acceptsOverlay = { _ in true }
        var show = Show()
        _ = try show.compose(on: compositor)
        #expect(compositor.overlayBounds == Self.window)
        let beside = Self.part(PixelRect(x: 0, y: 0, width: 80, height: 72), key: 1)
        show.sheet = OSDSheet([beside], size: Self.size)
        _ = try show.compose(on: compositor)
        #expect(compositor.overlayBounds == Self.window)
        let over = Self.part(PixelRect(x: 75, y: 35, width: 20, height: 5), key: 2)
        show.sheet = OSDSheet([over], size: Self.size)
        let damage = try show.compose(on: compositor)
        #expect(compositor.overlayBounds == nil && damage.movesOverlay)
    }

    @Test func partsThatOverlapAreOnePicture() {
        let first = PixelRect(x: 0, y: 0, width: 10, height: 10)
        let second = PixelRect(x: 30, y: 0, width: 10, height: 10)
        let bridge = PixelRect(x: 8, y: 2, width: 30, height: 4)
        let outside = PixelRect(x: 128, y: 0, width: 5, height: 5)
        let parts = [first, second, outside].enumerated().map {
            Self.part($1, key: UInt64($0))
        }
        #expect(OSDSheet(parts, size: Self.size).list.count == 2)
        let sheet = OSDSheet(parts + [Self.part(bridge, key: 9)], size: Self.size)
        #expect(sheet.list.count == 1)
        #expect(sheet.list[0].bounds == PixelRect(x: 0, y: 0, width: 40, height: 10))
        let again = OSDSheet(parts + [Self.part(bridge, key: 9)], size: Self.size)
        #expect(again.list.difference(from: sheet.list).isEmpty)
        let other = OSDSheet(parts + [Self.part(bridge, key: 8)], size: Self.size)
        #expect(other.list.difference(from: sheet.list) == sheet.list[0].bounds)
    }

    /// What is cut off at the edge is other pixels, in the same place too.
    @Test(arguments: Backend.allCases)
    func aPartThatIsCutOffElsewhereIsAnother(backend: Backend) throws {
        var show = Show()
        let compositor = try backend.open(Self.size.width, Self.size.height)
        for x: Int32 in [-50, -20, -5] {
            let wide = Self.part(PixelRect(x: x, y: 60, width: 200, height: 30), key: 1)
            show.sheet = OSDSheet([wide], size: Self.size)
            _ = try show.compose(on: compositor)
            #expect(try Image(compositor) == show.image(backend))
        }
    }

    @Test func theOrderOfPartsApartIsNoDifference() {
        let parts = [(0, 1), (60, 2), (30, 3)].map { (x: Int32, key: UInt64) in
            Self.part(PixelRect(x: x, y: 0, width: 10, height: 10), key: key)
        }
        let lists = [parts, parts.reversed()].map { OSDSheet($0, size: Self.size) }
        #expect(lists[0].list.difference(from: lists[1].list).isEmpty)
        for index in 0..<3 { #expect(lists[0].list[index].bounds == lists[1].list[index].bounds) }
    }

    @Test func aSmallerCopyHasTheMeanOfEachBox() throws {
        let bounds = PixelRect(x: 64, y: 32, width: 32, height: 16)
        let flat = OSDPart(
            bounds: bounds,
            key: 5,
            pixels: (0..<512).flatMap { [UInt8($0 % 2 * 100), 50, 0, 200] as [UInt8] }
        )
        let sheet = OSDSheet([flat], size: Self.size)
            .scaled(to: PixelSize(width: 32, height: 18))
        #expect(sheet.list[0].bounds == PixelRect(x: 16, y: 8, width: 8, height: 4))
        let pixels = try #require(sheet.list[0].surface)
        withExtendedLifetime(sheet) {
            #expect((0..<4).map { pixels.row(3)[28 + $0] } == [50, 50, 0, 200])
        }
    }
}
