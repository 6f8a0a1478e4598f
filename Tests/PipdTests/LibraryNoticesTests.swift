import Control
import ControlAPI
import Logging
import MediaLink
import Synchronization
import Testing

@testable import pipd

/// What clients are told of the library.
@Suite struct LibraryNoticesTests {
    /// By a part of a root as by all of it, once each.
    @Test func whatIsWrongWithARootIsToldWhenItIsNews() {
        let events = EventHub()
        let told = Told()
        // `{"event_type":"NAME",…`
        events.observe { event in
            let text = String(decoding: event.json, as: UTF8.self)
            told.add(String(text.split(separator: "\"")[3]))
        }
        let notices = LibraryNotices(events: events, logger: Logger(label: "test"))
        var report = LibraryScanReport(root: "/srv")
        notices.take(.changed(report, []))
        notices.take(.scanned(report, []))
        #expect(told.names == ["library-scan"])
        report.reason = "a folder cannot be read"
        for _ in 0..<2 { notices.take(.changed(report, [])) }
        #expect(told.names == ["library-scan", "library-degraded"])
        #expect(notices.known.scans["/srv"]?.reason == report.reason)
        notices.take(.scanned(report, []))
        report.reason = nil
        notices.take(.scanned(report, []))
        #expect(told.names.filter { $0 == "library-degraded" }.count == 2)
        #expect(notices.known.scans["/srv"]?.reason == nil)
        report.reason = "it is away"
        notices.take(.scanned(report, []))
        for _ in 0..<2 { notices.configure(["/other"]) }
        #expect(told.names.filter { $0 == "library-degraded" }.count == 4)
        notices.take(.scanned(report, []))
        #expect(told.names.filter { $0 == "library-degraded" }.count == 4)
    }

    /// The names of events, in their order.
    private final class Told: Sendable {
        private let state = Mutex<[String]>([])

        var names: [String] { state.withLock { $0 } }

        func add(_ name: String) { state.withLock { $0.append(name) } }
    }
}
