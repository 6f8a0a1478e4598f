#if DEBUG
internal import Synchronization

/// Makes named system calls fail on purpose, in tests.
///
/// A fault lives as long as the closure it is given for, and only for the calls
/// made in that closure's task or thread: tests that run beside it never see it.
///
/// Thread: safe.
public enum SystemCallFaults {
    /// Runs `body` while calls named `call` fail with `errno`.
    ///
    /// - Parameters:
    ///   - call: The name given to `systemCall`.
    ///   - errno: What the call fails with. `EINTR` is retried, as a real one is.
    ///   - after: How many calls succeed first.
    ///   - times: How many calls fail then; the ones after them succeed.
    ///   - body: What runs with the fault.
    /// - Returns: What `body` returned.
    /// - Throws: What `body` throws.
    public static func withFault<Result>(
        _ call: StaticString,
        _ errno: Errno,
        after: Int = 0,
        times: Int = 1,
        body: () throws -> Result
    ) rethrows -> Result {
        let fault = Fault(call: call, errno: errno, range: after..<(after + times))
        return try $active.withValue(active + [fault], operation: body)
    }

    @TaskLocal private static var active: [Fault] = []

    static func next(for call: StaticString) -> Errno? {
        for fault in active where fault.matches(call) {
            if let errno = fault.next() { return errno }
        }
        return nil
    }

    private final class Fault: Sendable {
        private let call: StaticString
        private let errno: Errno
        private let range: Range<Int>
        private let calls = Atomic<Int>(0)

        init(call: StaticString, errno: Errno, range: Range<Int>) {
            self.call = call
            self.errno = errno
            self.range = range
        }

        func matches(_ other: StaticString) -> Bool { "\(call)" == "\(other)" }

        func next() -> Errno? {
            range.contains(calls.add(1, ordering: .relaxed).oldValue) ? errno : nil
        }
    }
}
#endif
