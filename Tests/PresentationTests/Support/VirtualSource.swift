import Media
import TestSupport

/// How exactly a stream states its timestamps.
enum TimestampUnit: String, CaseIterable, Sendable {
    case nanosecond
    /// Matroska, RTMP.
    case millisecond
    /// MPEG transport streams, RTP.
    case ticks90kHz

    func round(_ seconds: Double) -> MediaTime {
        let perSecond =
            switch self {
            case .nanosecond: 1e9
            case .millisecond: 1e3
            case .ticks90kHz: 9e4
            }
        let ticks = (seconds * perSecond).rounded()
        return MediaTime(nanoseconds: Int64((ticks * (1e9 / perSecond)).rounded()))
    }
}

/// A picture as a source delivers it.
struct Arrival {
    var number: Int
    /// When it was taken, by the source's own clock.
    var taken: Double
    var pts: MediaTime
    var arrived: MonotonicTime
}

/// A source of pictures at a constant rate, with its faults.
struct VirtualSource {
    var rate: Hertz
    /// The standard deviation of arrivals.
    var jitter = Nanoseconds.zero
    var unit = TimestampUnit.nanosecond
    /// How much faster than the host's clock the source's runs, in parts per million.
    var driftPPM = 0.0
    var firstPTS = 0.0
    var seed: UInt64 = 1

    /// All pictures of `seconds`, in order of arrival.
    func pictures(seconds: Double) -> [Arrival] {
        var random = SeededGenerator(seed: seed)
        var latest = MonotonicTime(nanoseconds: 0)
        let count = Int((seconds * rate.value).rounded())
        return (0..<count).map { number in
            let taken = Double(number) / rate.value
            let sent = taken / (1 + driftPPM * 1e-6)
            let late = jitter.count > 0 ? random.gaussian() * jitter.seconds : 0
            let arrived = MonotonicTime.milliseconds(1000) + .seconds(sent + late)
            latest = max(latest, arrived)
            return Arrival(
                number: number,
                taken: taken,
                pts: unit.round(firstPTS + taken),
                arrived: latest
            )
        }
    }
}

extension Hertz {
    /// The rates of the acceptance table.
    static func named(_ name: String) -> Hertz {
        let rates: [String: (Int32, Int32)] = [
            "12.5": (25, 2), "23.976": (24000, 1001), "29.97": (30000, 1001),
            "59.94": (60000, 1001), "119.88": (120_000, 1001),
        ]
        let whole = Int32(name).map { ($0, Int32(1)) }
        guard let parts = rates[name] ?? whole,
            let rate = Hertz(numerator: parts.0, denominator: parts.1)
        else { preconditionFailure("No rate \(name)") }
        return rate
    }
}
