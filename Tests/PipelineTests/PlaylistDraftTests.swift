import Addressing
import Media
import Presentation
import Testing

@testable import Pipeline

/// What feeds bring to a playlist, and what they leave alone.
@Suite struct PlaylistDraftTests {
    @Test func whatFeedsBringFollowsTheListsOwn() throws {
        var draft = try Self.draft(own: ["a"], feeds: ["news"])
        draft.take(fromFeeds: try Self.brought(["x", "y"]))
        #expect(Self.names(draft) == ["a", "x", "y"])
        #expect(draft.configuration.items.map(\.isFromFeed) == [false, true, true])
    }

    @Test func itemsThatStayKeepTheirIDs() throws {
        var draft = try Self.draft(own: ["a"], feeds: ["news"])
        draft.take(fromFeeds: try Self.brought(["x", "y"]))
        let before = Dictionary(draft.configuration.items.map { ($0.address.text, $0.id) }) { $1 }
        draft.take(fromFeeds: try Self.brought(["new", "y", "x"]))
        #expect(Self.names(draft) == ["a", "new", "y", "x"])
        for item in draft.configuration.items where before[item.address.text] != nil {
            #expect(item.id == before[item.address.text])
        }
        #expect(Set(draft.configuration.items.map(\.id)).count == 4)
    }

    @Test func whatIsAwaitedGoesWhenItComes() throws {
        var draft = try Self.draft(own: [], feeds: ["news"])
        #expect(draft.configuration.items.map(\.isAwaited) == [true])
        draft.take(fromFeeds: [])
        #expect(draft.configuration.items.map(\.isAwaited) == [true])
        draft.take(fromFeeds: try Self.brought(["x"]))
        #expect(Self.names(draft) == ["x"])
        // A feed that is empty for a while takes nothing off the screen.
        draft.take(fromFeeds: [])
        #expect(Self.names(draft) == ["x"])
    }

    @Test func aListHasRoomForSoMany() throws {
        var draft = try Self.draft(own: ["a"], feeds: ["news"])
        let many = (0..<PlaylistConfiguration.mostItems).map { "\($0)" }
        draft.take(fromFeeds: try Self.brought(many))
        #expect(draft.configuration.items.count == PlaylistConfiguration.mostItems)
        #expect(Self.names(draft).first == "a")
    }

    @Test func aListThatIsSaidAnewKeepsWhatItsFeedsBrought() throws {
        var draft = try Self.draft(own: ["a"], feeds: ["news"])
        draft.take(fromFeeds: try Self.brought(["x"]))
        draft.replace(with: try Self.draft(own: ["b"], feeds: ["news"]).configuration)
        #expect(Self.names(draft) == ["b", "x"])
        draft.replace(with: try Self.draft(own: ["b"], feeds: ["other"]).configuration)
        #expect(Self.names(draft) == ["b"])
    }

    /// Not even where it has no wall, and is shown for as long as it is.
    @Test func whatIsAddedDoesNotBeginAnew() throws {
        let configuration = try Self.draft(own: ["a", "b.png"], feeds: []).configuration
        var run = PlaylistRun(configuration, seed: 1, PipelineConfiguration(), beginsBy: nil)
        var draft = run.draft
        draft.configuration.items =
            try Self.draft(own: ["a", "b.png", "c", "d.png"], feeds: []).configuration.items
        let ids = draft.configuration.itemIDs
        #expect(run.adopt(draft) == [.edited(ids, next: [])])
        draft = run.draft
        draft.configuration.imageDuration = .milliseconds(9_000)
        #expect(run.adopt(draft) == [.edited(ids, next: []), .renewed([ids[1], ids[3]])])
    }

    private static func draft(own: [String], feeds: [String]) throws -> PlaylistDraft {
        var numbering = ItemNumbering()
        let items = try own.map { numbering.item(try SourceAddress.parse("/\($0)"), title: nil) }
        let id = try #require(StreamID("list"))
        let configuration = PlaylistConfiguration(id: id, items: items, feeds: feeds)
        return PlaylistDraft(
            configuration: configuration,
            current: nil,
            numbering: ItemNumbering(after: configuration.items)
        )
    }

    private static func brought(_ names: [String]) throws -> [PlaylistConfiguration.Item] {
        var numbering = ItemNumbering()
        return try names.map { name in
            var item = numbering.item(try SourceAddress.parse("/\(name)"), title: nil)
            item.feedItem = name
            return item
        }
    }

    private static func names(_ draft: PlaylistDraft) -> [String] {
        draft.configuration.items.map { String("\($0.address.text)".dropFirst()) }
    }
}
