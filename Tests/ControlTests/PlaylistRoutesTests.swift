internal import ControlAPI
internal import Foundation
internal import HTTPTypes
internal import NIOCore
internal import Synchronization
internal import Testing

@testable internal import Control

@Suite struct PlaylistRoutesTests {
    private let backend = FakeBackend()

    private func edits() -> [PlaylistEdit] { backend.state.withLock { $0.playlistEdits } }

    @Test func aDefinitionIsReadWithItsTitlesAndFields() async throws {
        let body = #"{"items":["a",{"url":"b","title":"B"}],"loop":"none","preload":2}"#
        let response = try await answer(
            Exchange(.put, "/v1/playlists/new", body, gives: 201),
            of: backend
        )
        #expect(response.headers[.location] == "/v1/playlists/new")
        #expect(response.headers[.eTag] == #""3""#)
        let definition = try #require(backend.state.withLock { $0.playlistDefinitions.first })
        #expect(definition.items == [.init(url: "a"), .init(url: "b", title: "B")])
        #expect(definition.loop == "none" && definition.preload == 2 && definition.shuffle == nil)
    }

    @Test func itemsAreAddedMovedAndRemoved() async throws {
        for exchange in [
            Exchange(.post, "/v1/playlists/reel/items", #"{"items":["a"]}"#, gives: 200),
            Exchange(
                .post,
                "/v1/playlists/reel/items",
                #"{"items":["a"],"at":"next"}"#,
                gives: 200
            ),
            Exchange(.patch, "/v1/playlists/reel/items/2", #"{"at":"1"}"#, gives: 200),
            Exchange(.delete, "/v1/playlists/reel/items/2", gives: 200),
        ] {
            #expect(try await answer(exchange, of: backend).status.code == 200)
        }
        #expect(
            edits() == [
                .insert([.init(url: "a")], at: .end), .insert([.init(url: "a")], at: .next),
                .move(item: "2", to: .before("1")), .remove(item: "2"),
            ]
        )
    }

    @Test func aChangeTakesAPlaylistOffItsWallWithNull() async throws {
        for (body, status) in [
            (#"{"sync":null}"#, 200), (#"{"sync":null,"loop":"one"}"#, 200),
            (#"{"sync":{"group":"lobby"}}"#, 200), (#"{"loop":null}"#, 422),
            (#"{"sync":{"group":null}}"#, 422),
        ] {
            let exchange = Exchange(.patch, "/v1/playlists/reel", body, gives: status)
            #expect(try await answer(exchange, of: backend).status.code == status)
        }
        let put = Exchange(.put, "/v1/playlists/reel", #"{"items":["a"],"sync":null}"#, gives: 422)
        #expect(try await answer(put, of: backend).status.code == 422)
        var (fields, wall) = (FieldValues<PlaylistFields>(), FieldValues<PlaylistFields>())
        fields.loop = "one"
        var sync = FieldValues<SyncFields>()
        sync.group = "lobby"
        wall.sync = sync
        #expect(
            edits() == [
                .set(.init(), leavesWall: true), .set(fields, leavesWall: true), .set(wall),
            ]
        )
    }

    @Test func anItemHasASmallPicture() async throws {
        let path = "/v1/playlists/reel/items"
        for (query, pixels) in [("", 256), ("?size=512", 512)] {
            let exchange = Exchange(.get, "\(path)/1/thumbnail\(query)", gives: 200)
            let response = try await answer(exchange, of: backend)
            #expect(response.headers[.contentType] == "image/png")
            #expect(Array(response.body.readableBytesView) == [0x89, UInt8(pixels % 251)])
        }
        for (item, status) in [("2", 502), ("9", 404), ("1/thumbnail?size=1", 422)] {
            let rest = item.contains("/") ? item : "\(item)/thumbnail"
            let exchange = Exchange(.get, "\(path)/\(rest)", gives: status)
            #expect(try await answer(exchange, of: backend).status.code == status)
        }
    }

    @Test(
        arguments: [
            ("next", PlaylistAction.next), ("previous", .previous), ("pause", .pause),
            ("resume", .resume),
        ])
    func aPlaylistIsSteered(name: String, action: PlaylistAction) async throws {
        _ = try await answer(Exchange(.post, "/v1/playlists/reel/\(name)", gives: 200), of: backend)
        #expect(backend.state.withLock { $0.playlistActions } == [action])
    }

    @Test(
        arguments: [
            #"{"items":[]}"#, #"{"items":"a"}"#, #"{"items":[""]}"#, #"{"items":[7]}"#,
            #"{"items":[{"title":"a"}]}"#, #"{"items":[{"url":"a","size":1}]}"#,
            #"{"items":["a"],"loop":"ever"}"#, #"{"items":["a"],"preload":9}"#,
            #"{"items":["a"],"image_duration":0}"#, #"{"loop":"all"}"#,
        ])
    func aDefinitionThatIsNoneIsRefusedWithWhatIs(body: String) async throws {
        let response = try await answer(
            Exchange(.put, "/v1/playlists/new", body, gives: 422),
            of: backend
        )
        #expect(response.status.code == 422)
        let problem = try JSONValue(parsing: Array(response.body.readableBytesView))
        #expect(problem["detail"]?.stringValue?.contains("accepted") == true)
        #expect(backend.state.withLock { $0.playlistDefinitions }.isEmpty)
    }

    /// What somebody else changed meanwhile is not changed.
    @Test(
        arguments: [
            (#""3""#, 200), ("*", 200), (#""2""#, 412), ("3", 422), (#"W/"3""#, 422),
            (#""x""#, 422),
        ])
    func aRaceIsNoticed(revision: String, status: Int) async throws {
        for exchange in [
            Exchange(.put, "/v1/playlists/reel", #"{"items":["a"]}"#, gives: status),
            Exchange(.patch, "/v1/playlists/reel", #"{"loop":"one"}"#, gives: status),
            Exchange(.post, "/v1/playlists/reel/shuffle", gives: status),
        ] {
            let response = try await answer(exchange, of: backend, ifMatch: revision)
            #expect(response.status.code == status, "\(exchange)")
        }
        let delete = Exchange(.delete, "/v1/playlists/reel", gives: 204)
        let response = try await answer(delete, of: backend, ifMatch: revision)
        #expect(response.status.code == (status == 200 ? 204 : status))
    }
}
