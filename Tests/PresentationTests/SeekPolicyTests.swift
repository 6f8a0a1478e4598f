import Media
import Presentation
import Testing

/// Which picture of a source is the one of a time.
@Suite struct SeekPolicyTests {
    /// A picture of a coded source.
    private struct Coded {
        /// Nil: it does not say.
        var time: Int?
        var isKey = false
        /// Whether it refers to pictures before the key picture that it follows.
        var needsEarlier = false
    }

    /// What a search came to: the picture's place, and how often the source was begun.
    private struct Outcome: Equatable {
        var answer: Int?
        var starts: Int
    }

    /// Seeks in a source as a demuxer does: to the last key picture up to a time, or where
    /// its index says that this is.
    ///
    /// - Parameters:
    ///   - pictures: The source's.
    ///   - target: The time sought, in milliseconds.
    ///   - indexError: How much later than asked for the source begins, in milliseconds.
    /// - Returns: What came of it.
    private func seek(_ pictures: [Coded], to target: Int, indexError: Int = 0) -> Outcome {
        var policy = SeekPolicy(target: .milliseconds(Int64(target)))
        for starts in 1...4 {
            var start = 0
            if case .at(let time) = policy.nextStart() {
                start = place(pictures, time + .milliseconds(Int64(indexError)))
            }
            if let answer = play(pictures, from: start, &policy) {
                return Outcome(answer: answer, starts: starts)
            }
        }
        return Outcome(answer: nil, starts: 4)
    }

    private func place(_ pictures: [Coded], _ time: MediaTime) -> Int {
        pictures.lastIndex { picture in
            guard picture.isKey, let own = picture.time else { return false }
            return .milliseconds(Int64(own)) <= time
        } ?? 0
    }

    /// Nil where the source must be begun further back.
    private func play(_ pictures: [Coded], from start: Int, _ policy: inout SeekPolicy) -> Int? {
        var held: Int?
        for (place, picture) in pictures.enumerated().dropFirst(start) {
            let isWhole = !picture.needsEarlier || place - start > 2
            let pts = picture.time.map { MediaTime.milliseconds(Int64($0)) }
            switch policy.came(pts: pts, isWhole: isWhole) {
            case .hold: held = place
            case .answered: return held
            case .further: return nil
            }
        }
        return policy.ended() ? held : nil
    }

    /// A picture every 40 ms for 20 s, and every so many a key picture.
    private func film(group: Int) -> [Coded] {
        (0..<500).map { Coded(time: $0 * 40, isKey: $0 % group == 0) }
    }

    @Test(arguments: [1, 12, 250, 500])
    func thePictureDisplayedAtThatTimeIsFoundAtOnce(group: Int) {
        for target in [0, 39, 40, 41, 5000, 10_000, 19_959, 19_960] {
            #expect(seek(film(group: group), to: target) == Outcome(answer: target / 40, starts: 1))
        }
    }

    @Test(arguments: [20_000, 1_000_000]) func behindTheEndIsTheLastPicture(target: Int) {
        #expect(seek(film(group: 250), to: target) == Outcome(answer: 499, starts: 1))
    }

    @Test func beforeTheFirstPictureIsTheFirst() {
        let pictures = film(group: 250).map {
            Coded(time: $0.time.map { $0 + 500 }, isKey: $0.isKey)
        }
        #expect(seek(pictures, to: 100) == Outcome(answer: 0, starts: 4))
    }

    /// A picture that stands for long is that of all its time, whatever comes after it.
    @Test(arguments: [(999, 0), (1000, 1), (30_000, 1), (59_999, 1), (60_000, 2)])
    func aGapBelongsToThePictureBeforeIt(target: Int, answer: Int) {
        let pictures = [0, 1000, 60_000, 60_040].map { Coded(time: $0, isKey: true) }
        #expect(seek(pictures, to: target).answer == answer)
    }

    /// An index that leads too far is asked again for an earlier time.
    @Test(arguments: [(0, 1), (1900, 2), (9000, 3), (15_000, 4)])
    func anIndexThatLeadsTooFarCostsFurtherStarts(error: Int, starts: Int) {
        let outcome = seek(film(group: 1), to: 15_000, indexError: error)
        #expect(outcome == Outcome(answer: 375, starts: starts))
    }

    /// The first pictures displayed behind the key picture of an open group refer to the
    /// group before it, which must be decoded too.
    @Test func aDamagedAnswerIsLookedForFromFurtherBack() {
        var pictures = film(group: 25)
        pictures[251].needsEarlier = true
        #expect(seek(pictures, to: 251 * 40) == Outcome(answer: 251, starts: 2))
        // Those that are passed over may be damaged.
        #expect(seek(pictures, to: 253 * 40) == Outcome(answer: 253, starts: 1))
    }

    @Test func whatIsDamagedFromAnywhereIsTakenInTheEnd() {
        var policy = SeekPolicy(target: .milliseconds(5000))
        for attempt in 1...3 {
            _ = policy.nextStart()
            #expect(policy.came(pts: .milliseconds(5000), isWhole: false) == .hold)
            let verdict = policy.came(pts: .milliseconds(5040), isWhole: true)
            #expect(verdict == (attempt < 3 ? .further : .answered))
        }
    }

    @Test func aDamagedLastPictureIsLookedForFromFurtherBack() {
        var policy = SeekPolicy(target: .milliseconds(5000))
        for attempt in 1...3 {
            _ = policy.nextStart()
            _ = policy.came(pts: .milliseconds(4000), isWhole: false)
            #expect(policy.ended() == (attempt == 3))
        }
    }

    @Test func withoutTimesTheFirstPictureAnswers() {
        let pictures = (0..<10).map { _ in Coded(isKey: true) }
        #expect(seek(pictures, to: 200) == Outcome(answer: 0, starts: 4))
    }

    /// Some codecs say the time of every other picture.
    @Test func aPictureWithoutATimeBelongsToTheOneBeforeIt() {
        var pictures = film(group: 250)
        for place in stride(from: 1, to: 500, by: 2) { pictures[place].time = nil }
        #expect(seek(pictures, to: 4000) == Outcome(answer: 101, starts: 1))
    }

    @Test func anEmptySourceHasNoAnswer() {
        #expect(seek([], to: 0) == Outcome(answer: nil, starts: 4))
    }

    @Test func theStartsAreFurtherAndFurtherBack() {
        var policy = SeekPolicy(target: .milliseconds(15_000))
        let starts = (0..<5).map { _ in policy.nextStart() }
        let times = [15_000, 13_000, 5000].map { SeekPolicy.Start.at(.milliseconds($0)) }
        #expect(starts == times + [.beginning, .beginning])
        #expect(policy.isFromBeginning)
    }
}
