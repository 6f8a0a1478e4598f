import FrameTransport
import Media
import Presentation
import Testing

@testable import Compositing

/// What has to be drawn where another scene was.
@Suite struct DrawnSceneTests {
    private static let size = PixelSize(width: 640, height: 360)
    private static let all = PixelRect(size)
    private static let corner = PixelRect(x: 600, y: 200, width: 160, height: 120)
    /// What is visible of the window.
    private static let window = PixelRect(x: 600, y: 200, width: 40, height: 120)
    /// Memory that nobody reads.
    private static let (here, there) = (components(), components())

    private static func components() -> PictureComponents {
        let memory = UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1)
        return PictureComponents(.init(base: memory, bytesPerRow: 160))
    }

    private static func layer(_ view: ViewName, _ bounds: PixelRect) -> DrawLayer {
        let sample = SampleBuffer(
            picture: PictureID(rawValue: 1),
            format: FormatDescription(
                pixelFormat: .gray8,
                size: PixelSize(width: 160, height: 90)
            ),
            number: 1,
            pts: .zero,
            decoded: .milliseconds(0)
        )
        let style = WindowStyle(cornerRadius: 12, borderWidth: 2)
        return DrawLayer(
            placement: SceneLayer(
                view: view,
                sample: sample,
                bounds: bounds,
                gravity: .resizeAspect,
                style: view == .pip ? style : .plain
            ),
            components: here
        )
    }

    /// One row: how a scene differs from that before, and what follows.
    struct Case: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var changes: DrawnScene.Changes
        var damage = PixelRect.zero
        /// Done to the scene before, too.
        var common: @Sendable (inout Scene) -> Void = { _ in }
        var change: @Sendable (inout Scene) -> Void

        private static func hideWindow(_ scene: inout Scene) {
            scene.pip = DrawnSceneTests.layer(.pip, PixelRect(x: 640, y: 0, width: 9, height: 9))
        }

        static let rows = [
            Self(testDescription: "nothing", changes: []) { _ in },
            Self(testDescription: "a main picture", changes: .mainPicture, damage: all) {
                $0.main?.placement.sample.number = 2
            },
            Self(testDescription: "a window's picture", changes: .windowPicture, damage: window) {
                $0.pip?.placement.sample.number = 2
            },
            Self(testDescription: "another slot", changes: .windowPicture, damage: window) {
                $0.pip?.placement.sample.picture = PictureID(rawValue: 2)
            },
            Self(testDescription: "another stream", changes: .windowPicture, damage: window) {
                $0.pip?.placement.streamNumber = 2
            },
            Self(testDescription: "other memory", changes: .windowPicture, damage: window) {
                $0.pip?.components = there
            },
            Self(testDescription: "a placeholder", changes: .mainPicture, damage: all) {
                $0.main?.placement.sample.attachments = .placeholder
            },
            Self(
                testDescription: "both pictures",
                changes: [.mainPicture, .windowPicture],
                damage: all
            ) {
                $0.main?.placement.sample.number = 2
                $0.pip?.placement.sample.number = 2
            },
            Self(testDescription: "the window's place", changes: .window, damage: all) {
                $0.pip?.placement.clip.x -= 2
            },
            Self(testDescription: "its look", changes: .window, damage: all) {
                $0.pip?.placement.style.opacity = 0.5
            },
            Self(testDescription: "no window", changes: .window, damage: all) { $0.pip = nil },
            Self(testDescription: "no main", changes: .layout, damage: all) { $0.main = nil },
            Self(testDescription: "gravity", changes: .layout, damage: all) {
                $0.main?.placement.source.width = 80
            },
            // Nothing of these is to be seen.
            Self(testDescription: "no visible opacity", changes: []) {
                $0.pip?.placement.style.opacity = 0.999
            },
            Self(testDescription: "a hidden picture", changes: [], common: hideWindow) {
                $0.pip?.placement.sample.number = 2
            },
            // Its picture has not been drawn, the same or not.
            Self(
                testDescription: "a hidden window that comes back",
                changes: [.window, .windowPicture],
                damage: all,
                common: hideWindow
            ) { $0.pip = DrawnSceneTests.layer(.pip, corner) },
        ].map { row in
            // A window that differs is a layout that does.
            var row = row
            if row.changes.contains(.window) { row.changes.insert(.layout) }
            return row
        }
    }

    @Test(arguments: Case.rows)
    func whatChanged(row: Case) {
        var scene = Scene(main: Self.layer(.main, Self.all), pip: Self.layer(.pip, Self.corner))
        row.common(&scene)
        let before = DrawnScene(scene, size: Self.size)
        row.change(&scene)
        let next = DrawnScene(scene, size: Self.size)
        let changes = next.changes(since: before)
        #expect(changes == row.changes)
        #expect(next.damage(changes, since: before) == row.damage)
        #expect(next.changes(since: next).isEmpty)
        #expect(next.changes(since: nil) == .all)
        #expect(next.damage(.all, since: before) == Self.all)
    }

    @Test func anotherSizeIsAnotherLayout() {
        let scene = Scene(main: nil, pip: nil)
        let small = DrawnScene(scene, size: PixelSize(width: 64, height: 36))
        #expect(DrawnScene(scene, size: Self.size).changes(since: small) == .layout)
    }
}
