import FrameTransport
import Media
import TestSupport
import Testing

@testable import Addressing
@testable import Demuxing

@Suite struct SourceAddressTests {
    /// What can be open once only: cameras and ports of datagrams, with the one above them.
    @Test(
        arguments: [
            ("udp://h:5000", "udp://:5000?fifo_size=1", true),
            ("udp://h:5000", "udp://h:5004", false),
            ("rtp://h:5000", "rtp://h:5001", true), ("srt://h:1?localport=7", "udp://h:7", true),
            ("/dev/video0", "v4l2:///dev/video0", true), ("/dev/video0", "/dev/video1", false),
            ("http://h:80/a", "http://h:80/a", false), ("rtsp://h/a", "rtsp://h/a", false),
            ("a.mp4", "a.mp4", false), ("demo", "demo", false),
            // No port at all.
            ("udp://h:+9223372036854775807", "udp://h:+9223372036854775807", false),
        ]
    )
    func onlySomeSourcesExcludeEachOther(one: String, other: String, exclude: Bool) throws {
        let (one, other) = (try SourceAddress.parse(one), try SourceAddress.parse(other))
        #expect(one.excludes(other) == exclude)
        #expect(other.excludes(one) == exclude)
    }

    @Test(
        arguments: [
            ("demo", .pattern(PixelSize(width: 1280, height: 720), .thirty)),
            ("test:640x360@25", pattern(640, 360, 25, 1)),
            ("test:16x16@240", pattern(16, 16, 240, 1)),
            ("test:7680x4320@30000/1001", pattern(7680, 4320, 30_000, 1_001)),
            ("test:320x240@29.97", pattern(320, 240, 30_000, 1_001)),
            ("test:320x240@12.5", pattern(320, 240, 12_500, 1_000)),
            ("test:320x240", pattern(320, 240, 30, 1)),
            ("/srv/a b.mp4", .file("/srv/a b.mp4")),
            ("clips/a.mp4", .file("clips/a.mp4")),
            ("file:///srv/a%20b.mp4", .file("/srv/a b.mp4")),
            ("file://localhost/srv/a.mp4", .file("/srv/a.mp4")),
            ("http://h/a.m3u8", .web),
            ("HTTPS://h/a.mp4", .web),
            ("rtsp://u:p@h:8554/s", .rtsp),
            ("rtsps://h/s", .rtsp),
            ("udp://239.0.0.1:5000", .datagrams),
            ("rtp://127.0.0.1:5000", .datagrams),
            ("srt://h:9000?mode=caller", .datagrams),
        ] as [(String, SourceAddress.Kind)]
    )
    func isUnderstood(text: String, kind: SourceAddress.Kind) throws {
        #expect(try SourceAddress.parse(text).kind == kind)
    }

    private static func pattern(
        _ width: Int32,
        _ height: Int32,
        _ numerator: Int32,
        _ denominator: Int32
    ) -> SourceAddress.Kind {
        let rate = Hertz(numerator: numerator, denominator: denominator) ?? .thirty
        return .pattern(PixelSize(width: width, height: height), rate)
    }

    @Test(
        arguments: [
            "", "test:", "test:15x16@30", "test:7681x100@30", "test:100x4321@30", "test:100@30",
            "test:100x100@0", "test:100x100@241", "test:100x100@30@1", "test:100x100@-5",
            "test:100x100@30/0", "test:100x100@nan", "ftp://h/a.mp4", "rtsp://", "http:///a",
            "file://host/a.mp4", "file:///a%zz", "concat://a|b", "a\0b",
        ]
    )
    func isRefusedWithWhatWouldBeAccepted(text: String) {
        let error = #expect(throws: SourceError.self) { try SourceAddress.parse(text) }
        #expect(error?.kind == .address)
        #expect(error?.message.contains("rtsp://") == true)
    }

    /// An address around a port, and whether zero is one there.
    @Test(
        arguments: [
            ("http://h:PORT/a.ts", false), ("https://u:p@h:PORT/a", false),
            ("rtsp://u:1@h:PORT/a", false), ("rtsps://[::1]:PORT", false),
            ("udp://@239.0.0.1:PORT?a=b", false), ("udp://:PORT", false),
            ("rtp://[ff02::1]:PORT", false), ("srt://h:PORT#a", false),
            ("udp://h:1?localport=PORT&ttl=99999", true), ("rtp://h:1?a=b&rtcpport=PORT", true),
        ]
    )
    func aPortIsOneThatThereCanBe(address: String, mayBeZero: Bool) throws {
        for port in [
            "1", "65535", "00080", "0", "65536", "99999", "131072", "99999999999999999999",
        ] {
            let text = address.replacing("PORT", with: port)
            let isPossible = Int(port).map { (mayBeZero ? 0...65_535 : 1...65_535).contains($0) }
            guard isPossible != true else {
                #expect(throws: Never.self, "\(text)") { try SourceAddress.parse(text) }
                continue
            }
            let error = #expect(throws: SourceError.self, "\(text)") {
                try SourceAddress.parse(text)
            }
            #expect(error?.message.contains("a port is a number from 1 to 65535") == true)
        }
    }

    @Test(
        arguments: [
            "udp://h", "http://h:/a", "http://[::1]/a", "rtsp://h/a:99999", "http://h/?port=99999",
            "rtsp://99999:p@h/a", "rtsp://u:99999@h/a", "http://h/a@b:99999",
        ]
    )
    func whatIsNoPortIsNotTakenForOne(text: String) {
        #expect(throws: Never.self) { try SourceAddress.parse(text) }
    }

    @Test(
        arguments: [
            ("v4l2:///dev/video0", "/dev/video0"), ("/dev/video0", "/dev/video0"),
            ("/dev/video12", "/dev/video12"),
            ("/dev/v4l/by-id/usb-Cam-video-index0", "/dev/v4l/by-id/usb-Cam-video-index0"),
            ("v4l2:///dev/v4l/by-path/a%3Ab", "/dev/v4l/by-path/a:b"),
            ("v4l2:///srv/clip.mp4", "/srv/clip.mp4"),
        ]
    )
    func camerasAreRecognised(text: String, path: String) throws {
        let address = try SourceAddress.parse(text)
        #expect(address.kind == .camera(path))
        #expect(address.isCamera && !address.isNetwork && !address.isLocalFile)
        #expect(address.isLive)
    }

    @Test(arguments: ["v4l2://video0", "v4l2://", "v4l2:///dev/%zz"])
    func aCamerasAddressNamesAPath(text: String) {
        let error = #expect(throws: SourceError.self) { try SourceAddress.parse(text) }
        #expect(error?.message.contains("v4l2:///dev/video0") == true)
    }

    @Test(
        arguments: [
            ("rtsp://admin:secret@cam/1", "rtsp://admin:***@cam/1"),
            ("rtsp://admin:se@cret@cam/1", "rtsp://admin:***@cam/1"),
            ("rtsp://admin:se/cret@cam/1", "rtsp://admin:***@cam/1"),
            ("rtsp://admin:se@c/ret@cam/1", "rtsp://admin:***@cam/1"),
            ("rtsp://admin:se@#c//ret@cam/1", "rtsp://admin:***@cam/1"),
            ("http://a:se@p/http://b:cret@h/1", "http://a:***@p/http://b:***@h/1"),
            ("rtsp://TOKEN@cam/1", "rtsp://***@cam/1"),
            ("http://TOKEN:@cam/1", "http://***@cam/1"),
            ("http://user%3Asecret@cam/1", "http://***@cam/1"),
            (" rtsp://admin:secret@cam/1\n", "rtsp://admin:***@cam/1"),
            ("http://proxy/rtsp://admin:secret@cam/1", "http://proxy/rtsp://admin:***@cam/1"),
            ("http://h/?u=rtsp://a:secret@c/1&n=2", "http://h/?u=rtsp://a:***@c/1&n=2"),
            ("http://h/a?p%61ssword=secret", "http://h/a?p%61ssword=***"),
            ("http://h/a?n=1;pwd=secret", "http://h/a?n=1;pwd=***"),
            ("http://h/a#access_token=secret", "http://h/a#access_token=***"),
            ("http://h/a?jwt=secret&hdnts=secret&st=secret", "http://h/a?jwt=***&hdnts=***&st=***"),
            ("http://h/a?hdnea=secret&sid=secret&x=1", "http://h/a?hdnea=***&sid=***&x=1"),
            ("http://h/a?Policy=secret&code=secret", "http://h/a?Policy=***&code=***"),
            ("http://h/a?phpsessionid=secret&hash=secret", "http://h/a?phpsessionid=***&hash=***"),
            ("http://h/a?codec=h264&side=left", "http://h/a?codec=h264&side=left"),
            ("srt://h:9?streamid=secret&mode=caller", "srt://h:9?streamid=***&mode=caller"),
            ("http://h/a?u=http%3A%2F%2Fa:secret%40c&n=2", "http://h/a?u=***&n=2"),
            ("rtsp://user:secret", "rtsp://user:***"),
            ("http://h/a?t=12:30:00&s=a%2Fb;x#top", "http://h/a?t=12:30:00&s=a%2Fb;x#top"),
            ("udp://@239.0.0.1:1234", "udp://@239.0.0.1:1234"),
            ("admin:secret@cam/1", "admin:***@cam/1"),
            ("clips/night@home.mp4", "clips/night@home.mp4"),
            ("night@home.mp4", "night@home.mp4"),
            ("test:640x360@30", "test:640x360@30"),
            ("rtsp://cam:554/a@b", "rtsp://cam:554/a@b"),
            ("http://h/a?user=x&password=y&n=1", "http://h/a?user=x&password=***&n=1"),
            ("https://h/a?Token=y", "https://h/a?Token=***"),
            ("srt://h:9000?passphrase=y&mode=caller", "srt://h:9000?passphrase=***&mode=caller"),
            ("http://[::1]:80/a", "http://[::1]:80/a"),
            ("/srv/a:b@c.mp4", "/srv/a:b@c.mp4"),
        ]
    )
    func passwordsAreNeverShown(text: String, shown: String) throws {
        #expect(try SourceAddress.parse(text).redacted == shown)
    }

    @Test(arguments: [
        "ftp://me:secret@h/a", "rtsp:/me:secret@h/a", "rtsp:me:secret@h", "//me:secret@h/a",
        "file://me:secret@h/a", "RTSP:/secret@h", " rtsp:/me:secret@h", "http:me%3Asecret@h/x",
    ])
    func aRefusalShowsNoPasswordEither(text: String) {
        let error = #expect(throws: SourceError.self) { try SourceAddress.parse(text) }
        #expect(error?.message.contains("secret") == false, "\(String(describing: error))")
        #expect(!SourceAddress.suggestedID(for: text).name.contains("secret"))
    }

    @Test func nothingThatHoldsAnAddressPrintsItsPassword() throws {
        let text: AddressText = "rtsp://me:secret@cam/1"
        let address = try SourceAddress.parse(text.withSecrets)
        let id = try #require(StreamID("cam"))
        let configuration = StreamConfiguration(id: id, address: address)
        var dumped = ""
        dump(configuration, to: &dumped)
        dump(address, to: &dumped)
        for shown in ["\(text)", "\(address)", "\(configuration)", dumped]
            + [String(reflecting: text), String(reflecting: configuration)]
        {
            #expect(!shown.contains("secret"), "\(shown)")
        }
    }

    @Test(
        arguments: [
            ("/srv/video/lobby.mp4", "lobby.mp4"),
            ("lobby.mp4", "lobby.mp4"),
            ("/srv/video/", "video"),
            ("rtsp://u:p@cam.local/stream1?x=y", "stream1"),
            ("rtsp://u:p@cam.local:554/", "cam.local-554"),
            ("http://h/live/index.m3u8#t", "index.m3u8"),
            ("/srv/Überwachung 1.mp4", "berwachung-1.mp4"),
            ("test:640x360@30", "test-640x360-30"),
            ("/dev/video0", "video0"),
            ("///", "stream"),
        ]
    )
    func aNameIsMadeOfTheLastPathComponent(text: String, name: String) {
        #expect(SourceAddress.suggestedID(for: text).name == name)
    }

    @Test(
        arguments: [
            ("http://h/a.m3u8?a=b", nil, 15_000), ("http://h/a.m3u8?a=b", true, 15_000),
            ("http://u:p@h/A.MPD", true, 15_000), ("http://h/a.mjpg?b.m3u8", true, 5_000),
            ("http://h/a.mjpg", false, 15_000), ("udp://h:1/a.m3u8", nil, 5_000),
        ] as [(String, Bool?, Int64)]
    )
    func onlyWhatMayComeInSegmentsIsWaitedForLonger(
        text: String,
        isLive: Bool?,
        milliseconds: Int64
    ) throws {
        let id = StreamID(sanitizing: "a")
        var configuration = try StreamConfiguration(id: id, url: text)
        configuration.timeout = .milliseconds(5_000)
        configuration.live = isLive
        let timeout = try SourceAddress.parse(text).readTimeout(for: configuration)
        #expect(timeout == .milliseconds(milliseconds))
    }

    @Test func onlyConnectionsThatDeliverInTheirOwnTimeAreLive() throws {
        #expect(try SourceAddress.parse("rtsp://h/s").isLive)
        #expect(try SourceAddress.parse("udp://h:1").isLive)
        #expect(try !SourceAddress.parse("http://h/a.m3u8").isLive)
        #expect(try !SourceAddress.parse("a.mp4").isLive)
        #expect(try !SourceAddress.parse("demo").isLive)
    }
}
