import Glibc
import Imaging
import Media
import Platform
import Stills
import Testing

@testable import Thumbnails

/// Where thumbnails are kept, and which of them count.
@Suite struct ThumbnailCacheTests {
    private let folder: ScratchFolder
    private let cache: ThumbnailCache

    init() throws {
        folder = try ScratchFolder()
        cache = ThumbnailCache(root: folder.path, version: "1.2")
    }

    @Test(
        arguments: [
            (["CACHE_DIRECTORY": "/a:/b", "XDG_CACHE_HOME": "/x", "HOME": "/h"], "/a"),
            (["CACHE_DIRECTORY": "a:/b", "XDG_CACHE_HOME": "/x", "HOME": "/h"], "/x"),
            (["CACHE_DIRECTORY": "", "XDG_CACHE_HOME": "", "HOME": "/h"], "/h/.cache"),
            (["XDG_CACHE_HOME": "x", "HOME": "h"], nil),
            ([:], nil),
        ] as [([String: String], String?)]
    )
    func theCacheIsWhereTheEnvironmentSays(environment: [String: String], root: String?) {
        #expect(ThumbnailCache.root(in: environment) == root)
    }

    @Test func aThumbnailIsMadeOnceAndThenFound() throws {
        let source = try subject()
        #expect(cache.find(source, .normal, at: noon) == .nothing)
        let made = try cache.make(source, .normal, at: noon, bitmap(400, 100))
        #expect(made.path == "\(folder.path)/thumbnails/normal/\(source.digest).png")
        #expect(made.size == PixelSize(width: 128, height: 32))
        #expect(made.isNew && cache.find(source, .normal, at: noon) == .thumbnail(made.whenFound))
        #expect(cache.find(source, .large, at: noon) == .nothing)
        let again = try cache.thumbnail(of: source, .normal, at: noon) {
            Issue.record("It is made again")
            return bitmap()
        }
        #expect(again == made.whenFound)
        #expect(try cache.make(source, .large, at: noon, bitmap(400, 100)).size.width == 256)
    }

    @Test func directoriesAndFilesAreTheOwnersAlone() throws {
        let deep = ThumbnailCache(root: "\(folder.path)/.cache", version: "1.2")
        let source = try subject()
        try deep.make(source)
        #expect(throws: ThumbnailError.self) {
            try deep.thumbnail(of: source, .large, at: noon, draw: fail)
        }
        for path in ["", "/thumbnails", "/thumbnails/normal", "/thumbnails/fail/pipd-1.2"] {
            #expect(folder.mode(of: ".cache\(path)") == 0o700)
        }
        for path in ["normal", "fail/pipd-1.2"] {
            let file = ".cache/thumbnails/\(path)/\(source.digest).png"
            #expect(folder.mode(of: file) == 0o600)
        }
    }

    /// A time is another one whether it is earlier or later; a size that is not said is any.
    @Test(
        arguments: [
            (1_699_999_999, 5, false), (1_700_000_001, 5, false), (1_700_000_000, 6, false),
            (1_700_000_000, 5, true), (1_700_000_000, nil, true),
        ] as [(Int64, Int64?, Bool)]
    )
    func whatHasChangedHasNoThumbnail(modified: Int64, bytes: Int64?, isFound: Bool) throws {
        let made = try cache.make(subject())
        let now = try subject(modified: modified, bytes: bytes)
        let expected: ThumbnailCache.Finding = isFound ? .thumbnail(made.whenFound) : .nothing
        #expect(cache.find(now, .normal, at: noon) == expected)
        // The new one takes its place.
        let next = try cache.make(now)
        #expect(cache.find(now, .normal, at: noon) == .thumbnail(next.whenFound))
        #expect(try folder.names(in: "thumbnails/normal").count == 1)
    }

    /// As file managers write them, without a size.
    private func writeForeign(_ source: ThumbnailSource, _ texts: [PNGText.Key: String]) throws
        -> String
    {
        let name = "thumbnails/normal/\(source.digest).png"
        let texts = PNGText.Key.allCases.compactMap { key in
            texts[key].map { PNGText(key: key, value: $0) }
        }
        try folder.write(name, PNGText.failure(texts))
        return name
    }

    @Test func anotherProgramsThumbnailIsUsedAndLeftAsItIs() throws {
        let source = try subject()
        let name = try writeForeign(
            source,
            [.uri: source.uri, .modified: "1700000000", .software: "GNOME::ThumbnailFactory"]
        )
        folder.setTime(of: name, to: noon - 9_999_999)
        guard case .thumbnail(let found) = cache.find(source, .normal, at: noon) else {
            Issue.record("It is not found")
            return
        }
        #expect(found.path == "\(folder.path)/\(name)")
        #expect(folder.time(of: name) == noon - 9_999_999)
    }

    @Test(
        arguments: [
            [.modified: "1700000000"], [.uri: "file:///a"],
            [.uri: "file:///b", .modified: "1700000000"],
            [.uri: "file:///a", .modified: "1700000000.5"],
            [.uri: "file:///a", .modified: "1700000000", .bytes: "4"],
            [.uri: "file:///a", .modified: "1700000000", .bytes: "many"],
        ] as [[PNGText.Key: String]]
    )
    func anotherProgramsStaleThumbnailIsNot(texts: [PNGText.Key: String]) throws {
        let source = try subject()
        _ = try writeForeign(source, texts)
        #expect(cache.find(source, .normal, at: noon) == .nothing)
    }

    @Test func whatIsLargerThanItsDirectorySaysIsNone() throws {
        let source = try subject()
        let png = try Thumbnailer.png(of: bitmap(129, 1), source, version: "1.2")
        try folder.write("thumbnails/normal/\(source.digest).png", png)
        try folder.write("thumbnails/large/\(source.digest).png", png)
        #expect(cache.find(source, .normal, at: noon) == .nothing)
        #expect(cache.find(source, .large, at: noon) != .nothing)
    }

    @Test(
        arguments: [(0, false), (3_599, false), (3_600, true), (-1, true)] as [(Int64, Bool)]
    )
    func beingFoundCountsAsUseOnceAnHour(later: Int64, counts: Bool) throws {
        let source = try subject()
        try cache.make(source)
        let name = "thumbnails/normal/\(source.digest).png"
        #expect(folder.time(of: name) == noon)
        _ = cache.find(source, .normal, at: noon + later)
        #expect(folder.time(of: name) == (counts ? noon + later : noon))
    }

    @Test func aCacheThatCannotBeWrittenSaysSo() throws {
        try folder.write("thumbnails", [])
        let failure = "\(folder.path)/thumbnails/fail/pipd-1.2/\(try subject().digest).png"
        #expect(
            throws: ThumbnailError.cache(
                path: "\(folder.path)/thumbnails",
                call: "opendir",
                .notADirectory
            )
        ) {
            try cache.make(subject())
        }
        #expect(CachedFile(failure) == nil)
    }

    /// Whoever waits for somebody to write to a pipe, or follows the link, fails here.
    @Test(arguments: ["directory", "link", "pipe"], ["normal", "fail/pipd-1.2"])
    func aThumbnailTakesThePlaceOfWhatIsNone(kind: String, place: String) throws {
        let source = try subject()
        let file = "\(folder.path)/thumbnails/\(place)/\(source.digest).png"
        let other = try folder.write("thumbnails/\(place)/other", [7])
        let made =
            switch kind {
            case "directory": mkdir(file, 0o700)
            case "link": symlink(other, file)
            default: mkfifo(file, 0o600)
            }
        #expect(made == 0)
        #expect(cache.find(source, .normal, at: noon) == .nothing)
        try cache.make(source)
        #expect(fileBytes(other) == [7])
        let again = try cache.thumbnail(of: source, .normal, at: noon) {
            Issue.record("It is made again")
            return bitmap()
        }
        #expect(!again.isNew)
    }

    /// It is told before anything is read, however often it is asked.
    @Test(arguments: ["normal", "fail/pipd-1.2"])
    func aDirectoryWithFilesIsToldAndLeft(place: String) throws {
        let source = try subject()
        let name = "thumbnails/\(place)/\(source.digest).png"
        try folder.write("\(name)/x", [])
        for _ in 0..<2 {
            let error = #expect(throws: ThumbnailError.self) {
                try cache.thumbnail(of: source, .normal, at: noon) {
                    Issue.record("It is made")
                    return bitmap()
                }
            }
            #expect(error?.description.contains("a directory is there") == true)
        }
        #expect(try folder.names(in: name) == ["x"])
    }

    #if DEBUG
    @Test(
        arguments: ["open", "write", "futimens", "rename"] as [StaticString],
        [(Errno.noSpace, true), (.quotaExceeded, true), (.readOnlyFileSystem, true)]
            + [(.inputOutput, false)]
    )
    func aDiskThatIsFullLeavesNothingHalf(call: StaticString, fault: (Errno, Bool)) throws {
        let (errno, isMade) = fault
        let source = try subject()
        // The second call is that for the thumbnail, the first for the attempt's failure.
        for after in [1, 0] {
            var drawn = 0
            let made = SystemCallFaults.withFault(call, errno, after: after) {
                try? cache.thumbnail(of: source, .normal, at: noon) {
                    drawn += 1
                    return bitmap()
                }
            }
            #expect((made != nil) == isMade)
            if let made {
                guard case .header(let header) = PNGHeader.read(made.unkept?.png ?? []) else {
                    Issue.record("There is no picture")
                    continue
                }
                #expect(header.isValid(for: source) && header.size == made.size && drawn == 1)
                #expect(made.unkept?.reason.description.contains("\(errno)") == true)
            }
            #expect(cache.find(source, .normal, at: noon) == .nothing)
            for folder in ["normal", "fail/pipd-1.2"] {
                #expect(try self.folder.names(in: "thumbnails/\(folder)").isEmpty)
            }
        }
        #expect(try cache.make(source).unkept == nil)
    }
    #endif
}

/// A picture that cannot be had.
func fail() throws(ThumbnailError) -> Bitmap {
    throw .hasNoPicture(path: "/a", .noPicture("there is none"))
}
