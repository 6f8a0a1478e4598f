internal import ControlAPI

/// Which scans are waited for: those that were asked for, and no later ones.
struct ScanWait {
    enum Outcome {
        /// All are done.
        case over
        case underWay
        /// What was to do it was started anew since, and knows of nothing that was asked.
        case forgotten
    }

    /// By path, how often each root is to have been gone through.
    private let wanted: [String: Int]
    /// By path, how often each root had been gone through when that was looked at last.
    private var seen: [String: Int]

    /// - Parameters:
    ///   - root: The one that was asked for; nil: all.
    ///   - report: The daemon's answer to that.
    init(for root: String?, since report: LibraryReport) {
        let asked = report.roots.filter { root == nil || $0.path == root }
        let counts = asked.map { root in
            // One that is under way does not count: it was begun before.
            (root.path, min(max(root.scans, 0), .max - 2) + (root.state == .scanning ? 2 : 1))
        }
        wanted = Dictionary(counts) { $1 }
        seen = Self.scans(of: report)
    }

    /// How that goes, as of a later report. Each process counts from 0: a count that is lower than
    /// before is another's.
    mutating func outcome(_ report: LibraryReport) -> Outcome {
        defer { seen = Self.scans(of: report) }
        if report.roots.contains(where: { $0.scans < seen[$0.path] ?? .min }) { return .forgotten }
        return report.roots.allSatisfy { $0.scans >= wanted[$0.path] ?? .min } ? .over : .underWay
    }

    private static func scans(of report: LibraryReport) -> [String: Int] {
        Dictionary(report.roots.map { ($0.path, $0.scans) }) { $1 }
    }
}
