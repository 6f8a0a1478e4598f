import Compositing
import Foundation
import Media
import Presentation
import Testing

/// The PIP window: border, corners, opacity.
@Suite struct WindowTests {
    private static func flat(
        _ color: Color,
        _ width: Int32,
        _ height: Int32,
        _ format: PixelFormat = .bgra
    ) -> TestPicture {
        let size = PixelSize(width: width, height: height)
        return TestPicture.make(FormatDescription(pixelFormat: format, size: size)) { _, _ in color
        }
    }

    /// Composes a blue window over red.
    private static func window(
        _ backend: Backend,
        in bounds: PixelRect,
        style: WindowStyle
    ) throws -> Image {
        let compositor = try backend.open(100, 80)
        let main = flat(.red, 100, 80)
        let pip = flat(.blue, bounds.width, bounds.height)
        let list = Scene(
            main: DrawLayer(main, in: PixelRect(compositor.size), gravity: .resize),
            pip: DrawLayer(pip, .pip, in: bounds, gravity: .resize, style: style)
        )
        try withExtendedLifetime((main, pip)) { try compositor.draw(list) }
        return try Image(compositor)
    }

    @Test(arguments: Backend.allCases)
    func theBorderRunsInsideTheBounds(backend: Backend) throws {
        let bounds = PixelRect(x: 20, y: 10, width: 50, height: 40)
        let image = try Self.window(
            backend,
            in: bounds,
            style: WindowStyle(borderWidth: 3, borderColor: .white)
        )
        for y in 0..<image.height {
            for x in 0..<image.width {
                let inside = (20..<70).contains(x) && (10..<50).contains(y)
                let picture = (23..<67).contains(x) && (13..<47).contains(y)
                let expected: Color = picture ? .blue : inside ? .white : .red
                #expect(isClose(image[x, y], expected, 1), "\(x), \(y): \(image[x, y])")
            }
        }
    }

    /// Corners are as round as a circle: the window's area is its rectangle's
    /// less (4 - π) r², and pixels on the outline are mixed by their share.
    @Test(arguments: Backend.allCases, [0, 1, 5, 12, 20] as [Int32])
    func cornersAreCutAlongACircle(backend: Backend, radius: Int32) throws {
        let bounds = PixelRect(x: 20, y: 10, width: 50, height: 40)
        let style = WindowStyle(cornerRadius: radius)
        let image = try Self.window(backend, in: bounds, style: style)
        let blue = image.pixels.reduce(0) { $0 + Double($1.z) / 255 }
        let expected = 50 * 40 - (4 - Double.pi) * Double(radius * radius)
        #expect(abs(blue - expected) < 1 + Double(radius) * 0.1)
        for y in 0..<image.height {
            for x in 0..<image.width {
                let pixel = image[x, y]
                // Nothing shines through but main and window.
                #expect(abs(Int(pixel.x) + Int(pixel.z) - 255) <= 2 && pixel.y == 0)
                #expect(image[89 - x < 0 ? x : 89 - x, y] == pixel || x > 89, "not symmetrical")
            }
        }
    }

    @Test(arguments: Backend.allCases)
    func theBorderFollowsTheCorners(backend: Backend) throws {
        let bounds = PixelRect(x: 20, y: 10, width: 50, height: 40)
        let image = try Self.window(
            backend,
            in: bounds,
            style: WindowStyle(cornerRadius: 16, borderWidth: 4, borderColor: .white)
        )
        // Along the diagonal from the corner, the outline is at r (1 - 1/√2) = 4.7
        // pixels, its inner edge 4/√2 = 2.8 further.
        #expect(isClose(image[22, 12], .red, 1))
        #expect(isClose(image[26, 16], .white, 1))
        #expect(isClose(image[30, 20], .blue, 1))
    }

    @Test(
        arguments: Backend.allCases,
        [(opacity: 0, share: 0), (0.25, 0.25), (0.5, 0.5), (0.9, 0.9), (1, 1), (7, 1), (.nan, 1)]
            as [(opacity: Double, share: Double)]
    )
    func opacityMixesWindowAndBackground(
        backend: Backend,
        row: (opacity: Double, share: Double)
    ) throws {
        let bounds = PixelRect(x: 20, y: 10, width: 50, height: 40)
        let image = try Self.window(
            backend,
            in: bounds,
            style: WindowStyle(
                opacity: row.opacity,
                cornerRadius: 8,
                borderWidth: 2,
                borderColor: RGBColor(red: 0, green: 255, blue: 0)
            )
        )
        let (over, under) = (row.share * 255, (1 - row.share) * 255)
        #expect(isClose(image[45, 30], SIMD3(under, 0, over), 2))
        #expect(isClose(image[45, 10], SIMD3(under, over, 0), 2))
        #expect(isClose(image[20, 10], .red, 1))
        #expect(isClose(image[10, 30], .red, 1))
    }

    /// A window that reaches over the output's edges is the window cut there.
    @Test(
        arguments: Backend.allCases,
        [(-10, -8), (70, 60), (-10, 60), (30, -39), (-200, 0)] as [(Int32, Int32)]
    )
    func windowsBeyondTheEdgeAreCut(backend: Backend, origin: (Int32, Int32)) throws {
        let style = WindowStyle(
            opacity: 0.75,
            cornerRadius: 10,
            borderWidth: 3,
            borderColor: .white
        )
        let whole = PixelRect(x: 20, y: 20, width: 50, height: 40)
        var moved = whole
        (moved.x, moved.y) = origin
        let complete = try Self.window(backend, in: whole, style: style)
        let cut = try Self.window(backend, in: moved, style: style)
        for y in 0..<40 {
            for x in 0..<50 {
                let (toX, toY) = (Int(origin.0) + x, Int(origin.1) + y)
                guard (0..<100).contains(toX), (0..<80).contains(toY) else { continue }
                #expect(isSame(cut[toX, toY], complete[20 + x, 20 + y]))
            }
        }
    }

    private func isSame(_ one: SIMD3<UInt8>, _ two: SIMD3<UInt8>) -> Bool {
        (0..<3).allSatisfy { abs(Int(one[$0]) - Int(two[$0])) <= 1 }
    }

    /// Corners larger than the window, a border without content, one pixel.
    @Test(
        arguments: Backend.allCases,
        [(1, 1), (2, 3), (3, 2), (7, 30), (31, 5)] as [(Int32, Int32)]
    )
    func anyStyleOnAnySizeDraws(backend: Backend, size: (Int32, Int32)) throws {
        let bounds = PixelRect(x: 20, y: 10, width: size.0, height: size.1)
        for opacity in [1, 0.5] {
            let style = WindowStyle(
                opacity: opacity,
                cornerRadius: 256,
                borderWidth: 256,
                borderColor: .white
            )
            let image = try Self.window(backend, in: bounds, style: style)
            #expect(isClose(image[19, 10], .red, 1))
            #expect(isClose(image[20 + Int(size.0), 10 + Int(size.1)], .red, 1))
        }
    }
}
