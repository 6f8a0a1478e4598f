import Media
import Presentation
import TestSupport
import Testing

@Suite struct ViewGeometryTests {
    private func format(
        _ width: Int32,
        _ height: Int32,
        shape: (Int32, Int32) = (1, 1),
        rotation: Rotation = .none
    ) -> FormatDescription {
        FormatDescription(
            pixelFormat: .i420,
            size: PixelSize(width: width, height: height),
            sampleAspectRatio: SampleAspectRatio(numerator: shape.0, denominator: shape.1),
            rotation: rotation
        )
    }

    private let screen = PixelRect(x: 0, y: 0, width: 1280, height: 720)

    @Test func aWidePictureGetsBarsAboveAndBelow() {
        let layout = ViewGeometry.layout(
            format: format(2560, 1080),
            gravity: .resizeAspect,
            bounds: screen
        )
        #expect(layout.destination == PixelRect(x: 0, y: 90, width: 1280, height: 540))
        #expect(layout.source == SourceRect(x: 0, y: 0, width: 2560, height: 1080))
    }

    @Test func aTurnedPictureGetsBarsAtTheSides() {
        let layout = ViewGeometry.layout(
            format: format(1920, 1080, rotation: .clockwise90),
            gravity: .resizeAspect,
            bounds: screen
        )
        #expect(layout.destination == PixelRect(x: 437, y: 0, width: 405, height: 720))
    }

    @Test func anamorphicPicturesGetTheirShape() {
        let layout = ViewGeometry.layout(
            format: format(720, 576, shape: (64, 45)),
            gravity: .resizeAspect,
            bounds: screen
        )
        #expect(layout.destination == screen)
    }

    @Test func fillingCutsThePictureAndNotTheScreen() {
        let layout = ViewGeometry.layout(
            format: format(1000, 1000),
            gravity: .resizeAspectFill,
            bounds: screen
        )
        #expect(layout.destination == screen)
        #expect(layout.source == SourceRect(x: 0, y: 218.75, width: 1000, height: 562.5))
    }

    @Test func fillingWithATurnedPictureCutsInStoredPixels() {
        let layout = ViewGeometry.layout(
            format: format(1280, 720, rotation: .clockwise270),
            gravity: .resizeAspectFill,
            bounds: screen
        )
        #expect(layout.source.height == 720)
        #expect(abs(layout.source.width - 405) < 1e-9)
    }

    @Test func emptyBoundsShowNothing() {
        for gravity in VideoGravity.allCases {
            let layout = ViewGeometry.layout(
                format: format(10, 10),
                gravity: gravity,
                bounds: PixelRect(x: 5, y: 6, width: 0, height: 9)
            )
            #expect(layout.destination.isEmpty)
        }
    }

    /// Sizes from 1x1 to 8K, shapes to 1:64, all rotations, bounds anywhere.
    @Test(arguments: VideoGravity.allCases)
    func everyLayoutKeepsTheRules(gravity: VideoGravity) {
        var random = SeededGenerator(seed: 11)
        for _ in 0..<20_000 {
            let format = randomFormat(&random)
            let bounds = PixelRect(
                x: Int32(random.next() % 200) - 100,
                y: Int32(random.next() % 200) - 100,
                width: randomLength(&random),
                height: randomLength(&random)
            )
            let layout = ViewGeometry.layout(format: format, gravity: gravity, bounds: bounds)
            if let broken = brokenRule(layout, format, gravity, bounds) {
                Issue.record("\(broken): \(format) in \(bounds) gives \(layout)")
                return
            }
        }
    }

    private func randomLength(_ random: inout SeededGenerator) -> Int32 {
        switch random.next() % 4 {
        case 0: 1 + Int32(random.next() % 4)
        case 1: 1 + Int32(random.next() % 300)
        default: 1 + Int32(random.next() % 8192)
        }
    }

    private func randomFormat(_ random: inout SeededGenerator) -> FormatDescription {
        format(
            randomLength(&random),
            randomLength(&random),
            shape: (1 + Int32(random.next() % 64), 1 + Int32(random.next() % 64)),
            rotation: Rotation.allCases[Int(random.next() % 4)]
        )
    }

    private func brokenRule(
        _ layout: ViewGeometry.Layout,
        _ format: FormatDescription,
        _ gravity: VideoGravity,
        _ bounds: PixelRect
    ) -> String? {
        let (source, shown) = (layout.source, layout.destination)
        if shown.isEmpty || shown.intersection(bounds) != shown { return "outside the bounds" }
        let slack = 1e-6
        if source.width <= 0 || source.height <= 0 || source.x < 0 || source.y < 0
            || source.x + source.width > Double(format.size.width) + slack
            || source.y + source.height > Double(format.size.height) + slack
        {
            return "outside the picture"
        }
        if gravity != .resizeAspect { return gravityRule(layout, format, gravity, bounds) }
        if shown.width != bounds.width, shown.height != bounds.height { return "smaller than fits" }
        let aspect = format.displayAspectRatio
        let width = Double(shown.height) * aspect
        let height = Double(shown.width) / aspect
        let isRight =
            abs(width - Double(shown.width)) <= 1 || abs(height - Double(shown.height)) <= 1
        return isRight ? nil : "another shape"
    }

    private func gravityRule(
        _ layout: ViewGeometry.Layout,
        _ format: FormatDescription,
        _ gravity: VideoGravity,
        _ bounds: PixelRect
    ) -> String? {
        if layout.destination != bounds { return "does not fill" }
        let whole = SourceRect(
            x: 0,
            y: 0,
            width: Double(format.size.width),
            height: Double(format.size.height)
        )
        if gravity == .resize { return layout.source == whole ? nil : "cut" }
        // The part shown has the shape of the bounds.
        let stored = layout.source.width * format.sampleAspectRatio.value / layout.source.height
        let shown = format.rotation.exchangesAxes ? 1 / stored : stored
        let wanted = Double(bounds.width) / Double(bounds.height)
        return abs(shown / wanted - 1) < 1e-9 ? nil : "another shape"
    }
}
