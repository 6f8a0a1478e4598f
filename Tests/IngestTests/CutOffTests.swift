import FrameTransport
import Media
import Testing

@testable import Addressing
@testable import Ingest
@testable import Streams

/// Servers that send the beginning of a file, and no parts of it.
@Suite struct CutOffTests {
    struct Answer: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// Whether the file's index comes first.
        let isFast: Bool
        /// How much of it comes.
        let part: Part
        /// What is said of it.
        let cause: String

        enum Part: Sendable {
            case all
            /// Up to where the packets begin.
            case beginning
        }
    }

    @Test(
        arguments: [
            Answer(
                testDescription: "the index last",
                isFast: false,
                part: .all,
                cause: "index at the end"
            ),
            Answer(
                testDescription: "the index last, cut off",
                isFast: false,
                part: .beginning,
                cause: "the server's answer broke off"
            ),
            Answer(
                testDescription: "the index first, cut off",
                isFast: true,
                part: .beginning,
                cause: "the server's answer broke off after "
            ),
        ]
    )
    func itIsToldWhatIsMissing(answer: Answer) throws {
        let bytes = try Self.file(isFast: answer.isFast)
        let server = try TCPServer(.endsAfter(Self.response(bytes, answer.part)))
        defer { server.end() }
        let player = try Player("http://127.0.0.1:\(server.port)/a.mp4")
        #expect(player.waitFor { $0.failure != nil })
        let status = player.stream.status
        #expect(status.failure == .connection)
        #expect(status.reason?.contains(answer.cause) == true, "\(status)")
        let size = " of \(bytes.count) bytes"
        #expect(answer.part == .all || status.reason?.contains(size) == true, "\(status)")
    }

    /// More than libavformat keeps of what it has read.
    private static func file(isFast: Bool) throws -> [UInt8] {
        try Clips.bytes(
            of: Clips.make(
                isFast ? "index-first.mp4" : "index-last.mp4",
                "-f lavfi -i testsrc2=s=640x360:r=30 -frames:v 90 -c:v libx264 -preset ultrafast"
                    + " -pix_fmt yuv420p" + (isFast ? " -movflags +faststart" : "")
            )
        )
    }

    private static func response(_ bytes: [UInt8], _ part: Answer.Part) -> [UInt8] {
        let head = "HTTP/1.1 200 OK\r\nContent-Length: \(bytes.count)\r\n\r\n"
        let start = bytes.firstRange(of: Array("mdat".utf8))?.upperBound ?? 0
        return Array(head.utf8) + (part == .all ? bytes[...] : bytes.prefix(start))
    }
}
