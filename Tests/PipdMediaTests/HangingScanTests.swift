import ControlAPI
import Foundation
import Media
import MediaFiles
import MediaLink
import MediaStore
import Platform
import Testing

@testable import pipd_media

/// What the library's desk does with a root whose disk does not answer, with a real database.
@Suite final class HangingScanTests {
    private let disks: TwoRoots
    private var roots: [String] { disks.roots }
    private var store: MediaStore { disks.store }
    private var desk: LibraryDesk

    init() throws {
        disks = try TwoRoots()
        desk = disks.desk()
    }

    @Test func itIsOfflineAndTheOthersAreGoneThrough() throws {
        let hanging = try begin()
        #expect(try report().roots.map(\.state) == [.scanning, .waiting])
        guard case .scanned(let told, _) = leave(hanging, at: "x/y") else {
            return #expect(Bool(false), "nobody is told")
        }
        #expect(told.root == roots[0] && told.isOffline)
        #expect(told.reason?.contains("'\(roots[0])/x/y'") == true)
        let other = try begin()
        #expect(other.root.path == roots[1])
        end(other)
        let away = try report()
        #expect(away.roots.map(\.state) == [.offline, .online] && away.state != .scanning)
        #expect(away.degraded == ["\(roots[0]): \(told.reason ?? "")"])
        end(hanging)
        let back = try report()
        #expect(back.roots.map(\.state) == [.online, .online] && back.degraded.isEmpty)
        #expect(back.counts.photos == 2)
    }

    /// It has not gone through all, which makes it online again.
    @Test func whereALookHasHungAllIsGoneThrough() throws {
        let changes = try lookAt("1.jpg")
        #expect(!changes.isWhole)
        guard case .scanned(let away, _) = leave(changes, at: "") else {
            return #expect(Bool(false), "nobody is told")
        }
        #expect(try report().roots.map(\.state) == [.offline, .online])
        // It is away for the reason that was told.
        guard case .changed(let told, _) = end(changes) else {
            return #expect(Bool(false), "nobody is told")
        }
        #expect(told.isOffline && told.reason == away.reason && told.reason != nil)
        let turn = desk.scan(at: 100_000_000)
        let again = try #require(turn.now)
        #expect(again.isWhole && again.root.path == roots[0])
        end(again)
        #expect(try report().roots.map(\.state) == [.online, .online])
    }

    /// Of one that asks its disk for nothing it is not known how long it takes.
    @Test func itIsKnownSinceWhenADiskOwesAnAnswer() throws {
        #expect(desk.scanWaitsSince == nil)
        let scan = try begin()
        let since = scan.progress.ask("x") {
            let (first, told) = (desk.scanWaitsSince, scan.progress.question)
            #expect(first == told?.at && told?.path == "x")
            return first
        }
        #expect(scan.progress.question == nil)
        let now = try #require(desk.scanWaitsSince)
        #expect(since.map { $0 <= now } == true)
    }

    /// However little it is that a slow one tells.
    @Test func aDiskThatTellsSomethingDoesNotHang() throws {
        let scan = try begin()
        try scan.progress.ask("x") {
            let since = try #require(desk.scanWaitsSince)
            while MonotonicClock.now() <= since {}
            #expect(desk.scanWaitsSince == since)
            scan.progress.gotFurther()
            let later = try #require(desk.scanWaitsSince)
            #expect(later > since && desk.scanWaitsSince == later)
        }
    }

    private func begin() throws -> RootScan {
        let turn = desk.scan(at: 1)
        return try #require(turn.now)
    }

    /// What has happened in the first root, as something that is told.
    private func lookAt(_ name: String) throws -> RootScan {
        desk = disks.desk(FolderWatch())
        for _ in roots { end(try begin()) }
        try Data("xx".utf8).write(to: URL(fileURLWithPath: "\(roots[0])/\(name)"))
        let isTold = desk.takeChanges(at: 2)
        #expect(isTold)
        let turn = desk.scan(at: 5_000_000)
        return try #require(turn.now)
    }

    /// While its disk is asked for something.
    private func leave(_ scan: RootScan, at path: String) -> MediaNotice? {
        scan.progress.ask(path) { desk.leaveScan() }
    }

    @discardableResult
    private func end(_ scan: RootScan) -> MediaNotice? {
        desk.end(scan, scan.take(in: store) { false }, at: 6_000_000)
    }

    private func report() throws -> LibraryReport {
        guard case .library(let report) = try desk.answer(.status, at: 7_000_000) else {
            throw CancellationError()
        }
        return report
    }
}
