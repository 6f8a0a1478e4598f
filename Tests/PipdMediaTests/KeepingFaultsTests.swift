import ControlAPI
import Foundation
import MediaLink
import MediaStore
import Testing

@testable import pipd_media

/// That what cannot be kept is told once, and once when it can be again.
@Suite struct KeepingFaultsTests {
    @Test func aFaultIsToldOnceUntilItIsOver() {
        var faults = KeepingFaults()
        faults.note(.marks, nil)
        #expect(faults.takeNews() == nil)
        faults.note(.root("/a"), nil)
        // After another process's faults, all is well.
        #expect(faults.takeNews() == [] && faults.takeNews() == nil)
        for work in [KeepingFaults.Work.root("/a"), .root("/b"), .files] {
            faults.note(work, "full")
        }
        #expect(faults.takeNews() == ["full"])
        for _ in 0..<9 { faults.note(.root("/a"), "full") }
        faults.note(.files, nil)
        faults.note(.root("/b"), nil)
        #expect(faults.takeNews() == nil)
        faults.note(.marks, "a mark")
        #expect(faults.takeNews() == ["a mark", "full"])
        faults.configure(["/b"])
        #expect(faults.takeNews() == ["a mark"])
        faults.note(.marks, nil)
        #expect(faults.takeNews() == [])
        // Where nothing but small pictures is kept.
        var others = KeepingFaults()
        others.note(.thumbnails, nil)
        #expect(others.takeNews() == [])
    }

    /// More files than there is room for, then as many as there is.
    @Test func aFullDiskIsToldOnceAndStandsInTheReport() throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("pipd-full-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let root = folder.appendingPathComponent("root")
        try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
        for number in 0..<800 {
            let name = String(repeating: "\(number) ", count: 40) + ".jpg"
            try Data().write(to: root.appendingPathComponent(name))
        }
        let file = folder.path + "/media.sqlite"
        let store = try MediaStore(path: file, limits: StoreLimits(fileBytes: 400 << 10)) { 0 }
        var desk = LibraryDesk(store: store, settling: 0)
        var settings = LibrarySettings()
        settings.roots = [root.path]
        #expect(desk.configure(settings, at: 0) == nil)
        let reason = "\(StoreError.isFull(path: file))"
        for round in 0..<3 {
            try Self.scan(&desk, store, at: Int64(round) * 1_000_000_000)
            let notice = desk.takeFaults()
            #expect(notice == (round == 0 ? .libraryFaults([reason]) : nil))
            guard case .library(let report) = try desk.answer(.status, at: 0) else {
                return #expect(Bool(false))
            }
            #expect(report.degraded == [reason] && report.ownNotes == [reason])
            #expect(report.roots.map(\.failure) == [reason])
        }
        try FileManager.default.removeItem(at: root)
        try FileManager.default.createDirectory(at: root, withIntermediateDirectories: false)
        #expect(try desk.answer(.scan(root: root.path, isPruned: true), at: 9_000_000_000) != .done)
        try Self.scan(&desk, store, at: 9_000_000_000)
        #expect(desk.takeFaults() == .libraryFaults([]))
        guard case .library(let report) = try desk.answer(.status, at: 0) else {
            return #expect(Bool(false))
        }
        #expect(report.roots.map(\.failure) == [nil])
    }

    private static func scan(_ desk: inout LibraryDesk, _ store: MediaStore, at now: Int64) throws {
        let turn = desk.scan(at: now)
        let scan = try #require(turn.now)
        _ = desk.end(scan, scan.take(in: store) { false }, at: now)
    }
}
