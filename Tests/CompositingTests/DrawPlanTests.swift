import Media
import Pixels
import Presentation
import Testing

@testable import Compositing

/// What is drawn where, and that nothing is drawn twice or left out.
@Suite struct DrawPlanTests {
    private static let output = PixelSize(width: 60, height: 40)

    /// One row: where the main picture and the window are, and how the window looks.
    struct Case: CustomTestStringConvertible {
        var main = PixelRect(output)
        var bounds = PixelRect(x: 20, y: 10, width: 30, height: 20)
        var style = WindowStyle.plain
        var gravity = VideoGravity.resize

        var testDescription: String { "\(main) \(bounds) \(style) \(gravity.rawValue)" }

        static let all = [
            Self(),
            Self(style: WindowStyle(cornerRadius: 6, borderWidth: 2)),
            Self(style: WindowStyle(cornerRadius: 2, borderWidth: 5)),
            Self(style: WindowStyle(cornerRadius: 99)),
            Self(style: WindowStyle(borderWidth: 99)),
            Self(style: WindowStyle(opacity: 0.5, cornerRadius: 6)),
            Self(style: WindowStyle(cornerRadius: 4), gravity: .resizeAspect),
            Self(main: PixelRect(x: 0, y: 0, width: 30, height: 40)),
            Self(main: PixelRect(x: 25, y: 15, width: 5, height: 5)),
            Self(bounds: PixelRect(x: -10, y: -5, width: 30, height: 20)),
            Self(bounds: PixelRect(x: 45, y: 30, width: 30, height: 20)),
            Self(bounds: PixelRect(output)),
            Self(bounds: PixelRect(x: 90, y: 0, width: 30, height: 20)),
        ]

        var layout: DrawLayout {
            let format = FormatDescription(
                pixelFormat: .gray8,
                size: PixelSize(width: 8, height: 8)
            )
            let picture = TestPicture.make(format) { _, _ in .gray }
            return DrawLayout(
                Scene(
                    main: DrawLayer(picture, in: main, gravity: .resize),
                    pip: DrawLayer(picture, .pip, in: bounds, gravity: gravity, style: style)
                ),
                size: output
            )
        }
    }

    private static func pixels(_ body: (Int32, Int32) throws -> Void) rethrows {
        for y in 0..<output.height {
            for x in 0..<output.width { try body(x, y) }
        }
    }

    private static func count(_ rectangles: DrawPlan.Rectangles, _ x: Int32, _ y: Int32) -> Int {
        rectangles.indices.reduce(0) { $0 + (rectangles[$1].holds(x, y) ? 1 : 0) }
    }

    @Test(arguments: Case.all)
    func everyPixelIsDrawnOnceByEachThatShowsThere(test: Case) {
        let layout = test.layout
        let plan = DrawPlan(layout)
        Self.pixels { x, y in
            let isInterior = plan.interior.holds(x, y)
            let isWindow = layout.pip?.visible.holds(x, y) ?? false
            let isMain = test.main.holds(x, y) && !isInterior
            #expect(Self.count(plan.main, x, y) == (isMain ? 1 : 0))
            #expect(Self.count(plan.mainUnderWindow, x, y) == (isMain && isWindow ? 1 : 0))
            #expect(Self.count(plan.rim, x, y) == (isWindow && !isInterior ? 1 : 0))
        }
    }

    @Test(arguments: Case.all)
    func theInteriorIsPictureAlone(test: Case) {
        let layout = test.layout
        let plan = DrawPlan(layout)
        guard !plan.interior.isEmpty else { return }
        Self.pixels { x, y in
            guard plan.interior.holds(x, y), let window = layout.pip else { return }
            #expect(window.isOpaque)
            #expect(window.shape.coverage(x: x, y: y) == 1)
            #expect(window.shape.innerCoverage(x: x, y: y) == 1)
            #expect(window.content?.mapping.visible.holds(x, y) == true)
        }
    }

    /// An opaque window with a narrow border is interior nearly everywhere.
    @Test func mostOfAWindowIsInterior() {
        let test = Case(style: WindowStyle(cornerRadius: 3, borderWidth: 1))
        let expected = PixelRect(x: 21, y: 13, width: 28, height: 14)
        #expect(DrawPlan(test.layout).interior == expected)
    }
}

extension PixelRect {
    fileprivate func holds(_ x: Int32, _ y: Int32) -> Bool {
        (self.x..<max(maxX, self.x)).contains(x) && (self.y..<max(maxY, self.y)).contains(y)
    }
}
