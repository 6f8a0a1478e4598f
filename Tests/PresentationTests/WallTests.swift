import Media
import Presentation
import TestSupport
import Testing

/// One screen of a wall: a display with a crystal and a vblank phase of its own, and a clock that
/// is off by up to 2 ms.
private struct Screen {
    /// By how much its display is faster than its mode says, in millionths.
    let drift: Double
    let refresh: Nanoseconds
    /// Of the monotonic clock's zero, in true time.
    private let boot: Nanoseconds
    private let clock: (offset: Double, swing: Double, period: Double)
    private var timeline: WallTimeline
    /// The picture on the screen, counted over all rounds.
    private var picture: Int64 = 0
    private var random: SeededGenerator
    private var flips: Int64

    init(
        _ number: UInt64,
        drift: Double,
        refresh: Nanoseconds,
        _ round: WallTimeline.Round,
        epoch: Nanoseconds
    ) {
        var random = SeededGenerator(seed: 77 + number)
        self.drift = drift
        self.refresh = refresh
        boot = .seconds(1000 * random.fraction())
        // Together never beyond 2 ms, and seldom near that.
        clock = (
            0.0012 * (random.fraction() + random.fraction() - 1), 0.0008 * random.fraction(),
            1000 + 3000 * random.fraction()
        )
        timeline = WallTimeline(round, epoch: epoch)
        flips = Int64(random.fraction() * 1e6)
        self.random = random
    }

    /// How far the clock is off at a time.
    private func clockError(at time: Double) -> Nanoseconds {
        let phase = time.truncatingRemainder(dividingBy: clock.period) / clock.period * 4
        // A triangle, from -1 to 1.
        let swing = phase < 2 ? phase - 1 : 3 - phase
        return .seconds(clock.offset + clock.swing * swing)
    }

    /// The true time of the flip that is a number of flips behind the first.
    private func time(of flip: Int64) -> Nanoseconds {
        let interval = refresh.seconds / (1 + drift / 1e6)
        return .seconds(Double(flip) * interval) + boot
    }

    /// Goes to the first flip behind a true time.
    mutating func skip(to time: Nanoseconds) {
        let interval = refresh.seconds / (1 + drift / 1e6)
        flips = Int64(((time - boot).seconds / interval).rounded(.up))
    }

    /// What one flip shows.
    struct Shown {
        var time: Nanoseconds
        var picture: Int64
    }

    /// The next flip.
    mutating func flip(frame: Nanoseconds, epoch: Nanoseconds) -> Shown {
        let time = time(of: flips)
        flips += 1
        let predicted = MonotonicTime(nanoseconds: (time - boot).count)
        // The prediction of a flip is off by up to 100 microseconds.
        let noise = Nanoseconds(Int64((random.fraction() - 0.5) * 200_000))
        _ = timeline.pass(
            to: predicted + noise,
            offset: boot + epoch + clockError(at: time.seconds),
            refreshInterval: refresh,
            frameInterval: frame
        )
        // As the layer does: the newest picture that is due by half an interval.
        let steady = timeline.clock.steady + min(frame, refresh) / 2
        picture = steady.count / frame.count
        return Shown(time: time, picture: picture)
    }
}

/// Walls of eight screens in virtual time, for a day.
@Suite struct WallTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var file: Int64
        var display: Int64
        var testDescription: String { "\(file) fps at \(display) Hz" }
    }

    private static let drifts: [Double] = [-100, -60, -21, -3, 3, 21, 60, 100]
    private static let epoch = Nanoseconds.seconds(1_767_225_600)

    /// Three parts of the day are gone through flip by flip, long enough for the fastest crystal
    /// to drift by more than a refresh interval, and for loops.
    @Test(arguments: [
        Case(file: 60, display: 60), Case(file: 30, display: 60), Case(file: 24, display: 60),
        Case(file: 60, display: 30),
    ])
    func thoseThatDriftChooseTheSameFrame(row: Case) throws {
        let frame = Nanoseconds(1_000_000_000 / row.file)
        let refresh = Nanoseconds(1_000_000_000 / row.display)
        let round = try #require(
            WallTimeline.Round(start: .milliseconds(80), duration: frame * row.file * 37)
        )
        var outcome = Outcome(refresh: refresh, frame: frame)
        for (number, drift) in Self.drifts.enumerated() {
            var screen = Screen(
                UInt64(number),
                drift: drift,
                refresh: refresh,
                round,
                epoch: Self.epoch
            )
            for hour in [0, 11, 23] {
                screen.skip(to: .seconds(Double(hour) * 3600 + 1000))
                outcome.begin()
                let seconds: Int64 = abs(drift) > 50 ? 180 : 60
                for _ in 0..<(seconds * row.display) {
                    outcome.note(screen.flip(frame: frame, epoch: Self.epoch))
                }
            }
        }
        #expect(outcome.pictures > 8 * 3 * 1000)
        #expect(outcome.largest <= refresh, "\(outcome.largest.milliseconds) ms")
        #expect(outcome.shareWithinHalf >= 0.95, "\(outcome.shareWithinHalf)")
        #expect(outcome.toggles == 0)
        #expect(outcome.backwards == 0)
    }

    /// What eight screens showed, against the wall's true time.
    private struct Outcome {
        let refresh: Nanoseconds
        let frame: Nanoseconds
        private(set) var pictures = 0
        private(set) var largest = Nanoseconds.zero
        private(set) var toggles = 0
        private(set) var backwards = 0
        private var withinHalf = 0
        private var last: Int64?
        /// What the part's pictures stayed for, in flips; and that of its last deviation.
        private var stay: Int?
        private var deviation = 0

        init(refresh: Nanoseconds, frame: Nanoseconds) {
            self.refresh = refresh
            self.frame = frame
        }

        var shareWithinHalf: Double { Double(withinHalf) / Double(pictures) }

        mutating func begin() { (last, stay, deviation) = (nil, nil, 0) }

        mutating func note(_ shown: Screen.Shown) {
            defer { last = shown.picture }
            guard let last else { return }
            guard shown.picture != last else {
                stay = stay.map { $0 + 1 }
                return
            }
            if shown.picture < last { backwards += 1 }
            let error = (shown.time - frame * shown.picture).magnitude
            pictures += 1
            largest = max(largest, error)
            if error <= refresh / 2 { withinHalf += 1 }
            judge(step: Int(shown.picture - last))
            stay = 1
        }

        /// A picture repeated and one skipped are two ways of the same decision where the rates
        /// are multiples: that both come in three minutes is toggling.
        private mutating func judge(step: Int) {
            let (whole, rest) = max(frame, refresh).count.quotientAndRemainder(
                dividingBy: min(frame, refresh).count
            )
            // Nobody saw the first one come.
            guard let stay, rest * 100 < min(frame, refresh).count else { return }
            let expected =
                frame >= refresh ? (flips: Int(whole), step: 1) : (flips: 1, step: Int(whole))
            let change = (stay - expected.flips) + (expected.step - step)
            guard change != 0 else { return }
            if deviation * change.signum() < 0 { toggles += 1 }
            deviation = change.signum()
        }
    }
}
