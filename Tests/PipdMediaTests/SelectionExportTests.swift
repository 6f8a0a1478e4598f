import ControlAPI
import Exporting
import Foundation
import Glibc
import MediaLink
import MediaStore
import Testing

@testable import pipd_media

/// Of a selection.
extension ExportDeskTests {
    /// Two have one name.
    @Test func aListIsExportedInItsOrder() throws {
        try write(["deep/a.jpg"])
        let ids = try ["deep/a.jpg", "b.jpg", "a.jpg"].map(id)
        let selection = try store.selections.add(.assets(ids), at: 0)
        let export = try begin(copying(selection))
        #expect(export.count == 3 && export.totalBytes == 20 && export.assets == nil)
        // What becomes of it is not the export's.
        try store.selections.remove(selection)
        finish(try next())
        let done = try report(export.id)
        #expect(done.state == .done && done.exported == 3 && done.bytes == 20)
        #expect(done.files == ["a.jpg", "b.jpg", "a-1.jpg"].map { "\(out)/\($0)" })
        #expect(done.result?.map(\.id) == ids.map { "\($0)" })
        #expect(
            try Data(contentsOf: URL(fileURLWithPath: out + "/a.jpg")) == Data("deep/a.jpg".utf8)
        )
        #expect(done.selection == "\(selection)")
    }

    @Test func aQueryIsExportedWithoutWhatIsTakenOut() throws {
        try write(["c.jpg"])
        let excluded = try id("b.jpg")
        let query = SelectionSource.query(AssetQuery(), excluding: [excluded])
        let export = try begin(copying(store.selections.add(query, at: 0)))
        #expect(export.count == 2)
        // What it finds later is none of this export.
        try write(["d.jpg"])
        finish(try next())
        #expect(try report(export.id).state == .done && exported == ["a.jpg", "c.jpg", "deep"])
    }

    @Test func aSelectionThatCannotBeIsRefused() throws {
        let unknown = ExportDefinition(.selection("9"), mode: .copy, to: out)
        #expect(throws: StoreError.hasNoSelection("9")) { try ask(.begin(unknown)) }
        let empty = try store.selections.add(.assets([]), at: 0)
        #expect(throws: StoreError.hasNothingToExport(empty)) {
            try ask(.begin(copying(empty)))
        }
        let all = try all()
        var root = try #require(try store.roots.all().first)
        root.state = .offline
        try store.roots.update(root)
        let offline = try refusal(copying(all))
        #expect(offline?.kind == .conflict && offline?.reason.contains(root.path) == true)
        #expect(try store.exports.all().isEmpty)
    }

    /// No file is opened for that.
    @Test func aSelectionThatHasNoRoomIsRefusedBeforeItIsBegun() throws {
        #expect(truncate(folder.path + "/root/a.jpg", 1 << 43) == 0)
        try scan()
        let all = try all()
        try FileManager.default.removeItem(atPath: folder.path + "/root/a.jpg")
        #expect(try refusal(copying(all))?.kind == .full && exported == ["deep"])
    }

    /// One row: whether the library knows by then that the second of three is gone.
    @Test(arguments: [true, false])
    func whatVanishesEndsIt(isKnown: Bool) throws {
        try write(["c.jpg"])
        let ids = try ["a.jpg", "b.jpg", "c.jpg"].map(id)
        let export = try begin(copying(store.selections.add(.assets(ids), at: 0)))
        let path = folder.path + "/root/b.jpg"
        try FileManager.default.removeItem(atPath: path)
        if isKnown { try scan(isPruned: true) }
        finish(try next())
        let failed = try report(export.id)
        #expect(failed.state == .failed && failed.exported == 1 && failed.bytes == 5)
        #expect(failed.reason?.contains(isKnown ? "'\(ids[1])'" : path) == true)
        #expect(failed.result?.map(\.id) == ["\(ids[0])"] && exported == ["a.jpg", "deep"])
    }

    /// Wherever it is then: what is there is whole, and counted.
    @Test(.timeLimit(.minutes(30)))
    func whatIsCancelledWhileItRunsKeepsWhatItHas() async throws {
        try write((0..<300).map { "many/\($0).jpg" })
        let export = try begin(copying(all()))
        let job = try #require(try next().first)
        let work = Task.detached { job.take() }
        while job.progress.files == 0 { await Task.yield() }
        _ = try ask(.end(export.id))
        _ = desk.end(job, await work.value)
        let over = try report(export.id)
        #expect(over.state == .cancelled || over.state == .done)
        #expect(over.exported == exported.count(where: { $0 != "deep" }) && over.exported > 0)
        for name in exported where name != "deep" {
            let bytes = try Data(contentsOf: URL(fileURLWithPath: "\(out)/\(name)"))
            #expect([name, "many/\(name)"].contains(String(decoding: bytes, as: UTF8.self)))
        }
    }

    /// The first of three was there when the process was killed.
    @Test func whatWasExportedBeforeAnInterruptionIsCounted() throws {
        try write(["c.jpg"])
        let export = try begin(copying(all()))
        let job = try #require(try next().first)
        let id = try #require(ExportID(export.id))
        try store.exports.endNextAsset(of: id, bytes: 17)
        desk = ExportDesk(store: store)
        let interrupted = try report(export.id)
        #expect(interrupted.state == .failed && interrupted.exported == 1)
        #expect(interrupted.bytes == 17)
        #expect(interrupted.reason?.hasPrefix("interrupted") == true)
        #expect(try store.exports.assetsLeft(of: id) == 0)
        // Nobody says that it is done who has lost what was left of it.
        #expect(job.take().failure == .refused(.hasLostExport) && exported == ["deep"])
    }

    /// All of it was, and nobody had kept that.
    @Test func whatWasExportedWholeBeforeAnInterruptionIsDone() throws {
        try write(["c.jpg"])
        let export = try begin(copying(all()))
        _ = try #require(try next().first).take()
        desk = ExportDesk(store: store)
        let over = try report(export.id)
        #expect(over.state == .done && over.reason == nil && over.exported == over.count)
    }

    /// Its number may be another one's by then.
    @Test func whatRunsInADatabaseBegunAnewEndsWithIt() throws {
        try write(["c.jpg"])
        let first = try begin(copying(all()))
        let job = try #require(try next().first)
        let id = try #require(ExportID(first.id))
        desk.beginAnew()
        #expect(job.progress.isCancelled)
        _ = desk.end(job, job.take())
        guard case .exportEnded(let told) = desk.takeNews(at: 0).notices.last else {
            Issue.record("nothing is told")
            return
        }
        #expect(told.id == first.id && told.state == .failed)
        // What the database keeps under that number is not touched.
        #expect(try store.exports.assetsLeft(of: id) == told.count)
    }

    @Test func anAnswerNamesTheFirstAlone() throws {
        let most = ExportReport.mostResults
        try write((0..<most).map { "many/\($0).jpg" })
        let export = try begin(copying(all()))
        finish(try next())
        let done = try report(export.id)
        #expect(done.state == .done && done.exported == most + 2 && done.count == most + 2)
        #expect(done.files?.count == most && done.result?.count == most)
    }

    private func copying(_ selection: SelectionID) -> ExportDefinition {
        ExportDefinition(.selection("\(selection)"), mode: .copy, to: out)
    }

    private func all() throws -> SelectionID {
        try store.selections.add(.query(AssetQuery(), excluding: []), at: 0)
    }

    /// Files of the root that hold their own paths.
    private func write(_ paths: [String]) throws {
        for path in paths {
            let file = folder.appendingPathComponent("root/\(path)")
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
            try Data(path.utf8).write(to: file)
        }
        try scan()
    }

    private func id(_ path: String) throws -> AssetID {
        let assets = try store.assets.page(AssetQuery(), limit: 500, at: 0).elements
        return try #require(assets.first { $0.path == "\(folder.path)/root/\(path)" }).id
    }
}
