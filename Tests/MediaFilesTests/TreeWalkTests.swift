import Foundation
import MediaFiles
import Platform
import Testing

/// Real folders, gone through.
@Suite final class TreeWalkTests {
    private static let rules = ExcludeRules(["@eaDir", ".*"])

    private let root: URL

    init() throws {
        root = FileManager.default.temporaryDirectory
            .appendingPathComponent("pipd-tree-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: root)
    }

    @Test func mediaIsFoundAtEveryDepth() throws {
        try make("a.jpg", "b.MP4", "notes.txt", "x/c.mkv", "x/y/z/d.webp", "x/y/z/none")
        #expect(try walk() == ["a.jpg", "b.MP4", "x/c.mkv", "x/y/z/d.webp"])
    }

    @Test func whatIsExcludedIsPassedOver() throws {
        try make(
            ".hidden.jpg",
            ".cache/a.jpg",
            "@eaDir/a.jpg",
            "x/@eaDir/a.jpg",
            "x/a.jpg",
            "raw/a.jpg",
            "x/raw/a.jpg"
        )
        #expect(try walk() == ["raw/a.jpg", "x/a.jpg", "x/raw/a.jpg"])
        #expect(
            try walk(without: ["/raw"]) == [
                ".cache/a.jpg", ".hidden.jpg", "@eaDir/a.jpg", "x/@eaDir/a.jpg", "x/a.jpg",
                "x/raw/a.jpg",
            ]
        )
        #expect(try walk(without: [".*", "@*", "x/raw"]) == ["raw/a.jpg", "x/a.jpg"])
    }

    @Test func aFolderThatIsNotMeantToBeFoundIsHiddenWithAllBelow() throws {
        try make("a.jpg", "x/.nomedia", "x/b.jpg", "x/y/c.jpg")
        #expect(try walk() == ["a.jpg"])
        // Whatever is excluded.
        #expect(try walk(without: []) == ["a.jpg"])
    }

    @Test func linksAreNotFollowed() throws {
        try make("x/a.jpg")
        let files = FileManager.default
        let x = root.appendingPathComponent("x")
        try files.createSymbolicLink(at: x.appendingPathComponent("up"), withDestinationURL: root)
        try files.createSymbolicLink(
            at: root.appendingPathComponent("b.jpg"),
            withDestinationURL: x.appendingPathComponent("a.jpg")
        )
        #expect(try walk() == ["x/a.jpg"])
    }

    @Test func whatIsNoFileIsPassedOver() throws {
        #expect(mkfifo(root.path + "/pipe.mp4", 0o600) == 0)
        try FileManager.default.createDirectory(
            at: root.appendingPathComponent("folder.jpg"),
            withIntermediateDirectories: true
        )
        try make("folder.jpg/a.jpg")
        #expect(try walk() == ["folder.jpg/a.jpg"])
    }

    /// What links in the folder `x` say, and which of them lead out to a folder or to media.
    @Test(arguments: [
        ("../a.jpg", []), ("a.jpg", []), ("..", []), ("../x/../none/./y", []),
        ("%/x/a.jpg", []), ("%", []), ("%/../%%/a.jpg", []), ("/srv/other/y.mp4", []),
        ("../..", both), ("../../a.jpg", both), ("%x/a.jpg", both), ("/srv/others", both),
        ("/none", both), ("/dev/null", both), ("/", both), ("/none/2024.07", both),
        ("/none/St. Moritz", both), ("/none/.hidden", both),
        ("/none/a.txt", ["x/link.jpg"]), ("../../x.7z", ["x/link.jpg"]),
    ])
    func whatLeadsOutIsTold(target: String, told: [String]) throws {
        let real = root.appendingPathComponent("real")
        try FileManager.default.createDirectory(
            at: real.appendingPathComponent("x"),
            withIntermediateDirectories: true
        )
        let named = root.appendingPathComponent("named")
        #expect(symlink(real.path, named.path) == 0)
        let text = target.replacingOccurrences(of: "%%", with: "real")
            .replacingOccurrences(of: "%", with: named.path)
        for name in ["link", "link.jpg", ".link"] {
            #expect(symlink(text, "\(real.path)/x/\(name)") == 0)
        }
        var walk = try TreeWalk(named.path, without: Self.rules, beside: ["/srv/other"])
        var links: [String] = []
        while let step = walk.next() {
            guard case .folder(let path, let folder) = step else { continue }
            #expect(folder.files.isEmpty)
            links += folder.links.map { MediaPath.joined(path, $0) }
        }
        #expect(links.sorted() == told)
    }

    private static let both = ["x/link", "x/link.jpg"]

    @Test func itIsToldOfEachThatTheDiskHasToldOf() throws {
        try make("a.jpg", "b.txt", "x/c.jpg")
        var walk = try TreeWalk(root.path, without: Self.rules)
        var counts: [Int] = []
        var count = 0
        while walk.next({ count += 1 }) != nil { counts.append(count) }
        #expect(counts == [3, 4])
    }

    @Test func aNameThatIsNoTextIsCounted() throws {
        let descriptor = open(root.path + "/\u{41}", O_CREAT | O_WRONLY, 0o600)
        close(descriptor)
        let bad: [CChar] = Array(root.path.utf8CString.dropLast()) + [0x2F, -1, -2, 0]
        #expect(rename(root.path + "/A", bad) == 0)
        var walk = try TreeWalk(root.path, without: Self.rules)
        guard case .folder("", let folder) = walk.next() else {
            return #expect(Bool(false), "the root is not read")
        }
        #expect(folder.unreadableNames == 1)
        #expect(folder.files.isEmpty && !folder.isEmpty)
        #expect(isOver(&walk))
        unlink(bad)
    }

    @Test func aTimeThatNoNumberHoldsIsTheNearest() throws {
        try make("a.jpg")
        var times = [
            timespec(tv_sec: 10_413_792_000, tv_nsec: 5),
            timespec(tv_sec: 10_413_792_000, tv_nsec: 5),
        ]
        #expect(utimensat(AT_FDCWD, root.path + "/a.jpg", &times, 0) == 0)
        var walk = try TreeWalk(root.path, without: Self.rules)
        guard case .folder(_, let folder) = walk.next() else {
            return #expect(Bool(false), "the root is not read")
        }
        #expect(folder.files.map(\.modified) == [.max])
    }

    @Test func aFolderThatIsALinkNowIsNotEntered() throws {
        try make("x/a.jpg", "b.jpg", "y/c.jpg")
        var walk = try TreeWalk(root.path, without: Self.rules)
        _ = walk.next()
        for name in ["x", "y"] {
            let path = root.appendingPathComponent(name)
            try FileManager.default.removeItem(at: path)
            try FileManager.default.createSymbolicLink(at: path, withDestinationURL: root)
        }
        #expect(isOver(&walk))
    }

    @Test func theWayUpEndsBelowTheRoot() {
        let way = MediaPath.way(up: "a/b/c").map { "\($0.path) \($0.name) \($0.folder)" }
        #expect(way == ["a/b/c c a/b", "a/b b a", "a a "])
        #expect(MediaPath.way(up: "").isEmpty)
    }

    @Test func namesAreToldByTheirBytes() {
        #expect("\u{E4}" == "a\u{308}")
        #expect(PathKey("\u{E4}") != PathKey("a\u{308}"))
        #expect(Set([PathKey("\u{E4}"), PathKey("a\u{308}"), PathKey("\u{E4}")]).count == 2)
    }

    @Test func aFolderThatGoesMeanwhileHasNothing() throws {
        try make("x/a.jpg", "b.jpg")
        var walk = try TreeWalk(root.path, without: Self.rules)
        _ = walk.next()
        try FileManager.default.removeItem(at: root.appendingPathComponent("x"))
        #expect(isOver(&walk))
    }

    @Test func aRootThatIsNotThereIsRefused() {
        let error = #expect(throws: SystemCallError.self) {
            try TreeWalk(self.root.path + "/none", without: Self.rules)
        }
        #expect(error?.errno == .noSuchFile)
    }

    /// Whether what is left of it is not there any more.
    private func isOver(_ walk: inout TreeWalk) -> Bool {
        while let step = walk.next() {
            guard case .gone = step else { return false }
        }
        return true
    }

    @Test func aPartIsGoneThroughWithOrWithoutWhatIsBelow() throws {
        try make("a.jpg", "x/b.jpg", "x/y/c.jpg", "z/d.jpg", "z/w/e.jpg")
        var walk = try TreeWalk(
            root.path,
            without: Self.rules,
            part: [("x", false), ("z", true), ("none", true)]
        )
        var paths: [String] = []
        while let next = walk.upcoming, let step = walk.next() {
            guard case .folder(let path, let folder) = step else { continue }
            #expect(path == next)
            paths += folder.files.map { MediaPath.joined(path, $0.name) }
        }
        #expect(paths.sorted() == ["x/b.jpg", "z/d.jpg", "z/w/e.jpg"])
        #expect(walk.upcoming == nil)
    }

    private func make(_ paths: String...) throws {
        for path in paths {
            let file = root.appendingPathComponent(path)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
            try Data("x".utf8).write(to: file)
        }
    }

    private func walk(without patterns: [String]? = nil) throws -> [String] {
        let rules = patterns.map { ExcludeRules($0) } ?? Self.rules
        var walk = try TreeWalk(root.path, without: rules)
        var paths: [String] = []
        while let step = walk.next() {
            guard case .folder(let path, let folder) = step else { continue }
            paths += folder.files.map { MediaPath.joined(path, $0.name) }
        }
        return paths.sorted()
    }
}
