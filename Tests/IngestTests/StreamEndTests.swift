import FrameTransport
import Ingest
import Media
import TestSupport
import Testing

@testable import Addressing
@testable import Streams

/// Ends, loops, gaps and damage of files.
@Suite struct StreamEndTests {
    /// The decoder holds pictures back until it is drained.
    @Test func everyPictureOfAFileArrives() throws {
        let path = try Clips.h264()
        let player = try Player(path)
        #expect(player.playToEnd())
        #expect(player.samples.count == 40)
        #expect(player.samples.map(\.number) == Array(0..<40))
        #expect(player.samples.map(\.pts) == (0..<40).map { .milliseconds($0 * 40) })
        #expect(player.samples.allSatisfy { $0.duration == .milliseconds(40) })
        #expect(
            player.samples.map { !$0.attachments.isEmpty } == [true]
                + Array(repeating: false, count: 39)
        )
        let status = player.stream.status
        #expect(status.state == .ended)
        #expect(status.codec == "h264")
        #expect(status.frameRate == Hertz(numerator: 25))
        #expect(status.duration == .milliseconds(1600))
        #expect(status.position == .milliseconds(1560))
        #expect(player.events.count == 1)
        #expect(player.stop())
        #expect(player.ledger.snapshot().inFlight == 0)
        #expect(player.stream.pool.heldCount == 0)
    }

    /// Containers that seek, one that does not, and a raw stream that is opened again.
    @Test(arguments: ["mp4", "mkv", "ts", "avi", "h264"])
    func aLoopRepeatsEveryPicture(container: String) throws {
        let source = try Clips.h264()
        let path = try Clips.make("loop.\(container)", "-i \(source) -c copy")
        let once = try Player(path) { $0.digests = true }
        #expect(once.playToEnd())
        let digests = once.samples.map(\.digest)
        #expect(digests.count == 40)

        let player = try Player(path) {
            $0.digests = true
            $0.loop = true
        }
        #expect(player.play { $0.samples.count >= 100 })
        #expect(player.samples.map(\.digest) == Array((digests + digests + digests).prefix(100)))
        let starts = player.samples.indices.filter {
            player.samples[$0].attachments.contains(.discontinuity)
        }
        #expect(starts == [0, 40, 80])
        #expect(player.samples[40].pts == player.samples[0].pts)
        #expect(player.stream.status.loops >= 2)
        #expect(player.stream.status.reconnects == 0)
        #expect(!player.stream.isDelivered())
    }

    @Test func variableFrameRatesKeepTheirTimestamps() throws {
        let path = try Clips.make(
            "vfr.mkv",
            "-f lavfi -i testsrc2=160x120:r=50 -vf select='not(mod(n\\,3))+not(mod(n\\,5))' "
                + "-frames:v 12 -fps_mode vfr -c:v libx264 -pix_fmt yuv420p"
        )
        let player = try Player(path)
        #expect(player.playToEnd())
        #expect(
            player.samples.map { $0.pts.nanoseconds / 1_000_000 }
                == [0, 60, 100, 120, 180, 200, 240, 300, 360, 400, 420, 480]
        )
    }

    /// A raw stream has no timestamps of its own, whichever codec.
    @Test(arguments: [("libx264", "h264"), ("libx265", "hevc"), ("mpeg2video", "m2v")])
    func rawStreamsGetIncreasingTimestamps(encoder: String, container: String) throws {
        let path = try Clips.make(
            "raw.\(container)",
            "-f lavfi -i testsrc2=160x120:r=25 -frames:v 20 -c:v \(encoder) -bf 2 "
                + "-pix_fmt yuv420p \(encoder == "libx265" ? "-x265-params log-level=none" : "")"
        )
        let player = try Player(path)
        #expect(player.playToEnd())
        #expect(player.samples.count == 20)
        let steps = zip(player.samples, player.samples.dropFirst()).map { $1.pts - $0.pts }
        #expect(steps.allSatisfy { $0 == .milliseconds(40) }, "\(steps)")
    }
}

@Suite struct DamageTests {
    /// Bytes flipped in the middle of each clip, at places that a seed decides.
    @Test(arguments: ["mkv", "ts", "avi"], [1, 2, 3, 4] as [UInt64])
    func aDamagedClipPlaysOn(container: String, seed: UInt64) throws {
        let source = try Clips.h264()
        let path = try Clips.make("whole.\(container)", "-i \(source) -c copy")
        var bytes = try Clips.bytes(of: path)
        var random = SeededGenerator(seed: seed)
        for _ in 0..<24 {
            let place = bytes.count / 5 + Int(random.next() % UInt64(bytes.count * 3 / 5))
            bytes[place] ^= UInt8(1 << (random.next() % 8))
        }
        let damaged = try Clips.write("damaged-\(seed).\(container)", bytes)
        let player = try Player(damaged)
        #expect(player.playToEnd())
        #expect(player.samples.count > 5)
        let ledger = player.ledger.snapshot()
        #expect(ledger.inFlight == 0)
        #expect(ledger.received == player.samples.count + (ledger.dropped[.decodeError] ?? 0))
    }

    @Test func aPacketThatBecomesNoPictureIsCountedOnce() throws {
        let source = try Clips.make(
            "intra.mkv",
            "-f lavfi -i testsrc2=160x120:r=25 -frames:v 10 -c:v png"
        )
        var bytes = try Clips.bytes(of: source)
        // Deep inside two of the ten pictures, which are of about the same size.
        for part in [3, 7] {
            let middle = bytes.count * (2 * part + 1) / 20
            for place in middle..<(middle + 60) { bytes[place] ^= 0xFF }
        }
        let player = try Player(Clips.write("intra-damaged.mkv", bytes))
        #expect(player.playToEnd())
        let ledger = player.ledger.snapshot()
        #expect(player.samples.count == 8)
        #expect(ledger.dropped[.decodeError] == 2)
        #expect(ledger.received == 10)
        #expect(player.stream.status.corruptPackets == 2)
    }

    /// A recording that was cut off after its index.
    @Test func aTruncatedClipWithItsIndexInFrontPlaysToTheCut() throws {
        let source = try Clips.h264()
        let whole = try Clips.make("front.mp4", "-i \(source) -c copy -movflags +faststart")
        let bytes = try Clips.bytes(of: whole)
        let player = try Player(Clips.write("cut.mp4", bytes.prefix(bytes.count * 2 / 3)))
        #expect(player.playToEnd())
        #expect((10..<40).contains(player.samples.count))
        #expect(player.stream.isDelivered())
    }

    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let kind: SourceError.Kind
        let words: [String]
        let make: @Sendable () throws -> String
    }

    private static let rows = [
        Row(testDescription: "missing", kind: .notFound, words: ["no such file"]) {
            "\(Clips.directory)/missing.mp4"
        },
        Row(testDescription: "directory", kind: .notAFile, words: ["directory", "video file"]) {
            Clips.directory
        },
        Row(testDescription: "pipe", kind: .notAFile, words: ["named pipe", "udp://"]) {
            let path = "\(Clips.directory)/pipe.ts"
            _ = try Command.run("mkfifo", [path])
            return path
        },
        Row(testDescription: "device", kind: .notAFile, words: ["device"]) { "/dev/null" },
        Row(testDescription: "empty", kind: .notMedia, words: ["empty"]) {
            try Clips.write("empty.mp4", [])
        },
        Row(testDescription: "text named mp4", kind: .notMedia, words: ["text file"]) {
            try Clips.write("text.mp4", Array("streams:\n  lobby: { url: a.mp4 }\n".utf8))
        },
        Row(testDescription: "text named txt", kind: .notMedia, words: ["text file"]) {
            try Clips.write("notes.txt", Array(String(repeating: "Hello. ", count: 400).utf8))
        },
        Row(testDescription: "noise", kind: .notMedia, words: ["not a video file"]) {
            var random = SeededGenerator(seed: 7)
            return try Clips.write(
                "noise.bin",
                (0..<5000).map { _ in UInt8(truncatingIfNeeded: random.next()) }
            )
        },
        Row(testDescription: "no index", kind: .notMedia, words: ["cut off", "moov"]) {
            let bytes = try Clips.bytes(of: Clips.h264())
            return try Clips.write("noindex.mp4", bytes.prefix(bytes.count / 2))
        },
        Row(testDescription: "sound", kind: .noVideo, words: ["no video", "sound"]) {
            try Clips.make("sound.mka", "-f lavfi -i sine=d=0.2 -c:a flac")
        },
        Row(testDescription: "too wide", kind: .size, words: ["8200x64", "8192x8192"]) {
            try Clips.make("wide.mkv", "-f lavfi -i color=s=8200x64 -frames:v 1 -c:v ffv1")
        },
    ]

    @Test(arguments: rows) func theReasonIsSaidInPlainWords(row: Row) throws {
        let player = try Player(row.make())
        #expect(player.waitFor { $0.failure != nil })
        let status = player.stream.status
        #expect(status.failure == row.kind)
        for word in row.words { #expect(status.reason?.contains(word) == true, "\(status)") }
        #expect(status.reason?.contains("Invalid data") == false)
        #expect(status.state == (row.kind == .notFound ? .reconnecting : .failed))
        #expect(player.stop())
        #expect(player.ledger.snapshot().inFlight == 0)
    }

    @Test func aFileThatWasNoVideoIsShownOnceItIsReplaced() throws {
        let good = try Clips.bytes(of: Clips.h264())
        let path = try Clips.write("replaced.mp4", Array("Soon.".utf8))
        let player = try Player(path)
        #expect(player.waitFor { $0.failure == .notMedia })
        _ = try Clips.write("replaced.mp4", good)
        #expect(player.playToEnd())
        #expect(player.samples.count > 1)
    }

    @Test func theLargestSizeIsShown() throws {
        let path = try Clips.make(
            "largest.mkv",
            "-f lavfi -i color=s=8192x64 -frames:v 2 -c:v ffv1"
        )
        let player = try Player(path)
        #expect(player.playToEnd())
        #expect(player.samples.map(\.format.size.width) == [8192, 8192])
    }

    @Test func picturesThatBecomeTooLargeAreDroppedAndSaid() throws {
        let small = try Clips.make(
            "fits.h264",
            "-f lavfi -i color=s=320x240 -frames:v 3 -c:v libx264 -preset ultrafast -bf 0"
        )
        let large = try Clips.make(
            "large-8208.h264",
            "-f lavfi -i color=s=8208x240 -frames:v 2 -c:v libx264 -preset ultrafast -bf 0"
        )
        let path = try Clips.write(
            "growing.h264",
            Clips.bytes(of: small) + Clips.bytes(of: large)
        )
        let player = try Player(path)
        #expect(player.playToEnd())
        #expect(player.samples.count == 3)
        #expect(player.ledger.snapshot().dropped[.format] == 2)
        #expect(player.ledger.snapshot().inFlight == 0)
    }
}
