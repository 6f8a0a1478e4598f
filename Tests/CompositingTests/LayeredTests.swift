import Compositing
import FrameTransport
import Media
import Pixels
import Presentation
import Testing

/// What the compositor for planes draws, and what it says that it drew.
@Suite struct LayeredTests {
    private static let size = PixelSize(width: 128, height: 72)
    private static let bounds = PixelRect(x: 80, y: 30, width: 40, height: 30)
    private static let all = PixelRect(size)

    private static func picture(_ color: Color, _ width: Int32, _ height: Int32) -> TestPicture {
        let size = PixelSize(width: width, height: height)
        return TestPicture.make(FormatDescription(pixelFormat: .bgra, size: size)) { _, _ in color }
    }

    /// A compositor and its pictures.
    private struct Fixture {
        let compositor = LayeredCompositor(size: LayeredTests.size)
        var main: TestPicture? = LayeredTests.picture(.red, 128, 72)
        var pip: TestPicture? = LayeredTests.picture(.blue, 40, 30)
        var bounds = LayeredTests.bounds
        var style = WindowStyle(opacity: 0.5, cornerRadius: 6, borderWidth: 2)

        init(accepts: Bool = true) {
            compositor.acceptsOverlay = { _ in accepts }
        }

        @discardableResult
        func compose() throws -> Damage {
            try withExtendedLifetime((main, pip)) { try compositor.compose(scene) }
        }

        var scene: Scene {
            Scene(
                main: main.map { DrawLayer($0, in: LayeredTests.all, gravity: .resize) },
                pip: pip.map {
                    DrawLayer($0, .pip, in: bounds, gravity: .resize, style: style)
                }
            )
        }

        func mainBytes() -> [UInt8] { bytes(compositor.mainSurface) }
        func overlayBytes() -> [UInt8]? {
            compositor.overlayBounds.map { _ in bytes(compositor.overlaySurface) }
        }

        private func bytes(_ surface: Surface) -> [UInt8] {
            let count = surface.bytesPerRow * Int(surface.size.height)
            return withExtendedLifetime(compositor) {
                Array(UnsafeRawBufferPointer(start: surface.base, count: count))
            }
        }
    }

    @Test func aWindowThatMovesIsNotDrawn() throws {
        var fixture = Fixture()
        try fixture.compose()
        let (main, overlay) = (fixture.mainBytes(), fixture.overlayBytes())
        fixture.bounds.x = 10
        let moved = PixelRect(x: 10, y: 30, width: 40, height: 30)
        #expect(try fixture.compose() == Damage(movesOverlay: true))
        #expect(fixture.compositor.overlayBounds == moved)
        #expect(fixture.mainBytes() == main)
        #expect(fixture.overlayBytes() == overlay)
    }

    /// Wherever it is drawn, moved to, or cut.
    @Test(arguments: [true, false])
    func whatIsDrawnIsInTheScreensPlaces(accepts: Bool) throws {
        var fixture = Fixture(accepts: accepts)
        for x: Int32 in [80, 10, -10, 100] {
            fixture.bounds.x = x
            try fixture.compose()
            let drawn = try #require(fixture.compositor.drawn)
            #expect(drawn.pip?.placement == fixture.scene.pip?.placement)
            #expect(drawn.main?.placement == fixture.scene.main?.placement)
        }
    }

    @Test func aNewMainPictureLeavesTheWindowAlone() throws {
        var fixture = Fixture()
        try fixture.compose()
        let overlay = fixture.overlayBytes()
        fixture.main = Self.picture(.green, 128, 72)
        #expect(try fixture.compose() == Damage(main: Self.all))
        #expect(fixture.overlayBytes() == overlay)
        #expect(try isClose(Image(fixture.compositor)[5, 5], .green, 1))
    }

    @Test func aNewWindowPictureLeavesTheMainPictureAlone() throws {
        var fixture = Fixture()
        try fixture.compose()
        let main = fixture.mainBytes()
        fixture.pip = Self.picture(.green, 40, 30)
        #expect(try fixture.compose() == Damage(hasNewOverlay: true))
        #expect(fixture.mainBytes() == main)
        #expect(try isClose(Image(fixture.compositor)[100, 45], SIMD3(127.5, 127.5, 0), 2))
    }

    @Test func theSameSceneChangesNothing() throws {
        let fixture = Fixture()
        try fixture.compose()
        #expect(try fixture.compose().isEmpty)
    }

    @Test func aWindowThatComesBackIsDrawnAgain() throws {
        var fixture = Fixture()
        try fixture.compose()
        let pip = fixture.pip
        fixture.pip = nil
        #expect(try fixture.compose() == Damage(movesOverlay: true))
        #expect(fixture.overlayBytes() == nil)
        #expect(try isClose(Image(fixture.compositor)[100, 45], .red, 1))
        fixture.pip = pip
        #expect(try fixture.compose() == Damage(hasNewOverlay: true, movesOverlay: true))
    }

    /// Without an overlay, all is as the CPU's own compositor draws it.
    @Test func aRefusedWindowIsPartOfTheMainPicture() throws {
        var fixture = Fixture(accepts: false)
        let plain = CPUCompositor(size: Self.size)
        try fixture.compose()
        try plain.draw(fixture.scene)
        #expect(fixture.overlayBytes() == nil)
        #expect(try Image(fixture.compositor) == Image(plain))
        fixture.pip = Self.picture(.green, 40, 30)
        #expect(try fixture.compose() == Damage(main: Self.bounds))
        try plain.draw(fixture.scene)
        #expect(try Image(fixture.compositor) == Image(plain))
    }

    /// Whatever the display answers, and whenever: the screen looks the same.
    @Test func aNewAnswerChangesNothingThatIsSeen() throws {
        let fixture = Fixture()
        try fixture.compose()
        let apart = try Image(fixture.compositor)
        fixture.compositor.acceptsOverlay = { _ in false }
        #expect(try fixture.compose() == Damage(main: Self.all, movesOverlay: true))
        #expect(try Image(fixture.compositor).difference(to: apart).largest <= 1)
        fixture.compositor.acceptsOverlay = { _ in true }
        let both = Damage(main: Self.all, hasNewOverlay: true, movesOverlay: true)
        #expect(try fixture.compose() == both)
        #expect(try Image(fixture.compositor) == apart)
    }

    /// The bounds asked about are what is visible of the window.
    @Test func theDisplayIsAskedWhenTheWindowChangesAndOnlyThen() throws {
        final class Questions { var asked: [PixelRect] = [] }
        let questions = Questions()
        var fixture = Fixture()
        fixture.compositor.acceptsOverlay = {
            questions.asked.append($0)
            return true
        }
        for color in [Color.red, .green, .blue] {
            fixture.pip = Self.picture(color, 40, 30)
            try fixture.compose()
        }
        #expect(questions.asked == [Self.bounds])
        fixture.bounds.x = -10
        try fixture.compose()
        try fixture.compose()
        let cut = PixelRect(x: 0, y: 30, width: 30, height: 30)
        #expect(questions.asked == [Self.bounds, cut])
        fixture.style.opacity = 1
        try fixture.compose()
        #expect(questions.asked == [Self.bounds, cut, cut])
    }

    /// Displays add the rest of what lies below: a colour above its alpha would
    /// run over. White is as bright as it may be, everywhere, at every opacity.
    @Test func noColorIsAboveItsAlpha() throws {
        var fixture = Fixture()
        fixture.pip = Self.picture(.white, 40, 30)
        for step in 1...256 {
            fixture.style = WindowStyle(
                opacity: Double(step) / 256,
                cornerRadius: 9,
                borderWidth: 3
            )
            try fixture.compose()
            let bytes = try #require(fixture.overlayBytes())
            let stride = fixture.compositor.overlaySurface.bytesPerRow
            let wrong = (0..<30 * 40).filter {
                let at = $0 / 40 * stride + 4 * ($0 % 40)
                let alpha = bytes[at + 3]
                return bytes[at] != alpha || bytes[at + 1] != alpha || bytes[at + 2] != alpha
            }
            #expect(wrong.isEmpty, "\(step) of 256")
            let middle = Int(bytes[15 * stride + 4 * 20 + 3])
            #expect(abs(middle - step * 255 / 256) <= 1)
            #expect(bytes[3] == 0)
        }
    }

    /// The alpha of a picture's own pixels is ignored: an opaque window is opaque.
    @Test func opaqueWindowsHaveFullAlpha() throws {
        var fixture = Fixture()
        fixture.style = .plain
        try fixture.compose()
        let stride = fixture.compositor.overlaySurface.bytesPerRow
        let bytes = try #require(fixture.overlayBytes())
        #expect((0..<30 * 40).allSatisfy { bytes[$0 / 40 * stride + 4 * ($0 % 40) + 3] == 255 })
    }

    @Test func afterAFailureBothAreDrawnAgain() throws {
        let fixture = Fixture()
        try fixture.compose()
        let whole = try Image(fixture.compositor)
        for isMain in [true, false] {
            var broken = fixture.scene
            if isMain {
                broken.main?.components = PictureComponents()
            } else {
                broken.pip?.components = PictureComponents()
            }
            #expect(throws: CompositingError.unsupportedFormat(.bgra)) {
                try withExtendedLifetime((fixture.main, fixture.pip)) {
                    try fixture.compositor.draw(broken)
                }
            }
            try withExtendedLifetime((fixture.main, fixture.pip)) {
                let damage = try fixture.compositor.compose(fixture.scene)
                // Of what the call before drew nobody has heard.
                #expect(
                    damage == Damage(main: isMain ? Self.all : .zero, hasNewOverlay: true)
                )
            }
            #expect(try Image(fixture.compositor) == whole)
        }
    }
}
