import FrameTransport
import Media
import Platform
import Testing

@testable import Addressing
@testable import Demuxing
@testable import Ingest
@testable import Stills
@testable import Streams

/// Live streams that were hidden and are shown, and such that fall silent.
@Suite struct PursuitTests {
    @Test(
        arguments: [
            (1280 * 720, 9, 8, 1), (1280 * 720, 10, 8, 3), (1280 * 720, 60, 2, 2),
            (1920 * 1080, 60, 1, 1), (160 * 120, 400, 8, 1), (0, 60, 8, 1),
            (1280 * 720, 60, 0, 1),
        ] as [(Int, Int, Int, Int)]
    )
    func threadsAreStartedForWhatTakesLong(
        pixels: Int,
        packets: Int,
        processors: Int,
        threads: Int
    ) {
        let planned = PursuitPlan.threads(
            pixels: pixels,
            packets: packets,
            processors: processors
        )
        #expect(planned == threads)
    }

    /// The large one takes several threads, and the usual decoder goes on behind its
    /// next key picture; the small one's next key picture is 8 s away.
    @Test(arguments: [("160x120", 200, 2), ("1280x720", 40, 0), ("1280x720", 40, 2)])
    func aHiddenStreamGoesOnWithItsNewestPicture(
        size: String,
        group: Int,
        bPictures: Int
    ) throws {
        let clip = try Clips.make(
            "pursuit-\(size)-\(bPictures).ts",
            "-f lavfi -i testsrc2=\(size):r=25 -frames:v 200 -c:v libx264 -preset ultrafast "
                + "-bf \(bPictures) -g \(group) -sc_threshold 0 -pix_fmt yuv420p"
        )
        let port = try TCPServer.unusedPort()
        let sender = try LookbackTests.send(clip, to: port)
        defer { sender.kill() }
        let player = try Player("udp://127.0.0.1:\(port)") { $0.digests = true }
        #expect(player.play { $0.samples.count >= 3 })
        let hidden = MonotonicClock.now()
        player.stream.setDecoding(.idle)
        let isKept = player.waitFor { _ in
            player.hasReadOn(since: hidden) && player.stream.lookback.kept >= .milliseconds(1_200)
        }
        #expect(isKept)
        while player.takeOne() {}
        let count = player.samples.count
        let arrivals = try player.arrivals()
        player.stream.prepareToShow()
        #expect(player.play { $0.samples.count > count + 50 })
        let first = try #require(player.samples.dropFirst(count).first)
        #expect(first.attachments == [.discontinuity, .displayImmediately])
        // Not a picture of when it was hidden, nor of the last key picture.
        // A decoder holds some back.
        #expect(first.decoded >= (try #require(arrivals.dropLast(8).last)))
        try expectTrue(player.samples.dropFirst(count), of: clip)
        #expect(Set(told(player)).subtracting(held) == ["ready"])
        #expect(player.ledger.snapshot().dropped[.decodeError] == 0)
    }

    /// A live stream that plays and keeps its past, and who sends it to which port.
    private func broadcast(
        timeout: Nanoseconds
    ) throws -> (player: Player, sender: Companion, port: UInt16) {
        let port = try TCPServer.unusedPort()
        let sender = try LookbackTests.send(Clips.h264(), to: port)
        let player = try Player("udp://127.0.0.1:\(port)") {
            $0.timeout = timeout
            $0.lookback = .milliseconds(20_000)
        }
        #expect(player.play { $0.samples.count >= 30 })
        return (player, sender, port)
    }

    /// What a sender that is held up for a moment makes of a stream.
    private let held: Set<Substring> = ["stall", "resum"]

    private func told(_ player: Player) -> [Substring] {
        player.events.map { "\($0)".prefix(5) }
    }

    /// Every picture that came whole is the clip's of its time.
    private func expectTrue(_ samples: ArraySlice<SampleBuffer>, of clip: String) throws {
        let digests = try Clips.referenceDigests(of: clip)
        let first = try #require(samples.first)
        let start = try #require(digests.firstIndex(of: first.digest.map { "\($0)" } ?? ""))
        let whole = samples.filter { !$0.attachments.contains(.damaged) }
        // The network may lose some.
        #expect(whole.count * 2 > samples.count)
        for sample in whole {
            let steps = Int(((sample.pts - first.pts).seconds * 25).rounded())
            // The clip begins again, with a gap in its times.
            guard start + steps < digests.count else { break }
            #expect(sample.digest.map { "\($0)" } == digests[start + steps], "\(steps)")
        }
    }

    @Test func aSilenceShorterThanTheTimeoutIsAStallAndNothingElse() throws {
        let live = try broadcast(timeout: .milliseconds(20_000))
        let player = live.player
        var sender = live.sender
        defer { sender.kill() }
        sender.kill()
        #expect(player.play { $0.events.last == .stalled })
        let kept = player.stream.lookback.kept
        #expect(player.play { !$0.placeholders.isEmpty })
        #expect(player.stream.status.state == .stalled)
        sender = try LookbackTests.send(Clips.h264(), to: live.port)
        #expect(player.play { $0.events.last == .resumed })
        #expect(Set(told(player)) == held.union(["ready"]))
        #expect(player.stream.status.stalls >= 1)
        #expect(player.stream.status.reconnects == 0)
        #expect(player.stream.lookback.kept >= kept)
    }

    /// The demuxer holds a packet back: it does not come out as news.
    @Test func aSilenceAsLongAsTheTimeoutIsALossAndNothingElse() throws {
        let (player, sender, _) = try broadcast(timeout: .milliseconds(1_500))
        defer { sender.kill() }
        sender.kill()
        #expect(player.play { ["stall", "lost("].contains(told($0).last) })
        let arrived = try player.arrivals().last
        #expect(player.play { told($0).last == "lost(" })
        #expect(told(player).suffix(2) == ["stall", "lost("])
        #expect(Set(told(player)).subtracting(held) == ["ready", "lost("])
        let reason = try #require(player.stream.status.reason)
        #expect(reason.contains("nothing came for"), "\(reason)")
        #expect(player.stream.status.failure == .timeout)
        #expect(try player.arrivals().last == arrived)
    }
}

extension Player {
    /// When the packets came that are kept since the newest key packet.
    func arrivals() throws -> [MonotonicTime] {
        let history = try #require(stream.history)
        let newest = try history.kept.contents(of: stream.configuration.id).last
        return newest?.groups.last?.elements.compactMap(\.arrived) ?? []
    }

    /// Whether a stream that was hidden then has read several packets since, and so has
    /// decoded its last picture.
    func hasReadOn(since hidden: MonotonicTime) -> Bool {
        guard let arrivals = try? arrivals() else { return false }
        return arrivals.count { $0 > hidden } >= 3
    }
}
