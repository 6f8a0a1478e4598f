import Media
import Presentation
import Testing

@Suite struct SceneLayerTests {
    private let corner = PixelRect(x: 400, y: 200, width: 160, height: 120)

    private func layer(_ view: ViewName, _ number: Int, _ bounds: PixelRect) -> SceneLayer {
        SceneLayer(
            view: view,
            sample: .test(number),
            bounds: bounds,
            gravity: .resizeAspect,
            style: view == .pip ? WindowStyle(cornerRadius: 12, borderWidth: 2) : .plain
        )
    }

    @Test func thePictureIsFittedInsideTheBorder() {
        let pip = layer(.pip, 0, corner)
        #expect(pip.content == PixelRect(x: 402, y: 202, width: 156, height: 116))
        #expect(pip.destination.intersection(pip.content) == pip.destination)
    }

    @Test(arguments: [1, 2, 3, 4] as [Int32])
    func aBorderWiderThanTheWindowLeavesAPixel(side: Int32) {
        let tiny = SceneLayer(
            view: .pip,
            sample: .test(0),
            bounds: PixelRect(x: 0, y: 0, width: side, height: side),
            gravity: .resize,
            style: WindowStyle(borderWidth: 100)
        )
        #expect(!tiny.content.isEmpty)
        #expect(!tiny.destination.isEmpty)
    }
}
