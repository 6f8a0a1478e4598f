internal import Foundation
internal import Glibc
internal import Platform
internal import Synchronization
internal import Testing

@Suite struct LockFileTests {
    private let folder = TemporaryFolder()
    private var path: String { folder.path + "/lock" }

    @Test func oneAtATimeHasIt() throws {
        let first = try #require(try LockFile.take(at: path))
        #expect(try LockFile.take(at: path) == nil)
        first.remove()
        #expect(access(path, F_OK) != 0)
        let second = try #require(try LockFile.take(at: path))
        // What is another's by now stays.
        first.remove()
        #expect(try LockFile.take(at: path) == nil)
        second.remove()
    }

    @Test func itGoesWithTheObject() throws {
        do { _ = try #require(try LockFile.take(at: path)) }
        #expect(access(path, F_OK) != 0)
    }

    @Test func aFileThatNobodyHoldsIsTakenOver() throws {
        try Data().write(to: URL(filePath: path))
        let lock = try #require(try LockFile.take(at: path))
        lock.remove()
        #expect(access(path, F_OK) != 0)
    }

    #if DEBUG
    /// As in a directory of everybody's, for a file of another user's.
    @Test func whatMayNotBeMadeIsTakenAllTheSame() throws {
        try Data().write(to: URL(filePath: path))
        try SystemCallFaults.withFault("open O_CREAT", .permissionDenied) {
            _ = try #require(try LockFile.take(at: path))
            #expect(throws: SystemCallError.self) { try LockFile.take(at: path) }
        }
    }
    #endif

    @Test func anythingElseIsLeftAlone() throws {
        try Data("mine".utf8).write(to: URL(filePath: path))
        #expect(throws: SystemCallError.self) { try LockFile.take(at: path) }
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "mine")
        try #require(unlink(path) == 0 && mkfifo(path, 0o600) == 0)
        #expect(throws: SystemCallError.self) { try LockFile.take(at: path) }
        try #require(unlink(path) == 0 && symlink("/dev/null", path) == 0)
        #expect(throws: SystemCallError.self) { try LockFile.take(at: path) }
    }

    /// With removals between the openings and the lockings of others.
    @Test func noTwoThreadsHaveItAtTheSameTime() throws {
        let holders = Atomic<Int>(0)
        let most = Atomic<Int>(0)
        let taken = Atomic<Int>(0)
        let path = path
        DispatchQueue.concurrentPerform(iterations: 8) { _ in
            for _ in 0..<500 {
                guard let lock = try? LockFile.take(at: path) else { continue }
                most.max(holders.add(1, ordering: .relaxed).newValue, ordering: .relaxed)
                taken.add(1, ordering: .relaxed)
                holders.subtract(1, ordering: .relaxed)
                lock.remove()
            }
        }
        #expect(most.load(ordering: .relaxed) == 1)
        #expect(taken.load(ordering: .relaxed) >= 500)
    }
}

@Suite struct ShortPathTests {
    @Test func aLongPathIsReachedByAShortOne() throws {
        let folder = TemporaryFolder()
        let long = folder.path + "/" + String(repeating: "d", count: 200)
        try #require(mkdir(long, 0o700) == 0)
        let short = try ShortPath(long, within: 24)
        #expect(short.text.utf8.count <= 24)
        try Data("here".utf8).write(to: URL(filePath: short.text + "/file"))
        #expect(try String(contentsOfFile: long + "/file", encoding: .utf8) == "here")
    }

    @Test func aShortPathStaysWhatItIs() throws {
        #expect(try ShortPath("/nowhere", within: 24).text == "/nowhere")
    }
}
