import Media
import Platform
import Testing

@testable import Capture

/// What a camera's controls are after a photo.
@Suite struct CameraSettingsTests {
    private static func control(
        _ id: UInt32,
        _ name: String,
        _ kind: CameraControl.Kind = .integer,
        value: Int64,
        _ change: (inout CameraControl) -> Void = { _ in }
    ) -> CameraControl {
        var control = CameraControl(
            id: id,
            name: name,
            label: name,
            kind: kind,
            minimum: 0,
            maximum: 9,
            step: 1,
            standard: 0,
            value: value
        )
        change(&control)
        return control
    }

    private static let controls = [
        control(1, "brightness", value: 3),
        control(2, "exposure_manual", .boolean, value: 1),
        control(3, "contrast", value: 0),
        control(4, "serial", value: 4) { $0.isReadOnly = true },
        control(5, "measured_gain", value: 5) { $0.isVolatile = true },
        control(6, "overridden", value: 6) { $0.isActive = false },
        control(7, "reset", .button, value: 7),
    ]

    private static func values(_ camera: FakeCamera) -> [Int64?] {
        camera.state.withLock { $0.controls.map(\.value) }
    }

    @Test func whatAPersonHasSetIsPutBackAfterAPhoto() throws {
        let camera = try FakeCamera.withPhotos { $0.forgetsControls = true }
        let player = try Player.showing(camera)
        camera.state.withLock { $0.controls = Self.controls }
        let call = try PhotoCall(player.stream)
        #expect(player.play(camera, until: call))
        _ = try call.photo()
        #expect(Self.values(camera) == [3, 1, 0, 0, 0, 0, 0])
    }

    /// An automatic mode that is on again hides what it overrides.
    @Test func whatSomethingElseOverridesMeanwhileIsPutBackLast() throws {
        let camera = try FakeCamera { $0.controls = Self.controls }
        let device = try camera.open()
        let settings = CameraSettings(of: device)
        camera.state.withLock {
            $0.controls[0].value = 9
            $0.controls[0].isActive = false
            $0.controls[1].value = 0
            $0.controls[3].value = 9
        }
        settings.restore(on: device)
        #expect(Self.values(camera) == [3, 1, 0, 9, 5, 6, 7])
        #expect(camera.state.withLock { $0.set } == [2, 1])
    }

    @Test(arguments: ["VIDIOC_G_EXT_CTRLS", "VIDIOC_S_EXT_CTRLS"])
    func aCameraThatRefusesItsControlsTakesPhotosAllTheSame(call name: String) throws {
        let camera = try FakeCamera.withPhotos {
            $0.controls = Self.controls
            $0.forgetsControls = true
            $0.failures[name] = .inputOutput
        }
        let player = try Player.showing(camera)
        let call = try PhotoCall(player.stream)
        #expect(player.play(camera, until: call))
        #expect(try call.photo().mode == "256x128 YUYV")
        #expect(player.playsOn(camera))
    }
}
