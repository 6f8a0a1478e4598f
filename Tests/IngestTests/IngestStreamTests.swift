import FrameTransport
import Glibc
import Ingest
import Media
import Platform
import Presentation
import TestSupport
import Testing

@testable import Addressing
@testable import Streams

/// What an owner may rely on, whatever the source.
@Suite struct IngestStreamTests {
    @Test func anAddressThatIsNotAcceptedMakesNoStream() {
        let error = #expect(throws: SourceError.self) { try Player("gopher://h/a") }
        #expect(error?.kind == .address)
    }

    /// A handler that hangs stands for a library call that nothing interrupts.
    @Test func aThreadThatHangsIsLeftBehindAndEndsByItself() throws {
        let gate = try WakeUp()
        let hung = try WakeUp()
        var stream: IngestStream? = try IngestStream(
            configuration: StreamConfiguration(id: StreamID(sanitizing: "hung"), url: "demo"),
            ledger: FrameLedger()
        ) { _ in
            hung.signal()
            var waiting = PollSet(capacity: 1)
            waiting.add(gate.rawValue, tag: .init(rawValue: 0))
            _ = waiting.wait(until: nil)
        }
        stream?.start()
        var polling = PollSet(capacity: 1)
        polling.add(hung.rawValue, tag: .init(rawValue: 0))
        #expect(!polling.wait(until: MonotonicClock.now() + .milliseconds(10_000)).isEmpty)
        stream?.stop()
        let start = MonotonicClock.now()
        #expect(stream?.join() == false)
        #expect(MonotonicClock.now() - start >= .milliseconds(190))
        weak let pool = stream?.pool
        stream = nil
        #expect(pool != nil)
        gate.signal()
        // The thread lets go of everything, the pool last.
        let limit = MonotonicClock.now() + .milliseconds(30_000)
        while pool != nil, MonotonicClock.now() < limit { sched_yield() }
        #expect(pool == nil)
    }

    #if DEBUG
    /// As at the limit of a user's threads. It used to be given up for good.
    @Test func aThreadThatCannotBeHadIsTriedForAgain() throws {
        let log = Player.EventLog()
        let stream = try IngestStream(
            configuration: StreamConfiguration(id: StreamID(sanitizing: "poor"), url: "demo"),
            ledger: FrameLedger()
        ) { event in log.events.withLock { $0.append(event) } }
        SystemCallFaults.withFault("pthread_create", .wouldBlock, times: 3) {
            let first = MonotonicClock.now()
            stream.start()
            #expect(stream.status.state == .reconnecting)
            #expect(stream.status.failure == .resources)
            #expect(stream.startAgain(at: first - .milliseconds(1000)) != nil)
            // The second and the third attempt fail, too.
            for later in [10, 100] as [Int64] {
                let due = stream.startAgain(at: first + .milliseconds(later * 1000))
                #expect(due != nil)
            }
            #expect(stream.startAgain(at: first + .milliseconds(1_000_000)) == nil)
        }
        // The event comes last, after the state that it tells of.
        let limit = MonotonicClock.now() + .milliseconds(30_000)
        while log.events.withLock({ $0.count }) < 2, MonotonicClock.now() < limit { sched_yield() }
        #expect(log.events.withLock { $0.count } == 2)
        #expect(stream.status.state == .playing)
        #expect(stream.status.reconnects == 3)
        stream.stop()
        #expect(stream.join(until: MonotonicClock.now() + .milliseconds(30_000)))
    }

    @Test func aStreamWithoutAThreadStopsAtOnce() throws {
        let stream = try IngestStream(
            configuration: StreamConfiguration(id: StreamID(sanitizing: "poor"), url: "demo"),
            ledger: FrameLedger()
        )
        SystemCallFaults.withFault("pthread_create", .wouldBlock) { stream.start() }
        stream.stop()
        #expect(stream.join())
        #expect(stream.startAgain(at: MonotonicClock.now() + .milliseconds(9000)) == nil)
    }
    #endif

    @Test func aStreamThatIsLetGoEndsItsThread() throws {
        var player: Player? = try Player(Clips.h264()) { $0.loop = true }
        #expect(player?.play { $0.samples.count > 5 } == true)
        weak let stream = player?.stream
        weak let pool = player?.stream.pool
        player = nil
        #expect(stream == nil)
        // The thread has it last.
        let limit = MonotonicClock.now() + .milliseconds(30_000)
        while pool != nil, MonotonicClock.now() < limit { sched_yield() }
        #expect(pool == nil)
    }

    @Test func aFileThatNobodyShowsWaitsWhereItIs() throws {
        let player = try Player(Clips.h264(), decoding: .idle)
        // The first picture is decoded all the same: it tells the format.
        #expect(player.play { $0.samples.count == 1 })
        #expect(player.waitFor { $0.state == .playing })
        #expect(player.waitUntilItRests())
        let received = player.ledger.snapshot().received
        #expect(received <= 2)
        player.stream.setDecoding(.full)
        #expect(player.playToEnd())
        #expect(player.samples.map(\.number) == Array(0..<40))
        #expect(player.samples.dropFirst().allSatisfy { $0.attachments.isEmpty })
    }

    /// A recording that is missing at first, as one on a disk that is mounted late.
    @Test func aFileThatAppearsIsPlayed() throws {
        let source = try Clips.h264()
        let path = "\(Clips.directory)/late.mp4"
        let player = try Player(path)
        #expect(player.waitFor { $0.failure == .notFound })
        #expect(player.stream.status.state == .reconnecting)
        _ = try Command.run("ln", ["-s", source, path])
        #expect(player.playToEnd())
        #expect(player.samples.count == 40)
    }

    /// On a busy machine only some of them are that quick.
    @Test func aStreamStopsWithinAFifthOfASecond() throws {
        let server = try TCPServer(.silent)
        defer { server.end() }
        let isQuick = try (1...100).contains { count in
            let player = try Player("http://127.0.0.1:\(server.port)/a.mp4")
            #expect(player.waitFor { _ in server.connections.count >= count })
            return player.stop(within: .milliseconds(200))
        }
        #expect(isQuick)
    }

    /// A window that shows the stream beside the main view has one that is drawn for that: as it is
    /// where nothing else shows the stream.
    private func expectOneForTheWindow(_ player: Player) throws {
        let window = PixelSize(width: 90, height: 160)
        var alternate: [UInt8] = []
        var alone: [UInt8] = []
        func luma(_ components: PictureComponents, _ size: PixelSize) -> [UInt8] {
            guard let luma = components.first else { return [] }
            return (0..<Int(size.height)).flatMap { row in
                UnsafeRawBufferPointer(
                    start: luma.base + row * luma.bytesPerRow,
                    count: Int(size.width)
                )
            }
        }
        let before = player.inspect
        defer { player.inspect = before }
        player.inspect = { [unowned player] sample, components in
            if let other = player.stream.pool.alternate(of: sample.picture) {
                alternate = luma(other.components, other.format.size)
            }
            alone = luma(components, sample.format.size)
        }
        let places = [(PixelSize(width: 321, height: 181), window), (window, nil)]
        for (place, inWindow) in places as [(PixelSize, PixelSize?)] {
            let drawn = player.placeholders.count
            player.stream.setShownSize(place, window: inWindow)
            #expect(player.play { $0.placeholders.count > drawn })
            #expect(player.placeholders.last?.format.size == place)
        }
        #expect(alternate.count == 90 * 160 && alternate == alone && alone.max() == 235)
    }

    @Test func aPlaceholderIsDrawnAfterTwoSeconds() throws {
        let start = MonotonicClock.now()
        let player = try Player("\(Clips.directory)/gone.mp4")
        var brightest: UInt8 = 0
        var darkest: UInt8 = 255
        player.inspect = { sample, components in
            guard let luma = components.first else { return }
            for row in 0..<Int(sample.format.size.height) {
                for column in 0..<Int(sample.format.size.width) {
                    let value = luma.base.load(
                        fromByteOffset: row * luma.bytesPerRow + column,
                        as: UInt8.self
                    )
                    brightest = max(brightest, value)
                    darkest = min(darkest, value)
                }
            }
        }
        #expect(player.play { !$0.placeholders.isEmpty })
        #expect(MonotonicClock.now() - start >= .milliseconds(1900))
        let sample = try #require(player.placeholders.first)
        #expect(sample.format.pixelFormat == .i420)
        #expect(sample.format.size == PixelSize(width: 640, height: 360))
        // Letters on a dark ground.
        #expect(brightest == 235 && darkest == 32)
        #expect(player.samples.isEmpty)
        #expect(player.ledger.snapshot().received == 0)
        // It fills the place that it is shown in, whenever that is said.
        for place in [PixelSize(width: 400, height: 300), PixelSize(width: 320, height: 180)] {
            let drawn = player.placeholders.count
            player.stream.setShownSize(place)
            #expect(player.play { $0.placeholders.count > drawn })
            #expect(player.placeholders.last?.format.size == place)
        }
        try expectOneForTheWindow(player)
        // So does a style that changes meanwhile.
        let drawn = player.placeholders.count
        var black = PlaceholderWish()
        black.background = RGBColor(red: 0, green: 0, blue: 0)
        player.stream.setPlaceholder(usual: PlaceholderStyle(), own: black)
        #expect(player.play { $0.placeholders.count > drawn })
        #expect(darkest == 16)
    }

    /// Told once, however often it is drawn, and again of another file.
    @Test func anImageThatIsNotThereIsTold() throws {
        let player = try Player("/nowhere/a.mp4") { $0.placeholder.image = "/nowhere/a.png" }
        #expect(player.stream.status.placeholderFlaw == nil)
        player.stream.setShownSize(PixelSize(width: 640, height: 360))
        #expect(player.play { !$0.placeholders.isEmpty })
        let drawn = player.placeholders.count
        player.stream.setShownSize(PixelSize(width: 320, height: 240))
        #expect(player.play { $0.placeholders.count > drawn })
        player.stream.lookAtPlaceholder()
        let flaw = "/nowhere/a.png cannot be read: No such file or directory"
        #expect(Self.flaws(player.events) == [flaw])
        #expect(player.stream.status.placeholderFlaw?.description == flaw)
        var other = PlaceholderWish()
        other.image = "/nowhere/b.png"
        player.stream.setPlaceholder(usual: PlaceholderStyle(), own: other)
        #expect(player.play { Self.flaws($0.events).count == 2 })
        player.stream.setPlaceholder(usual: PlaceholderStyle(), own: PlaceholderWish())
        #expect(player.stream.status.placeholderFlaw == nil)
    }

    private static func flaws(_ events: [IngestEvent]) -> [String] {
        events.compactMap { event in
            if case .placeholderFlawed(let flaw) = event { flaw.description } else { nil }
        }
    }
}
