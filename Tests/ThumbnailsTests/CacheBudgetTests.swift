import Imaging
import Media
import Platform
import Stills
import Testing

@testable import Thumbnails

/// What goes when the budget is exceeded. Each file takes a block of 4 KiB.
@Suite struct CacheBudgetTests {
    private let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    private func cache(blocks: Int, version: String = "1.2") -> ThumbnailCache {
        ThumbnailCache(root: folder.path, version: version, budget: blocks << 12)
    }

    /// The names of those sources of which there is a thumbnail.
    private func kept(_ names: some Sequence<String>, _ size: ThumbnailSize = .normal) throws
        -> [String]
    {
        let files = try folder.names(in: "thumbnails/\(size.rawValue)")
        return try names.filter { files.contains(try "\(subject($0).digest).png") }
    }

    /// The directory, and not what somebody looks for in it.
    @Test func whatIsNotThereHasNoNames() throws {
        try CacheFolder(path: "\(folder.path)/none").forEachName { _ in Issue.record("a name") }
        try folder.write("a", [])
        #expect(throws: SystemCallError.self) {
            try CacheFolder(path: folder.path).forEachName { (_) throws(SystemCallError) in
                throw SystemCallError(call: "open", errno: .noSuchFile)
            }
        }
    }

    @Test func whatWasUsedLongestAgoGoes() throws {
        let cache = cache(blocks: 10)
        let names = "abcdefghijk".map(String.init)
        for (index, name) in names.enumerated() {
            try cache.make(subject(name), at: noon + Int64(index))
        }
        #expect(cache.bytes == 11 << 12)
        #expect(try kept(names) == names)
        // Used again, two hours later.
        _ = cache.find(try subject("a"), .normal, at: noon + 7_200)
        try cache.tidy(at: noon + 7_200)
        #expect(try kept(names) == ["a"] + names.dropFirst(3))
        #expect(cache.bytes == 9 << 12)
        #expect(cache.takeEvictions() == 2)
    }

    /// Before the next one is made, so that only one is ever too many.
    @Test func theBudgetIsKeptWithoutBeingAsked() throws {
        let cache = cache(blocks: 10)
        let names = (0..<40).map { "\($0)" }
        for (index, name) in names.enumerated() {
            try cache.make(subject(name), at: noon + Int64(index))
            #expect(try folder.names(in: "thumbnails/normal").count <= 11)
        }
        #expect(try kept(names).last == "39")
        #expect(cache.takeEvictions() > 25)
    }

    @Test func allSizesAndFailuresCount() throws {
        let cache = cache(blocks: 4)
        for (index, size) in ThumbnailSize.allCases.enumerated() {
            try cache.make(subject("a"), size, at: noon + 1 + Int64(index))
        }
        #expect(throws: ThumbnailError.self) {
            try cache.thumbnail(of: subject("b"), .normal, at: noon, draw: fail)
        }
        try cache.tidy(at: noon)
        // Four fifths of 4 blocks are 3: the failure is the oldest.
        #expect(try folder.names(in: "thumbnails/fail/pipd-1.2").isEmpty)
        #expect(try kept(["a"], .normal).isEmpty)
        #expect(try kept(["a"], .large) == ["a"])
    }

    @Test func filesOfOtherProgramsNeitherCountNorGo() throws {
        let texts = [PNGText(key: .software, value: "GNOME::ThumbnailFactory")]
        let png = try PNGText.failure(texts)
        let foreign = try (0..<20).map { try "\(subject("foreign\($0)").digest).png" }
        for name in foreign + ["note.txt", "short.png"] {
            try folder.write("thumbnails/large/\(name)", png)
            folder.setTime(of: "thumbnails/large/\(name)", to: 1)
        }
        let cache = cache(blocks: 3)
        let names = ["a", "b", "c", "d"]
        for (index, name) in names.enumerated() {
            try cache.make(subject(name), at: noon + Int64(index))
        }
        try cache.tidy(at: noon)
        #expect(try kept(names) == ["c", "d"])
        #expect(cache.bytes == 2 << 12)
        #expect(try folder.names(in: "thumbnails/large").count == 22)
    }

    @Test func whatOlderVersionsWroteIsPipdsAsWell() throws {
        let names = ["a", "b", "c"]
        for name in names { try cache(blocks: 9, version: "0.9").make(subject(name)) }
        try cache(blocks: 0).tidy(at: noon)
        #expect(try kept(names).isEmpty)
    }

    /// The clock was wrong then.
    @Test func whatWasUsedInTheFutureGoesFirst() throws {
        let cache = cache(blocks: 9)
        let names = ["a", "b"]
        for name in names { try cache.make(subject(name)) }
        let name = "thumbnails/normal/\(try subject("b").digest).png"
        folder.setTime(of: name, to: noon + 1_000_000)
        try self.cache(blocks: 1).tidy(at: noon)
        #expect(try kept(names).isEmpty)
        for name in names { try cache.make(subject(name)) }
        folder.setTime(of: name, to: noon + 1_000_000)
        // Of 20 bytes more than a block one goes.
        try ThumbnailCache(root: folder.path, version: "1.2", budget: 8_191).tidy(at: noon)
        #expect(try kept(names) == ["a"])
    }

    @Test func aBudgetThatIsSmallerThanBeforeCountsFromTheNextOneOn() throws {
        let cache = cache(blocks: 10)
        let names = "abcde".map(String.init)
        for (index, name) in names.enumerated() {
            try cache.make(subject(name), at: noon + Int64(index))
        }
        cache.budget = 2 << 12
        #expect(try kept(names) == names)
        try cache.make(subject("f"), at: noon + 9)
        #expect(try kept(names) == ["e"] && cache.takeEvictions() == 4)
    }

    @Test func whatKilledProcessesLeftHalfIsRemovedInTime() throws {
        for folder in ["normal", "fail/pipd-1.2"] {
            for (name, age) in [("old", 601), ("new", 600), ("ahead", -601)] as [(String, Int64)] {
                let path = "thumbnails/\(folder)/.pipd-\(name)"
                try self.folder.write(path, [1, 2, 3])
                self.folder.setTime(of: path, to: noon - age)
            }
        }
        try cache(blocks: 9).tidy(at: noon)
        for folder in ["normal", "fail/pipd-1.2"] {
            #expect(try self.folder.names(in: "thumbnails/\(folder)") == [".pipd-new"])
        }
    }

    /// Directories under names of the cache's, and files under those of its directories.
    @Test func whatIsNoFileOfTheCacheIsLeftThere() throws {
        let digest = try subject("a").digest
        let directories = [
            "normal/.pipd-old", "fail/pipd-1.1/\(digest).png", "normal/\(digest).png",
        ]
        for name in directories {
            try self.folder.write("thumbnails/\(name)/x", [])
            self.folder.setTime(of: "thumbnails/\(name)", to: noon - 601)
        }
        try self.folder.write("thumbnails/fail/pipd-1.0", [])
        let cache = cache(blocks: 1)
        try cache.tidy(at: noon)
        try cache.make(subject("b"))
        for name in directories {
            #expect(try self.folder.names(in: "thumbnails/\(name)") == ["x"])
        }
    }

    @Test func aCacheThatIsNotThereIsEmpty() throws {
        let cache = cache(blocks: 1)
        #expect(cache.bytes == nil)
        try cache.tidy(at: noon)
        #expect(cache.bytes == 0)
        #expect(try folder.names().isEmpty)
    }

    #if DEBUG
    @Test func whatCannotBeRemovedIsTold() throws {
        let cache = cache(blocks: 0)
        let source = try subject()
        try cache.make(source)
        let made = try SystemCallFaults.withFault("unlink", .readOnlyFileSystem) {
            try cache.make(source, .large)
        }
        #expect(made.unkept?.reason.description.contains("unlink") == true)
        try cache.make(source, .large)
        #expect(try kept(["a"]).isEmpty)
    }
    #endif
}
