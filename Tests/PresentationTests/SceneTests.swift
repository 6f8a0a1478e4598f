import Media
import Presentation
import Testing

@Suite struct SceneTests {
    private let size = PixelSize(width: 640, height: 360)
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

    private func scene(main: Int?, pip: Int?, at bounds: PixelRect? = nil) -> Scene {
        Scene(
            size: size,
            main: main.map { layer(.main, $0, PixelRect(size)) },
            pip: pip.map { layer(.pip, $0, bounds ?? corner) }
        )
    }

    @Test func thePictureIsFittedInsideTheBorder() {
        let pip = layer(.pip, 0, corner)
        #expect(pip.content == PixelRect(x: 402, y: 202, width: 156, height: 116))
        #expect(pip.destination.intersection(pip.content) == pip.destination)
        #expect(pip.zPosition > layer(.main, 0, corner).zPosition)
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

    @Test func nothingChangedIsNoDamage() {
        let scene = scene(main: 1, pip: 1)
        #expect(scene.damage(since: scene) == .none)
        let black = Scene(size: size)
        #expect(black.damage(since: black) == .none)
    }

    @Test func onlyThePIPPictureChangedDamagesTheWindow() {
        #expect(scene(main: 1, pip: 2).damage(since: scene(main: 1, pip: 1)) == .pip(corner))
    }

    @Test func theSameSlotWithAnotherPictureIsDamage() {
        var next = scene(main: 1, pip: 1)
        next.pip?.sample.number = 17
        #expect(next.damage(since: scene(main: 1, pip: 1)) == .pip(corner))
    }

    @Test func anotherStreamWithTheSameNumbersIsDamage() {
        var next = scene(main: 1, pip: 1)
        next.pip?.streamNumber = 2
        #expect(next.damage(since: scene(main: 1, pip: 1)) == .pip(corner))
    }

    @Test func aLayerIsPartOfASceneOnceItDisplaysSomething() throws {
        var layer = SampleBufferDisplayLayer.test()
        layer.bounds = PixelRect(size)
        #expect(layer.sceneLayer(view: .main) == nil)
        try layer.enqueue(.test(3), now: .milliseconds(0)) { _, _ in }
        _ = layer.dequeue(dueAt: .milliseconds(0)) { _, _ in }
        let shown = try #require(layer.sceneLayer(view: .main))
        #expect(shown.sample.number == 3)
        #expect(shown.destination == PixelRect(x: 80, y: 0, width: 480, height: 360))
    }

    @Test func everythingElseDamagesAll() {
        let before = scene(main: 1, pip: 1)
        let moved = PixelRect(x: 10, y: 10, width: 160, height: 120)
        var larger = before
        larger.size = PixelSize(width: 1280, height: 720)
        var paler = before
        paler.pip?.style.opacity = 0.5
        let others = [
            scene(main: 2, pip: 1), scene(main: nil, pip: 1), scene(main: 1, pip: nil),
            scene(main: 1, pip: 1, at: moved), larger, paler,
        ]
        for other in others {
            #expect(other.damage(since: before) == .full)
            #expect(before.damage(since: other) == .full)
        }
        #expect(before.damage(since: nil) == .full)
    }
}
