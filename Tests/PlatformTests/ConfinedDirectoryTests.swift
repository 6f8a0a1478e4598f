import Foundation
import Platform
import Testing

/// Files that appear whole, in one directory and nowhere else.
@Suite struct ConfinedDirectoryTests {
    /// A directory of the test's own: `inside` to write to, `outside` beside it.
    private final class Place {
        let root: String
        var inside: String { root + "/inside" }

        init() throws {
            root = NSTemporaryDirectory() + "pipd-confined-\(UUID().uuidString)"
            for name in ["inside/deep", "outside"] {
                try FileManager.default.createDirectory(
                    atPath: root + "/" + name,
                    withIntermediateDirectories: true
                )
            }
        }

        deinit { try? FileManager.default.removeItem(atPath: root) }

        /// Every name below, in order.
        var names: [String] {
            (try? FileManager.default.subpathsOfDirectory(atPath: root).sorted()) ?? []
        }

        func link(_ name: String, to target: String) throws {
            try FileManager.default.createSymbolicLink(
                atPath: inside + "/" + name,
                withDestinationPath: target
            )
        }

        func bytes(_ name: String) -> [UInt8]? {
            FileManager.default.contents(atPath: inside + "/" + name).map { [UInt8]($0) }
        }
    }

    private let place: Place

    init() throws {
        place = try Place()
    }

    @Test(arguments: ["a.jpg", "deep/a.jpg", "deep/../a.jpg", "deep//a.jpg", "./a.jpg"])
    func aFileAppearsWithAllItsBytes(path: String) throws {
        let content = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0) }
        try write(path, content)
        let name = path == "deep/a.jpg" || path == "deep//a.jpg" ? "deep/a.jpg" : "a.jpg"
        #expect(place.bytes(name) == content)
        #expect(place.names.count == 4)
    }

    /// As in a service whose filter leaves the system call out.
    @Test func withoutTheKernelsSearchAFileAppearsToo() throws {
        try SystemCallFaults.withFault("openat2", .notImplemented) { try write("a.jpg", [1]) }
        try SystemCallFaults.withFault("openat2", .notImplemented) { try write("deep/b.jpg", [2]) }
        #expect(place.bytes("a.jpg") == [1])
        #expect(place.bytes("deep/b.jpg") == [2])
    }

    /// To the kernel a slash is one whatever combines with it.
    @Test(arguments: [
        "../outside/a.jpg", "deep/../../outside/a.jpg", "up/a.jpg", "/etc/a.jpg",
        "../\u{301}outside/a.jpg", "up/\u{301}outside/a.jpg",
    ])
    func withoutTheKernelsSearchNoPathLeadsOutEither(path: String) throws {
        try place.link("up", to: "..")
        for name in ["/\u{301}outside", "/inside/\u{301}outside"] {
            mkdir(place.root + name, 0o755)
        }
        let names = place.names
        SystemCallFaults.withFault("openat2", .notImplemented) {
            _ = #expect(throws: SystemCallError.self) { try write(path, [1]) }
        }
        #expect(place.names == names)
    }

    @Test(arguments: [
        "../outside/a.jpg", "deep/../../outside/a.jpg", "up/a.jpg", "absolute/a.jpg", "/etc/a.jpg",
        "../inside/a.jpg", "loop/a.jpg",
    ])
    func noPathLeadsOut(path: String) throws {
        try place.link("up", to: "../outside")
        try place.link("absolute", to: place.root + "/outside")
        try place.link("loop", to: "loop")
        let before = place.names
        let error = failure { try write(path, [1]) }
        let refused: [Errno] = [.crossesDevices, .tooManySymbolicLinks]
        #expect(error.map { refused.contains($0.errno) } == true)
        #expect(place.names == before)
    }

    /// A link that stays beneath may be followed; one in the name's place is replaced.
    @Test func linksInsideAreFollowedButNotForTheFileItself() throws {
        try place.link("shortcut", to: "deep")
        try write("shortcut/a.jpg", [1])
        #expect(place.bytes("deep/a.jpg") == [1])
        try place.link("b.jpg", to: "../outside/victim")
        try write("b.jpg", [2], replaces: true)
        #expect(place.bytes("b.jpg") == [2])
        #expect(!place.names.contains("outside/victim"))
    }

    @Test(
        arguments: [
            ("", .invalidArgument), ("deep/", .invalidArgument), ("..", .invalidArgument),
            ("a\0.jpg", .invalidArgument), ("missing/a.jpg", .noSuchFile),
            ("deep", .isDirectory), ("there.jpg", .fileExists),
            ("there.jpg/a.jpg", .notADirectory),
            (String(repeating: "x", count: 256), .nameTooLong),
        ] as [(String, Errno)]
    )
    func aNameThatCannotBeIsRefusedBeforeAnythingIsWritten(path: String, errno: Errno) throws {
        try write("there.jpg", [1])
        let before = place.names
        let error = failure {
            let directory = try ConfinedDirectory(place.inside)
            _ = try directory.begin(path, replaces: false)
        }
        #expect(error?.errno == errno)
        #expect(place.names == before)
    }

    @Test func aFileIsReplacedOnlyWhereThatIsAskedFor() throws {
        try write("a.jpg", [1])
        #expect(failure { try write("a.jpg", [2]) }?.errno == .fileExists)
        #expect(place.bytes("a.jpg") == [1])
        try write("a.jpg", [3], replaces: true)
        #expect(place.bytes("a.jpg") == [3])
    }

    /// On all kinds of file systems: with files that have no name, with a rename that
    /// can be told not to replace, and without either.
    @Test(arguments: FileSystem.allCases)
    private func ofTwoThatBeganTheFirstToEndHasTheName(system: FileSystem) throws {
        let error = failure {
            try system.pretend {
                let directory = try ConfinedDirectory(place.inside)
                let first = try directory.begin("a.jpg", replaces: false)
                let second = try directory.begin("a.jpg", replaces: false)
                try first.write([1])
                try second.write([2])
                try first.publish()
                try second.publish()
            }
        }
        #expect(error?.errno == .fileExists)
        #expect(place.bytes("a.jpg") == [1])
        #expect(place.names == ["inside", "inside/a.jpg", "inside/deep", "outside"])
    }

    @Test(arguments: FileSystem.allCases)
    private func aFileTakesAnothersPlaceInOneStep(system: FileSystem) throws {
        try write("a.jpg", [1])
        try system.pretend { try write("a.jpg", [2], replaces: true) }
        #expect(place.bytes("a.jpg") == [2])
        #expect(place.names == ["inside", "inside/a.jpg", "inside/deep", "outside"])
    }

    private enum FileSystem: CaseIterable {
        case local
        case withoutUnnamedFiles
        case withoutRenamingAsNew

        /// Does something as on such a file system.
        func pretend(_ body: () throws -> Void) throws {
            switch self {
            case .local: try body()
            case .withoutUnnamedFiles:
                try SystemCallFaults.withFault(
                    "open O_TMPFILE",
                    .notSupported,
                    times: 100,
                    body: body
                )
            case .withoutRenamingAsNew:
                try Self.withoutUnnamedFiles.pretend {
                    try SystemCallFaults.withFault(
                        "renameat2",
                        .invalidArgument,
                        times: 100,
                        body: body
                    )
                }
            }
        }
    }

    @Test func aFileWhoseNameWasTakenAppearsUnderAnother() throws {
        let directory = try ConfinedDirectory(place.inside)
        // All three begin before any name is taken.
        let first = try directory.begin("a.jpg", replaces: false)
        let second = try directory.begin("a.jpg", replaces: false)
        let third = try directory.begin("a.jpg", replaces: false)
        let alternative: (Int) -> String? = { $0 < 3 ? "a-\($0).jpg" : nil }
        #expect(try first.publish(orAs: alternative) == "a.jpg")
        #expect(try second.publish(orAs: alternative) == "a-2.jpg")
        var last: NewFile? = third
        let error = failure { try last.take()?.publish(orAs: alternative) }
        #expect(error?.errno == .fileExists)
        #expect(
            place.names
                == ["inside", "inside/a-2.jpg", "inside/a.jpg", "inside/deep", "outside"]
        )
    }

    @Test(arguments: FileSystem.allCases, ["write", "fsync", "linkat"] as [StaticString])
    private func whatFailsLeavesNothingBehind(system: FileSystem, call: StaticString) throws {
        let replaces = system == .withoutUnnamedFiles
        let call: StaticString = replaces && "\(call)" == "linkat" ? "rename" : call
        let error = failure {
            try SystemCallFaults.withFault(call, .noSpace) {
                try system.pretend { try write("a.jpg", [1], replaces: replaces) }
            }
        }
        #expect(error?.errno == .noSpace)
        #expect(place.names == ["inside", "inside/deep", "outside"])
    }

    @Test func whatIsNeverPublishedNeverAppears() throws {
        let directory = try ConfinedDirectory(place.inside)
        let file = try directory.begin("a.jpg", replaces: false)
        try file.write([1])
        _ = consume file
        #expect(place.names == ["inside", "inside/deep", "outside"])
    }

    @Test func aMissingDirectoryIsMadeOnRequest() throws {
        let path = place.root + "/new/pictures"
        #expect(failure { _ = try ConfinedDirectory(path) }?.errno == .noSuchFile)
        let directory = try ConfinedDirectory(path, isMade: true)
        try directory.begin("a.jpg", replaces: false).publish()
        #expect(place.names.contains("new/pictures/a.jpg"))
        _ = try ConfinedDirectory(path, isMade: true)
    }

    /// Where a library is to be, what it leads to, and whether that is there.
    @Test(
        arguments: [
            ("inside/new/er", "inside/new/er"), ("inside/there/new", "outside/new"),
            ("inside/later/new", "outside/later/new"), ("inside/twice", "outside/later"),
        ]
    )
    func theLinksOfAPathAreFollowedOnce(path: String, real: String) throws {
        try place.link("there", to: "../outside")
        try place.link("later", to: place.root + "/outside/later")
        try place.link("twice", to: "later")
        let path = SettledPath(place.root + "/" + path)
        for name in ["a.jpg", "b.jpg"] {
            let directory = try ConfinedDirectory(path, isMade: true)
            try directory.begin(name, replaces: false).publish()
            #expect(place.names.contains("\(real)/\(name)"))
        }
    }

    /// The place itself, or one above it.
    @Test(arguments: [("inside/deep", "inside/deep"), ("inside/deep/er", "inside/deep")])
    func aLinkThatComesLaterIsNotFollowed(path: String, moved: String) throws {
        let path = SettledPath(place.root + "/" + path)
        try FileManager.default.moveItem(
            atPath: place.root + "/" + moved,
            toPath: place.root + "/outside/moved"
        )
        try FileManager.default.createSymbolicLink(
            atPath: place.root + "/" + moved,
            withDestinationPath: place.root + "/outside/moved"
        )
        let before = place.names
        let error = failure { _ = try ConfinedDirectory(path, isMade: true) }
        #expect(error?.errno == .notADirectory)
        #expect(place.names == before)
    }

    /// A loop of links is no endless one.
    @Test func linksThatLeadInACircleAreRefused() throws {
        try place.link("loop", to: "loop")
        let path = SettledPath(place.inside + "/loop/new")
        #expect(failure { _ = try ConfinedDirectory(path, isMade: true) }?.errno == .notADirectory)
    }

    private func write(_ path: String, _ bytes: [UInt8], replaces: Bool = false) throws {
        let directory = try ConfinedDirectory(place.inside)
        let file = try directory.begin(path, replaces: replaces)
        try file.write(bytes)
        try file.publish()
    }

    private func failure(_ body: () throws -> Void) -> SystemCallError? {
        do {
            try body()
            return nil
        } catch {
            return error as? SystemCallError
        }
    }
}
