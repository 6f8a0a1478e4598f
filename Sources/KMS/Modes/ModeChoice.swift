internal import Media

/// Which of a display's modes to set, best first.
struct ModeChoice: Hashable, Sendable {
    /// At most `limit`; empty only when the display offers none that is plausible.
    /// The later ones are for drivers that refuse the earlier ones.
    let candidates: [DisplayMode]
    /// Why the first candidate is not what was asked for, for people; nil when it is.
    let shortfall: String?

    /// As `shortfall`, for the candidate that the driver has accepted.
    func shortfall(using mode: DisplayMode) -> String? {
        guard let first = candidates.first, first != mode else { return shortfall }
        return "the driver refuses \(first), so \(mode) is used"
    }

    /// A driver that has refused this many is not asked again.
    static let limit = 8

    /// - Parameters:
    ///   - modes: What the display offers, in its own order.
    ///   - preference: What is wanted. A size with a rate gets the nearest rate.
    init(of modes: [DisplayMode], preference: ModePreference) {
        let modes = modes.filter(\.isPlausible)
        let wanted = Self.wanted(preference, of: modes)
        let preferred = Self.preferred(of: modes)
        var candidates: [DisplayMode] = []
        for mode in [wanted, preferred].compactMap(\.self) + Self.descending(modes)
        where candidates.count < Self.limit && !candidates.contains(mode) {
            candidates.append(mode)
        }
        self.candidates = candidates
        shortfall = Self.shortfall(of: wanted, preference: preference, using: preferred)
    }

    private static func wanted(
        _ preference: ModePreference,
        of modes: [DisplayMode]
    ) -> DisplayMode? {
        switch preference {
        case .preferred:
            return preferred(of: modes)
        case .highest:
            return descending(modes).first
        case .exact(let size, let rate):
            let fitting = descending(modes.filter { $0.size == size })
            guard let rate else { return fitting.first }
            // Among equals the first: progressive before interlaced.
            return fitting.min { distance($0, rate) < distance($1, rate) }
        }
    }

    /// What the display marks, or else its first mode: the kernel sorts them so.
    private static func preferred(of modes: [DisplayMode]) -> DisplayMode? {
        modes.first(where: \.isPreferred) ?? modes.first
    }

    /// Progressive first, then the most pixels, then the highest rate.
    private static func descending(_ modes: [DisplayMode]) -> [DisplayMode] {
        modes.sorted { first, second in
            if first.isInterlaced != second.isInterlaced { return second.isInterlaced }
            let areas = (area(first), area(second))
            if areas.0 != areas.1 { return areas.0 > areas.1 }
            return first.refreshRate.value > second.refreshRate.value
        }
    }

    private static func area(_ mode: DisplayMode) -> Int {
        Int(mode.size.width) * Int(mode.size.height)
    }

    private static func distance(_ mode: DisplayMode, _ rate: Hertz) -> Double {
        // An interlaced mode of the same rate is worse than a progressive one.
        (mode.refreshRate.value - rate.value).magnitude + (mode.isInterlaced ? 0.01 : 0)
    }

    private static func shortfall(
        of wanted: DisplayMode?,
        preference: ModePreference,
        using preferred: DisplayMode?
    ) -> String? {
        guard case .exact(let size, let rate) = preference, let preferred else { return nil }
        guard let wanted else {
            return "the display has no mode \(size), so \(preferred) is used"
        }
        // 59.94 for 60 is what everyone means.
        guard let rate, (wanted.refreshRate.value - rate.value).magnitude > 0.5 else { return nil }
        return "the display has no mode \(preference), so \(wanted) is used"
    }
}
