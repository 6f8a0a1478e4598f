internal import ControlAPI
internal import Media
internal import Platform
internal import Testing

extension Daemon {
    /// Scanouts that a busy machine may make the presentation thread miss.
    private static let tolerableLateFlips = 10.0

    /// Expects that a stream kept its pace since the start: pictures go on, none
    /// was lost, the view never froze, and the ledger balances.
    ///
    /// A frame lost to a scanout that the machine made the daemon miss is not
    /// the daemon's; those are counted, and few.
    func expectPaceKept(
        by id: String = "main",
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let before = try stream(id).presented
        let isGoingOn = try eventually { try stream(id).presented >= before + 5 }
        #expect(isGoingOn, "\(id) stands still: \(program.errors)", sourceLocation: sourceLocation)
        let metrics = try metrics()
        let late = metrics["pipd_flips_late_total"] ?? .infinity
        #expect(late <= Self.tolerableLateFlips, sourceLocation: sourceLocation)
        #expect(
            metrics["pipd_freezes_total{layer=\"main\"}"] == 0,
            "late flips: \(late)",
            sourceLocation: sourceLocation
        )
        let report = try stream(id)
        let dropped = report.dropped.filter { $0.value > 0 }
        #expect(
            Double(dropped.values.reduce(0, +)) <= late,
            "\(dropped)",
            sourceLocation: sourceLocation
        )
        expectBalance(report, sourceLocation: sourceLocation)
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
