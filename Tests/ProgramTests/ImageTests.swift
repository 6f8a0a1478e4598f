internal import ControlAPI
internal import Foundation
internal import Glibc
internal import Platform
internal import TestSupport
internal import Testing

/// Screenshots and snapshots of the running program.
@Suite(.timeLimit(.minutes(30))) struct ImageTests {
    /// Expects the `ffmpeg` program's picture of a number, and no neighbour of it.
    ///
    /// They differ where coarse colour meets an edge: libswscale fills in colour
    /// with other weights.
    private func expect(
        _ ours: Pixels,
        toBe number: Int,
        of clip: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let theirs = try Pixels(of: clip, number: number)
        let likeness = try #require(ours.likeness(to: theirs), sourceLocation: sourceLocation)
        #expect(likeness > 33, sourceLocation: sourceLocation)
        let other = try Pixels(of: clip, number: number > 0 ? number - 1 : 1)
        let less = try #require(ours.likeness(to: other), sourceLocation: sourceLocation)
        #expect(less < likeness - 3, sourceLocation: sourceLocation)
    }

    /// A picture of ours is the `ffmpeg` program's of the same number.
    @Test(arguments: [0, 7, 16, 29])
    func aTimeInAFileIsThePictureShownThen(number: Int) throws {
        let clip = try Clips.good()
        let daemon = try Daemon.ready(["--stream", "main=\(clip)"])
        let time = (Double(number) + 0.5) / 30
        let image = try daemon.screenshot("main", #"{"at":\#(time),"format":"png"}"#)
        #expect(image.report.tier == .exact)
        #expect(abs((image.report.actual ?? -1) - Double(number) / 30) < 0.001)
        #expect(image.report.requested.map { abs($0 - time) < 1e-6 } == true)
        let ours = try Pixels(of: image.bytes, in: daemon.scratch)
        try expect(ours, toBe: number, of: clip)
    }

    @Test func thePictureOfNowIsTheOneDisplayed() throws {
        let clip = try Clips.good()
        let daemon = try Daemon.ready(["--stream", "main=\(clip)"])
        // It has ended: the last picture stays.
        let hasEnded = try daemon.eventually { try daemon.stream("main").state == "ended" }
        #expect(hasEnded)
        var last: Image?
        let isThere = try daemon.eventually {
            last = try daemon.screenshot("main", #"{"format":"png"}"#)
            return abs((last?.report.actual ?? 0) - 29.0 / 30) < 0.001
        }
        #expect(isThere)
        let image = try #require(last)
        #expect(image.report.tier == .exact)
        #expect(image.report.requested == nil && image.report.ageMilliseconds == nil)
        let ours = try Pixels(of: image.bytes, in: daemon.scratch)
        try expect(ours, toBe: 29, of: clip)
        daemon.expectCleanStop()
    }

    /// A phone's clip says how it is to be turned.
    @Test(arguments: [90, 180, 270])
    func aTurnedClipComesOutUpright(degrees: Int) throws {
        let source = try Clips.good()
        let clip = try Clips.make(
            "turned-\(degrees).mp4",
            "-i \(source) -c copy -metadata:s:v rotate=\(degrees)"
        )
        let daemon = try Daemon.ready(["--stream", "main=\(clip)"])
        for json in [#"{"format":"png","at":0}"#, #"{"format":"png"}"#] {
            let image = try daemon.screenshot("main", json)
            let number = Int(((image.report.actual ?? 0) * 30).rounded())
            let ours = try Pixels(of: image.bytes, in: daemon.scratch)
            // The program turns it, too.
            try expect(ours, toBe: number, of: clip)
            #expect(ours.width == (degrees == 180 ? 160 : 90))
        }
        let stored = try daemon.screenshot("main", #"{"at":0,"orientation":"stored"}"#)
        #expect(stored.report.width == 160)
    }

    @Test func limitsHoldAndAreReported() throws {
        let daemon = try Daemon.ready(["--stream", "main=test:640x360@30"])
        let small = try daemon.screenshot("main", #"{"max_width":100,"max_height":100}"#)
        #expect(small.report.width == 100 && small.report.height == 56)
        #expect(small.report.sourceWidth == 640 && !small.report.scaledDown)
        let tight = try daemon.screenshot("main", #"{"max_bytes":2048,"quality":1}"#)
        #expect(tight.bytes.count <= 2048)
        #expect(tight.report.scaledDown || (tight.report.quality ?? 1) < 1)
        let large = try daemon.screenshot("main", #"{"max_width":8192,"format":"png"}"#)
        #expect(large.report.width == 640)
    }

    @Test func aSnapshotIsTheViewWithItsWindow() throws {
        let daemon = try Daemon.ready(
            ["--stream", "pip=test:96x64@25", "--pip", "--main", "main=test:160x90@30"]
        )
        let isShown = try daemon.eventually { try daemon.stream("pip").presented > 0 }
        #expect(isShown)
        let plain = try daemon.image("/v1/snapshot")
        #expect(plain.report.format == .png && plain.report.width == 320)
        #expect(plain.report.stream == nil && plain.report.actual == nil)
        let pixels = try Pixels(of: plain.bytes, in: daemon.scratch)
        #expect(pixels.height == 180)
        #expect(try daemon.patchView(#"{"pip":{"enabled":false}}"#).pip.enabled == false)
        let without = try Pixels(
            of: try daemon.image("/v1/snapshot").bytes,
            in: daemon.scratch
        )
        #expect(pixels.values != without.values)
        let small = try daemon.image("/v1/snapshot", #"{"format":"jpeg","max_width":160}"#)
        #expect(small.report.width == 160 && small.report.height == 90)
        daemon.expectCleanStop()
    }

    /// Without waiting, it shows nothing of the stream, or what was there when it was hidden.
    @Test func aSnapshotRightBehindASwitchShowsTheStream() throws {
        let clip = try Clips.make(
            "switched.ts",
            "-f lavfi -i testsrc2=s=1280x720:r=25 -frames:v 250 -c:v libx264 -preset ultrafast"
                + " -tune zerolatency -g 50 -pix_fmt yuv420p"
        )
        let url = "udp://127.0.0.1:\(try LoopbackPort.unused())"
        let daemon = try Daemon.ready(["--stream", "other=test:160x90@30"])
        let words = "-v quiet -re -stream_loop -1 -i \(clip) -c copy -f mpegts \(url)?pkt_size=1316"
        let sender = try Program(
            "ffmpeg",
            words.split(separator: " ").map(String.init),
            in: daemon.scratch
        )
        let added = try daemon.request("PUT", "/v1/streams/door", json: #"{"url":"\#(url)"}"#)
        #expect(added.status == 201)
        // A machine with more to do may be too slow for it, but not every time; and chance
        // may bring a snapshot that does not wait what it should show, but not thrice.
        var inARow = 0
        let isSeen = try daemon.eventually {
            _ = try daemon.patchView(#"{"main":"other"}"#)
            // Long enough for its last picture to be of the past.
            let isHidden = try daemon.eventually {
                let age = "pipd_stream_last_frame_age_seconds{stream=\"door\"}"
                return try daemon.metrics()[age].map { $0 > 0.5 } ?? false
            }
            guard isHidden, try daemon.stream("door").state == "playing" else { return false }
            _ = try daemon.patchView(#"{"main":"door"}"#)
            let report = try daemon.image("/v1/snapshot").report
            let shows = report.tier == .exact && report.ageMilliseconds != nil
            inARow = shows ? inARow + 1 : 0
            return inARow == 3
        }
        #expect(isSeen)
        withExtendedLifetime(sender) {}
    }

    @Test func whatCannotBeHadIsRefusedWithWhatCould() throws {
        let daemon = try Daemon.ready(
            ["--stream", "main=test:160x90@30"],
            environment: ["HOME": "/nowhere"]
        )
        let absent = "http://127.0.0.1:1/absent.mp4"
        let added = try daemon.request("PUT", "/v1/streams/down", json: #"{"url":"\#(absent)"}"#)
        #expect(added.status == 201)
        let refusals: [(path: String, json: String, status: Int, words: [String])] = [
            ("streams/nobody/screenshot", "{}", 404, ["nobody", "down, main"]),
            ("streams/down/screenshot", #"{"wait_ms":50}"#, 503, ["down", "wait_ms"]),
            ("streams/main/photo", "{}", 409, ["main", "screenshots"]),
            ("streams/main/screenshot", #"{"output":"path","path":"/etc/x.jpg"}"#, 403, ["/etc"]),
            ("streams/main/screenshot", #"{"output":"path"}"#, 422, ["path"]),
            ("streams/main/screenshot", #"{"colour":1}"#, 422, ["colour", "format"]),
        ]
        for refusal in refusals {
            let answer = try daemon.request("POST", "/v1/\(refusal.path)", json: refusal.json)
            #expect(answer.status == refusal.status, "\(refusal.path) \(answer.text)")
            for word in refusal.words { #expect(answer.text.contains(word), "\(answer.text)") }
        }
        let metrics = try daemon.metrics()
        #expect(metrics[#"pipd_images_total{kind="screenshot",result="refused"}"#] == 1)
        #expect(metrics[#"pipd_images_total{kind="screenshot",result="failed"}"#] == 1)
        daemon.expectCleanStop()
    }

    /// Who asks too early gets the first picture, not a refusal.
    @Test func aStreamThatIsNotReadyIsWaitedFor() throws {
        let daemon = try Daemon.ready(["--stream", "main=test:160x90@30"])
        let clip = try Clips.good()
        let added = try daemon.request("PUT", "/v1/streams/clip", json: #"{"url":"\#(clip)"}"#)
        #expect(added.status == 201)
        let image = try daemon.screenshot("clip", #"{"wait_ms":15000}"#)
        #expect(image.report.tier == .exact && image.report.width == 160)
        #expect(try daemon.stream("clip").screenshotPossible)
        daemon.expectCleanStop()
    }
}
