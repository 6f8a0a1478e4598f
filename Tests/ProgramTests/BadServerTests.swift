internal import ControlAPI
internal import TestSupport
internal import Testing

/// Servers that misbehave, as picture in picture beside a stream that plays.
@Suite(.timeLimit(.minutes(30))) struct BadServerTests {
    struct Fault: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let scheme: String
        /// nil: nobody listens.
        let behaviour: FaultyServer.Behaviour?
        /// What the reason must contain besides the address.
        let words: [String]

        init(
            _ name: String,
            _ scheme: String,
            _ behaviour: FaultyServer.Behaviour?,
            says words: String...
        ) {
            testDescription = name
            self.scheme = scheme
            self.behaviour = behaviour
            self.words = words
        }
    }

    private static let page = """
        HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 13\r\n\r\n<html></html>
        """
    private static let circle =
        "HTTP/1.1 302 Found\r\nLocation: /door.ts\r\nContent-Length: 0\r\n\r\n"
    private static let header =
        "HTTP/1.1 200 OK\r\n" + String(repeating: "X-Door: 1\r\n", count: 2_000) + "\r\n"
    private static let absent = "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n"

    @Test(arguments: [
        Fault("HTTP, refused", "http", nil, says: "connection refused", "nothing listens"),
        Fault("HTTP, closed at once", "http", .closes, says: "the other end"),
        Fault("HTTP, never answers", "http", .silent, says: "nothing came for 0.4 s"),
        Fault("HTTP, a page", "http", .sends(Array(page.utf8)), says: "not with video"),
        Fault("HTTP, no such path", "http", .sends(Array(absent.utf8)), says: "404"),
        Fault("HTTP, a circle", "http", .sends(Array(circle.utf8)), says: "in a circle"),
        Fault("HTTP, a header", "http", .sends(Array(header.utf8)), says: "a header of more"),
        Fault("RTSP, refused", "rtsp", nil, says: "connection refused", "nothing listens"),
        Fault("RTSP, closed at once", "rtsp", .closes, says: "RTSP"),
        Fault("RTSP, never answers", "rtsp", .silent, says: "nothing came for 0.4 s"),
    ])
    func aServerThatFailsIsNamedWithItsReason(fault: Fault) throws {
        let server = try fault.behaviour.map { try FaultyServer($0) }
        let port = try server?.port ?? LoopbackPort.unused()
        let url = "\(fault.scheme)://user:secret@127.0.0.1:\(port)/door.ts"
        let words = ["\(fault.scheme)://user:***@127.0.0.1:\(port)/door.ts"] + fault.words
        try Pace.expectKept {
            let daemon = try BadInputTests.showing(url, in: try Scratch())
            // Where the server gets no processor for 0.4 s, that is what is told first.
            let isToldWhy = try daemon.eventually {
                let reason = try daemon.stream("bad").reason ?? ""
                return words.allSatisfy { reason.contains($0) }
            }
            let reason = try daemon.stream("bad").reason
            #expect(isToldWhy, "\(reason ?? "no reason")")
            #expect(!daemon.program.errors.contains("secret"))
            let isTriedAgain = try daemon.eventually { try daemon.stream("bad").reconnects > 0 }
            #expect(isTriedAgain)
            return daemon
        }
        withExtendedLifetime(server) {}
    }

    /// The server answers every request with the whole file.
    @Test func aFileThatNeedsItsServerToSendPartsIsToldAsSuch() throws {
        let clip = try Clips.make(
            "index-last.mp4",
            // More than libavformat keeps of what it has read.
            "-f lavfi -i testsrc2=s=640x360:r=30 -frames:v 90 -c:v libx264 -preset ultrafast"
                + " -pix_fmt yuv420p"
        )
        let bytes = Files.bytes(of: clip)
        let head = "HTTP/1.1 200 OK\r\nContent-Length: \(bytes.count)\r\n\r\n"
        let server = try FaultyServer(.sends(Array(head.utf8) + bytes))
        let url = "http://127.0.0.1:\(server.port)/door.mp4"
        let daemon = try BadInputTests.showing(url, in: try Scratch())
        let isTold = try daemon.eventually {
            try daemon.stream("bad").reason?.contains("index at the end") == true
        }
        let report = try daemon.stream("bad")
        #expect(isTold, "\(report)")
        withExtendedLifetime(server) {}
    }

    /// libavformat reads it for as long as it comes, and keeps every segment.
    @Test func anEndlessPlaylistIsLeft() throws {
        let head = "HTTP/1.1 200 OK\r\n\r\n#EXTM3U\n#EXT-X-TARGETDURATION:4\n"
        let segment = "#EXTINF:4,\nsegment-of-an-endless-playlist-0123456789.ts\n"
        let segments = String(repeating: segment, count: 1_000)
        let server = try FaultyServer(.neverEnds(Array(head.utf8), Array(segments.utf8)))
        let url = "http://127.0.0.1:\(server.port)/live.m3u8"
        try Pace.expectKept {
            let daemon = try BadInputTests.showing(url, in: try Scratch())
            let isLeft = try daemon.eventually {
                try daemon.stream("bad").reason?.contains("playlists are longer than 32 MiB")
                    == true
            }
            let reason = try daemon.stream("bad").reason
            #expect(isLeft, "\(reason ?? "no reason")")
            return daemon
        }
    }

    /// It shows what came, says that nothing more does, and connects again.
    @Test func aServerThatStallsIsLeftAndTriedAgain() throws {
        let clip = try Clips.make(
            "endless.ts",
            "-f lavfi -i testsrc2=s=160x90:r=30 -frames:v 20 -c:v libx264 -preset ultrafast"
                + " -pix_fmt yuv420p"
        )
        let head = "HTTP/1.1 200 OK\r\nContent-Type: video/mp2t\r\n\r\n"
        let server = try FaultyServer(.stallsAfter(Array(head.utf8) + Files.bytes(of: clip)))
        let url = "http://127.0.0.1:\(server.port)/door.ts"
        try Pace.expectKept {
            let daemon = try BadInputTests.showing(url, in: try Scratch())
            let isTriedAgain = try daemon.eventually {
                let report = try daemon.stream("bad")
                return report.reconnects > 0 && report.presented > 0
            }
            let report = try daemon.stream("bad")
            #expect(isTriedAgain, "\(report)")
            #expect(daemon.eventually { daemon.program.errors.contains("stream bad: lost: ") })
            daemon.expectBalance(report)
            return daemon
        }
        withExtendedLifetime(server) {}
    }
}
