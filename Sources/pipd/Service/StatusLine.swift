internal import Glibc
internal import Media
internal import Pipeline
internal import Platform
internal import Presentation

/// A line about the views, kept up to date on standard error.
///
/// Thread: bound to the main thread.
struct StatusLine {
    private static let period = Nanoseconds.milliseconds(1000)

    private(set) var deadline = MonotonicClock.now() + period
    private var last: [ViewName: Int] = [:]
    private var lastUpdate = MonotonicClock.now()
    private let isTerminal = isatty(STDERR_FILENO) == 1

    mutating func update(at now: MonotonicTime, pipeline: Pipeline) {
        guard now >= deadline else { return }
        deadline = now + Self.period
        let snapshot = pipeline.snapshot()
        let elapsed = (now - lastUpdate).seconds
        lastUpdate = now
        let view = snapshot.view.shown
        let views = [
            describe(snapshot.main, view.main, elapsed),
            view.isPIPEnabled ? describe(snapshot.pip, view.pip, elapsed) : "pip off",
        ]
        let memory = (try? ProcessStatistics.current().residentBytes) ?? 0
        let line =
            "\(views.joined(separator: " | ")) | \(snapshot.output.state.mode)"
            + " \(snapshot.output.state.compositor) | late flips \(snapshot.output.lateFlips)"
            + " | \(memory >> 20) MiB"
        show(line)
    }

    /// Leaves the last line standing.
    func finish() {
        if isTerminal { write("\n") }
    }

    private mutating func describe(
        _ view: ViewSnapshot,
        _ stream: StreamID?,
        _ elapsed: Double
    ) -> String {
        let shown = view.presented - (last[view.name] ?? 0)
        last[view.name] = view.presented
        let tenths = elapsed > 0 ? Int((Double(shown) / elapsed * 10).rounded()) : 0
        return "\(view.name.rawValue) \(stream?.name ?? "none") \(tenths / 10).\(tenths % 10) fps"
    }

    /// On a terminal the line replaces the one before it.
    private func show(_ line: String) {
        write(isTerminal ? "\r\u{1B}[K\(line)" : "\(line)\n")
    }

    private func write(_ text: String) {
        StandardError.writeNow(text)
    }
}
