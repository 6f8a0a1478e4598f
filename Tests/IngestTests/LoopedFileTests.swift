import FrameTransport
import Glibc
import Media
import Platform
import TestSupport
import Testing

@testable import Addressing
@testable import Ingest
@testable import Streams

/// Files that loop and do not stay what they were.
@Suite struct LoopedFileTests {
    /// What becomes of the clip while it plays.
    enum Change: String, CaseIterable, Sendable {
        case overwritten, truncated, emptied

        func apply(to path: String) throws {
            let size = try Clips.bytes(of: path).count
            switch self {
            case .overwritten:
                var random = SeededGenerator(seed: 3)
                _ = try Clips.write(
                    String(path.dropFirst(Clips.directory.count + 1)),
                    (0..<size).map { _ in UInt8(truncatingIfNeeded: random.next()) }
                )
            case .truncated: #expect(truncate(path, off_t(size / 3)) == 0)
            case .emptied: #expect(truncate(path, 0) == 0)
            }
        }
    }

    /// It used to be read over and over, as fast as a processor can, and to "play".
    @Test(arguments: Change.allCases) func aFileThatIsSpoiltIsALoss(change: Change) throws {
        let good = try Clips.bytes(of: Clips.h264())
        let name = "spoilt-\(change.rawValue).mp4"
        let path = try Clips.write(name, good)
        let player = try Player(path) { $0.loop = true }
        #expect(player.play { $0.stream.status.loops >= 1 })
        try change.apply(to: path)
        // What is wrong with it is said before it is left.
        #expect(player.play { [.reconnecting, .failed].contains($0.stream.status.state) })
        let status = player.stream.status
        #expect(status.failure != nil)
        #expect(status.reason?.contains(name) == true)
        #expect(
            player.waits {
                $0.events.contains {
                    switch $0 {
                    case .lost, .failed: true
                    default: false
                    }
                }
            }
        )
        // The first pass without a picture is the last.
        #expect(status.corruptPackets <= 40 * 2)
        #expect(player.play { !$0.placeholders.isEmpty })

        _ = try Clips.write(name, good)
        let count = player.samples.count
        #expect(player.play { $0.samples.count >= count + 40 })
        #expect(player.waitFor { $0.state == .playing })
        #expect(player.stop())
        #expect(player.ledger.snapshot().inFlight == 0)
    }

    @Test func aFileThatIsReplacedIsShownFromTheNextLoopOn() throws {
        let path = try Clips.write("swapped.mp4", Clips.bytes(of: Clips.h264()))
        let other = try Clips.make(
            "other.mp4",
            "-f lavfi -i testsrc2=96x64:r=25 -frames:v 10 -c:v libx264 -pix_fmt yuv420p"
        )
        let player = try Player(path) { $0.loop = true }
        #expect(player.play { $0.samples.count >= 50 })
        try systemCall("rename") { rename(other, path) }
        #expect(player.play { $0.samples.last?.format.size.width == 96 })
        #expect(player.play { $0.stream.status.loops >= 4 })
        #expect(player.stream.status.reconnects == 0)
        let ready = player.events.filter { if case .ready = $0 { true } else { false } }
        #expect(ready.count == 2)
    }

    @Test func aFileThatIsRemovedIsLost() throws {
        let path = try Clips.write("removed.mp4", Clips.bytes(of: Clips.h264()))
        let player = try Player(path) { $0.loop = true }
        #expect(player.play { $0.samples.count >= 50 })
        unlink(path)
        #expect(player.play { $0.stream.status.failure == .notFound })
        #expect(player.stream.status.state == .reconnecting)
    }

    /// Repeating a stream is no news, whether or not it is opened again for that.
    @Test(arguments: ["mp4", "h264"]) func aLoopIsNoEvent(container: String) throws {
        let source = try Clips.h264()
        let path = try Clips.make("silent.\(container)", "-i \(source) -c copy")
        let player = try Player(path) { $0.loop = true }
        #expect(player.play { $0.stream.status.loops >= 3 })
        #expect(player.events.count == 1)
    }

    /// It used to be opened and decoded 25 times a second.
    @Test func aStillIsDecodedOnceUntilItIsAnother() throws {
        let first = try Clips.make("first.jpg", "-f lavfi -i testsrc2=64x48 -frames:v 1")
        let second = try Clips.make("second.jpg", "-f lavfi -i testsrc2=96x64 -frames:v 1")
        let path = try Clips.write("still.jpg", Clips.bytes(of: first))
        let player = try Player(path) { $0.loop = true }
        #expect(player.play { $0.samples.count == 1 })
        #expect(player.samples.last?.format.size.width == 64)
        try systemCall("rename") { rename(second, path) }
        #expect(player.play { $0.samples.last?.format.size.width == 96 })
        #expect(player.ledger.snapshot().received == 2)
        #expect(player.stream.status.state == .playing)
        #expect(!player.stream.isDelivered())
        #expect(player.stop())
    }
}

/// Runs of packets that become no picture.
@Suite struct DecodeFailureTests {
    @Test func aClipOfAnotherCodecIsNamedOnce() throws {
        let first = try Clips.h264()
        let second = try Clips.make(
            "second-clip.mkv",
            "-f lavfi -i testsrc2=160x120:r=25 -frames:v 40 -c:v mpeg4"
        )
        let list = """
            ffconcat version 1.0
            file \(first.split(separator: "/").last ?? "")
            file '\(second.split(separator: "/").last ?? "")'
            """
        let player = try Player(Clips.write("clips.ffconcat", Array(list.utf8)))
        #expect(player.playToEnd())
        #expect(player.samples.count >= 40)
        let told = player.events.compactMap { event -> String? in
            if case .damaged(let error) = event { error.message } else { nil }
        }
        #expect(told.count == 1)
        for word in ["decoded as h264", "second-clip.mkv is mpeg4"] {
            #expect(told.first?.contains(word) == true, "\(told)")
        }
    }

    /// How libavformat reads a list's lines, and the clips in it.
    @Test(
        arguments: [
            ("file a.mp4", ["/l/a.mp4"]), ("  file\t/b/a.mp4  \n", ["/b/a.mp4"]),
            ("file 'it'\\''s.mp4'", ["/l/it's.mp4"]), ("file a\\ b.mp4", ["/l/a b.mp4"]),
            ("# file a.mp4\nduration 4\nfile a.mp4\noption x y\n", ["/l/a.mp4"]),
            ("file", ["/l/"]), ("", []), ("files a.mp4", []), ("file 'a", ["/l/a"]),
        ] as [(String, [String])]
    )
    func aListIsReadAsLibavformatDoes(text: String, clips: [String]) {
        #expect(ClipList.clips(in: text, at: "/l/list.txt") == clips)
    }
}
