import ControlAPI
import Media
import Testing

@testable import pipctl

@Suite struct CameraTextTests {
    @Test func camerasAreATable() {
        var webcam = CameraReport(device: "video0", path: "/dev/video0", state: "busy")
        webcam.name = "HD Webcam"
        webcam.driver = "uvcvideo"
        webcam.bus = "usb-1"
        webcam.stream = "desk"
        let denied = CameraReport(device: "video2", path: "/dev/video2", state: "denied")
        let text = ReportText.cameras([webcam, denied])
        #expect(
            text == """
                DEVICE  STATE   STREAM  DRIVER    BUS    NAME
                video0  busy    desk    uvcvideo  usb-1  HD Webcam
                video2  denied  –       –         –      –

                """
        )
        #expect(ReportText.cameras([]) == "No cameras\n")
    }

    @Test func formatsAreATableAndTheRestIsNamed() {
        var range = CameraSizeReport(width: 32, height: 32)
        range.maxWidth = 1920
        range.maxHeight = 1080
        range.minFrameRate = 1
        range.maxFrameRate = 60
        let sizes = [CameraSizeReport(width: 640, height: 480, frameRates: [30, 12.5]), range]
        let text = ReportText.cameraFormats(
            CameraFormatsReport(
                device: "video0",
                formats: [
                    CameraFormatReport(format: "YUYV", description: "", shown: true, sizes: sizes),
                    CameraFormatReport(format: "H264", description: "", shown: false, sizes: []),
                ]
            )
        )
        #expect(
            text == """
                FORMAT             SIZE  FPS
                YUYV            640x480  30, 12.5
                YUYV    32x32–1920x1080  1–60
                Not shown: H264

                """
        )
    }

    @Test func controlsSayWhatTheyAccept() {
        var gain = CameraControlReport(name: "gain", label: "Gain", type: "integer")
        (gain.minimum, gain.maximum, gain.step) = (-8, 8, 2)
        (gain.value, gain.standard, gain.active) = (4, 0, false)
        var mode = CameraControlReport(name: "mode", label: "Mode", type: "menu")
        mode.menu = [
            CameraMenuItem(value: 0, label: "Off"), CameraMenuItem(value: 2, label: "50 Hz"),
        ]
        mode.value = 2
        let reset = CameraControlReport(name: "reset", label: "Reset", type: "button")
        let text = ReportText.cameraControls(
            CameraControlsReport(device: "video0", controls: [gain, mode, reset])
        )
        #expect(
            text == """
                CONTROL  TYPE     VALUE  DEFAULT  ACCEPTED
                gain     integer      4        0  -8…8 step 2 (overridden)
                mode     menu         2        –  0 Off, 2 50 Hz
                reset    button       –        –  true

                """
        )
    }

    @Test(
        arguments: [
            ([], nil, [:]),
            (["video1"], "video1", [:]),
            (["video1", "gain=3"], "video1", ["gain": 3]),
            (["gain=-3", "mode=50 Hz", "a=b=c"], nil, ["gain": -3, "mode": "50 Hz", "a": "b=c"]),
            (["mirror=on", "flip=false"], nil, ["mirror": true, "flip": false]),
        ] as [([String], String?, [String: JSONValue])]
    )
    func settingsAreRead(arguments: [String], device: String?, values: [String: JSONValue]) throws {
        let settings = CameraSettings(arguments)
        #expect(try settings.device == device)
        #expect(settings.values == values)
    }

    @Test func twoCamerasAreTooMany() {
        let error = #expect(throws: CommandFailure.self) {
            try CameraSettings(["video0", "brightness"]).device
        }
        #expect(error?.message.description.contains("NAME=VALUE") == true)
    }
}
