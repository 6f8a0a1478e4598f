import Addressing
import Glibc
import Imaging
import Media
import Platform
import Stills
import Testing

@testable import Thumbnails

/// An attempt counts until it has succeeded.
@Suite struct AttemptTests {
    private let folder: ScratchFolder
    private let cache: ThumbnailCache

    init() throws {
        folder = try ScratchFolder()
        cache = ThumbnailCache(root: folder.path, version: "1.2")
    }

    /// What a process sees that is started now.
    private var afterwards: ThumbnailCache { ThumbnailCache(root: folder.path, version: "1.2") }

    private var failures: [String] {
        get throws { try folder.names(in: "thumbnails/fail/pipd-1.2") }
    }

    @Test func anAttemptIsWrittenBeforeTheFileIsRead() throws {
        let source = try subject()
        _ = try cache.thumbnail(of: source, .normal, at: noon) {
            #expect((try? failures.count) == 1)
            #expect(cache.find(source, .normal, at: noon) == .isBeingMade)
            #expect(throws: ThumbnailError.isBeingMade(uri: source.uri)) {
                try cache.make(source, .large)
            }
            // Another one is no hindrance.
            #expect(throws: Never.self) { try cache.make(subject("b")) }
            return bitmap()
        }
        #expect(try failures.isEmpty)
        #expect(afterwards.find(source, .large, at: noon) == .nothing)
    }

    /// Anything else may have ended it once, or twice.
    @Test func aFileAtWhichTheProcessDiedThriceIsNotTriedAgainBeforeItChanges() async throws {
        let path = folder.path
        for finding in [ThumbnailCache.Finding.nothing, .nothing, .failure] {
            await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
                let cache = ThumbnailCache(root: path, version: "1.2")
                _ = try cache.thumbnail(of: subject(), .normal, at: noon) {
                    kill(getpid(), SIGKILL)
                    return bitmap()
                }
            }
            #expect(cache.find(try subject(), .normal, at: noon) == finding)
        }
        for size in ThumbnailSize.allCases {
            #expect(cache.find(try subject(), size, at: noon) == .failure)
            #expect(throws: ThumbnailError.hasFailed(uri: "file:///a")) {
                try cache.make(subject(), size)
            }
        }
        for changed in [try subject(modified: 1), try subject(bytes: 6)] {
            #expect(cache.find(changed, .normal, at: noon) == .nothing)
        }
        try cache.make(subject(bytes: 6))
        #expect(try failures.isEmpty)
    }

    /// What is the file's fault is a failure, what is not is none.
    @Test(
        arguments: [
            (.hasNoPicture(path: "/a", .timedOut), false),
            (.hasNoPicture(path: "/a", .noPicture("there is none")), true),
            (.hasNoPicture(path: "/a", .source(.init(.notMedia, "it is text"))), true),
            (.hasNoPicture(path: "/a", .source(.init(.damaged, "it is broken"))), true),
            (.hasNoImage("/a", .noPixels), true),
            (.hasNoPicture(path: "/a", .cancelled), false),
            (.hasNoPicture(path: "/a", .source(.init(.resources, "no memory"))), false),
            (.hasNoPicture(path: "/a", .source(.init(.connection, "the disk is away"))), false),
            (.hasNoImage("/a", .library(call: "dlopen", reason: "no such file")), false),
            (.hasNoMemory(path: "/a"), false),
        ] as [(ThumbnailError, Bool)]
    )
    func onlyAFilesOwnFaultLasts(error: ThumbnailError, isLasting: Bool) throws {
        let source = try subject()
        #expect(throws: error) {
            try cache.thumbnail(of: source, .normal, at: noon) { () throws(ThumbnailError) in
                throw error
            }
        }
        #expect(afterwards.find(source, .normal, at: noon) == (isLasting ? .failure : .nothing))
        #expect(try failures.count == (isLasting ? 1 : 0))
    }

    /// Who has lost what is known of a file learns it again.
    @Test(
        arguments: [
            (.notMedia, true), (.size, true), (.damaged, false), (.changed, false),
        ] as [(SourceError.Kind, Bool)]
    )
    func aFailureSaysWhetherItIsDamage(kind: SourceError.Kind, isDamage: Bool) throws {
        let source = try subject()
        let error = ThumbnailError.hasNoPicture(path: "/a", .source(.init(kind, "it is so")))
        for expected in [error, .hasFailed(uri: source.uri, isDamage: isDamage)] {
            #expect(throws: expected) {
                try cache.thumbnail(of: source, .normal, at: noon) { () throws(ThumbnailError) in
                    throw error
                }
            }
            #expect(expected.isDamage == isDamage)
        }
        #expect(afterwards.find(source, .normal, at: noon) == .failure)
    }

    @Test func whatItsDiskDoesNotGiveIsNoFailure() throws {
        let path = try folder.write("a.jpg", "no picture".utf8)
        let limit = SearchLimit(deadline: MonotonicClock.now() + .milliseconds(60_000)) { false }
        func make(isReadable: Bool) throws {
            _ = try cache.thumbnail(ofFile: path, .normal, at: noon, within: limit) { isReadable }
        }
        for _ in 0..<2 {
            #expect(throws: ThumbnailError.isUnreadable(path: path, .inputOutput)) {
                try make(isReadable: false)
            }
        }
        #expect(try failures.isEmpty)
        let uri = "file://\(path)"
        #expect(throws: ThumbnailError.self) { try make(isReadable: true) }
        #expect(throws: ThumbnailError.hasFailed(uri: uri, isDamage: true)) {
            try make(isReadable: false)
        }
    }

    /// Others may have taken the memory, or ended the process.
    @Test func besideOthersItTakesThreeAttempts() throws {
        let source = try subject()
        cache.isShared = true
        for finding in [ThumbnailCache.Finding.nothing, .nothing, .failure] {
            // What is no fault of the file's counts neither way.
            let cancelled = ThumbnailError.hasNoPicture(path: "/a", .cancelled)
            #expect(throws: cancelled) {
                try cache.thumbnail(of: source, .normal, at: noon) { () throws(ThumbnailError) in
                    throw cancelled
                }
            }
            #expect(throws: ThumbnailError.self) {
                try cache.thumbnail(of: source, .normal, at: noon, draw: fail)
            }
            #expect(afterwards.find(source, .normal, at: noon) == finding)
            #expect(try failures.count == 1)
        }
        #expect(throws: ThumbnailError.hasFailed(uri: source.uri)) { try cache.make(source) }
        // One that is as good as new after all.
        let other = try subject("b")
        #expect(throws: ThumbnailError.self) {
            try cache.thumbnail(of: other, .normal, at: noon, draw: fail)
        }
        try cache.make(other)
        #expect(try failures.count == 1)
    }

    @Test func whoEndsWhileOneIsMadeLeavesNoFailure() throws {
        let source = try subject()
        _ = try cache.thumbnail(of: source, .normal, at: noon) {
            cache.abandonAttempts(at: noon)
            #expect(afterwards.find(source, .normal, at: noon) == .nothing)
            return bitmap()
        }
        #expect(try failures.isEmpty)
        #expect(throws: ThumbnailError.hasNoPicture(path: "file:///b", .cancelled)) {
            try cache.make(subject("b"))
        }
        #expect(try failures.isEmpty)
    }

    @Test func aFailureIsForgottenOnDemand() throws {
        let source = try subject()
        #expect(throws: ThumbnailError.self) {
            try cache.thumbnail(of: source, .normal, at: noon, draw: fail)
        }
        #expect(throws: ThumbnailError.hasFailed(uri: source.uri)) { try cache.make(source) }
        try cache.forgetFailure(of: source)
        try cache.forgetFailure(of: source)
        try cache.make(source)
    }

    /// One that another size has failed to be made of is there.
    @Test func aThumbnailIsFoundBesideAFailure() throws {
        let source = try subject()
        let made = try cache.make(source)
        #expect(throws: ThumbnailError.self) {
            try cache.thumbnail(of: source, .large, at: noon, draw: fail)
        }
        #expect(cache.find(source, .normal, at: noon) == .thumbnail(made.whenFound))
        #expect(cache.find(source, .large, at: noon) == .failure)
    }

    @Test func aNewVersionTriesAgainAndForgetsTheOldOnesFailures() throws {
        let source = try subject()
        #expect(throws: ThumbnailError.self) {
            try cache.thumbnail(of: source, .normal, at: noon, draw: fail)
        }
        try folder.write("thumbnails/fail/gnome-thumbnail-factory/\(source.digest).png", [])
        let newer = ThumbnailCache(root: folder.path, version: "1/3")
        try newer.make(source)
        #expect(
            try folder.names(in: "thumbnails/fail") == ["gnome-thumbnail-factory", "pipd-1_3"]
        )
    }

    @Test func manyThreadsMakeEachThumbnailWhole() async throws {
        let cache = cache
        await withTaskGroup(of: Void.self) { tasks in
            for task in 0..<64 {
                tasks.addTask {
                    // Others may be at the same one.
                    _ = try? cache.make(subject("\(task % 16)"), .normal, at: noon)
                }
            }
        }
        for name in 0..<16 {
            let found = cache.find(try subject("\(name)"), .normal, at: noon)
            guard case .thumbnail = found else {
                Issue.record("\(name): \(found)")
                continue
            }
        }
        #expect(try failures.isEmpty)
    }
}
