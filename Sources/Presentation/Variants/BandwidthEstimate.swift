internal import Glibc
public import Media

/// What a network gives, from what it gave.
///
/// The lower of two averages, each weighted by the seconds that transfers took, so that it
/// falls fast and rises slowly. The formula and its half-lives are those of Shaka Player's
/// `ewma_bandwidth_estimator.js`, which hls.js has taken over, too:
///
///     e ← v · (1 − α^w) + α^w · e      α = ½^(1 / half-life)
///     estimate = e / (1 − α^Σw)
///
/// Pure: time is an argument.
public struct BandwidthEstimate: Sendable {
    private var fast = Average(halfLife: 3)
    private var slow = Average(halfLife: 9)
    /// Forgets fastest of all: what is given at this very moment.
    private var brief = Average(halfLife: 0.25)
    /// What is too small yet to say anything.
    private var bytes = 0
    private var time = Nanoseconds.zero
    /// All that was counted.
    private var total = 0

    /// Less is latency and chance.
    static let leastBytes = 16_000
    static let leastTime = Nanoseconds.milliseconds(5)
    /// Before so much has come, it is not to be relied on.
    static let trustedBytes = 128_000

    public init() {}

    /// Something was transferred.
    ///
    /// - Parameters:
    ///   - bytes: How much.
    ///   - time: How long that took.
    public mutating func add(bytes: Int, over time: Nanoseconds) {
        self.bytes += bytes
        self.time = self.time + time
        guard self.bytes >= Self.leastBytes, self.time >= Self.leastTime else { return }
        let seconds = self.time.seconds
        let rate = Double(self.bytes) * 8 / seconds
        fast.add(rate, weight: seconds)
        slow.add(rate, weight: seconds)
        brief.add(rate, weight: seconds)
        total += self.bytes
        (self.bytes, self.time) = (0, .zero)
    }

    /// Bits a second; nil while too little is known.
    public var bitsPerSecond: Double? {
        total >= Self.trustedBytes ? min(fast.value, slow.value) : nil
    }

    /// Bits a second at this moment; nil while too little is known.
    public var recent: Double? { total >= Self.trustedBytes ? brief.value : nil }

    private struct Average {
        private let alpha: Double
        private var sum = 0.0
        private var weight = 0.0

        init(halfLife: Double) {
            alpha = exp2(-1 / halfLife)
        }

        mutating func add(_ rate: Double, weight: Double) {
            let rest = pow(alpha, weight)
            sum = rate * (1 - rest) + rest * sum
            self.weight += weight
        }

        var value: Double { weight > 0 ? sum / (1 - pow(alpha, weight)) : 0 }
    }
}
