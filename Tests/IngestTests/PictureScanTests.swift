import Media
import Testing

@testable import Demuxing
@testable import Ingest
@testable import Stills

/// What answers for a time among the pictures that come out of a decoder.
@Suite struct PictureScanTests {
    /// Packets in decoding order: what it is (I is a key packet), when it is shown, for a
    /// nanosecond each, and what happens to it:
    ///
    ///     !  it is damaged        ?  a picture is missing before it
    ///     ~  the decoder says so  x  the decoder rejects it
    ///     _  it becomes no picture, and nobody says so
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var isFromStart = true
        var isTimed = true
        /// Pictures that the decoder holds back.
        var delay = 0
        let packets: String
        let time: Int64
        /// The whole pictures around the time, and the nearest damaged one.
        let answer: String
    }

    private static let rows = [
        Row(
            testDescription: "nothing happens",
            delay: 2,
            packets: "I0 P3 B1 B2 I6 B4 B5 P9",
            time: 2,
            answer: "2..<3 exact"
        ),
        Row(
            testDescription: "at the end",
            packets: "I0 P1 P2",
            time: 7,
            answer: "2..<3"
        ),
        Row(
            testDescription: "joined at an open group",
            isFromStart: false,
            delay: 2,
            packets: "I6 B4 B5 P9 B7 B8 P12",
            time: 5,
            answer: "then 6, damaged 5"
        ),
        Row(
            testDescription: "a stream that does not begin with a key packet",
            packets: "P0 P1 I2 P3",
            time: 1,
            answer: "then 2, damaged 1"
        ),
        Row(
            testDescription: "a damaged packet",
            packets: "I0 P1 P2! P3 I4 P5",
            time: 3,
            answer: "1..<2 then 4, damaged 3"
        ),
        Row(
            testDescription: "a damaged first packet",
            packets: "I0! P1 P2 I3 P4",
            time: 1,
            answer: "then 3, damaged 1"
        ),
        Row(
            testDescription: "before a damaged packet",
            packets: "I0 P1 P2! P3 I4 P5",
            time: 1,
            answer: "1..<2 then 4, damaged 2"
        ),
        Row(
            testDescription: "what was held back when a damaged packet came",
            delay: 2,
            packets: "I0 P3 B1 B2 I6 B4! B5 P9 B7 B8 P12",
            time: 6,
            answer: "3..<4, damaged 6"
        ),
        Row(
            testDescription: "a picture is missing",
            packets: "I0 P1 P3? P4 I5 P6",
            time: 2,
            answer: "1..<2 then 5, damaged 3"
        ),
        Row(
            testDescription: "missing before a key picture",
            packets: "I0 P1 I3? P4",
            time: 3,
            answer: "3..<4 exact"
        ),
        Row(
            testDescription: "one that becomes no picture ends what is shown before",
            packets: "I0 P1 P2_ P3 I4 P5",
            time: 1,
            answer: "1..<2 exact, damaged 3"
        ),
        Row(
            testDescription: "others refer to one that becomes no picture",
            packets: "I0 P1 P2_ P3 I4 P5",
            time: 3,
            answer: "1..<2 then 4, damaged 3"
        ),
        Row(
            testDescription: "a key picture behind one that becomes none",
            packets: "I0 P1 P2_ I3 P4 P5",
            time: 3,
            answer: "3..<4 exact"
        ),
        Row(
            testDescription: "the last one becomes no picture",
            packets: "I0 P1 P2_",
            time: 5,
            answer: "1..<2"
        ),
        Row(
            testDescription: "rejected",
            packets: "I0 P1 P2x P3 I4 P5",
            time: 3,
            answer: "1..<2 then 4, damaged 3"
        ),
        Row(
            testDescription: "the decoder knows",
            packets: "I0 P1 P2~ P3 I4 P5",
            time: 3,
            answer: "1..<2 then 4, damaged 3"
        ),
        Row(
            testDescription: "without times, up to a key picture that cannot be of before",
            isTimed: false,
            packets: "I0 I1! I2 I3 I4 I5 I6 I7 I8 I9 I10 I11 I12 I13 I14 I15 I16 I17 I18",
            time: 5,
            answer: "0..<1 then 17, damaged 5"
        ),
        Row(
            testDescription: "without times nobody knows what is missing behind a picture",
            isTimed: false,
            packets: "I0 I1x I2 I3",
            time: 0,
            answer: "0..<1, damaged 2"
        ),
    ]

    @Test(arguments: rows) func theNearestWholePicturesAreFound(row: Row) throws {
        var search = Search(row)
        for word in row.packets.split(separator: " ") { search.take(word) }
        search.end()
        #expect(search.answer == row.answer)
    }

    /// Without a whole picture behind the time.
    @Test func whatIsWholeIsWaitedForSoLongAndNoLonger() {
        let packets = ["I0", "P1!"] + (2...700).map { "P\($0)" }
        let row = Row(testDescription: "", packets: "", time: 0, answer: "")
        var search = Search(row)
        let count = packets.firstIndex { search.take($0[...]) }
        #expect(count == PictureScan<Int64>.patience + 1)
    }

    /// A search in pictures that a decoder holds back.
    private struct Search {
        private let row: Row
        private var scan: PictureScan<Int64>
        private var damage: DamageWatch?
        private var held: [PictureScan<Int64>.Picture] = []
        private var isFound = false

        init(_ row: Row) {
            self.row = row
            scan = PictureScan(time: MediaTime(nanoseconds: row.time))
        }

        /// True when the answer is there.
        @discardableResult
        mutating func take(_ word: Substring) -> Bool {
            guard !isFound else { return true }
            let time = MediaTime(nanoseconds: Int64(word.filter(\.isNumber)) ?? 0)
            let facts = PacketFacts(
                time: row.isTimed ? time : nil,
                isKey: word.first == "I",
                isDamaged: word.last == "!",
                followsGap: word.last == "?"
            )
            var damage =
                self.damage
                ?? DamageWatch(
                    isJoined: !row.isFromStart || !facts.isKey,
                    waits: false,
                    delay: DamageWatch.longestDelay
                )
            scan.send(facts)
            damage.send(facts)
            if word.last == "x" {
                scan.fail()
                damage.fail()
            }
            self.damage = damage
            guard word.last != "x", word.last != "_" else { return false }
            held.append(
                .init(
                    time: time,
                    duration: Nanoseconds(1),
                    coded: .init(
                        time: facts.time,
                        isWhole: word.last != "~",
                        role: facts.isKey ? .entry : .other
                    )
                )
            )
            while held.count > row.delay, !isFound { give() }
            return isFound
        }

        mutating func end() {
            while !held.isEmpty, !isFound { give() }
            if !isFound { scan.end() }
        }

        private mutating func give() {
            guard let next = held.indices.min(by: { held[$0].time < held[$1].time }),
                var damage
            else { return }
            let picture = held.remove(at: next)
            isFound = scan.come(picture, judgedBy: &damage) { picture.time.nanoseconds }
            self.damage = damage
        }

        var answer: String {
            let before = scan.before.map {
                "\($0.interval.start.nanoseconds)..<\($0.interval.end.nanoseconds)"
                    + (scan.isExact ? " exact" : "")
            }
            let after = scan.isExact ? nil : scan.after.map { "then \($0.frame)" }
            let around = [before, after].compactMap { $0 }
            let damaged = scan.damaged.map { "damaged \($0.frame)" }
            return [around.joined(separator: " "), damaged].compactMap { $0 }
                .joined(separator: ", ")
        }
    }
}
