import Media
import Testing

@testable import Demuxing
@testable import Ingest
@testable import Stills

/// Which packets it takes to answer for a time, and which one has the picture.
@Suite struct PacketGroupTests {
    /// Packets in decoding order: what it is (I is a key packet) and when it is shown, each for
    /// a nanosecond.
    ///
    ///     !  it is damaged        -  it is never shown
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let packets: String
        let time: Int64
        /// Whether more should follow than does.
        var isCut = false
        /// When the group begins, and the answer is shown.
        let answer: String
    }

    private static let rows = [
        Row(
            testDescription: "pictures change places",
            packets: "I0 P3 B1 B2 P6 B4 B5 P9",
            time: 2,
            answer: "0: 2..<3, complete"
        ),
        Row(
            testDescription: "the newest group that has the answer",
            packets: "I0 P1 P2 I3 P4 P5 P6 P7 P8",
            time: 4,
            answer: "3: 4..<5, complete"
        ),
        Row(
            testDescription: "a key picture that is shown later",
            packets: "I0 P1 P2 I3 P4 P5 P6 P7",
            time: 2,
            answer: "0: 2..<3, complete"
        ),
        Row(
            testDescription: "what is shown before the key picture of an open group",
            packets: "I0 P2 B1 I6 B4 B5 P8 B7 P10 B9",
            time: 4,
            answer: "0: 4..<5, complete"
        ),
        Row(
            testDescription: "the key picture of an open group",
            packets: "I0 P2 B1 I6 B4 B5 P8 B7 P10 B9",
            time: 6,
            answer: "6: 6..<7, complete"
        ),
        Row(
            testDescription: "before the first",
            packets: "I5 P6 P7 P8",
            time: 0,
            answer: "5: 5..<6, complete"
        ),
        Row(
            testDescription: "before the first key packet there is nothing",
            packets: "P1 P2 I3 P4 P5 P6 P7",
            time: 3,
            answer: "3: 3..<4, complete"
        ),
        Row(
            testDescription: "pictures that are shown for long",
            packets: "I0 P1 P5 P6",
            time: 3,
            answer: "0: 1..<5"
        ),
        Row(
            testDescription: "something may be missing",
            packets: "I0 P1! P5 P6",
            time: 3,
            answer: "0: 1..<2"
        ),
        Row(
            testDescription: "the end is missing",
            packets: "I0 P1 P5",
            time: 3,
            isCut: true,
            answer: "0: 1..<2"
        ),
        Row(
            testDescription: "two are shown at once",
            packets: "I0 P1 P1 P2",
            time: 1,
            answer: "0: none"
        ),
        Row(
            testDescription: "one is never shown",
            packets: "I0 P1- P2 P3",
            time: 1,
            answer: "0: 0..<2"
        ),
        Row(
            testDescription: "one has no time",
            packets: "I0 P P2",
            time: 1,
            answer: "unsuitable"
        ),
        Row(
            testDescription: "the first one read is damaged",
            packets: "I0! P1 P2",
            time: 1,
            answer: "0: 1..<2, doubtful"
        ),
        Row(
            testDescription: "a later key packet is damaged",
            packets: "I0 P1 I2! P3",
            time: 2,
            answer: "2: 2..<3"
        ),
    ]

    @Test(arguments: rows) func theAnswerIsKnownBeforeItIsDecoded(row: Row) {
        var group = PacketGroup<Int64>(time: MediaTime(nanoseconds: row.time), reordering: 2)
        var verdict = PacketGroup<Int64>.Verdict.needsMore
        for word in row.packets.split(separator: " ") where verdict == .needsMore {
            let facts = Self.facts(of: word)
            verdict = group.add(facts.time?.nanoseconds ?? -1, facts, bytes: 1)
        }
        if row.isCut { group.cut() }
        #expect(Self.text(of: group, verdict) == row.answer)
    }

    @Test(arguments: [(1, 2_001), (33 << 20, 2)])
    func noMoreIsKeptThanAMachineCanSpare(bytes: Int, unsuitable: Int) {
        var group = PacketGroup<Int>(time: .milliseconds(1_000_000_000), reordering: 0)
        var count = 0
        var verdict = PacketGroup<Int>.Verdict.needsMore
        while verdict == .needsMore {
            let facts = PacketFacts(time: .milliseconds(Int64(count)), isKey: count == 0)
            verdict = group.add(count, facts, bytes: bytes)
            count += 1
        }
        #expect(verdict == .unsuitable)
        #expect(count == unsuitable)
    }

    private static func facts(of word: Substring) -> PacketFacts {
        PacketFacts(
            time: Int64(word.filter(\.isNumber)).map { MediaTime(nanoseconds: $0) },
            duration: Nanoseconds(1),
            isKey: word.first == "I",
            isShown: word.last != "-",
            isDamaged: word.last == "!"
        )
    }

    private static func text(
        of group: PacketGroup<Int64>,
        _ verdict: PacketGroup<Int64>.Verdict
    ) -> String {
        guard verdict != .unsuitable else { return "unsuitable" }
        let target = group.target.map { target in
            // The packet is the one of that time.
            let start = group.packets[target.index]
            return start == target.interval.start.nanoseconds
                ? "\(start)..<\(target.interval.end.nanoseconds)" : "another packet's"
        }
        return "\(group.start?.nanoseconds ?? -1): \(target ?? "none")"
            + (verdict == .complete ? ", complete" : "")
            + (group.isDoubtful ? ", doubtful" : "")
    }
}
