import ControlAPI
import Foundation
import MediaFiles
import MediaLink
import MediaStore
import Testing

@testable import pipd_media

/// What is answered of selections and albums, with a real database.
@Suite final class SelectionDeskTests {
    private let folder: URL
    private let store: MediaStore
    private var desk: LibraryDesk

    init() throws {
        folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("pipd-desk-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        store = try MediaStore(path: folder.path + "/media.sqlite") { 0 }
        desk = LibraryDesk(store: store)
        var settings = LibrarySettings()
        settings.roots = ["/srv/a", "/srv/b"]
        settings.selection.image = 2_500
        #expect(desk.configure(settings, at: 0) == nil)
        for (root, name) in zip(try store.roots.all(), ["a.jpg", "b.mp4"]) {
            let file = ScannedFile(
                folder: "",
                file: MediaFile(
                    name: name,
                    kind: name == "a.jpg" ? .photo : .video,
                    size: 1,
                    modified: 7
                ),
                taken: TakenTime(at: 5, source: .mtime)
            )
            try store.scans.record([file], of: root, at: 0)
            try setState(.online, of: root.path)
        }
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    /// One row: how long the video lasts, and whether with the picture of 2.5 s it is accepted.
    @Test(
        arguments: [
            (2_499, "4.999 s selected; 5 to 1200 are accepted"), (2_500, nil), (1_197_500, nil),
            (1_197_501, "1200.001 s selected; 5 to 1200 are accepted"),
        ] as [(Int64, String?)]
    )
    func theAnswerSaysWhetherItMayBeShown(video: Int64, reason: String?) throws {
        try probe(video)
        let report = try create(.query(AssetFilter(), excluding: []))
        #expect(report.count == 2 && report.milliseconds == video + 2_500)
        #expect(report.reason == reason && report.isValid == (reason == nil))
        let answer = try ask(.selection(.play(report.id)))
        if let reason {
            #expect(answer == .refused(MediaRefusal(.value, reason)))
        } else {
            guard case .shown(let entries, image: 2_500) = answer else {
                return #expect(Bool(false), "\(answer)")
            }
            #expect(entries.map(\.address) == ["/srv/b/b.mp4", "/srv/a/a.jpg"])
            #expect(entries.first?.duration == Double(video) / 1_000)
        }
    }

    @Test func aVideoOfUnknownLengthMakesItInvalid() throws {
        let report = try create(.assets(["1", "2"]))
        let waits = "how long one video lasts is not known (2 'b.mp4'); wait"
        #expect(report.reason?.hasPrefix(waits) == true, "\(report)")
        #expect(report.milliseconds == 2_500)
        try probe(nil, isFailure: false)
        let known = try create(.assets(["1", "2"]))
        #expect(
            known.reason
                == "how long one video lasts is not known (2 'b.mp4'); take out what tells no length"
        )
    }

    @Test func aDiskThatIsAwayIsAConflictForWhatIsOnItAlone() throws {
        try probe(9_000)
        try setState(.offline, of: "/srv/a", because: "it is empty")
        let both = try create(.assets(["1", "2"]))
        let refusal = MediaRefusal(.conflict, "'/srv/a' is offline: it is empty.")
        #expect(both.reason == refusal.reason && both.count == 2 && both.milliseconds == 11_500)
        let query = try create(.query(AssetFilter(), excluding: ["2"]))
        #expect(query.reason?.hasPrefix("2.5 s selected") == true)
        #expect(try ask(.selection(.play(both.id))) == .refused(refusal))
        #expect(try ask(.preview("1")) == .refused(refusal))
        let one = try create(.assets(["2"]))
        #expect(one.isValid)
        for request in [LibraryRequest.selection(.play(one.id)), .preview("2")] {
            guard case .shown(let entries, _) = try ask(request) else {
                return #expect(Bool(false), "\(request)")
            }
            #expect(entries.map(\.item) == ["2"])
        }
    }

    /// Whether the disk is back is found out all the same.
    @Test func aScanOfADiskThatIsAwayIsAConflictAndTakesPlace() throws {
        try setState(.offline, of: "/srv/a", because: "it is empty")
        while let scan = desk.scan(at: 0).now {
            _ = desk.end(scan, .success(RootScan.Found(root: scan.root)), at: 0)
        }
        guard case .refused(let refusal) = try ask(.scan(root: "/srv/a", isPruned: false)) else {
            return #expect(Bool(false))
        }
        #expect(refusal.kind == .conflict && refusal.reason.contains("offline: it is empty"))
        let turn = desk.scan(at: 0)
        #expect(turn.now?.root.path == "/srv/a")
        for request in [
            LibraryRequest.scan(root: "/srv/a", isPruned: true), .scan(root: nil, isPruned: false),
            .scan(root: "/srv/b", isPruned: false),
        ] {
            guard case .library = try ask(request) else {
                return #expect(Bool(false), "\(request)")
            }
        }
    }

    @Test func aFailureIsNotShown() throws {
        try probe(nil)
        #expect(
            try ask(.preview("2"))
                == .refused(MediaRefusal(.value, "/srv/b/b.mp4 cannot be shown: it is a text"))
        )
    }

    @Test func albumsOfOthersStay() throws {
        let definition = AlbumDefinition(name: "Sea", content: .assets(["1"]))
        guard case .album(let album, isNew: true) = try ask(.putAlbum("sea", definition)) else {
            return #expect(Bool(false))
        }
        #expect(album.kind == .own && album.name == "Sea" && album.counts.photos == 1)
        for name in ["all", "recent", "folder-1"] {
            #expect(try refusal(.putAlbum(name, definition)) == .conflict)
            #expect(try refusal(.deleteAlbum(name)) == .conflict)
        }
        #expect(try refusal(.deleteAlbum("none")) == .unknown)
        #expect(try refusal(.deleteAlbum("a b")) == .unknown)
        #expect(try ask(.deleteAlbum("sea")) == .done)
        #expect(try refusal(.deleteAlbum("sea")) == .unknown)
    }

    @Test func whatIsNotThereIsRefused() throws {
        var filter = AssetFilter()
        filter.album = "none"
        for (request, kind) in [
            (.selection(.show("9")), .unknown), (.selection(.show("x")), .unknown),
            (.selection(.change("9", SelectionPatch())), .unknown),
            (.selection(.delete("9")), .unknown), (.selection(.play("9")), .unknown),
            (.selection(.assets("9", cursor: nil, limit: 1)), .unknown),
            (.selection(.create(.selection("9"))), .unknown),
            (.selection(.create(.album("none"))), .value),
            (.selection(.create(.album("videos"))), .value),
            (.selection(.create(.assets(["9"]))), .value),
            (.selection(.create(.assets(["x"]))), .value),
            (.selection(.create(.query(filter, excluding: []))), .value),
            (.assets(filter, cursor: nil, limit: 1), .value), (.preview("9"), .unknown),
        ] as [(LibraryRequest, MediaRefusal.Kind)] {
            #expect(try refusal(request) == kind, "\(request)")
        }
    }

    @Test func aChangeIsAnswered() throws {
        try probe(9_000)
        let id = try create(.assets(["1"])).id
        var patch = SelectionPatch()
        (patch.add, patch.move) = (["2"], SelectionPatch.Move(asset: "2", place: 0))
        guard case .selection(let report) = try ask(.selection(.change(id, patch))) else {
            return #expect(Bool(false))
        }
        #expect(report.count == 2 && report.milliseconds == 11_500 && report.isValid)
        guard
            case .assets(let page) = try ask(.selection(.assets(id, cursor: nil, limit: 1)))
        else { return #expect(Bool(false)) }
        #expect(page.assets.map(\.id) == ["2"] && page.nextCursor != nil)
        #expect(try ask(.selection(.delete(id))) == .done)
    }

    private func ask(_ request: LibraryRequest) throws -> MediaAnswer {
        do throws(StoreError) {
            return try desk.answer(request, at: 0)
        } catch {
            return .refused(MediaRefusal(error))
        }
    }

    private func refusal(_ request: LibraryRequest) throws -> MediaRefusal.Kind? {
        guard case .refused(let refusal) = try ask(request) else { return nil }
        return refusal.kind
    }

    private func create(_ definition: SelectionDefinition) throws -> SelectionReport {
        let answer = try ask(.selection(.create(definition)))
        guard case .selection(let report) = answer else {
            throw MediaRefusal(.storage, "\(answer)")
        }
        return report
    }

    /// Looks into all files: the video lasts so long; nil: it fails.
    private func probe(_ milliseconds: Int64?, isFailure: Bool = true) throws {
        var last: AssetID?
        while let asset = try store.probes.next(after: last) {
            last = asset.id
            var facts = AssetFacts(width: 1, height: 1, codec: "h264")
            if asset.kind == .video { facts.milliseconds = milliseconds }
            let isFailure = isFailure && asset.kind == .video && milliseconds == nil
            let outcome: ProbeOutcome = isFailure ? .failed("it is a text") : .read(facts)
            _ = try store.probes.settle { ProbedAsset(asset, outcome) }
        }
    }

    private func setState(
        _ state: StoredRoot.State,
        of path: String,
        because reason: String? = nil
    ) throws {
        var root = try #require(try store.roots.all().first { $0.path == path })
        (root.state, root.reason) = (state, reason)
        try store.roots.update(root)
    }
}
