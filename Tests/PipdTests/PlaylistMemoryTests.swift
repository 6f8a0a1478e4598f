import Ingest
import Media
import MediaLink
import Pipeline
import Testing

@testable import pipd

/// Where playlists were, as the media process keeps it.
@Suite struct PlaylistMemoryTests {
    @Test func aPlaceIsFoundAgainByWhatIsShown() throws {
        let before = try playlist(["/a", "http://u:secret@h/b", "/c"])
        var bookmark = PlaylistBookmark(item: before.items[1])
        bookmark.position = .milliseconds(1_500)
        bookmark.past = [before.items[2], before.items[0]]
        bookmark.isPaused = true
        let memory = PlaylistMemory(bookmark, of: before.id)
        // Another start numbers items anew, and has others.
        let after = try playlist(["/x", "/c", "http://u:secret@h/b"])
        let found = try #require(PlaylistBookmark(memory, in: after))
        #expect(found.item == after.items[2] && found.past == [after.items[1]])
        #expect(found.position == .milliseconds(1_500) && found.isPaused)
        #expect(PlaylistBookmark(memory, in: try playlist(["/a"])) == nil)
    }

    @Test func anItemOfAFeedIsThatWhateverItsAddress() throws {
        var list = try playlist(["/a?token=1", "/b"])
        list.items[0].feedItem = "1f"
        let memory = PlaylistMemory(PlaylistBookmark(item: list.items[0]), of: list.id)
        var later = try playlist(["/b", "/a?token=2"])
        later.items[1].feedItem = "1f"
        #expect(PlaylistBookmark(memory, in: later)?.item == later.items[1])
    }

    @Test(arguments: [-1, 1e300, .infinity, .nan])
    func whatTheDatabaseSaysIsNotBelieved(seconds: Double) throws {
        let list = try playlist(["/a"])
        var memory = PlaylistMemory(PlaylistBookmark(item: list.items[0]), of: list.id)
        memory.seconds = seconds
        let position = try #require(PlaylistBookmark(memory, in: list)?.position)
        #expect((0...1e9).contains(position.seconds))
    }

    private func playlist(_ urls: [String]) throws -> PlaylistConfiguration {
        var numbering = ItemNumbering()
        let items = try urls.map { numbering.item(try SourceAddress.parse($0)) }
        return PlaylistConfiguration(id: try #require(StreamID("reel")), items: items)
    }
}
