internal import ControlAPI
internal import Foundation
internal import TestSupport
internal import Testing

/// The composed view, live, of a real daemon.
@Suite(.timeLimit(.minutes(30))) struct PreviewTests {
    /// A still image, over which a window is shown later.
    @Test func nothingIsMadeOfAViewThatDoesNotChange() throws {
        let still = try Clips.make("preview.png", "-f lavfi -i color=red:s=640x360 -frames:v 1")
        let daemon = try Daemon.ready(["--stream", "over=\(still)", "--main", "main=\(still)"])
        let first = try Self.preview(daemon)
        // No more than the view has.
        let pixels = try Pixels(of: first.bytes, in: daemon.scratch)
        #expect((pixels.width, pixels.height) == (320, 180))
        // Until the image is what is shown, and stays.
        var last = first
        while let next = try Self.preview(daemon, "&after=\(last.frame)&wait=0.5", ifAny: true) {
            #expect(next.frame > last.frame)
            last = next
        }
        let made = try Self.made(daemon)
        for _ in 0..<20 {
            let again = try Self.preview(daemon, "&after=\(last.frame)&wait=0", ifAny: true)
            #expect(again == nil)
        }
        // Who has none is given the one that there is.
        #expect(try Self.preview(daemon).bytes == last.bytes)
        #expect(try Self.made(daemon) == made)
        _ = try daemon.patchView(#"{"pip":{"stream":"over","enabled":true}}"#)
        let changed = try Self.preview(daemon, "&after=\(last.frame)&wait=10")
        #expect(changed.frame > last.frame)
        daemon.expectCleanStop()
    }

    /// Drawn from the streams' own pictures, it is what is read from the screen: also on a screen
    /// that is turned, with borders, corners and a window that lets something through.
    @Test(
        arguments: [
            (screen: "main: main", width: 640), (screen: "main: main", width: 320),
            (screen: "main: main\noutput: { rotation: 90 }", width: 640),
            (
                screen: "main: main\npip: { stream: over, enabled: true, size: 0.4, opacity: 0.6 }",
                width: 640
            ),
            (
                screen: "main: main\npip: { stream: over, enabled: true, border: 8, radius: 40 }",
                width: 320
            ),
        ]
    )
    func itIsWhatIsOnTheScreen(screen: String, width: Int) throws {
        let main = try Clips.make("view.png", "-f lavfi -i testsrc2=s=640x480 -frames:v 1")
        let over = try Clips.make("window.png", "-f lavfi -i smptebars=s=320x240 -frames:v 1")
        let scratch = try Scratch()
        let streams = "streams: { main: { url: \"\(main)\" }, over: { url: \"\(over)\" } }\n"
        let file = try scratch.write("pipd.yml", streams + screen + "\n")
        let daemon = try Daemon.ready(
            ["--config", file, "--output", "headless:1280x720@30"],
            in: scratch
        )
        // The window's first picture may be later than the main view's by any time.
        let hasWindow = screen.contains("pip:")
        #expect(try !hasWindow || daemon.eventually { try daemon.stream("over").presented > 0 })
        var last = try Self.preview(daemon, width: width)
        while let next = try Self.preview(
            daemon,
            "&after=\(last.frame)&wait=0.5",
            width: width,
            ifAny: true
        ) { last = next }
        let preview = try Pixels(of: last.bytes, in: scratch)
        let snapshot = try daemon.image(
            "/v1/snapshot",
            #"{"format":"png","max_width":\#(preview.width),"max_height":\#(preview.height)}"#
        )
        let view = try Pixels(of: snapshot.bytes, in: scratch)
        let likeness = try #require(preview.likeness(to: view))
        // Of JPEG with few bytes, and of another scaler.
        #expect(likeness > 24, "\(likeness) dB")
        daemon.expectCleanStop()
    }

    @Test func itGoesOnWithTheViewAndNoFasterThanItMay() throws {
        let daemon = try Daemon.ready(["--stream", "demo"])
        var frames: [Int] = []
        let began = try Self.flips(daemon)
        while frames.count < 12 {
            let after = frames.last.map { "&after=\($0)" } ?? ""
            frames.append(try Self.preview(daemon, after + "&wait=10").frame)
        }
        #expect(frames == frames.sorted() && Set(frames).count == frames.count)
        // Eleven tenths of a second at least have gone by: at 30 flips a second, less those that a
        // busy machine was late for.
        let late = try daemon.metrics()["pipd_flips_late_total"] ?? 0
        #expect(try Self.flips(daemon) - began + late >= 30)
        daemon.expectCleanStop()
    }

    @Test func playersAreSentPictureAfterPicture() throws {
        let daemon = try Daemon.ready(["--stream", "demo"])
        let player = try Connection(daemon.socketPath)
        let request = "GET /v1/preview.mjpeg?fps=10&width=320 HTTP/1.1\r\nHost: pipd\r\n\r\n"
        _ = player.send(Array(request.utf8))
        var text = ""
        let parts = player.read(into: &text) { text in
            text.components(separatedBy: "--pipd-picture\r\nContent-Type: image/jpeg").count > 5
        }
        #expect(parts)
        #expect(text.contains("multipart/x-mixed-replace; boundary=pipd-picture"))
        #expect(try daemon.metrics()["pipd_preview_frames_total{result=\"sent\"}"] ?? 0 >= 4)
        daemon.expectCleanStop()
    }

    /// A picture of the view, and its number.
    private struct Preview {
        let frame: Int
        let bytes: [UInt8]
    }

    private static func preview(
        _ daemon: Daemon,
        _ more: String = "",
        width: Int = 640
    ) throws -> Preview {
        try #require(try preview(daemon, more, width: width, ifAny: true))
    }

    /// Nil where the view has not changed.
    private static func preview(
        _ daemon: Daemon,
        _ more: String,
        width: Int = 640,
        ifAny: Bool
    ) throws -> Preview? {
        let answer = try daemon.request("GET", "/v1/preview.jpeg?width=\(width)\(more)")
        if answer.status == 204 { return nil }
        try #require(answer.status == 200, "\(answer.text)")
        let field = answer.head.lowercased().components(separatedBy: "\r\n").first {
            $0.hasPrefix("pipd-frame: ")
        }
        let frame = try #require(field.flatMap { Int($0.dropFirst(12)) })
        return Preview(frame: frame, bytes: answer.body)
    }

    private static func made(_ daemon: Daemon) throws -> Double? {
        try daemon.metrics()["pipd_preview_frames_total{result=\"encoded\"}"]
    }

    private static func flips(_ daemon: Daemon) throws -> Double {
        let answer = try daemon.request("GET", "/v1/stats")
        return Double(try JSONText.decode(StatsReport.self, from: Data(answer.body)).output.flips)
    }
}
