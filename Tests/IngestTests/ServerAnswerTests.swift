import FrameTransport
import Media
import Platform
import Presentation
import Testing

@testable import Addressing
@testable import Decoding
@testable import Demuxing
@testable import Ingest
@testable import Streams

/// What servers answer instead of a stream.
@Suite struct ServerAnswerTests {
    /// The status, libav's code for it, and whether the stream is tried again more and
    /// more seldom.
    @Test(
        arguments: [
            (400, .httpBadRequest, .connection, .lasting),
            (401, .unauthorized, .notPermitted, .lasting),
            (403, .forbidden, .notPermitted, .lasting), (404, .httpNotFound, .notFound, .lasting),
            (408, .httpOther4xx, .connection, .passing), (410, .httpOther4xx, .notFound, .lasting),
            (425, .httpOther4xx, .connection, .passing),
            (429, .httpOther4xx, .connection, .lasting),
            (451, .httpOther4xx, .connection, .lasting),
            (500, .httpServerError, .connection, .passing),
            (502, .httpServerError, .connection, .passing),
            (503, .httpServerError, .connection, .passing),
        ] as [(Int, AVError.Code, SourceError.Kind, ReconnectPolicy.Fault)]
    )
    func aServerThatRefusesIsAskedLessAndLess(
        status: Int,
        code: AVError.Code,
        kind: SourceError.Kind,
        fault: ReconnectPolicy.Fault
    ) throws {
        let address = try SourceAddress.parse("http://h/a.ts")
        let error = try #require(SourceError.answer(code, status: status, at: address))
        #expect(error.kind == kind)
        #expect(error.fault(at: address) == fault)
        #expect(kind == .notPermitted || error.message.contains("(\(status))"), "\(error)")
    }

    /// A camera that is not there yet is no fault of the address.
    @Test(
        arguments: [
            (.httpNotFound, .passing), (.httpOther4xx, .passing), (.httpServerError, .passing),
            (.unauthorized, .lasting), (.forbidden, .lasting),
        ] as [(AVError.Code, ReconnectPolicy.Fault)]
    )
    func onlyAWrongLoginLastsAtAServerOfLiveStreams(
        code: AVError.Code,
        fault: ReconnectPolicy.Fault
    ) throws {
        let address = try SourceAddress.parse("rtsp://h/a")
        let error = try #require(SourceError.answer(code, status: 0, at: address))
        #expect(error.fault(at: address) == fault)
    }

    /// Where each kind of fault lasts: in files, on the web, in what is sent live.
    @Test(
        arguments: [
            (.notMedia, "FW"), (.noVideo, "FW"), (.encrypted, "FW"), (.unsupportedCodec, "FW"),
            (.size, "FW"), (.notAFile, "FW"), (.connection, ""), (.timeout, ""), (.ended, ""),
            (.notFound, ""), (.resources, ""), (.changed, ""), (.damaged, ""),
        ] as [(SourceError.Kind, String)]
    )
    func whatCanNeverBeShownLastsUnlessItIsLive(kind: SourceError.Kind, places: String) throws {
        let addresses = [
            "F": "/srv/a.mp4", "W": "http://h/a.ts", "R": "rtsp://h/a", "U": "udp://h:1",
        ]
        for (letter, text) in addresses {
            let fault = try SourceError(kind, "").fault(at: .parse(text))
            #expect((fault == .lasting) == places.contains(letter), "\(text)")
        }
    }

    @Test(arguments: [("udp://h:1", "gets data, but no video"), ("http://h/a.ts", "answered")])
    func onlyAServerAnswers(text: String, words: String) throws {
        let address = try SourceAddress.parse(text)
        let told = Lock<[SourceError]>([])
        // A thread that has heard nothing of libavformat.
        let thread = try WorkerThread(name: "errors") {
            let errors = [AVError.Code.invalidData, .demuxerNotFound].map { code in
                let failure = AVError(call: "avformat_open_input", code: code)
                return SourceError.opening(address, failure, .failed)
            }
            told.withLock { $0 = errors }
        }
        thread.join()
        let errors = told.withLock { $0 }
        #expect(errors.map(\.kind) == [.notMedia, .notMedia])
        #expect(errors.allSatisfy { $0.message.contains(words) }, "\(errors)")
    }

    /// Whatever code libavformat ends with: while it opens, plays and searches.
    @Test(arguments: [SourceError.opening, SourceError.reading])
    func aPlaylistThatIsTooLongIsTheCause(
        tell: @Sendable (SourceAddress, AVError, CallEnd) -> SourceError
    ) throws {
        let address = try SourceAddress.parse("http://h/a.m3u8")
        for code in [AVError.Code.exit, .invalidData, .timedOut] {
            let failure = AVError(call: "av_read_frame", code: code)
            let error = tell(address, failure, .refused(.tooLong))
            #expect(error.kind == .size)
            #expect(error.message.contains("longer than 32 MiB"))
        }
        let many = tell(
            address,
            AVError(call: "avformat_open_input", code: .invalidData),
            .refused(.hasTooManySegments)
        )
        #expect(many.message.contains("more than 200000 segments"))
    }

    /// libavformat says no more than that something is invalid.
    @Test(
        arguments: [
            ("RTSP://h/a", "rtsp:"), ("file:///srv/a.mp4", "file:"), ("data:video/mp4,AA", "data:"),
            ("concat:a.ts", "concat:"), (" udp://127.0.0.1:9", "udp:"),
            ("http://[::1", "what is no address"),
        ]
    )
    func whereAServerRedirectsToIsNamed(location: String, target: String) throws {
        let answer =
            "HTTP/1.1 302 Found\r\nLocation: \(location)\r\nContent-Length: 0\r\n\r\n"
        let server = try TCPServer(.stallsAfter(Array(answer.utf8)))
        defer { server.end() }
        let player = try Player("http://127.0.0.1:\(server.port)/a.ts")
        #expect(player.waitFor { $0.failure != nil })
        let status = player.stream.status
        #expect(status.failure == .connection)
        let words = "redirects to \(target), which is not accepted"
        #expect(status.reason?.contains(words) == true, "\(status)")
    }

    /// A kibibyte of a movie that says nothing, and may be followed by more.
    private static let emptyBox = "\0\0\u{4}\0free" + String(repeating: "\0", count: 1_016)

    /// What is repeated behind the beginning, and what is said of it. Time ends neither.
    @Test(
        arguments: [
            ("", "X: y\r\n", 1_000, "a header of more than 1000 lines"),
            ("\r\n", emptyBox, 64, "128 MiB came, and no picture"),
        ]
    )
    func anAnswerWithoutEndIsGivenUp(
        end: String,
        part: String,
        count: Int,
        words: String
    ) throws {
        let head = "HTTP/1.1 200 OK\r\nContent-Type: video/mp4\r\n\(end)"
        let endless = Array(String(repeating: part, count: count).utf8)
        let server = try TCPServer(.neverEnds(Array(head.utf8), endless))
        let player = try Player("http://127.0.0.1:\(server.port)/a.mp4") {
            $0.timeout = .milliseconds(300_000)
        }
        defer {
            _ = player.stop()
            server.end()
        }
        #expect(player.waitFor(.milliseconds(120_000)) { $0.failure != nil })
        let status = player.stream.status
        #expect(status.failure == .connection)
        #expect(status.reason?.contains(words) == true, "\(status)")
    }

    /// How soon each is tried again.
    @Test(
        arguments: [(.header, .lasting), (.media, .costly)]
            as [(CallEnd.Flood, ReconnectPolicy.Fault)]
    )
    func whatTakesAProcessorIsMetSeldom(flood: CallEnd.Flood, fault: ReconnectPolicy.Fault) throws {
        let address = try SourceAddress.parse("http://h/a.mp4")
        let failure = AVError(call: "avformat_open_input", code: .exit)
        #expect(SourceError.opening(address, failure, .flooded(flood)).fault(at: address) == fault)
    }

    /// What is missing of it is not what is wrong with it.
    /// One that ends with a line may be whole: there are servers that end every answer so.
    @Test(arguments: [
        ("", "the server's answer broke off"), ("\n", "what cannot be (#EXT-X-MAP)"),
    ])
    func aPlaylistThatBreaksOffIsJudgedWhereItMayBeWhole(end: String, words: String) throws {
        let half =
            "HTTP/1.1 200 OK\r\nContent-Type: application/vnd.apple.mpegurl\r\n"
            + "Content-Length: 500\r\n\r\n#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXT-X-MAP:"
            + end
        let server = try TCPServer(.endsAfter(Array(half.utf8)))
        defer { server.end() }
        let player = try Player("http://127.0.0.1:\(server.port)/a.m3u8")
        #expect(player.waitFor { $0.failure != nil })
        let status = player.stream.status
        #expect(status.failure == .connection)
        #expect(status.reason?.contains(words) == true, "\(status)")
    }

    @Test func aPlaylistThatLeadsToAFileIsToldAsThat() throws {
        let playlist =
            "#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\nfile:///srv/a.ts\n#EXT-X-ENDLIST\n"
        let head =
            "HTTP/1.1 200 OK\r\nContent-Type: application/vnd.apple.mpegurl\r\n"
            + "Content-Length: \(playlist.utf8.count)\r\n\r\n"
        let server = try TCPServer(.endsAfter(Array((head + playlist).utf8)))
        defer { server.end() }
        let player = try Player("http://127.0.0.1:\(server.port)/a.m3u8")
        #expect(player.waitFor { $0.failure != nil })
        let status = player.stream.status
        #expect(status.failure == .connection)
        #expect(status.reason?.contains("leads to file:, which is not") == true, "\(status)")
    }

    @Test func theStatusIsNamed() throws {
        let gone = "HTTP/1.1 410 Gone\r\nContent-Length: 0\r\n\r\n"
        let server = try TCPServer(.stallsAfter(Array(gone.utf8)))
        defer { server.end() }
        let player = try Player("http://127.0.0.1:\(server.port)/a.ts")
        #expect(player.waitFor { $0.failure != nil })
        let status = player.stream.status
        #expect(status.failure == .notFound)
        #expect(status.state == .reconnecting)
        #expect(
            status.reason?.hasSuffix("the server has no such stream (410); check the path") == true
        )
    }
}
