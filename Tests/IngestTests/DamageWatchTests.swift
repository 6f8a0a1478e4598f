import Media
import Testing

@testable import Demuxing
@testable import Ingest

/// Which pictures count as damaged, in the order in which a decoder takes and gives them.
@Suite struct DamageWatchTests {
    /// Packets in decoding order: what it is (I or a refresh's beginning R are key packets),
    /// when it is shown, and what happens to it:
    ///
    ///     !  it is damaged        ?  a picture is missing before it
    ///     ~  the decoder says so  x  the decoder rejects it
    ///
    /// An `x` alone is a place that cannot be read.
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var isJoined = false
        /// Pictures that the decoder holds back.
        var delay = 2
        let packets: String
        let damaged: [Int64]
    }

    private static let rows = [
        Row(testDescription: "nothing happens", packets: "I0 P3 B1 B2 I6 B4 B5 P9", damaged: []),
        Row(
            testDescription: "up to the next key picture, with what is shown before",
            packets: "I0 P3 B1 B2 P6! B4 B5 P9 B7 B8 I12 B10 B11 P15 B13",
            damaged: [4, 5, 6, 7, 8, 9, 10, 11]
        ),
        Row(
            testDescription: "a key picture",
            packets: "I0 P1 I2! P3 P4 I5 P6",
            damaged: [2, 3, 4]
        ),
        Row(
            testDescription: "the last of a group",
            delay: 0,
            packets: "I0 P1 P2! I3 P4",
            damaged: [2]
        ),
        Row(
            testDescription: "twice in a group",
            packets: "I0 P1! P2 P3! P4 I5 P6",
            damaged: [1, 2, 3, 4]
        ),
        Row(
            testDescription: "again before the end is shown",
            delay: 3,
            packets: "I0 P1! I2 P3! P4 I5 P6 P7 P8",
            damaged: [1, 2, 3, 4]
        ),
        Row(
            testDescription: "again behind a whole group",
            packets: "I0 P1! I2 P3 P4 P5 P6! I7 P8",
            damaged: [1, 6]
        ),
        Row(
            testDescription: "a picture is missing",
            packets: "I0 P2? P3 P4 I5 P6",
            damaged: [2, 3, 4]
        ),
        Row(
            testDescription: "missing before a key picture",
            packets: "I0 P3 B1 B2 I9? B7 B8 P12",
            damaged: [7, 8]
        ),
        Row(
            testDescription: "rejected",
            delay: 0,
            packets: "I0 P1 P2x P3 I4 P5",
            damaged: [3]
        ),
        Row(
            testDescription: "a rejected key picture",
            delay: 0,
            packets: "I0 P1 I2x P3 P4 I5 P6",
            damaged: [3, 4]
        ),
        Row(
            testDescription: "unreadable: what is held back may be meant as well",
            packets: "I0 P1 P2 x P3 I4 P5",
            damaged: [1, 2, 3]
        ),
        Row(
            testDescription: "the decoder knows",
            packets: "I0 P1 P2~ P3 P4 P5 I6 P7 P8",
            damaged: [2, 3, 4, 5]
        ),
        Row(
            testDescription: "the decoder knows when the next key packet was sent",
            packets: "I0 P1! P2~ I3 P4 P5",
            damaged: [1, 2]
        ),
        Row(
            testDescription: "the decoder knows of one before the damage that was sent",
            delay: 3,
            packets: "I0 P1~ P2 P3! I4 P5",
            damaged: [1, 2, 3]
        ),
        Row(
            testDescription: "the decoder knows of a key picture",
            delay: 0,
            packets: "I0 I1~ P2 I3 P4",
            damaged: [1, 2]
        ),
        Row(
            testDescription: "joined at an open group",
            isJoined: true,
            packets: "P5 I9 B7 B8 P12 B10 B11",
            damaged: [5, 7, 8]
        ),
        Row(
            testDescription: "joined at an open group, of which the decoder knows",
            isJoined: true,
            packets: "I9 B7~ B8 P12 B10 B11",
            damaged: [7, 8]
        ),
        Row(
            testDescription: "joined at a damaged one",
            isJoined: true,
            packets: "I9! P10 I11 P12",
            damaged: [9, 10]
        ),
        Row(
            testDescription: "joined at a refresh, which the decoder waits for",
            isJoined: true,
            packets: "R0 P1 P2",
            damaged: []
        ),
        Row(
            testDescription: "two refreshes make a whole picture",
            delay: 0,
            packets: "R0 P1 P2! P3 R4 P5 P6 R7 P8",
            damaged: [2, 3, 4, 5, 6]
        ),
        Row(
            testDescription: "the stream's time begins again",
            delay: 0,
            packets: "I90 P91! P92 P0 P1 I2 P3",
            damaged: [91, 92, 0, 1]
        ),
    ]

    @Test(arguments: rows) func damageLastsUpToAWholeKeyPicture(row: Row) {
        var decoder = Decoder(watch: DamageWatch(isJoined: row.isJoined), delay: row.delay)
        for word in row.packets.split(separator: " ") { decoder.take(word) }
        decoder.drain()
        #expect(decoder.damaged == row.damaged)
    }

    /// Without times the next key picture is the one that was sent.
    @Test func withoutTimesAllThatComesIsDamagedUpToAKeyPicture() {
        var watch = DamageWatch(isJoined: false)
        let packets = [(true, false), (false, true), (false, false), (true, false), (false, false)]
        let damaged = packets.map { isKey, isDamaged in
            watch.send(.init(time: nil, isKey: isKey, isDamaged: isDamaged, followsGap: false))
            return watch.isDamaged(.init(time: nil, isWhole: true, role: isKey ? .entry : .other))
        }
        #expect(damaged == [false, true, true, false, false])
    }

    /// Takes packets, and gives pictures out in the order of their times.
    private struct Decoder {
        var watch: DamageWatch
        let delay: Int
        private var held: [DamageWatch.Picture] = []
        private(set) var damaged: [Int64] = []

        init(watch: DamageWatch, delay: Int) {
            self.watch = watch
            self.delay = delay
        }

        mutating func take(_ word: Substring) {
            guard word != "x" else { return watch.fail() }
            let time = MediaTime(nanoseconds: Int64(word.filter(\.isNumber)) ?? 0)
            let role: DamageWatch.Role =
                switch word.first {
                case "I": .entry
                case "R": .refresh
                default: .other
                }
            watch.send(
                .init(
                    time: time,
                    isKey: role != .other,
                    isDamaged: word.last == "!",
                    followsGap: word.last == "?"
                )
            )
            if word.last == "x" { return watch.fail() }
            held.append(.init(time: time, isWhole: word.last != "~", role: role))
            while held.count > delay { give() }
        }

        mutating func drain() {
            while !held.isEmpty { give() }
        }

        private mutating func give() {
            let next = held.indices.min { time($0) < time($1) }
            guard let next else { return }
            let picture = held.remove(at: next)
            if watch.isDamaged(picture) { damaged.append(picture.time?.nanoseconds ?? -1) }
        }

        private func time(_ index: Int) -> MediaTime { held[index].time ?? .zero }
    }
}
