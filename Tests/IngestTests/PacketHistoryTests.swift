import Media
import Platform
import TestSupport
import Testing

@testable import Addressing
@testable import Decoding
@testable import Demuxing
@testable import Stills

/// What is kept of a stream's packets, and what is said where nothing is.
@Suite struct PacketHistoryTests {
    /// A history that a file's packets go into as if they came live at 25 Hz.
    private struct Recording {
        let history: PacketHistory
        private let packets: FilePackets
        private(set) var count = 0
        private(set) var bytes: [Int] = []

        init(span: Int64?, limit: Int? = nil) throws {
            history = PacketHistory(span: span.map { .milliseconds($0) }, limit: limit)
            let path = try Clips.h264()
            packets = try FilePackets(
                StreamConfiguration(id: StreamID(sanitizing: "clip"), url: path),
                probing: .brief,
                limit: SearchLimit(
                    deadline: MonotonicClock.now() + .milliseconds(5_000),
                    isCancelled: { false }
                )
            )
            history.begin(packets.stream)
        }

        mutating func add(_ number: Int, late: Int64 = 0) throws {
            for _ in 0..<number {
                let packet = try #require(try packets.next())
                let arrived = arrival(count, late: late)
                try packet.withPacket { (packet) throws(AVError) in
                    try history.append(packet, of: packets.stream, at: arrived)
                }
                bytes.append(packet.bytes)
                count += 1
            }
        }

        func arrival(_ number: Int, late: Int64 = 0) -> MonotonicTime {
            .milliseconds(Int64(number) * 40 + late)
        }

        func searched() throws -> KeptPackets {
            KeptPackets(
                try #require(try history.kept.contents(of: StreamID(sanitizing: "door")).last),
                limit: SearchLimit(deadline: .milliseconds(0), isCancelled: { false })
            )
        }

        func kept() throws(StillError) -> [CodedPacket] {
            try history.kept.contents(of: StreamID(sanitizing: "door"))
                .flatMap { $0.groups.flatMap { Array($0.elements) } }
        }
    }

    private func reason(_ recording: Recording) -> String? {
        let error = #expect(throws: StillError.self) { try recording.kept() }
        guard case .notReady(let reason)? = error else { return nil }
        return reason
    }

    /// Its sender was stopped, and its times go on where they stood.
    @Test func aStreamThatIsLateHasNoPictureThatIsTooOld() throws {
        var recording = try Recording(span: 10_000)
        try recording.add(30)
        let before = try #require(try recording.searched().newestTime)
        try recording.add(10, late: 2_000)
        let packets = try recording.searched()
        let newest = try #require(packets.newestTime)
        let now = recording.arrival(recording.count - 1, late: 2_000)
        // What came last before a moment of the silence is of before it.
        #expect(packets.time(.milliseconds(1_000), before: now) == before)
        let moment = now - Nanoseconds.milliseconds(1_000)
        #expect((1.0..<1.6).contains(packets.excess(of: before, at: moment).seconds))
        // The times after it are certain, and those before are when they came.
        let lately = Nanoseconds.milliseconds(200)
        #expect(packets.time(lately, before: now) == newest - lately)
        let first = packets.time(.milliseconds(2_800), before: now)
        let way = newest - (try #require(first))
        #expect(abs(way.seconds - 0.8) < 0.2)
        #expect(packets.excess(of: newest, at: now) == .zero)
    }

    /// While packets come, those that are shown before may still be on their way.
    @Test func theNewestOfAStreamThatIsLostIsItsLast() throws {
        var recording = try Recording(span: 10_000)
        // The last one is shown after three that would come behind it.
        try recording.add(30)
        let packets = try recording.searched()
        let last = try #require(try recording.kept().compactMap(\.facts.time).max())
        let newest = try #require(packets.newestTime)
        #expect(newest < last)
        #expect(packets.newestTime(at: recording.arrival(30)) == newest)
        #expect(packets.newestTime(at: recording.arrival(30, late: 1_000)) == last)
    }

    @Test func beforeTheFirstKeyPictureThereIsNone() throws {
        #expect(
            reason(try Recording(span: nil)) == "no key picture of stream 'door' has come yet"
        )
    }

    @Test func aGroupThatIsTooLargeIsCalledThatUpToTheNextKeyPicture() throws {
        var whole = try Recording(span: nil)
        try whole.add(12)
        #expect(try whole.kept().count == 12)
        var recording = try Recording(span: nil, limit: whole.bytes.reduce(0, +) - 1)
        try recording.add(11)
        #expect(try recording.kept().count == 11)
        try recording.add(1)
        let tooLarge = try #require(reason(recording))
        #expect(tooLarge.contains("'door'") && tooLarge.contains("more than the"))
        #expect(recording.history.status.evicted == 1)
        try recording.add(1)
        #expect(try recording.kept().map(\.facts.isKey) == [true])
    }

    @Test(arguments: [nil, 1_000] as [Int64?]) func theStatusSaysWhatIsKept(span: Int64?) throws {
        var recording = try Recording(span: span)
        #expect(recording.history.status == LookbackStatus(isConfigured: span != nil))
        try recording.add(30)
        let first = try #require(try recording.kept().first)
        let index = span == nil ? 24 : 0
        #expect(first.bytes == recording.bytes[index])
        #expect(
            recording.history.status
                == LookbackStatus(
                    isConfigured: span != nil,
                    kept: .milliseconds(Int64(29 - index) * 40),
                    bytes: recording.bytes[index...].reduce(0, +),
                    evicted: 0
                )
        )
    }

    @Test func tenSecondsOfALargeCameraFit() {
        #expect(PacketHistory.bytesWithoutLookback >= 10 * 25_000_000 / 8)
    }
}
