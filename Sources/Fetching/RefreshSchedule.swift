/// When to ask for something again, by how the last times went.
///
///     fetched, unchanged   the interval, and up to a tenth of it more
///     busy                 what the server asks for, from 60 s to 24 h
///     failed               60 s, 120 s, 240 s … up to an hour, or to a longer interval
///     gone                 never
///
/// Time is a number: seconds since 1970-01-01 00:00 UTC, of any clock that goes on over restarts.
/// Any number is taken, as a database or a clock that is not set may give it.
public struct RefreshSchedule: Hashable, Sendable {
    /// What an interval may be, in seconds: from a minute to seven days.
    public static let intervalRange: ClosedRange<Int64> = 60...604_800
    public static let defaultIntervalSeconds: Int64 = 900
    /// Of what a server that is busy asks for.
    static let busyRange: ClosedRange<Int64> = 60...86_400
    static let firstRetrySeconds: Int64 = 60
    static let lastRetrySeconds: Int64 = 3_600
    /// The longest interval and a tenth of it.
    private static let waitRange: ClosedRange<Int64> = 0...665_280

    /// What is waited for.
    public enum Wait: Hashable, Sendable {
        /// Nothing: it is due, as one is that was never asked for.
        case none
        /// So many seconds, from a moment on.
        case seconds(Int64, from: Int64)
        /// Somebody who asks by hand.
        case unending
    }

    /// Between two answers; within `intervalRange`.
    public let intervalSeconds: Int64
    /// In a row; from zero on.
    public private(set) var failures: Int
    public private(set) var wait: Wait

    /// - Parameters:
    ///   - intervalSeconds: What is outside of `intervalRange` becomes its nearest end.
    ///   - failures: As they were kept; what is below zero is none.
    ///   - wait: As it was kept. No wait is longer than the longest interval and a tenth of it.
    public init(
        intervalSeconds: Int64 = Self.defaultIntervalSeconds,
        failures: Int = 0,
        wait: Wait = .none
    ) {
        self.intervalSeconds = intervalSeconds.clamped(to: Self.intervalRange)
        self.failures = max(failures, 0)
        self.wait = wait
        if case .seconds(let seconds, let start) = wait {
            self.wait = .seconds(seconds.clamped(to: Self.waitRange), from: start)
        }
    }

    /// Takes how a fetch ended. One that was cancelled changes nothing.
    ///
    /// - Parameters:
    ///   - outcome: How it ended.
    ///   - now: When.
    ///   - jitter: From 0 up to 1, at random, so that many that began together part; what is
    ///     outside becomes the nearest end.
    public mutating func fetched(_ outcome: FetchOutcome, at now: Int64, jitter: Double) {
        switch outcome {
        case .fetched, .unchanged:
            failures = 0
            wait = .seconds(intervalSeconds + extraSeconds(jitter), from: now)
        case .busy(let retryAfter?):
            let seconds = retryAfter.components.seconds.clamped(to: Self.busyRange)
            wait = .seconds(seconds, from: now)
        case .failed(let failure) where failure.reason == .cancelled: break
        case .busy(nil), .failed:
            failures = failures == .max ? .max : failures + 1
            wait = .seconds(retrySeconds, from: now)
        case .gone:
            failures = 0
            wait = .unending
        }
    }

    /// Makes it due, because somebody asks by hand.
    public mutating func request() {
        wait = .none
    }

    /// How long to wait yet.
    ///
    /// A clock that was set back, before the moment at which the wait began, lets the wait begin
    /// anew, with the interval at most: keep the schedule then, so that it does so only once.
    ///
    /// - Parameter now: The same clock's.
    /// - Returns: In seconds; zero when it is due, nil where it never is.
    public mutating func remainingSeconds(at now: Int64) -> Int64? {
        switch wait {
        case .none: return 0
        case .unending: return nil
        case .seconds(let seconds, let start):
            guard now < start else { return Self.remainder(of: seconds, from: start, at: now) }
            let rest = min(seconds, intervalSeconds)
            wait = .seconds(rest, from: now)
            return rest
        }
    }

    /// Of a wait that has begun.
    private static func remainder(of seconds: Int64, from start: Int64, at now: Int64) -> Int64 {
        let (passed, overflows) = now.subtractingReportingOverflow(start)
        return overflows || passed >= seconds ? 0 : seconds - passed
    }

    private func extraSeconds(_ jitter: Double) -> Int64 {
        // What is no number is no jitter: the comparison with it is false.
        let share = jitter > 0 ? min(jitter, 1) : 0
        return Int64(share * Double(intervalSeconds) / 10)
    }

    /// After `failures`, of which there is at least one.
    private var retrySeconds: Int64 {
        let longest = max(intervalSeconds, Self.lastRetrySeconds)
        // Fourteen doublings are above seven days.
        return min(Self.firstRetrySeconds << Int64(min(failures - 1, 14)), longest)
    }
}

extension Int64 {
    fileprivate func clamped(to range: ClosedRange<Int64>) -> Int64 {
        Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
    }
}
