internal import HTTPTypes
internal import Media
internal import Synchronization
internal import Testing

@testable internal import Control

@Suite struct UnreadAnswersTests {
    private let unread = UnreadAnswers(capacity: 100)

    @Test func roomIsTakenUntilAReservationIsGone() throws {
        let small = try unread.reserve(40)
        do {
            let large = try unread.reserve(60)
            #expect(unread.count == 100)
            #expect(throws: ControlError.self) { try unread.check() }
            #expect(throws: ControlError.self) { _ = try unread.reserve(1) }
            withExtendedLifetime(large) {}
        }
        #expect(unread.count == 40)
        try unread.check()
        withExtendedLifetime(small) {}
    }

    @Test func aSingleAnswerMayHaveMoreThanThereIsRoom() throws {
        let only = try unread.reserve(1000)
        #expect(throws: ControlError.self) { _ = try unread.reserve(0) }
        withExtendedLifetime(only) {}
    }

    @Test func aCountBeyondAllBoundsIsRefused() throws {
        let small = try unread.reserve(1)
        #expect(throws: ControlError.self) { _ = try unread.reserve(.max) }
        withExtendedLifetime(small) {}
    }

    @Test(arguments: [#"{"output":"binary"}"#, #"{"output":"base64"}"#])
    func anImageCountsUntilItIsRead(body: String) async throws {
        let exchange = Exchange(.post, "/v1/streams/door/photo", body, gives: 200)
        do {
            let held = try unread.reserve(99)
            let refused = try await answer(exchange, unread: unread)
            #expect(refused.status.code == 503)
            withExtendedLifetime(held) {}
        }
        let answered = try await answer(exchange, unread: unread)
        #expect(answered.status.code == 200)
        #expect(unread.count == 0)
    }

    @Test func whereThereIsNoRoomNoImageIsMade() async throws {
        let backend = FakeBackend()
        let held = try unread.reserve(100)
        for uri in ["/v1/streams/door/photo", "/v1/streams/door/screenshot", "/v1/snapshot"] {
            let exchange = Exchange(.post, uri, gives: 503)
            #expect(try await answer(exchange, of: backend, unread: unread).status.code == 503)
        }
        let state = backend.state.withLock { $0 }
        #expect(state.photos.isEmpty && state.screenshots.isEmpty && state.snapshots.isEmpty)
        withExtendedLifetime(held) {}
    }
}
