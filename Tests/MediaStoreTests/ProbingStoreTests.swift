import MediaFiles
import MediaStore
import Testing

/// Which files are looked into, and what is kept of that.
@Suite struct ProbingStoreTests {
    private let folder: StoreFolder
    private let store: MediaStore
    private let roots: [StoredRoot]

    init() throws {
        folder = try StoreFolder()
        store = try folder.open()
        try store.roots.configure(["/srv/a", "/srv/b"])
        roots = try store.roots.all()
        try setState(.online)
        for root in roots { try record("one.mp4", "two.jpg", of: root) }
    }

    @Test func eachFileIsLookedIntoOnce() throws {
        var paths: [String] = []
        var last: AssetID?
        while let asset = try store.probes.next(after: last) {
            paths.append(asset.path)
            last = asset.id
            #expect(try store.probes.settle { ProbedAsset(asset, .read(facts)) })
        }
        let expected = [
            "/srv/a/x/one.mp4", "/srv/a/x/two.jpg", "/srv/b/x/one.mp4", "/srv/b/x/two.jpg",
        ]
        #expect(paths == expected)
        #expect(try store.probes.next(after: nil) == nil)
        let asset = try #require(try list().first)
        #expect(asset.state == .probed && asset.milliseconds == 4_999 && asset.codec == "h264")
        #expect((asset.width, asset.height) == (1_080, 1_920))
        #expect(asset.taken == TakenTime(at: 77, source: .quicktime))
    }

    @Test func whatTellsNoTimeKeepsThatOfItsFile() throws {
        let asset = try #require(try store.probes.next(after: nil))
        var dateless = facts
        dateless.taken = nil
        #expect(try store.probes.settle { ProbedAsset(asset, .read(dateless)) })
        #expect(try store.assets.find(asset.id)?.taken == TakenTime(at: 5, source: .mtime))
    }

    @Test func whatFailsIsKnownAndLeftAloneUntilItChanges() throws {
        let asset = try #require(try store.probes.next(after: nil))
        #expect(try store.probes.settle { ProbedAsset(asset, .failed("it is a text")) })
        var query = AssetQuery()
        query.state = .failed
        #expect(try store.assets.page(query, at: noon).elements.map(\.error) == ["it is a text"])
        #expect(try store.probes.next(after: nil)?.id != asset.id)
        try record("one.mp4", of: roots[0], size: 9)
        #expect(try store.probes.next(after: nil)?.id == asset.id)
        #expect(try store.assets.find(asset.id)?.error == nil)
    }

    /// What is in a file is as it was but for its date, and what failed fails again.
    @Test func inAnotherTimeZoneNoMoreIsDoneAgainThanTheDate() throws {
        let read = try #require(try store.probes.next(after: nil))
        #expect(try store.probes.settle { ProbedAsset(read, .read(facts)) })
        let failed = try #require(try store.probes.next(after: read.id))
        #expect(try store.probes.settle { ProbedAsset(failed, .failed("it is a text")) })
        let taken = TakenTime(at: 99, source: .name)
        try store.scans.redate([(read.id, taken, "B"), (failed.id, taken, "B")], of: roots[0])
        let again = try #require(try store.assets.find(read.id))
        #expect(again.state == .probed && again.taken == facts.taken && again.width == 1_080)
        let unread = try #require(try store.probes.next(after: nil))
        #expect(unread.id == read.id)
        var other = facts
        other.taken = TakenTime(at: 88, source: .exif)
        #expect(try store.probes.settle { ProbedAsset(unread, .read(other)) })
        #expect(try store.assets.find(read.id)?.taken == other.taken)
        #expect(try store.probes.next(after: nil)?.id != read.id)
        let left = try #require(try store.assets.find(failed.id))
        #expect(left.state == .failed && left.taken == taken)
        let zones = try store.folders.files(in: "x", of: roots[0].id).values.map(\.zone)
        #expect(zones == ["B", "B"])
    }

    @Test func whatWasReadBeforeTheZoneChangedIsReadAgain() throws {
        let read = try #require(try store.probes.next(after: nil))
        try store.scans.redate([(read.id, TakenTime(at: 99, source: .name), "B")], of: roots[0])
        #expect(try !store.probes.settle { ProbedAsset(read, .read(facts)) })
        let again = try #require(try store.probes.next(after: nil))
        #expect(again.id == read.id && again.zone == "B")
        #expect(try store.probes.settle { ProbedAsset(again, .read(facts)) })
    }

    /// A file that ends the process is tried again, since something else may have ended it.
    @Test func whatEndsTheProcessThreeTimesIsAFailure() throws {
        let asset = try #require(try store.probes.next(after: nil))
        #expect(try store.probes.next(after: nil)?.id == asset.id)
        #expect(try store.probes.next(after: nil)?.id == asset.id)
        #expect(try store.probes.next(after: nil)?.id != asset.id)
        let failed = try #require(try store.assets.find(asset.id))
        #expect(failed.state == .failed && failed.error?.contains("ended") == true)
        // What cannot be read now has ended nothing.
        let next = try #require(try store.probes.next(after: nil))
        for _ in 0..<5 {
            #expect(try store.probes.settle { ProbedAsset(next, .later) })
            #expect(try store.probes.next(after: nil)?.id == next.id)
        }
    }

    @Test func whatHasChangedMeanwhileIsLookedIntoAgain() throws {
        let asset = try #require(try store.probes.next(after: nil))
        try record("one.mp4", of: roots[0], size: 9)
        #expect(try !store.probes.settle { ProbedAsset(asset, .read(facts)) })
        #expect(try store.assets.find(asset.id)?.state == .found)
        #expect(try store.probes.next(after: nil)?.id == asset.id)
    }

    @Test func whatIsAwayWaits() throws {
        try setState(.offline)
        #expect(try store.probes.next(after: nil) == nil)
        try setState(.online)
        try store.roots.configure(["/srv/b"])
        #expect(try store.probes.next(after: nil)?.path == "/srv/b/x/one.mp4")
    }

    @Test func whatLastsLongIsFound() throws {
        let asset = try #require(try store.probes.next(after: nil))
        #expect(try store.probes.settle { ProbedAsset(asset, .read(facts)) })
        var query = AssetQuery()
        query.leastMilliseconds = 4_999
        #expect(try store.assets.page(query, at: noon).elements.map(\.id) == [asset.id])
        query.leastMilliseconds = 5_000
        #expect(try store.assets.page(query, at: noon).elements.isEmpty)
    }

    @Test(arguments: [StoredRoot.State.waiting, .online, .offline])
    func whatIsAwaySaysSo(state: StoredRoot.State) throws {
        try setState(state)
        #expect(try !list().isEmpty && list().allSatisfy { $0.isOffline == (state == .offline) })
    }

    private var facts: AssetFacts {
        var facts = AssetFacts(width: 1_080, height: 1_920, codec: "h264")
        facts.milliseconds = 4_999
        facts.taken = TakenTime(at: 77, source: .quicktime)
        return facts
    }

    private func list() throws -> [AssetRecord] {
        try store.assets.page(AssetQuery(), at: noon).elements
    }

    private func setState(_ state: StoredRoot.State) throws {
        for root in roots {
            var root = root
            root.state = state
            try store.roots.update(root)
        }
    }

    private func record(_ names: String..., of root: StoredRoot, size: Int64 = 1) throws {
        let files = names.map { name in
            ScannedFile(
                folder: "x",
                file: MediaFile(
                    name: name,
                    kind: name.hasSuffix(".mp4") ? .video : .photo,
                    size: size,
                    modified: 7
                ),
                taken: TakenTime(at: 5, source: .mtime)
            )
        }
        try store.scans.record(files, of: root, at: noon)
    }
}
