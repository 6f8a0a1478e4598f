import Foundation
import Glibc
import MediaFiles
import MediaStore
import Synchronization
import Testing

@testable import pipd_media

/// Looking into real files, up to the end and not.
@Suite final class ProberTests {
    /// In the order in which they are looked into, none of which can be shown.
    private static let names = ["a.mp4", "b.mp4", "c.mp4"]
    private let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("pipd-prober-\(UUID().uuidString)")
        let root = folder.appendingPathComponent("root")
        try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
        let store = try Self.store(in: folder.path)
        try store.roots.configure([root.path])
        for name in Self.names {
            try Data(count: 5_000).write(to: root.appendingPathComponent(name))
            // They are met one by one, and have their numbers by that.
            let scan = RootScan(
                root: try #require(try store.roots.all().first),
                rules: ExcludeRules([])
            )
            try store.roots.update(try scan.take(in: store) { false }.get().root)
        }
        try store.close()
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    @Test func allAreLookedInto() throws {
        let store = try Self.store(in: folder.path)
        let prober = Prober(probes: store.probes)
        try prober.take { false }.get()
        #expect(prober.takeNews() == 3 && prober.takeNews() == 0 && prober.begunAt == nil)
        #expect(try names(.failed) == Self.names)
    }

    /// Where the process is killed.
    enum Point: CaseIterable, Codable, Sendable {
        /// Before anything is kept.
        case atTheFirst
        /// It is kept that the first one is tried.
        case inTheFirst
        /// What came of the first one is in the transaction that has just begun.
        case atTheSecond
        /// What came of the first one is kept.
        case inTheSecond

        var number: Int { [.atTheFirst, .inTheFirst].contains(self) ? 1 : 2 }
        var isReading: Bool { [.inTheFirst, .inTheSecond].contains(self) }
    }

    @Test(arguments: Point.allCases) func noMoreIsDoneAgainThanOneFile(point: Point) async throws {
        try await kill(at: point)
        let kept = point == .inTheSecond ? ["a.mp4"] : []
        #expect(try names(.failed) == kept)
        let prober = Prober(probes: try Self.store(in: folder.path).probes)
        try prober.take { false }.get()
        #expect(prober.takeNews() == 3 - kept.count)
        #expect(try names(.failed) == Self.names && names(.failed, "ended") == [])
    }

    @Test func whatEndsTheProcessEachTimeHoldsUpNoOther() async throws {
        for _ in 0..<3 { try await kill(at: .inTheFirst) }
        try Prober(probes: try Self.store(in: folder.path).probes).take { false }.get()
        #expect(try names(.failed) == Self.names && names(.failed, "ended") == ["a.mp4"])
    }

    @Test func aStopCountsAgainstNoFile() async throws {
        for _ in 0..<4 { try await kill(at: .inTheFirst, isStopped: true) }
        try Prober(probes: try Self.store(in: folder.path).probes).take { false }.get()
        #expect(try names(.failed) == Self.names && names(.failed, "ended") == [])
    }

    /// Looks into the files in a process of its own, which ends there.
    ///
    /// - Parameters:
    ///   - point: Where.
    ///   - isStopped: Whether it ends because of something else.
    /// - Throws: What swift-testing throws where there is no such process.
    private func kill(at point: Point, isStopped: Bool = false) async throws {
        await #expect(processExitsWith: .signal(SIGKILL)) {
            [path = folder.path as String, point = point as Point, isStopped = isStopped as Bool] in
            let prober = Prober(probes: try ProberTests.store(in: path).probes)
            let tried = Mutex(0)
            _ = prober.take {
                let isReading = prober.begunAt != nil
                let number = tried.withLock { number in
                    if !isReading { number += 1 }
                    return number
                }
                guard point.isReading == isReading, point.number == number else { return false }
                if isStopped { prober.giveUp() }
                raise(SIGKILL)
                return false
            }
        }
    }

    private static func store(in folder: String) throws -> MediaStore {
        try MediaStore(path: folder + "/media.sqlite") { 0 }
    }

    /// Of the files of which that is so, and that say such words.
    private func names(_ state: AssetState, _ words: String = "") throws -> [String] {
        var query = AssetQuery()
        query.state = state
        return try Self.store(in: folder.path).assets.page(query, at: 0).elements
            .filter { words.isEmpty || $0.error?.contains(words) == true }.map(\.name).sorted()
    }
}
