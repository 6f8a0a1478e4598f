import Feeds
import Foundation
import GRDB
import Media
import MediaStore
import TestSupport
import Testing

/// Files that are not what was written to them: a store that works on, whatever it costs.
@Suite struct DamageTests {
    private let folder: StoreFolder

    init() throws {
        folder = try StoreFolder()
    }

    @Test(arguments: [
        Array("This is no database, and never was one.".utf8), [UInt8](repeating: 0, count: 9_000),
        Array("SQLite format 3\0".utf8),
    ])
    func whatIsNoDatabaseIsSetAside(bytes: [UInt8]) throws {
        try folder.write(bytes)
        let store = try folder.open()
        #expect(try store.feeds.all().isEmpty)
        try Self.expectToWork(store)
        let recovery = try #require(store.recoveries.first)
        #expect(recovery.setAside == folder.file + ".damaged-20261124T120000Z")
        #expect([UInt8](try Data(contentsOf: URL(fileURLWithPath: recovery.setAside))) == bytes)
    }

    @Test(arguments: 0..<12)
    func whateverIsTurnedOverItWorksOn(seed: UInt64) throws {
        try fill()
        var random = SeededGenerator(seed: seed)
        var bytes = try folder.bytes
        if seed % 4 == 0 {
            bytes.removeLast(Int.random(in: 1..<bytes.count, using: &random))
        } else {
            for _ in 0..<(1 << (seed % 8)) {
                let index = Int.random(in: bytes.indices, using: &random)
                bytes[index] = UInt8.random(in: 0...255, using: &random)
            }
        }
        try folder.write(bytes)
        let store = try folder.open()
        // Calls meet damage that the start did not; each says so once, and mends it.
        for _ in 0..<4 {
            _ = try? store.feeds.all()
            _ = try? store.items.all(of: try feedID("news"))
            _ = try? store.catalogue.search("title")
            _ = try? store.catalogue.discover(at: noon)
            _ = try? store.check()
        }
        try Self.expectToWork(store)
    }

    @Test func aCallThatMeetsDamageSaysWhereTheFileIs() throws {
        try fill()
        var bytes = try folder.bytes
        // All but the header's page, and what the start looks at.
        for index in bytes.indices.dropFirst(bytes.count / 2) { bytes[index] = 0xA5 }
        try folder.write(bytes)
        let store = try folder.open()
        if store.recoveries.isEmpty {
            let error = #expect(throws: StoreError.self) { try store.check() }
            guard case .wasDamaged(let recovery) = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect("\(StoreError.wasDamaged(recovery))".contains(recovery.setAside))
        }
        #expect(store.recoveries.count == 1)
        try Self.expectToWork(store)
    }

    /// SQLite believes what stands there, as long as it can be read.
    @Test func aTableThatIsNotWhatItWasIsDamage() throws {
        try fill()
        let name = Array("failures INTEGER".utf8)
        var bytes = try folder.bytes
        let range = try #require(bytes.firstRange(of: name))
        bytes[range.lowerBound] = UInt8(ascii: "F") + 1
        try folder.write(bytes)
        let store = try folder.open()
        #expect(store.recoveries.count == 1)
        try Self.expectToWork(store)
    }

    /// As on a full disk.
    @Test func whatIsSetAsideIsToldAlsoWhereNothingTakesItsPlace() throws {
        try folder.write(Array("no database".utf8))
        let error = #expect(throws: StoreError.self) {
            try folder.open(limits: StoreLimits(fileBytes: 4_096))
        }
        guard case .isNotBegunAnew(let recovery, let cause) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(folder.names.contains { recovery.setAside.hasSuffix($0) })
        #expect(cause == .isFull(path: folder.file))
        try Self.expectToWork(try folder.open())
    }

    @Test func noMoreThanThreeDamagedFilesAreKept() throws {
        for number in 0..<6 {
            try folder.write(Array("no database \(number)".utf8))
            try folder.open(at: noon + Int64(number) * second).close()
        }
        let damaged = folder.names.filter { $0.contains(".damaged-") && $0.hasSuffix("Z") }
        #expect(
            damaged == (3...5).map { "media.sqlite.damaged-20261124T12000\($0)Z" },
            "\(folder.names)"
        )
    }

    @Test func aNewerFileIsLeftAlone() throws {
        try fill()
        let pool = try DatabasePool(path: folder.file)
        try pool.write {
            try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('dreams')")
        }
        try pool.close()
        let expected = StoreError.isNewer(path: folder.file, unknown: ["dreams"])
        #expect(throws: expected) { try folder.open() }
        #expect(folder.names.allSatisfy { !$0.contains("damaged") })
    }

    @Test func withoutItsFolderItIsNotMade() throws {
        let path = folder.path + "/none/media.sqlite"
        #expect(throws: StoreError.noFolder(path: path)) {
            _ = try MediaStore(path: path) { noon }
        }
    }

    @Test func aFileThatIsFullKeepsWhatItHas() throws {
        let store = try folder.open(limits: StoreLimits(fileBytes: 400 << 10))
        try store.feeds.put(try definition("news"))
        try store.visits.put([item("a")], of: "news")
        let many = (0..<1_500).map {
            item("\($0)", title: String(repeating: "\($0) ", count: 100))
        }
        #expect(throws: StoreError.isFull(path: folder.file)) {
            try store.visits.put(many, of: "news")
        }
        #expect(try store.items.guids(of: "news") == ["a"])
        try store.visits.put([item("b")], of: "news")
        #expect(try store.items.guids(of: "news") == ["b"])
    }

    /// What a process that is killed leaves, at any moment between two calls.
    @Test func whatWasAnsweredOutlivesTheProcess() throws {
        let store = try folder.open()
        try store.feeds.put(try definition("news"))
        for count in 1...8 {
            try store.visits.put((0..<count).map { item("\($0)") }, of: "news")
            let copy = try StoreFolder()
            try folder.copyFiles(to: copy)
            let again = try copy.open()
            #expect(again.recoveries.isEmpty)
            #expect(try again.items.guids(of: "news").count == count)
        }
    }

    private func fill() throws {
        let store = try folder.open()
        try store.feeds.put(try definition("news"))
        let items = (0..<200).map { item("\($0)", categories: ["c\($0 % 7)"]) }
        try store.visits.put(items, of: "news")
        try store.close()
    }

    private static func expectToWork(_ store: MediaStore) throws {
        try store.feeds.put(try definition("again"))
        try store.visits.put([item("x")], of: "again")
        #expect(try store.items.guids(of: "again") == ["x"])
    }
}
