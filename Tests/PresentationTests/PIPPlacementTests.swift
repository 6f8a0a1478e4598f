import Media
import Presentation
import TestSupport
import Testing

@Suite struct PIPPlacementTests {
    private let output = PixelSize(width: 1280, height: 720)

    @Test(
        arguments: [
            (Corner.topLeft, 26, 26), (.topRight, 934, 26), (.bottomLeft, 26, 514),
            (.bottomRight, 934, 514),
        ] as [(Corner, Int32, Int32)]
    )
    func cornersKeepTheMargin(corner: Corner, x: Int32, y: Int32) {
        let placement = PIPPlacement(position: .corner(corner))
        let bounds = placement.bounds(in: output, aspect: 16.0 / 9)
        #expect(bounds == PixelRect(x: x, y: y, width: 320, height: 180))
    }

    @Test(
        arguments: [(0, 0, 0, 0), (1, 1, 960, 540), (0.5, 0.5, 480, 270), (-3, 9, 0, 540)]
            as [(Double, Double, Int32, Int32)]
    )
    func freePositionsShareTheRoomLeft(x: Double, y: Double, left: Int32, top: Int32) {
        let placement = PIPPlacement(position: .free(x: x, y: y))
        let bounds = placement.bounds(in: output, aspect: 16.0 / 9)
        #expect(bounds == PixelRect(x: left, y: top, width: 320, height: 180))
    }

    @Test func theSizeIsAFractionOfTheWidth() {
        let bounds = PIPPlacement(size: 0.5).bounds(in: output, aspect: 16.0 / 9)
        #expect(bounds.width == 640)
    }

    @Test func aTallPictureMakesTheWindowNarrower() {
        let bounds = PIPPlacement(size: 0.5, margin: 0).bounds(in: output, aspect: 0.5)
        #expect(bounds.size == PixelSize(width: 360, height: 720))
    }

    @Test func valuesOutOfRangeAreTakenForTheNearest() {
        let style = WindowStyle(opacity: 7, cornerRadius: -4, borderWidth: 9000)
        let placement = PIPPlacement(size: 3, margin: -1, style: style)
        #expect(placement.size == 0.5)
        #expect(placement.margin == 0)
        #expect(placement.style.opacity == 1)
        #expect(placement.style.cornerRadius == 0)
        #expect(placement.style.borderWidth == 256)
        #expect(PIPPlacement(size: .nan).size == 0.25)
    }

    @Test func everyWindowIsInsideAndHasTheShape() {
        var random = SeededGenerator(seed: 12)
        for _ in 0..<20_000 {
            let output = PixelSize(
                width: 1 + Int32(random.next() % 8192),
                height: 1 + Int32(random.next() % 8192)
            )
            let aspect = [0.01, 0.3, 0.5625, 1, 1.777, 2.4, 90][Int(random.next() % 7)]
            let corner = Corner.allCases[Int(random.next() % 4)]
            let position: PIPPlacement.Position =
                random.next() % 2 == 0
                ? .corner(corner) : .free(x: random.fraction(), y: random.fraction())
            let placement = PIPPlacement(
                position: position,
                size: random.fraction(),
                margin: random.fraction() / 3
            )
            let window = placement.bounds(in: output, aspect: aspect)
            let isInside = window.intersection(PixelRect(output)) == window && !window.isEmpty
            // Rounded to even pixels both ways.
            let height = Double(window.width) / aspect
            let width = Double(window.height) * aspect
            let hasShape =
                abs(height - Double(window.height)) <= 1 + 1 / aspect
                || abs(width - Double(window.width)) <= 1 + aspect
            guard isInside, hasShape else {
                Issue.record("\(placement) with \(aspect) in \(output) gives \(window)")
                return
            }
        }
    }

    /// Border and radius as given, the output's height, and what they are there.
    @Test(
        arguments: [
            (2, 12, 1080, 2, 12), (2, 12, 2160, 4, 24), (2, 12, 720, 1, 8), (2, 12, 4320, 8, 48),
            (1, 0, 180, 1, 0), (0, 12, 2160, 0, 24), (3, 30, 16, 1, 0),
            (256, 256, 8192, 1942, 1942),
        ] as [(border: Int32, radius: Int32, height: Int32, width: Int32, corner: Int32)]
    )
    func borderAndRadiusGrowWithTheOutput(
        border: Int32,
        radius: Int32,
        height: Int32,
        width: Int32,
        corner: Int32
    ) {
        let given = WindowStyle(opacity: 0.5, cornerRadius: radius, borderWidth: border)
        let style = PIPPlacement(style: given).style(in: PixelSize(width: 640, height: height))
        #expect(style.borderWidth == width)
        #expect(style.cornerRadius == corner)
        #expect(style.opacity == 0.5)
    }

    @Test func aShapeOfItsOwnIsKeptWhateverIsShown() {
        let placement = PIPPlacement(aspect: .ratio(width: 4, height: 3))
        for aspect in [0.5, 16.0 / 9, 4.0, .nan] {
            let bounds = placement.bounds(in: output, aspect: aspect)
            #expect(bounds.size == PixelSize(width: 320, height: 240))
        }
        let extreme = PIPPlacement(aspect: .ratio(width: 9999, height: 1))
        #expect(!extreme.bounds(in: output, aspect: 1).isEmpty)
    }

    @Test(
        arguments: [
            ("source", .source), ("16:9", .ratio(width: 16, height: 9)),
            ("9999:1", .ratio(width: 9999, height: 1)), ("", nil), ("1", nil), ("0:1", nil),
            ("10000:1", nil), ("4:3:2", nil), ("-4:3", nil), ("4: 3", nil),
        ] as [(String, WindowAspect?)]
    )
    func aShapeIsReadAsItIsWritten(text: String, aspect: WindowAspect?) {
        #expect(WindowAspect(text) == aspect)
        if let aspect { #expect("\(aspect)" == text) }
    }

    @Test func anEmptyOutputHasNoWindow() {
        let bounds = PIPPlacement().bounds(in: PixelSize(width: 0, height: 9), aspect: 1)
        #expect(bounds == .zero)
    }

    @Test(arguments: [Double.nan, 0, -1, .infinity])
    func anUnknownShapeIsSixteenToNine(aspect: Double) {
        #expect(PIPPlacement().bounds(in: output, aspect: aspect).height == 180)
    }
}
