import FrameTransport
import Media
import Platform
import TestSupport
import Testing

@testable import Addressing
@testable import Decoding
@testable import Ingest
@testable import Stills
@testable import Streams

/// Pictures of live streams: the newest of one that nobody shows, and those of a while ago.
@Suite struct LookbackTests {
    /// Finds which picture of the clip that a server sends over and over a found one is.
    private struct Reference {
        let digests: [String]

        init(_ clip: String) throws { digests = try Clips.referenceDigests(of: clip) }

        func index(of found: FoundPicture) -> Int? { digests.firstIndex(of: found.digest) }
    }

    private func deadline() -> MonotonicTime { MonotonicClock.now() + .milliseconds(60_000) }

    private func newest(of player: Player) throws(StillError) -> FoundPicture {
        try player.stream.newestPicture(
            tolerance: .zero,
            deadline: deadline(),
            isCancelled: { false }
        )
    }

    private func past(
        _ player: Player,
        _ milliseconds: Int64,
        tolerance: Int64 = 100
    ) throws(StillError) -> FoundPicture {
        try player.stream.pastPicture(
            back: .milliseconds(milliseconds),
            tolerance: .milliseconds(tolerance),
            deadline: deadline(),
            isCancelled: { false }
        )
    }

    @Test func aHiddenStreamHasItsNewestPicture() throws {
        let clip = try Clips.h264()
        let server = try RTSPServer(clip: clip)
        defer { server.kill() }
        let player = try Player(server.url)
        #expect(player.play { $0.samples.count >= 3 })
        player.stream.setDecoding(.idle)
        let hidden = MonotonicClock.now()
        #expect(player.waitFor { _ in (try? newest(of: player))?.arrived ?? hidden > hidden })
        let first = try newest(of: player)
        let received = player.ledger.snapshot().received
        #expect(first.tier == .exact)
        #expect(first.picture.format.size == PixelSize(width: 160, height: 120))
        #expect(try Reference(clip).index(of: first) != nil)
        #expect(
            player.waitFor { _ in (try? newest(of: player).picture.pts) ?? .zero > first.picture.pts
            }
        )
        // Nothing of that was decoded by the stream.
        #expect(player.ledger.snapshot().received <= received + 1)
        #expect(!player.stream.lookback.isConfigured)
        #expect(player.stream.lookback.bytes > 0)
        let error = #expect(throws: StillError.self) { try past(player, 500) }
        guard case .notSupported(let reason) = error else {
            Issue.record("\(error as Any)")
            return
        }
        #expect(reason.contains("set lookback"))
    }

    @Test(arguments: ["rtsp", "udp"])
    func aPictureOfAWhileAgoIsTheOneThatCameThen(scheme: String) throws {
        let clip = try Clips.h264()
        let server = scheme == "rtsp" ? try RTSPServer(clip: clip) : nil
        let port = try TCPServer.unusedPort()
        let sender = scheme == "udp" ? try Self.send(clip, to: port) : nil
        defer {
            server?.kill()
            sender?.kill()
        }
        let player = try Player(server?.url ?? "udp://127.0.0.1:\(port)") {
            $0.lookback = .milliseconds(2_000)
        }
        #expect(player.play { $0.stream.lookback.kept >= .milliseconds(2_200) })
        let reference = try Reference(clip)
        let start = try newest(of: player)
        let startIndex = try #require(reference.index(of: start))
        for back: Int64 in [0, 40, 370, 1_000, 1_999] {
            // A sender that is held up is silent, which counts, and late for a moment.
            var exact: FoundPicture?
            let isFound = player.waitFor { _ in
                guard let now = (try? newest(of: player))?.arrived else { return false }
                exact = try? past(player, back, before: now)
                return exact?.tier == .exact
            }
            #expect(isFound, "\(back)")
            let found = try #require(exact)
            #expect(found.picture.pts <= found.requested)
            #expect(found.requested - found.picture.pts < .milliseconds(41))
            #expect(found.arrived != nil)
            // Its place in the clip follows from its time.
            let steps = Int(((found.picture.pts - start.picture.pts).seconds * 25).rounded())
            let count = reference.digests.count
            #expect(reference.index(of: found) == ((startIndex + steps) % count + count) % count)
        }
        let oldest = try past(player, 50_000)
        #expect(oldest.tier == .nearest)
        #expect(try past(player, 50_000, tolerance: 60_000).tier == .relaxed)
        #expect(player.stream.lookback.evicted == 0)
    }

    @Test func aStreamThatIsDownAnswersWithWhatItHad() throws {
        let clip = try Clips.h264()
        let server = try RTSPServer(clip: clip)
        defer { server.kill() }
        let player = try Player(server.url) { $0.lookback = .milliseconds(1_000) }
        #expect(player.play { $0.samples.count >= 20 })
        server.kill()
        #expect(player.play { $0.stream.status.state == .reconnecting })
        let last = try newest(of: player)
        #expect(try Reference(clip).index(of: last) != nil)
        let end = try #require(last.arrived)
        // Once it is silent for long enough for nothing to be waited for it may be one that is
        // shown behind that.
        let later = try newest(of: player)
        #expect(try #require(later.arrived) >= end && later.picture.pts >= last.picture.pts)
        // Silence counts: before now there may be nothing but the last one.
        #expect(try past(player, 400, before: end).picture.pts < last.picture.pts)
    }

    /// The picture of a while before a moment that need not have come yet.
    private func past(
        _ player: Player,
        _ milliseconds: Int64,
        before now: MonotonicTime,
        tolerance: Int64 = 100
    ) throws(StillError) -> FoundPicture {
        try player.stream.pastPicture(
            back: .milliseconds(milliseconds),
            before: now,
            tolerance: .milliseconds(tolerance),
            SearchLimit(deadline: deadline(), isCancelled: { false })
        )
    }

    @Test func silenceCountsAsTimeThatHasPassed() throws {
        let server = try RTSPServer(clip: Clips.h264())
        defer { server.kill() }
        let player = try Player(server.url) { $0.lookback = .milliseconds(2_000) }
        #expect(player.play { $0.stream.lookback.kept >= .milliseconds(1_500) })
        server.kill()
        #expect(player.play { $0.stream.status.state == .reconnecting })
        let history = try #require(player.stream.history)
        let packets = KeptPackets(
            try #require(try history.kept.contents(of: player.stream.configuration.id).last),
            limit: SearchLimit(deadline: deadline(), isCancelled: { false })
        )
        let newest = try #require(packets.newestTime)
        let arrived = try #require(packets.newestArrival)
        // A pause of less than three pictures, and less than 150 ms, is none.
        for (silence, counted) in [(0, 0), (149, 0), (150, 150), (63_500, 63_500)]
            as [(Int64, Int64)]
        {
            let now = arrived + .milliseconds(silence)
            #expect(
                packets.time(.milliseconds(300), before: now)
                    == newest + .milliseconds(counted - 300)
            )
        }
        let later = arrived + .milliseconds(60_000)
        let silent = try past(player, 3_500, before: later)
        #expect(silent.tier == .nearest)
        #expect(silent.requested == newest + .milliseconds(56_500))
        #expect(silent.picture.pts >= newest)
        #expect(try past(player, 3_500, before: later, tolerance: 60_000).tier == .relaxed)
        // What was before the silence is still had exactly.
        let before = try past(player, 60_400, before: later)
        #expect(before.tier == .exact)
        #expect(before.picture.pts == (try past(player, 400, before: arrived).picture.pts))
        #expect(try past(player, .max / 1_000_000, before: later).tier == .nearest)
    }

    @Test func thePastIsKeptOverAReconnection() throws {
        let clip = try Clips.h264()
        var server = try RTSPServer(clip: clip, port: TCPServer.unusedPort())
        defer { server.kill() }
        let player = try Player(server.url) { $0.lookback = .milliseconds(30_000) }
        #expect(player.play { $0.stream.lookback.kept >= .milliseconds(1_500) })
        server.kill()
        // It is away for two seconds at least.
        #expect(player.play { !$0.placeholders.isEmpty })
        let kept = player.stream.lookback.kept
        let end = try #require(try newest(of: player).arrived)
        let before = try past(player, 1_000, before: end)
        #expect(before.tier == .exact)
        server = try RTSPServer(clip: clip, port: server.port)
        let count = player.samples.count
        #expect(player.play { $0.samples.count >= count + 5 })
        #expect(player.stream.lookback.kept > kept)
        // The same moment, counted back from now.
        let now = try #require(try newest(of: player).arrived)
        let back = Int64((now - end).seconds * 1_000) + 1_000
        let found = try past(player, back, before: now)
        #expect(found.tier == .exact)
        // On a busy machine packets are late by less than the time it was away.
        #expect(abs((found.picture.pts - before.picture.pts).seconds) < 1)
        // Between the two there was none.
        #expect(try past(player, back - 2_000, before: now, tolerance: 0).tier == .nearest)
    }

    @Test func aStreamWithoutAPictureYetIsNotReady() throws {
        let player = try Player("rtsp://127.0.0.1:\(TCPServer.unusedPort())/a")
        let error = #expect(throws: StillError.self) { try newest(of: player) }
        guard case .notReady = error else {
            Issue.record("\(error as Any)")
            return
        }
    }

    @Test func aFileKeepsNoPackets() throws {
        let player = try Player(Clips.h264()) { $0.lookback = .milliseconds(2_000) }
        #expect(player.playToEnd())
        #expect(player.stream.lookback == LookbackStatus())
        let error = #expect(throws: StillError.self) { try past(player, 0) }
        guard case .notSupported = error else {
            Issue.record("\(error as Any)")
            return
        }
    }

    @Test func searchesThatNobodyWaitsForEnd() throws {
        let server = try RTSPServer(clip: Clips.h264())
        defer { server.kill() }
        let player = try Player(server.url)
        #expect(player.play { $0.samples.count >= 3 })
        #expect(throws: StillError.cancelled) {
            try player.stream.newestPicture(
                tolerance: .zero,
                deadline: deadline(),
                isCancelled: { true }
            )
        }
        #expect(throws: StillError.timedOut) {
            try player.stream.newestPicture(
                tolerance: .zero,
                deadline: MonotonicClock.now(),
                isCancelled: { false }
            )
        }
    }

    @Test(arguments: [(-1, nil), (0, nil), (1, 1), (60_000, 60_000), (90_000, 60_000)])
    func aLookbackIsClamped(asked: Int64, bounded: Int64?) throws {
        var configuration = try StreamConfiguration(id: StreamID(sanitizing: "a"), url: "demo")
        configuration.lookback = .milliseconds(asked)
        #expect(configuration.boundedLookback == bounded.map { .milliseconds($0) })
    }

    static func send(_ clip: String, to port: UInt16) throws -> Companion {
        try Companion(
            "ffmpeg",
            [
                "-v", "quiet", "-re", "-stream_loop", "-1", "-i", clip, "-an", "-c", "copy",
                "-f", "mpegts", "udp://127.0.0.1:\(port)?pkt_size=1316",
            ]
        )
    }
}
