import Media

/// What screens showed, against the wall's true time and each other.
struct WallOutcome: CustomStringConvertible {
    /// What one flip shows.
    struct Flip {
        /// The true one.
        var time: Nanoseconds
        /// Counted over all rounds.
        var picture: Int64
        /// From when on the picture is to be shown.
        var due: Nanoseconds
        /// Until the next one; nil for one that stands for its turn.
        var frame: Nanoseconds?
        /// Which turn of a file it is of.
        var turn: Int64 = 0
    }

    /// What is wanted of every wall.
    struct Verdict: Hashable {
        /// Each picture came within a refresh of its time, and 95 of 100 within half of one.
        var isInTime: Bool
        /// Pictures that took turns, or came again.
        var toggles: Int
        /// Each within three quarters of a refresh and what its clock is off.
        var isTogether: Bool

        static let met = Self(isInTime: true, toggles: 0, isTogether: true)
    }

    /// What was seen of one screen.
    private struct Screen {
        var last: Flip?
        var window = Window()
        var deviation = 0
        var pictures = 0
        var withinHalf = 0
        var largest = Nanoseconds.zero
        var toggles = 0
        var backwards = 0
    }

    /// Pictures in a row that are judged as one: of 24 a second two have five flips of 60.
    private struct Window {
        var flips = 0
        var pictures = 0
        /// Whether its beginning was seen.
        var isWhole = false
    }

    private struct Spread {
        var first: Nanoseconds
        var last: Nanoseconds
        var screens = 0
    }

    private let refresh: Nanoseconds
    private var screens: [Screen]
    /// When which picture came to screens.
    private var arrivals: [Int64: Spread] = [:]
    /// The longest time from the first to the last screen that showed a picture.
    private var farthest = Nanoseconds.zero
    private var spreads = 0
    private var spreadsWithinOne = 0
    private var rhythm: (frame: Nanoseconds, pictures: Int?) = (.zero, nil)

    init(refresh: Nanoseconds, screens: Int) {
        self.refresh = refresh
        self.screens = Array(repeating: Screen(), count: screens)
    }

    /// Of the screen that showed the fewest.
    var pictures: Int { screens.map(\.pictures).min() ?? 0 }

    var verdict: Verdict {
        Verdict(
            isInTime: screens.allSatisfy { $0.largest <= refresh }
                && sum(\.withinHalf) * 100 >= sum(\.pictures) * 95,
            toggles: sum(\.toggles) + sum(\.backwards),
            isTogether: spreads > 0 && farthest <= refresh * 3 / 2 + .milliseconds(4)
        )
    }

    private func sum(_ count: KeyPath<Screen, Int>) -> Int {
        screens.reduce(0) { $0 + $1[keyPath: count] }
    }

    var description: String {
        let rows = screens.enumerated().map { number, screen in
            "\n    screen \(number + 1): \(screen.pictures) pictures, off by"
                + " \(screen.largest.milliseconds) ms at most,"
                + " \(Self.percent(screen.withinHalf, of: screen.pictures)) % by half a refresh,"
                + " \(screen.toggles) toggles, \(screen.backwards) backwards"
        }
        return "\(Self.percent(sum(\.withinHalf), of: sum(\.pictures))) % by half a refresh,"
            + " screens \(farthest.milliseconds) ms apart at most,"
            + " \(Self.percent(spreadsWithinOne, of: spreads)) % within a refresh"
            + rows.joined()
    }

    /// To a hundredth.
    private static func percent(_ part: Int, of whole: Int) -> Double {
        (Double(part) / Double(max(1, whole)) * 10_000).rounded(.down) / 100
    }

    /// A screen was gone to another time.
    mutating func begin(_ screen: Int) {
        (screens[screen].last, screens[screen].window) = (nil, Window())
        screens[screen].deviation = 0
    }

    mutating func note(_ flip: Flip, on screen: Int) {
        defer { screens[screen].last = flip }
        guard let last = screens[screen].last else { return }
        guard flip.picture != last.picture else {
            screens[screen].window.flips += 1
            return
        }
        if flip.picture < last.picture { screens[screen].backwards += 1 }
        let error = (flip.time - flip.due).magnitude
        screens[screen].pictures += 1
        screens[screen].largest = max(screens[screen].largest, error)
        if error <= refresh / 2 { screens[screen].withinHalf += 1 }
        var judged = screens[screen]
        judge(flip, behind: last, &judged)
        screens[screen] = judged
        var spread = arrivals[flip.picture] ?? Spread(first: flip.time, last: flip.time)
        spread.first = min(spread.first, flip.time)
        spread.last = max(spread.last, flip.time)
        spread.screens += 1
        arrivals[flip.picture] = spread
    }

    /// All screens have come to the same time: compares what all of them have shown.
    mutating func compare() {
        for (picture, spread) in arrivals where spread.screens == screens.count {
            let apart = spread.last - spread.first
            farthest = max(farthest, apart)
            spreads += 1
            if apart <= refresh { spreadsWithinOne += 1 }
            arrivals[picture] = nil
        }
        // One that a screen left out.
        let newest = arrivals.keys.max() ?? 0
        arrivals = arrivals.filter { $0.key > newest - 100 }
    }

    /// A picture repeated and one skipped are two ways of the same decision where some pictures
    /// have a whole number of flips: that both come is toggling.
    private mutating func judge(_ flip: Flip, behind last: Flip, _ screen: inout Screen) {
        guard flip.turn == last.turn, let frame = flip.frame, let count = pictures(in: frame)
        else {
            // Nobody can say what another rate would have had here.
            (screen.window, screen.deviation) = (Window(), 0)
            return
        }
        screen.window.pictures += Int(flip.picture - last.picture)
        guard screen.window.isWhole else {
            // Nobody saw the first one come.
            screen.window = Window(flips: 1, isWhole: true)
            return
        }
        guard screen.window.pictures >= count else {
            screen.window.flips += 1
            return
        }
        let change =
            refresh * Int64(screen.window.flips) - frame * Int64(screen.window.pictures)
        let unit = min(frame, refresh).count
        let deviation = Int((Double(change.count) / Double(unit)).rounded())
        screen.window = Window(flips: 1, isWhole: true)
        guard deviation != 0 else { return }
        if screen.deviation * deviation.signum() < 0 { screen.toggles += 1 }
        screen.deviation = deviation.signum()
    }

    /// How many pictures, ten at most, have a whole number of flips; nil where there are none.
    private mutating func pictures(in frame: Nanoseconds) -> Int? {
        if rhythm.frame != frame {
            let unit = min(frame, refresh)
            let pictures = (1...10).first { count in
                let rest = (frame * Int64(count)).count % refresh.count
                return min(rest, refresh.count - rest) * 100 < unit.count
            }
            rhythm = (frame, pictures)
        }
        return rhythm.pictures
    }
}
