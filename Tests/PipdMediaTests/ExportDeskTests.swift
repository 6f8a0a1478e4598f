import ControlAPI
import Exporting
import Foundation
import Glibc
import MediaFiles
import MediaLink
import MediaStore
import Testing

@testable import pipd_media

/// Exports of real files, with a real database; jobs are done when the test says so.
@Suite final class ExportDeskTests {
    let folder: URL
    let store: MediaStore
    var desk: ExportDesk

    init() throws {
        folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("pipd-exports-\(UUID().uuidString)")
        for name in ["root", "out/deep"] {
            try FileManager.default.createDirectory(
                at: folder.appendingPathComponent(name),
                withIntermediateDirectories: true
            )
        }
        store = try MediaStore(path: folder.path + "/media.sqlite") { 0 }
        try store.roots.configure([folder.path + "/root"])
        for name in ["a.jpg", "b.jpg"] {
            try Data(name.utf8).write(to: folder.appendingPathComponent("root/\(name)"))
        }
        desk = ExportDesk(store: store)
        desk.configure([folder.path + "/out"])
        try scan()
    }

    func scan(isPruned: Bool = false) throws {
        let root = try #require(try store.roots.all().first)
        let scan = RootScan(root: root, rules: ExcludeRules([]), isPruned: isPruned)
        _ = try scan.take(in: store) { false }.get()
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    var out: String { folder.path + "/out" }

    var exported: [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: out).sorted()) ?? []
    }

    @Test func picturesAreExportedOneAfterTheOther() throws {
        let export = try begin(["1", "2"])
        #expect(export.state == .waiting && export.totalBytes == 10 && export.count == 2)
        // Another one waits for the first.
        let other = try begin(["1"], to: out + "/deep/")
        let jobs = try next()
        #expect(try jobs.count == 1 && report(export.id).state == .running)
        finish(jobs)
        let done = try report(export.id)
        #expect(done.state == .done && done.bytes == 10 && exported == ["a.jpg", "b.jpg", "deep"])
        // Folders tell their files in any order.
        #expect(Set(done.files ?? []) == [out + "/a.jpg", out + "/b.jpg"])
        #expect(done.result?.map(\.id) == ["1", "2"])
        #expect(done.result?.first?.mediaType == "image/jpeg")
        finish(try next())
        #expect(try report(other.id).state == .done && next().isEmpty)
        let ended = desk.takeNews(at: 0).notices.compactMap { notice in
            if case .exportEnded(let report) = notice { report.id } else { nil }
        }
        #expect(ended == [export.id, other.id])
    }

    @Test func whatCannotBeIsRefusedAtOnce() throws {
        #expect(try refusal(["9"])?.kind == .unknown)
        #expect(try refusal(["x"])?.kind == .unknown)
        let trim = try refusal(["1"], mode: .trim)
        #expect(trim?.kind == .unsupported)
        for directory in ["/etc", "\(out)/../root", folder.path, "\(out)x", "out", ""] {
            let refusal = try refusal(["1"], to: directory)
            #expect(refusal?.kind == .forbidden && refusal?.reason.contains(out) == true)
        }
        #expect(try refusal(["1"], to: out + "/missing")?.kind == .conflict)
        try FileManager.default.removeItem(atPath: folder.path + "/root/a.jpg")
        let both = [try refusal(["1"]), try refusal(["2"])]
        #expect(both.count { $0?.kind == .conflict } == 1)
        desk.configure([])
        #expect(try refusal(["1"])?.reason.contains("library: { exports: [DIRECTORY] }") == true)
    }

    @Test func anOfflineRootAndAFullQueueAreConflicts() throws {
        for _ in 0..<ExportDesk.mostWaiting { _ = try begin(["1"]) }
        #expect(try refusal(["1"])?.reason.contains("16 exports wait") == true)
        var root = try #require(try store.roots.all().first)
        root.state = .offline
        try store.roots.update(root)
        let first = try #require(try store.exports.all().last)
        finish(try next())
        #expect(try report("\(first.id)").reason?.contains("is offline") == true)
        #expect(try refusal(["1"])?.kind == .conflict)
    }

    /// A file that is longer than any disk, and takes no room itself.
    @Test func whatHasNoRoomIsRefusedBeforeItIsBegun() throws {
        #expect(truncate(folder.path + "/root/a.jpg", 1 << 43) == 0)
        let refusal = try refusal(["1", "2"])
        #expect(refusal?.kind == .full && refusal?.reason.contains("64 MiB") == true)
    }

    @Test func whatIsCancelledEnds() throws {
        let (running, waiting) = (try begin(["1"]), try begin(["2"]))
        let jobs = try next()
        for export in [running, waiting] {
            #expect(try ask(.end(export.id)) == .done)
        }
        finish(jobs)
        #expect(try report(running.id).state == .cancelled && exported == ["deep"])
        #expect(try report(waiting.id).state == .cancelled && next().isEmpty)
        // One that is over is forgotten.
        #expect(try ask(.end(running.id)) == .done)
        guard case .refused(let refusal) = try ask(.end(running.id)) else {
            return #expect(Bool(false))
        }
        #expect(refusal.kind == .unknown)
    }

    @Test func whatRanIsInterruptedAndWhatWaitedWaits() throws {
        let (running, waiting) = (try begin(["1"]), try begin(["2"]))
        _ = try next()
        desk = ExportDesk(store: store)
        desk.configure([out])
        #expect(try report(running.id).reason?.hasPrefix("interrupted") == true)
        #expect(try report(running.id).state == .failed)
        finish(try next())
        #expect(try report(waiting.id).state == .done && exported.count == 2)
    }

    /// Not by the desk, which whoever asks waits for.
    @Test func whereADirectoryIsIsFoundOutByAWorkerOnce() throws {
        let link = folder.path + "/link"
        func lead(to name: String) throws {
            unlink(link)
            mkdir("\(folder.path)/\(name)", 0o755)
            #expect(symlink("\(folder.path)/\(name)", link) == 0)
        }
        try lead(to: "one")
        _ = desk.takeDirectories()
        desk.configure([link])
        try lead(to: "two")
        for directory in desk.takeDirectories() { directory.settle() }
        let isMore = !desk.takeDirectories().isEmpty
        #expect(!isMore)
        try lead(to: "three")
        desk.configure([link, out])
        for directory in desk.takeDirectories() { directory.settle() }
        _ = try begin(["1"], to: link)
        finish(try next())
        let found = try ["one", "two", "three"].filter { name in
            try !FileManager.default.contentsOfDirectory(atPath: "\(folder.path)/\(name)").isEmpty
        }
        #expect(found == ["two"])
    }

    @Test func theOldestAreForgotten() throws {
        let first = try begin(["1"])
        finish(try next())
        for _ in 0..<KeptExports.mostOver {
            _ = try begin(["1"])
            finish(try next())
        }
        #expect(try store.exports.all().count == KeptExports.mostOver)
        guard case .refused = try ask(.show(first.id)) else {
            return #expect(Bool(false))
        }
    }

    @Test func progressIsToldTwiceASecondAtMost() throws {
        let export = try begin(["1"])
        let jobs = try next()
        #expect(desk.takeNews(at: 1_000_000).next == 500_000)
        let outcomes = jobs.map { $0.take() }
        #expect(desk.takeNews(at: 1_200_000) == ([], 300_000))
        let told = desk.takeNews(at: 1_500_000).notices
        #expect(told == [.exportMoved(export.id, bytes: 5, of: 5)])
        #expect(desk.takeNews(at: 2_000_000).notices.isEmpty)
        for (job, outcome) in zip(jobs, outcomes) { _ = desk.end(job, outcome) }
        #expect(desk.takeNews(at: 2_000_001).next == nil && desk.movedAt == nil)
    }

    func ask(_ request: ExportRequest) throws -> MediaAnswer? {
        try desk.answer(request, 0, at: 0)
    }

    private func begin(_ assets: [String], to directory: String? = nil) throws -> ExportReport {
        try begin(ExportDefinition(.assets(assets), mode: .copy, to: directory ?? out))
    }

    func begin(_ definition: ExportDefinition) throws -> ExportReport {
        #expect(try ask(.begin(definition)) == nil)
        for job in desk.takeChecks() {
            if case .export(let report) = desk.end(job, job.take())?.answer { return report }
        }
        throw CancellationError()
    }

    private func refusal(
        _ assets: [String],
        mode: ExportDefinition.Mode = .copy,
        to directory: String? = nil
    ) throws -> MediaRefusal? {
        try refusal(ExportDefinition(.assets(assets), mode: mode, to: directory ?? out))
    }

    func refusal(_ definition: ExportDefinition) throws -> MediaRefusal? {
        var answer = try ask(.begin(definition))
        for job in desk.takeChecks() { answer = desk.end(job, job.take())?.answer }
        if case .refused(let refusal) = answer { return refusal }
        return nil
    }

    func next() throws -> [ExportJob] { [try desk.takeNext()].compactMap { $0 } }

    func finish(_ jobs: [ExportJob]) {
        for job in jobs { _ = desk.end(job, job.take()) }
    }

    func report(_ id: String) throws -> ExportReport {
        guard case .export(let report) = try ask(.show(id)) else {
            throw CancellationError()
        }
        return report
    }
}
