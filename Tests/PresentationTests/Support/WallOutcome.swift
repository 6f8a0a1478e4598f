import Media

/// What screens showed, against the wall's true time and each other.
struct WallOutcome: CustomStringConvertible {
    private let refresh: Nanoseconds
    private let frame: Nanoseconds
    private(set) var pictures = 0
    private(set) var largest = Nanoseconds.zero
    private(set) var toggles = 0
    private(set) var backwards = 0
    /// The longest time from the first to the last screen that showed a picture.
    private(set) var farthest = Nanoseconds.zero
    private var withinHalf = 0
    private var spreads = 0
    private var spreadsWithinOne = 0
    private var screens: [Run]
    /// When which picture came to screens.
    private var arrivals: [Int64: Spread] = [:]

    /// What one screen showed last.
    private struct Run {
        var last: Int64?
        /// What the part's pictures stayed for, in flips; and that of its last deviation.
        var stay: Int?
        var deviation = 0
    }

    private struct Spread {
        var first: Nanoseconds
        var last: Nanoseconds
        var screens = 1
    }

    init(refresh: Nanoseconds, frame: Nanoseconds, screens: Int) {
        self.refresh = refresh
        self.frame = frame
        self.screens = Array(repeating: Run(), count: screens)
    }

    var shareWithinHalf: Double { Double(withinHalf) / Double(max(1, pictures)) }

    var description: String {
        "\(pictures) pictures, off by \(largest.milliseconds) ms at most, \(shareWithinHalf * 100) %"
            + " by half a refresh, \(toggles) toggles, \(backwards) backwards; screens"
            + " \(farthest.milliseconds) ms apart at most,"
            + " \(Double(spreadsWithinOne) / Double(max(1, spreads)) * 100) % within a refresh"
    }

    /// A screen was gone to another time.
    mutating func begin(_ screen: Int) { screens[screen] = Run() }

    mutating func note(_ shown: VirtualScreen.Shown, on screen: Int) {
        defer { screens[screen].last = shown.picture }
        guard let last = screens[screen].last else { return }
        guard shown.picture != last else {
            screens[screen].stay? += 1
            return
        }
        if shown.picture < last { backwards += 1 }
        let error = (shown.time - frame * shown.picture).magnitude
        pictures += 1
        largest = max(largest, error)
        if error <= refresh / 2 { withinHalf += 1 }
        judge(step: Int(shown.picture - last), screen)
        screens[screen].stay = 1
        var spread =
            arrivals[shown.picture] ?? Spread(first: shown.time, last: shown.time, screens: 0)
        spread.first = min(spread.first, shown.time)
        spread.last = max(spread.last, shown.time)
        spread.screens += 1
        arrivals[shown.picture] = spread
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

    /// A picture repeated and one skipped are two ways of the same decision where the rates
    /// are multiples: that both come in three minutes is toggling.
    private mutating func judge(step: Int, _ screen: Int) {
        let (whole, rest) = max(frame, refresh).count.quotientAndRemainder(
            dividingBy: min(frame, refresh).count
        )
        // Nobody saw the first one come.
        guard let stay = screens[screen].stay, rest * 100 < min(frame, refresh).count else {
            return
        }
        let expected =
            frame >= refresh ? (flips: Int(whole), step: 1) : (flips: 1, step: Int(whole))
        let change = (stay - expected.flips) + (expected.step - step)
        guard change != 0 else { return }
        if screens[screen].deviation * change.signum() < 0 { toggles += 1 }
        screens[screen].deviation = change.signum()
    }
}
