import FrameTransport
import Media
import Platform
import TestSupport
import Testing

@testable import Addressing
@testable import Decoding
@testable import Demuxing
@testable import Ingest
@testable import Streams

/// Servers that answer late, wrongly, partly or not at all.
@Suite struct NetworkTests {
    @Test func aServerThatNeverAnswersIsGivenUpInTime() throws {
        let server = try TCPServer(.silent)
        defer { server.end() }
        let start = MonotonicClock.now()
        let player = try Player("http://127.0.0.1:\(server.port)/a.mp4") {
            $0.timeout = .milliseconds(600)
        }
        #expect(player.waitFor { $0.failure != nil })
        #expect(MonotonicClock.now() - start >= .milliseconds(550))
        let status = player.stream.status
        #expect(status.state == .reconnecting)
        #expect(status.failure == .timeout)
        #expect(status.reason?.contains("0.6 s") == true)
        #expect(player.stop())
    }

    /// The head of an answer, and then nothing.
    @Test func aServerThatBeginsToAnswerIsNotCalledSilent() throws {
        let server = try TCPServer(.stallsAfter(Array("HTTP/1.1 200 OK\r\n".utf8)))
        defer { server.end() }
        let player = try Player("http://127.0.0.1:\(server.port)/a.ts") {
            $0.timeout = .milliseconds(600)
        }
        // A head that is late is a silence first.
        let words = "data came, but no picture for 0.6 s"
        let isTold = player.waitFor { $0.reason?.hasSuffix(words) == true }
        #expect(isTold, "\(player.stream.status)")
    }

    /// Packets where an answer is expected.
    @Test func anRTSPServerThatSendsPacketsAloneIsNotCalledSilent() throws {
        let packet = Array("$\0".utf8) + [255, 255] + [UInt8](repeating: 7, count: 65_535)
        let server = try TCPServer(.neverEnds([], packet))
        let player = try Player("rtsp://127.0.0.1:\(server.port)/a") {
            $0.timeout = .milliseconds(600)
        }
        defer {
            _ = player.stop()
            server.end()
        }
        let words = "data came, but no picture for 0.6 s"
        let isTold = player.waitFor { $0.reason?.hasSuffix(words) == true }
        #expect(isTold, "\(player.stream.status)")
    }

    /// Its sound goes on, or nothing does.
    @Test(arguments: [true, false])
    func aStreamThatLosesItsPicturesIsToldFromOneThatIsSilent(hasSound: Bool) throws {
        let url = "udp://127.0.0.1:\(try TCPServer.unusedPort())"
        let player = try Player(url) { $0.timeout = .milliseconds(1000) }
        let sound = hasSound ? "-re -f lavfi -i sine=d=120 -c:a mp2 " : ""
        let sender = try Companion(
            "ffmpeg",
            (sound
                + "-re -f lavfi -i testsrc2=96x64:r=25:d=3 -c:v libx264 -tune zerolatency -g 12"
                // The sound does not wait for pictures.
                + " -pix_fmt yuv420p -max_interleave_delta 100000 -f mpegts \(url)?pkt_size=1316")
                .split(separator: " ").map(String.init)
        )
        defer { sender.kill() }
        #expect(player.play { !$0.samples.isEmpty })
        let loss = hasSound ? "data came, but no picture for " : "nothing came for "
        let count = player.stream.status.reconnects
        // Then it is opened again, which finds no picture either, and once more.
        for reconnects in [count, count + 2] {
            let isLost = player.play(within: .milliseconds(60_000)) {
                let status = $0.stream.status
                return status.reconnects >= reconnects && status.state == .reconnecting
                    && status.failure == .timeout && status.reason?.contains(loss) == true
            }
            #expect(isLost, "\(player.stream.status)")
        }
    }

    /// What came of its last picture is no sign of life.
    @Test func aSenderThatDiesInTheMiddleOfAPictureIsSilent() throws {
        let clip = try Clips.make(
            "large-pictures.ts",
            "-f lavfi -i testsrc2=640x360:r=25 -frames:v 75 -c:v libx264 -g 1 -pix_fmt yuv420p"
        )
        let port = try TCPServer.unusedPort()
        let player = try Player("udp://127.0.0.1:\(port)") { $0.timeout = .milliseconds(1500) }
        let sender = try Companion(Command.python, ["-c", Self.sender, clip, "\(port)"])
        defer { sender.kill() }
        #expect(player.play { !$0.samples.isEmpty })
        let isLost = { (event: IngestEvent) in if case .lost = event { true } else { false } }
        #expect(player.play { $0.events.contains(where: isLost) })
        guard case .lost(let error)? = player.events.first(where: isLost) else { return }
        #expect(error.message.contains("nothing came for "), "\(error)")
    }

    /// Sends a clip up to the middle of its last picture, once somebody listens.
    private static let sender = """
        import socket, sys, time
        clip, port = open(sys.argv[1], "rb").read(), int(sys.argv[2])
        while ":%04X " % port not in open("/proc/net/udp").read(): time.sleep(0.01)
        out = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        for start in range(0, len(clip) - 5 * 1316, 1316):
            out.sendto(clip[start:start + 1316], ("127.0.0.1", port))
            time.sleep(0.001)
        """

    /// It is known when the third has come, later than the timeout.
    @Test func aStreamMaySendItsPicturesNearlyATimeoutApart() throws {
        let url = "udp://127.0.0.1:\(try TCPServer.unusedPort())"
        let player = try Player(url) { $0.timeout = .milliseconds(2_000) }
        let words =
            "-v quiet -re -f lavfi -i testsrc2=320x240:r=4/5 -c:v libx264 -preset ultrafast"
            + " -tune zerolatency -g 1 -pix_fmt yuv420p -f mpegts \(url)?pkt_size=1316"
        let sender = try Companion("ffmpeg", words.split(separator: " ").map(String.init))
        defer { sender.kill() }
        let isShown = player.play(within: .milliseconds(60_000)) { $0.samples.count >= 4 }
        #expect(isShown, "\(player.stream.status)")
    }

    /// What libavformat found first it goes by to the end of a connection.
    @Test func aLiveStreamMayChangeItsCodec() throws {
        let url = "udp://127.0.0.1:\(try TCPServer.unusedPort())"
        let player = try Player(url) { $0.timeout = .milliseconds(1500) }
        func send(_ encoding: String) throws -> Companion {
            let words =
                "-v quiet -re -f lavfi -i testsrc2=320x240:r=25 \(encoding) -g 12"
                + " -pix_fmt yuv420p -f mpegts \(url)?pkt_size=1316"
            return try Companion("ffmpeg", words.split(separator: " ").map(String.init))
        }
        let first = try send("-c:v libx264 -preset ultrafast -tune zerolatency")
        defer { first.kill() }
        #expect(player.play { $0.samples.count >= 25 })
        #expect(player.stream.status.codec == "h264")
        first.kill()
        let second = try send("-c:v mpeg2video -b:v 2M")
        defer { second.kill() }
        let isShown = player.play(within: .milliseconds(30_000)) {
            $0.stream.status.codec == "mpeg2video" && $0.stream.status.state == .playing
        }
        #expect(isShown, "\(player.stream.status)")
    }

    @Test func theTimesBetweenAttemptsGrow() throws {
        let server = try TCPServer(.closes)
        defer { server.end() }
        let start = MonotonicClock.now()
        let player = try Player("rtsp://127.0.0.1:\(server.port)/a")
        #expect(player.waitFor { _ in server.connections.count >= 4 })
        // Up to a quarter of a second, a half and a whole one, and no less than half of each.
        let last = try #require(server.connections.dropFirst(3).first)
        #expect(last - start >= .milliseconds(800), "\(last - start)")
        #expect(player.stream.status.failure == .connection)
        #expect(player.stream.status.reconnects >= 3)
        #expect(player.stop())
        // The outage is told once, not at every attempt.
        let losses = player.events.filter { if case .lost = $0 { true } else { false } }
        #expect(losses.count == 1)
    }

    @Test func nobodyListeningIsSaidInPlainWords() throws {
        let player = try Player("rtsp://me:secret@127.0.0.1:\(TCPServer.unusedPort())/a")
        #expect(player.waitFor { $0.failure != nil })
        let status = player.stream.status
        #expect(status.failure == .connection)
        #expect(status.reason?.contains("connection refused") == true, "\(status)")
        #expect(status.reason?.contains("me:***@") == true)
        #expect(!"\(status)".contains("secret"))
    }

    /// Each address leads to another place that a thread can hang in.
    @Test(
        arguments: ["http", "https", "rtsp", "rtsps", "srt", "udp"]
    )
    func stoppingIsQuickWhereverTheThreadWaits(scheme: String) throws {
        let server = try TCPServer(.silent)
        defer { server.end() }
        let player = try Player("\(scheme)://127.0.0.1:\(server.port)/a")
        if scheme != "udp", scheme != "srt" {
            #expect(player.waitFor { _ in !server.connections.isEmpty })
        }
        #expect(player.stop())
    }

    /// On a busy machine only some of them are that quick.
    @Test func stoppingIsQuickInTheMiddleOfABackOff() throws {
        let isQuick = try (1...5).contains { _ in
            let player = try Player("rtsp://127.0.0.1:\(TCPServer.unusedPort())/a")
            // The next attempt is due in two to four seconds.
            #expect(player.waitFor { $0.reconnects >= 4 })
            return player.stop(within: .milliseconds(1_500))
        }
        #expect(isQuick)
    }

    @Test func aStreamThatStallsHalfWayIsStalledThenConnectedAgain() throws {
        let server = try Self.halfAClip()
        defer { server.end() }
        let player = try Player("http://127.0.0.1:\(server.port)/a.ts") {
            $0.timeout = .milliseconds(1500)
        }
        #expect(player.play { !$0.samples.isEmpty })
        #expect(player.play { $0.stream.status.state == .stalled })
        #expect(player.stream.status.stalls >= 1)
        #expect(player.play { _ in server.connections.count >= 2 })
        #expect(player.events.contains(.stalled))
        #expect(player.stream.status.reconnects >= 1)
        #expect(player.stop())
        #expect(player.ledger.snapshot().inFlight == 0)
    }

    /// The source is lost and tried again meanwhile.
    @Test func whilePausedSilenceIsNoStall() throws {
        let server = try Self.halfAClip()
        defer { server.end() }
        let player = try Player("http://127.0.0.1:\(server.port)/a.ts") {
            $0.timeout = .milliseconds(1500)
        }
        #expect(player.play { !$0.samples.isEmpty })
        player.stream.isPaused = true
        #expect(player.play { _ in server.connections.count >= 3 })
        #expect(!player.events.contains(.stalled))
        #expect(player.placeholders.isEmpty)
        player.stream.isPaused = false
        #expect(player.play { $0.events.contains(.stalled) })
        #expect(player.stop())
        #expect(player.ledger.snapshot().inFlight == 0)
    }

    /// A server that sends half of a clip and no more, on each connection.
    static func halfAClip() throws -> TCPServer {
        // Longer than what libavformat reads before it says what the stream is.
        let clip = try Clips.make(
            "stall.ts",
            "-f lavfi -i testsrc2=96x64:r=25 -frames:v 150 -c:v libx264 -g 25 -pix_fmt yuv420p"
        )
        let bytes = try Clips.bytes(of: clip)
        let header =
            "HTTP/1.1 200 OK\r\nContent-Type: video/mp2t\r\n"
            + "Content-Length: \(bytes.count)\r\n\r\n"
        return try TCPServer(.stallsAfter(Array(header.utf8) + bytes.prefix(bytes.count / 2)))
    }

    private static let circle =
        "HTTP/1.1 302 Found\r\nLocation: /a.ts\r\nContent-Length: 0\r\n\r\n"

    /// One thread reads all playlists and segments of a stream.
    @Test func onlyRedirectionsInARowAreACircle() throws {
        let circle = try TCPServer(.stallsAfter(Array(Self.circle.utf8)))
        defer { circle.end() }
        let page = try TCPServer(
            .stallsAfter(Array("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello".utf8))
        )
        defer { page.end() }
        let address = try SourceAddress.parse("http://127.0.0.1:\(circle.port)/a.ts")
        let failure = AVError(call: "av_read_frame", code: .inputOutput)
        func cause(_ tell: (SourceAddress, AVError, CallEnd) -> SourceError) -> String {
            tell(address, failure, .failed).message
        }
        _ = try? ContainerIndexTests.open(address.libavURL, .thorough)
        #expect(cause(SourceError.opening).contains("in a circle, 9 times"))
        #expect(cause(SourceError.reading).hasSuffix(": the connection failed"))
        _ = try? ContainerIndexTests.open("http://127.0.0.1:\(page.port)/a.ts", .thorough)
        #expect(cause(SourceError.opening).hasSuffix(": the connection failed"))
    }

    @Test(arguments: ["web.mp4", "web.m3u8", "web.ts"])
    func aFileOfAWebServerPlaysToItsEnd(name: String) throws {
        let clip = try Clips.make(
            name,
            "-i \(Clips.h264()) -c copy \(name.hasSuffix("m3u8") ? "-hls_time 0.5 -hls_list_size 0" : "")"
        )
        let server = try Companion(
            Command.python,
            ["-u", "-m", "http.server", "0", "--bind", "127.0.0.1", "--directory", Clips.directory]
        )
        let words = server.nextLine().split(separator: " ")
        let port = try #require(words.firstIndex(of: "port").map { words[$0 + 1] })
        let player = try Player("http://127.0.0.1:\(port)/\(name)") { $0.digests = true }
        #expect(player.playToEnd())
        #expect(
            player.samples.map { $0.digest.map { "\($0)" } }
                == (try Clips.referenceDigests(of: clip))
        )
        #expect(player.stream.status.state == .ended)

        let absent = try Player("http://127.0.0.1:\(port)/absent.mp4")
        #expect(absent.waitFor { $0.failure != nil })
        #expect(absent.stream.status.failure == .notFound)
    }
}

/// Live sources that come, go and return.
@Suite struct LiveTests {
    @Test func anRTSPServerThatIsKilledAndRestartedIsPlayedAgain() throws {
        let clip = try Clips.h264()
        var server = try RTSPServer(clip: clip, port: TCPServer.unusedPort())
        defer { server.kill() }
        let player = try Player(server.url) { $0.timeout = .milliseconds(1500) }
        #expect(player.play { $0.samples.count >= 10 })
        #expect(player.waitFor { $0.state == .playing })
        let before = player.stream.status
        #expect(before.codec == "h264")
        #expect(before.isLive)

        server.kill()
        #expect(player.play { $0.stream.status.state == .reconnecting })
        #expect(player.stream.status.reason?.isEmpty == false)
        #expect(player.play { !$0.placeholders.isEmpty })
        let placeholder = try #require(player.placeholders.first)
        #expect(placeholder.attachments == [.placeholder, .displayImmediately])
        #expect(placeholder.format.size == before.format?.size)

        server = try RTSPServer(clip: clip, port: server.port)
        let count = player.samples.count
        #expect(player.play { $0.samples.count >= count + 5 })
        #expect(player.samples[count].attachments.contains(.discontinuity))
        #expect(player.waitFor { $0.state == .playing && $0.reason == nil })
        #expect(player.stream.status.reconnects >= 1)
        #expect(player.stop())
        #expect(player.ledger.snapshot().inFlight == 0)
        #expect(player.stream.pool.heldCount == 0)
    }

    @Test func aLiveStreamEvictsTheOldestAndCountsIt() throws {
        let server = try RTSPServer(clip: Clips.h264())
        defer { server.kill() }
        let player = try Player(server.url)
        // Nobody takes pictures: the ring keeps the eight newest.
        #expect(player.waitFor { _ in player.ledger.snapshot().received >= 15 })
        #expect(player.stop())
        let ledger = player.ledger.snapshot()
        #expect(ledger.dropped[.overflow] == ledger.received - 8)
        #expect(ledger.dropped[.flush] == 8)
        #expect(ledger.inFlight == 0)
        #expect(player.stream.pool.heldCount == 0)
    }

    /// Nobody holds any of its pictures.
    @Test func aHiddenLiveStreamGivesItsPicturesBack() throws {
        let server = try RTSPServer(clip: Clips.h264())
        defer { server.kill() }
        let player = try Player(server.url)
        #expect(player.play { $0.samples.count >= 3 && $0.stream.pool.bytes > 0 })
        let hidden = MonotonicClock.now()
        player.stream.setDecoding(.idle)
        #expect(player.play { $0.hasReadOn(since: hidden) && $0.stream.pool.bytes == 0 })
        let count = player.samples.count
        player.stream.setDecoding(.full)
        #expect(player.play { $0.samples.count >= count + 8 })
        #expect(player.stream.status.corruptPackets == 0)
    }

    @Test func aLiveStreamThatNobodyShowsIsNotDecodedUnlessKeptWarm() throws {
        let server = try RTSPServer(clip: Clips.h264())
        defer { server.kill() }
        let cold = try Player(server.url)
        let warm = try Player(server.url) { $0.keepWarm = true }
        #expect(cold.play { $0.samples.count >= 3 })
        let hidden = MonotonicClock.now()
        cold.stream.setDecoding(.idle)
        warm.stream.setDecoding(.idle)
        #expect(warm.waitFor { _ in warm.ledger.snapshot().dropped[.noOutput] ?? 0 >= 12 })
        #expect(cold.waitFor { _ in cold.hasReadOn(since: hidden) })
        let received = cold.ledger.snapshot().received
        // Nobody took its pictures while it was shown.
        let decoded = warm.ledger.snapshot()
        #expect(warm.waitFor { _ in warm.ledger.snapshot().received >= decoded.received + 10 })
        #expect(cold.ledger.snapshot().received == received)
        #expect(cold.waitFor { $0.state == .playing })
        #expect(warm.ledger.snapshot().dropped[.overflow] == decoded.dropped[.overflow])

        let count = cold.samples.count
        cold.stream.setDecoding(.full)
        #expect(cold.play { $0.samples.count >= count + 8 })
        #expect(cold.stream.status.corruptPackets == 0)
    }
}
