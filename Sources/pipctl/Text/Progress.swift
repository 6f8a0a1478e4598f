internal import ControlAPI
internal import Glibc
internal import Media

/// Tells the user of a terminal that something takes its time.
struct Progress: Sendable {
    /// On standard error, every second, if that is a terminal.
    static var standardError: Self {
        Self(isShown: isatty(STDERR_FILENO) == 1, interval: 1_000_000_000) {
            Terminal.writeError($0)
        }
    }

    /// Whether anything is said at all.
    let isShown: Bool
    /// Nanoseconds between two lines, and before the first.
    let interval: UInt64
    let write: @Sendable (String) -> Void

    /// Runs `body` and says meanwhile how long it has taken, always on the same line, which is
    /// empty again at the end.
    func shown<Value>(
        _ what: String,
        while body: () async throws -> Value
    ) async throws -> Value {
        try await shown({ what }, while: body)
    }

    /// The same where what is said changes.
    func shown<Value>(
        _ what: @escaping @Sendable () -> String,
        while body: () async throws -> Value
    ) async throws -> Value {
        guard isShown else { return try await body() }
        let (interval, write) = (interval, write)
        let ticker = Task {
            var seconds = 0
            while true {
                try await Task.sleep(nanoseconds: interval)
                seconds += 1
                write("\(Self.lineStart)\(VisibleText.escaped(what())), \(seconds) s")
            }
        }
        let result: Result<Value, any Error>
        do { result = .success(try await body()) } catch { result = .failure(error) }
        ticker.cancel()
        // Nothing is written after the line is emptied.
        _ = await ticker.result
        write(Self.lineStart)
        return try result.get()
    }

    private static let lineStart = "\r\u{1B}[K"
}
