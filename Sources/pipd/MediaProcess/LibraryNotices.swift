internal import Control
internal import ControlAPI
internal import FrameTransport
internal import Logging
internal import Media
internal import MediaLink
internal import Synchronization

/// Tells clients and the log what becomes of the media library, and keeps what is counted.
///
/// Thread: safe.
final class LibraryNotices: Sendable {
    private let events: EventHub
    private let logger: Logger
    private let state = Mutex(Known())
    private let thumbnailTimes = Histogram.ofWork()
    private let queryTimes = Histogram.ofWork()

    /// What is known of the library, when somebody was last told.
    struct Known: Sendable {
        /// The roots of the configuration; nil before it has changed.
        fileprivate var roots: [String]?
        var counts: [LibraryCount] = []
        /// What going through each root has last come to, by path.
        var scans: [String: LibraryScanReport] = [:]
        /// Why something of it cannot be kept.
        var faults: [String] = []
        /// How many exports are over, by how that came.
        var exports: [ExportReport.State: Int] = [:]
        var thumbnails: [ThumbnailReport.Result: Int] = [:]
        /// How long it took to make them.
        var thumbnailTimes = Histogram.ofWork().snapshot()
        /// What their cache takes on the disk, in bytes.
        var cacheBytes: Int?
        var evictions = 0
        /// How long what was asked of the library has waited for its answer.
        var queryTimes = Histogram.ofWork().snapshot()
    }

    init(events: EventHub, logger: Logger) {
        self.events = events
        self.logger = logger
    }

    /// The roots of the configuration, from now on: of others nothing is told any more, but that
    /// what was wrong with them is over.
    func configure(_ roots: [String]) {
        let over = state.withLock { state in
            let over = state.scans.filter { !roots.contains($0.key) && $0.value.reason != nil }
            state.scans = state.scans.filter { roots.contains($0.key) }
            state.roots = roots
            if roots.isEmpty { state.counts = [] }
            return over.keys.sorted()
        }
        for root in over { events.publish(Events.libraryDegraded(root, nil)) }
    }

    var known: Known {
        var known = state.withLock { $0 }
        known.thumbnailTimes = thumbnailTimes.snapshot()
        known.queryTimes = queryTimes.snapshot()
        return known
    }

    /// Something that was asked of the library was answered.
    func countQuery(after duration: Nanoseconds) { queryTimes.record(duration) }

    /// Takes what the media process tells.
    func take(_ notice: MediaNotice) {
        switch notice {
        case .scanBegins(let root): events.publish(Events.scanBegins(root))
        case .scanned(let report, let counts):
            let isNews = state.withLock { state in
                state.counts = counts
                // It may have been taken out of the configuration while it was gone through.
                guard state.roots?.contains(report.root) ?? true else { return false }
                defer { state.scans[report.root] = report }
                return state.scans[report.root]?.reason != report.reason
            }
            events.publish(Events.scanned(report))
            if report.hasChanges { events.publish(Events.libraryChanged(report)) }
            if isNews { tellReason(of: report) }
            log(report)
        case .changed(let report, let counts):
            let isNews = state.withLock { state in
                state.counts = counts
                defer { state.scans[report.root]?.reason = report.reason }
                return state.scans[report.root].map { $0.reason != report.reason } ?? false
            }
            if report.hasChanges { events.publish(Events.libraryChanged(report)) }
            if isNews { tellReason(of: report) }
        case .probed(let files, let counts):
            state.withLock { $0.counts = counts }
            events.publish(Events.probed(files))
        case .libraryFaults(let faults): take(faults)
        case .exportMoved(let id, let bytes, let total):
            events.publish(Events.exportMoved(id, bytes: bytes, of: total))
        case .exportEnded(let export):
            state.withLock { $0.exports[export.state, default: 0] += 1 }
            events.publish(Events.exportEnded(export))
            log(export)
        case .thumbnail(let thumbnail): count(thumbnail)
        case .feedRefreshed, .feedFailed, .warning: break
        }
    }

    /// The event is for the beginning and the end; the log has each.
    private func take(_ faults: [String]) {
        let before = state.withLock { state in
            defer { state.faults = faults }
            return state.faults
        }
        for fault in faults where !before.contains(fault) {
            logger.warning("library: something cannot be kept: \(fault)")
        }
        guard before.isEmpty != faults.isEmpty else { return }
        let reason = faults.isEmpty ? nil : faults.joined(separator: " ")
        events.publish(Events.libraryDegraded(reason: reason))
        if faults.isEmpty { logger.info("library: all can be kept again") }
    }

    private func count(_ thumbnail: ThumbnailReport) {
        state.withLock { state in
            state.thumbnails[thumbnail.result, default: 0] += 1
            state.cacheBytes = thumbnail.cacheBytes ?? state.cacheBytes
            state.evictions += thumbnail.evictions
        }
        if thumbnail.result == .made { thumbnailTimes.record(.seconds(thumbnail.seconds)) }
        guard thumbnail.isNews else { return }
        events.publish(Events.thumbnailFailed(thumbnail))
        logger.debug("library: \(thumbnail.source): \(thumbnail.reason ?? "it has no thumbnail")")
    }

    private func log(_ export: ExportReport) {
        let name = "library: export \(export.id) to \(export.to)"
        guard export.state == .failed else {
            return logger.debug("\(name): \(export.state.rawValue)")
        }
        logger.warning("\(name) failed: \(export.reason ?? "unknown")")
    }

    private func tellReason(of report: LibraryScanReport) {
        events.publish(Events.libraryDegraded(report.root, report.reason))
        if let reason = report.reason {
            logger.warning(
                "library: \(report.root) \(report.isOffline ? "is offline" : "is degraded"): \(reason)"
            )
        } else {
            logger.info("library: \(report.root) is whole again")
        }
    }

    private func log(_ report: LibraryScanReport) {
        if report.hasChanges {
            logger.debug(
                """
                library: \(report.root): \(report.added) new, \(report.changed) changed, \
                \(report.removed) gone
                """
            )
        }
    }
}
