import Foundation
import MediaFiles
import MediaLink
import MediaStore
import Testing

@testable import pipd_media

/// What the library's desk does with roots, with real folders and a real database.
@Suite final class LibraryDeskTests {
    /// The second one by a symbolic link.
    private let disks: TwoRoots
    private var roots: [String] { disks.roots }
    private var store: MediaStore { disks.store }
    private var desk: LibraryDesk

    init() throws {
        disks = try TwoRoots(isSecondLinked: true)
        desk = disks.desk()
    }

    @Test func aDiskThatIsAwayIsLookedForSoonAndToldOfOnce() throws {
        for _ in roots { #expect(take(at: 1) != nil) }
        #expect(rename(roots[0], roots[0] + "-away") == 0)
        _ = try desk.answer(.scan(root: roots[0], isPruned: false), at: 7_000_000)
        #expect(take(at: 7_000_000) != nil)
        #expect(desk.scan(at: 16_999_999).next == 1)
        #expect(take(at: 17_000_000) == nil)
        #expect(try store.roots.all().map(\.state) == [.offline, .online])
        #expect(rename(roots[0] + "-away", roots[0]) == 0)
        #expect(take(at: 27_000_000) != nil)
        #expect(try store.roots.all().map(\.state) == [.online, .online])
    }

    /// Until that goes as well: it may be gone through for long.
    @Test func inWhatIsInItsPlaceItsFilesAreSoughtOnce() throws {
        let (root, away) = (roots[0], roots[0] + "-away")
        for number in 2..<9 {
            try Data("x".utf8).write(to: URL(fileURLWithPath: "\(root)/\(number).jpg"))
        }
        for _ in roots { #expect(take(at: 1) != nil) }
        for number in 1..<9 { unlink("\(root)/\(number).jpg") }
        try Data("longer".utf8).write(to: URL(fileURLWithPath: root + "/other.jpg"))
        _ = try desk.answer(.scan(root: root, isPruned: false), at: 7_000_000)
        #expect(try isSearched(at: 7_000_000) == false)
        #expect(try isSearched(at: 17_000_000) == true)
        #expect(rename(root, away) == 0)
        _ = try isSearched(at: 27_000_000)
        #expect(rename(away, root) == 0)
        #expect(try isSearched(at: 37_000_000) == false)
        #expect(try isSearched(at: 47_000_000) == true)
    }

    /// From when on it is known where that one is.
    @Test func aLinkToWhereAnotherRootIsIsNotTold() throws {
        #expect(symlink("\(disks.folder.path)/real/1.jpg", roots[0] + "/2.jpg") == 0)
        for _ in roots { #expect(take(at: 1) != nil) }
        _ = try desk.answer(.scan(root: roots[0], isPruned: false), at: 2)
        #expect(take(at: 2) != nil)
        #expect(try store.roots.all().map(\.reason) == [nil, nil])
    }

    /// Whether the scan that is due knows that its files were sought in vain.
    private func isSearched(at now: Int64) throws -> Bool {
        let turn = desk.scan(at: now)
        let scan = try #require(turn.now)
        _ = desk.end(scan, scan.take(in: store) { false }, at: now)
        #expect(try store.roots.all().map(\.state) == [.offline, .online])
        return scan.isSearched
    }

    /// What is told of the scan that is due, which takes no time.
    private func take(at now: Int64) -> MediaNotice? {
        desk.scan(at: now).now.flatMap {
            desk.end($0, $0.take(in: store) { false }, at: now)
        }
    }
}
