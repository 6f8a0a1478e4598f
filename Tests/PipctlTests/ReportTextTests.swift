internal import ControlAPI
internal import TestSupport
internal import Testing

@testable internal import pipctl

@Suite struct ReportTextTests {
    private var report: StatusReport {
        var door = StreamReport(id: "door", url: "rtsp://door/1", state: "reconnecting")
        door.reason = "Connection refused"
        door.live = true
        door.reconnects = 3
        door.screenshotReason = "no picture yet"
        door.placeholderReason = "x.png is no PNG file"
        var lobby = StreamReport(id: "lobby", url: "/srv/lobby.mp4", state: "playing")
        lobby.codec = "h264"
        lobby.width = 1920
        lobby.height = 1080
        lobby.frameRate = 29.97
        lobby.positionSeconds = 75
        lobby.durationSeconds = 3600
        lobby.presented = 2250
        lobby.dropped = ["rate": 1, "late": 2, "no_output": 40]
        lobby.shownIn = ["main"]
        lobby.screenshotPossible = true
        lobby.lookbackSeconds = 10
        return StatusReport(
            version: "1.2.3",
            uptimeSeconds: 192.4,
            output: OutputReport(
                kind: "kms",
                mode: "1920x1080@60",
                connector: "HDMI-A-1",
                compositor: "cpu",
                renderer: "AVX2"
            ),
            view: ViewReport(main: "lobby", pip: PIPReport(enabled: true, stream: "door")),
            streams: [door, lobby],
            memory: MemoryReport(residentBytes: 70_000_000, poolBytes: 12 << 20)
        )
    }

    @Test func statusSaysWhatIsShownAndWhy() {
        #expect(
            ReportText.status(report) == """
                pipd 1.2.3, up 3m12s
                output  kms HDMI-A-1 1920x1080@60, cpu (AVX2)
                memory  66.8 MiB, pictures 12.0 MiB
                main    lobby (resize-aspect)
                pip     on, door (bottom-right, 25% wide)

                STREAM  STATE         IN    CODEC       SIZE    FPS  PRESENTED  HIDDEN  DROPPED  \
                RECONNECTS  POSITION     SCREENSHOT     NOTE
                door    reconnecting  –     –              –      –          0       0        0  \
                         3  live         no             Connection refused; \
                no screenshot: no picture yet; placeholder: x.png is no PNG file
                lobby   playing       main  h264   1920x1080  29.97       2250      40        3  \
                         0  1m15s/1h00m  yes, 10s back  /srv/lobby.mp4

                """
        )
    }

    @Test(
        arguments: [
            (["late": 1, "rate": 2, "no_output": 40], " 3 "),
            (["late": 1 << 62, "rate": 1 << 62], " \(Int.max) "),
            (["late": 1, "no_output": .min], " 1 "),
        ] as [([String: Int], String)]
    )
    func countsThatNoIntegerHoldsAreTheLargest(dropped: [String: Int], text: String) {
        var stream = StreamReport(id: "door", url: "a", state: "playing")
        stream.dropped = dropped
        #expect(ReportText.streams([stream]).contains(text))
    }

    @Test(arguments: [("playing", "paused"), ("ended", "ended"), ("reconnecting", "reconnecting")])
    func whatWouldPlayIsPaused(state: String, text: String) {
        var stream = StreamReport(id: "door", url: "a", state: state)
        stream.paused = true
        #expect(ReportText.streams([stream]).contains("\ndoor    \(text) "))
    }

    @Test(
        arguments: [
            ("0", 0), ("12.5", 12.5), ("1:00", 60), ("100:00", 6000), ("1:02:03.5", 3723.5),
            ("", nil), (":", nil), ("1:", nil), ("1.5:00", nil), ("1:60", nil), ("1:99:00", nil),
            ("1:2:3:4", nil), ("-1", nil), ("1e3", nil), ("inf", nil), ("1.", nil), ("0x1", nil),
            ("1.2.3", nil), ("9999999999", nil),
        ] as [(String, Double?)]
    )
    func aPositionIsSecondsOrWhatAClockSays(text: String, seconds: Double?) {
        #expect(StreamPosition(argument: text)?.seconds == seconds)
    }

    @Test func measuredRatesReplaceTheStreamsOwn() {
        let text = ReportText.streams(report.streams, rates: ["lobby": 24.004])
        #expect(text.contains(" 24.00 "))
        #expect(!text.contains("29.97"))
    }

    @Test func noStreamsIsAnInvitation() {
        #expect(ReportText.streams([]).contains("pipctl streams add"))
    }

    @Test func whatIsShownForATimeComesFirst() {
        var view = ViewReport(main: "lobby", pip: PIPReport())
        view.show = ShowReport(main: "door", priority: 5, seconds: 19.6)
        var text = ReportText.view(view)
        #expect(text.hasPrefix("shown   door for 20s (priority 5)\nmain    lobby "), "\(text)")
        view.show?.covered = 2
        text = ReportText.view(view)
        #expect(text.hasPrefix("shown   door for 20s (priority 5, 2 behind it)\n"), "\(text)")
    }

    @Test func aFreeWindowHasAPlaceAndATransparentOneItsOpacity() {
        var view = ViewReport(main: nil, pip: PIPReport())
        view.pip.corner = nil
        view.pip.x = 0.125
        view.pip.y = 1
        view.pip.opacity = 0.8
        #expect(
            ReportText.view(view) == """
                main    – (resize-aspect)
                pip     off, – (at 12.5%, 100%, 25% wide, opacity 80%)

                """
        )
    }

    @Test(
        arguments: [
            (0, "0s"), (59.9, "59s"), (60, "1m00s"), (3599, "59m59s"), (3600, "1h00m"),
            (86399, "23h59m"), (273_600, "3d04h"), (-5, "0s"), (.infinity, "11574074d01h"),
            (.nan, "0s"), (0x1p62, "11574074d01h"),
        ] as [(Double, String)]
    )
    func durationsHaveTwoUnits(seconds: Double, text: String) {
        #expect(ReportText.duration(seconds) == text)
    }

    @Test(
        arguments: [
            (0, "0 B"), (1023, "1023 B"), (1024, "1.0 KiB"), (1536, "1.5 KiB"),
            (1 << 30, "1.0 GiB"), (1 << 52, "4096.0 TiB"),
        ])
    func sizesAreBinary(count: Int, text: String) {
        #expect(ReportText.bytes(count) == text)
    }

    @Test(
        arguments: [
            (29.97, 2, "29.97"), (0.005, 2, "0.01"), (30, 2, "30.00"), (-1.25, 1, "-1.3"),
            (-0.001, 2, "0.00"), (1.5, 0, "2"), (.nan, 2, "–"), (1e300, 2, "–"),
        ] as [(Double, Int, String)]
    )
    func numbersAreRounded(value: Double, places: Int, text: String) {
        #expect(ReportText.fixed(value, places: places) == text)
    }

    @Test(
        arguments: [
            (0, "00:00:00.000Z"), (1_795_226_512.503, "02:01:52.503Z"), (0.9996, "00:00:01.000Z"),
            (.nan, "00:00:00.000Z"), (-0x1p62, "00:00:00.000Z"), (.infinity, "01:46:40.000Z"),
        ] as [(Double, String)]
    )
    func eventsHaveTheTimeOfDay(seconds: Double, text: String) {
        #expect(ReportText.clock(seconds) == text)
    }

    @Test(
        arguments: [
            (0, "connected for 2s"), (1, "connected for 2s, once anew"),
            (2, "connected for 2s, 2 times anew"),
        ]
    )
    func aBrokerIsConnectedToAnew(reconnects: Int, says: String) {
        var report = MQTTReport(state: .connected)
        report.broker = "a:1883"
        report.connectedSeconds = 2
        report.reconnects = reconnects
        #expect(ReportText.mqtt(report).hasPrefix("broker  a:1883, \(says)\n"))
    }

    @Test func eventsNameTheirMembersInOrder() {
        let data: JSONValue = [
            "id": 7, "time": 0, "stream": "door", "reason": "it \u{1B}[2J broke", "n": 3,
            "name": "a \"b\"\\",
        ]
        #expect(
            ReportText.event(kind: "stream-lost", data: data)
                == #"00:00:00.000Z stream-lost n=3 name="a \"b\"\\" reason="it \x1b[2J broke" "#
                + "stream=door\n"
        )
    }
}
