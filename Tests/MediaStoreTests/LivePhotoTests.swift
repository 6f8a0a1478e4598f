import MediaFiles
import MediaStore
import TestSupport
import Testing

/// Which movie belongs to which picture.
@Suite struct LivePhotoTests {
    private let rows: LibraryRows
    private var store: MediaStore { rows.store }

    init() throws {
        rows = try LibraryRows()
    }

    /// What a file holds that is called so.
    private struct Half {
        let name: String
        var folder = "x"
        var identifier: String?
        /// In seconds.
        var taken: Int64 = 100
        var milliseconds: Int64 = 2_000
        var movieOffset: Int64?
    }

    private static let identifier = "4F5B7C80-1D2E-4A5B-9C3D-0123456789AB"

    @Test(arguments: [[0, 1], [1, 0]])
    func halvesOfOneIdentifierAreOneLivePhoto(order: [Int]) throws {
        let halves = [
            Half(name: "a.jpg", identifier: Self.identifier, taken: 1),
            Half(name: "b.mp4", folder: "y", identifier: Self.identifier, milliseconds: 60_000),
        ]
        for index in order { try add(halves[index]) }
        let (photo, movie) = (try asset("a.jpg"), try asset("b.mp4", in: "y"))
        #expect(photo.live == LiveMovie(asset: movie.id, isGuessed: false, offset: nil))
        #expect(movie.liveOf == photo.id && movie.live == nil && photo.liveOf == nil)
    }

    @Test(arguments: [[0, 1], [1, 0]])
    func oneNameAndOneTimeAreAGuess(order: [Int]) throws {
        let halves = [
            Half(name: "IMG_1.JPG", identifier: Self.identifier),
            Half(name: "img_1.mp4", taken: 103, milliseconds: 10_000),
        ]
        for index in order { try add(halves[index]) }
        let movie = try asset("img_1.mp4").id
        #expect(
            try asset("IMG_1.JPG").live == LiveMovie(asset: movie, isGuessed: true, offset: nil)
        )
    }

    @Test func whatFitsWorseIsNoGuess() throws {
        try add(Half(name: "a.jpg", identifier: Self.identifier))
        let others = [
            Half(name: "a.mp4", taken: 104), Half(name: "a.mp4", milliseconds: 10_001),
            Half(name: "a.mp4", folder: "y"), Half(name: "b.mp4"),
            Half(name: "a.mp4", identifier: "11111111-2222"),
        ]
        for half in others {
            try add(half)
            #expect(try asset("a.jpg").live == nil, "\(half)")
            #expect(try asset(half.name, in: half.folder).liveOf == nil, "\(half)")
        }
    }

    /// Of copies each picture has the movie beside it, and edited ones that of their name.
    @Test(arguments: 0..<12)
    func theNearestIsTaken(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let names = ["x/a.jpg", "x/a.mp4", "x/b.jpg", "x/b.mp4", "y/a.jpg", "y/a.mp4"]
        for name in names.shuffled(using: &generator) {
            try add(
                Half(
                    name: String(name.suffix(5)),
                    folder: String(name.prefix(1)),
                    identifier: Self.identifier
                )
            )
        }
        for (folder, stem) in [("x", "a"), ("x", "b"), ("y", "a")] {
            let (photo, movie) = (
                try asset("\(stem).jpg", in: folder), try asset("\(stem).mp4", in: folder)
            )
            #expect(photo.live?.asset == movie.id && movie.liveOf == photo.id, "\(folder)/\(stem)")
        }
    }

    @Test func onePartWithoutTheOtherIsWhatItWas() throws {
        let (photo, movie) = (Half(name: "a.jpg"), Half(name: "a.mp4"))
        for half in [photo, movie] { try add(half) }
        #expect(try list() == ["a.jpg"])
        try store.assets.remove([try asset("a.jpg").id], of: rows.root)
        #expect(try list() == ["a.mp4"])
        try add(photo)
        #expect(try list() == ["a.jpg"])
        try store.assets.remove([try asset("a.mp4").id], of: rows.root)
        #expect(try asset("a.jpg").live == nil)
        try add(movie)
        // It is written anew, and cannot be shown then.
        try rows.add(["a.jpg"])
        #expect(try list() == ["a.mp4", "a.jpg"])
        let unread = try #require(try store.probes.next(after: nil))
        #expect(try store.probes.settle { ProbedAsset(unread, .failed("it is a text")) })
        #expect(try asset("a.mp4").liveOf == nil)
        try store.check()
    }

    @Test func theNewNameOfAHalfKeepsThePair() throws {
        for name in ["a.jpg", "a.mp4"] { try add(Half(name: name, identifier: Self.identifier)) }
        let (photo, movie) = (try asset("a.jpg").id, try asset("a.mp4").id)
        _ = try store.assets.change(photo, isFavourite: true, title: nil)
        try add(Half(name: "c.jpg", folder: "y", identifier: Self.identifier))
        #expect(try store.traces.move(photo, to: try asset("c.jpg", in: "y").id, of: rows.root))
        #expect(try asset("c.jpg", in: "y").live?.asset == movie)
        #expect(try store.assets.find(movie)?.liveOf == photo)
    }

    @Test func theAlbumsHaveALivePhotoOnce() throws {
        for name in ["a.jpg", "a.mp4", "b.mp4"] { try add(Half(name: name)) }
        try add(Half(name: "c.jpg", movieOffset: 4_096))
        #expect(try asset("c.jpg").live == LiveMovie(isGuessed: false, offset: 4_096))
        let movie = try asset("a.mp4").id
        #expect(try Set(list()) == ["a.jpg", "b.mp4", "c.jpg"])
        #expect(try Set(list { $0.album = .live }) == ["a.jpg", "c.jpg"])
        #expect(try Set(list { $0.isLive = true }) == ["a.jpg", "c.jpg"])
        #expect(try list { $0.album = .videos } == ["b.mp4"])
        #expect(try list { $0.text = "mp4" } == ["b.mp4"])
        let counts = try store.albums.page(at: noon).elements.map { [$0.photos, $0.videos] }
        // All, photos, videos, live, favourites, recent, taken here, the folder.
        #expect(counts == [[2, 1], [2, 0], [0, 1], [2, 0], [0, 0], [2, 1], [0, 0], [2, 1]])
        // What people have said of the movie itself holds.
        _ = try store.assets.change(movie, isFavourite: true, title: nil)
        #expect(try list { $0.album = .favourites } == ["a.mp4"])
        #expect(try list { $0.isFavourite = true } == ["a.mp4"])
        let all = try store.selections.add(.query(AssetQuery(), excluding: []), at: noon)
        #expect(try Set(rows.names(all)) == ["a.jpg", "b.mp4", "c.jpg"])
        #expect(try rows.names(store.selections.add(.assets([movie]), at: noon)) == ["a.mp4"])
        let own = try #require(AlbumID("sea"))
        _ = try store.albums.put(own, name: "Sea", .assets([movie]), at: noon)
        #expect(try list { $0.album = .own(own) } == ["a.mp4"])
    }

    /// Adds it, and looks into it.
    private func add(_ half: Half) throws {
        let id = try #require(try rows.add([half.name], in: half.folder).first)
        let unread = try #require(try store.probes.next(after: nil))
        #expect(unread.id == id)
        var facts = AssetFacts(width: 1, height: 1, codec: "h264")
        if unread.kind == .video { facts.milliseconds = half.milliseconds }
        facts.taken = TakenTime(at: half.taken * 1_000_000, source: .exif)
        facts.contentIdentifier = half.identifier.flatMap { ContentIdentifier($0) }
        facts.movieOffset = half.movieOffset
        #expect(try store.probes.settle { ProbedAsset(unread, .read(facts)) })
    }

    private func asset(_ name: String, in folder: String = "x") throws -> AssetRecord {
        let known = try store.folders.files(in: folder, of: rows.root.id)
        let id = try #require(known[PathKey(name)]?.id)
        return try #require(try store.assets.find(id))
    }

    private func list(_ make: (inout AssetQuery) -> Void = { _ in }) throws -> [String] {
        try store.assets.page(rows.query(make), at: noon).elements.map(\.name)
    }
}
