internal import ControlAPI
internal import Foundation
internal import Media
internal import Platform
internal import Testing

/// Judges whether a stream kept its pace, whatever happened to another.
enum Pace {
    /// Scanouts that a machine may make the presentation thread miss otherwise than by running
    /// other threads.
    private static let tolerableLateFlips = 10.0
    /// Of `Daemon.output` and of the stream.
    private static let interval = 1.0 / 30
    /// What a freeze is longer than other intervals, at least.
    private static let shortestFreeze = 0.15
    private static let attempts = 3

    /// Expects that the stream `main` kept its pace from the daemon's start to
    /// the end of the scenario, and that the daemon stops cleanly then.
    ///
    /// On a machine that is busy with other things the daemon may miss scanouts
    /// by no fault of its own. For as long as its threads were ready to run and the
    /// machine ran others it is excused; a scenario that was disturbed otherwise is
    /// played again, twice at most. What the daemon does wrong shows in every attempt.
    ///
    /// - Parameters:
    ///   - sourceLocation: The test's.
    ///   - scenario: Starts a daemon, makes trouble, and returns it.
    /// - Throws: What the scenario throws.
    static func expectKept(
        sourceLocation: SourceLocation = #_sourceLocation,
        in scenario: () throws -> Daemon
    ) throws {
        for attempt in 1...attempts {
            let daemon = try scenario()
            let disturbance = try disturbance(of: daemon, sourceLocation)
            daemon.expectCleanStop(sourceLocation: sourceLocation)
            guard let disturbance else { return }
            guard attempt == attempts else { continue }
            Issue.record(Comment(rawValue: disturbance), sourceLocation: sourceLocation)
        }
    }

    /// Pictures go on, none was lost, the view never froze; the ledger balances.
    ///
    /// - Returns: What is wrong; nil when nothing is.
    private static func disturbance(
        of daemon: Daemon,
        _ sourceLocation: SourceLocation
    ) throws -> String? {
        let before = try daemon.stream("main").presented
        let isGoingOn = try daemon.eventually { try daemon.stream("main").presented >= before + 5 }
        #expect(isGoingOn, "\(daemon.program.errors)", sourceLocation: sourceLocation)
        let report = try daemon.stream("main")
        daemon.expectBalance(report, sourceLocation: sourceLocation)

        let metrics = try daemon.metrics()
        let late = metrics["pipd_flips_late_total"] ?? .infinity
        let freezes = metrics["pipd_freezes_total{layer=\"main\"}"] ?? .infinity
        let dropped = report.dropped.filter { $0.value > 0 }
        let waits = (
            presenting: daemon.secondsKeptWaiting("pipd-present"),
            ingesting: daemon.secondsKeptWaiting("pipd-in-main")
        )
        // A frame may be lost to a scanout that was missed or to its own delay, and to nothing else.
        let isLost =
            Double(dropped.values.reduce(0, +)) > late + (waits.ingesting / interval).rounded(.down)
        let isLate = late > tolerableLateFlips + (waits.presenting / interval).rounded(.down)
        let isFrozen = freezes * shortestFreeze > waits.presenting + waits.ingesting
        guard isLost || isLate || isFrozen else { return nil }
        return "main: dropped \(dropped), late flips \(late), freezes \(freezes), kept \(waits)"
    }
}

extension Daemon {
    /// For how long a thread of it was ready to run while the machine ran others (proc(5),
    /// `schedstat`).
    fileprivate func secondsKeptWaiting(_ thread: String) -> Double {
        let tasks = "/proc/\(program.processID)/task"
        func text(_ path: String) -> Substring {
            String(decoding: Files.bytes(of: path), as: UTF8.self).dropLast()
        }
        let numbers = (try? FileManager.default.contentsOfDirectory(atPath: tasks)) ?? []
        let waits = numbers.filter { text("\(tasks)/\($0)/comm") == thread }.map { number in
            let fields = text("\(tasks)/\(number)/schedstat").split(separator: " ")
            return fields.dropFirst().first.flatMap { Double($0) } ?? 0
        }
        return waits.reduce(0, +) / 1e9
    }

    /// Expects that nothing received is unaccounted for.
    func expectBalance(
        _ report: StreamReport,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let dropped = report.dropped.values.reduce(0, +)
        #expect(
            report.received == report.presented + dropped + report.inFlight,
            "\(report)",
            sourceLocation: sourceLocation
        )
    }
}
