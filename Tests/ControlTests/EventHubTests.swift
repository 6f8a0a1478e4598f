internal import ControlAPI
internal import Testing

@testable internal import Control

@Suite struct EventHubTests {
    private let hub = EventHub { 12.3456 }

    private func collect(_ subscription: EventSubscription) async -> [EventMessage] {
        var messages: [EventMessage] = []
        for await message in subscription.messages { messages.append(message) }
        return messages
    }

    private func ids(_ messages: [EventMessage]) -> [Int] {
        messages.compactMap { if case .event(let event) = $0 { event.id } else { nil } }
    }

    @Test func everySubscriberGetsEveryEventInOrder() async throws {
        let first = try #require(hub.subscribe())
        let second = try #require(hub.subscribe())
        for _ in 0..<5 { hub.publish(ControlEvent(.viewChanged)) }
        hub.close()
        #expect(ids(await collect(first)) == [1, 2, 3, 4, 5])
        #expect(ids(await collect(second)) == [1, 2, 3, 4, 5])
    }

    @Test func aFullQueueEndsOneSubscriptionOnly() async throws {
        let slow = try #require(hub.subscribe())
        for _ in 0..<EventHub.queueCapacity { hub.publish(ControlEvent(.viewChanged)) }
        let late = try #require(hub.subscribe())
        hub.publish(ControlEvent(.streamLost))
        #expect(hub.subscriberCount == 1)
        #expect(slow.outcome.hasOverflowed)
        #expect(ids(await collect(slow)) == Array(1...EventHub.queueCapacity))
        hub.close()
        #expect(ids(await collect(late)) == [EventHub.queueCapacity + 1])
        #expect(!late.outcome.hasOverflowed)
    }

    @Test func subscribersAreLimited() throws {
        let all = (0..<EventHub.maximumSubscribers).compactMap { _ in hub.subscribe() }
        #expect(all.count == EventHub.maximumSubscribers)
        #expect(hub.subscribe() == nil)
        hub.unsubscribe(all[0])
        #expect(hub.subscribe() != nil)
    }

    @Test func nothingBeginsAfterClose() {
        hub.close()
        #expect(hub.subscribe() == nil)
        hub.publish(ControlEvent(.viewChanged))
        #expect(hub.subscriberCount == 0)
    }

    @Test func heartbeatsNeverCostASubscription() async throws {
        let subscription = try #require(hub.subscribe())
        for _ in 0..<EventHub.queueCapacity * 2 { hub.sendHeartbeat() }
        #expect(!subscription.outcome.hasOverflowed)
        #expect(hub.subscriberCount == 1)
    }

    @Test func eventsAreWrittenWithIDKindAndTime() async throws {
        let subscription = try #require(hub.subscribe())
        let members: [String: JSONValue] = ["stream": "door", "id": "not mine", "text": "a\nb"]
        hub.publish(ControlEvent(.streamReady, members))
        hub.close()
        let messages = await collect(subscription)
        #expect(
            EventStream.text(of: messages[0]) == """
                id: 1
                event: stream-ready
                data: {"id":1,"stream":"door","text":"a\\nb","time":12.346}


                """
        )
    }

    @Test func threadsPublishAtOnceWithoutLoss() async throws {
        let subscription = try #require(hub.subscribe())
        await withTaskGroup { group in
            for _ in 0..<8 {
                group.addTask { for _ in 0..<8 { hub.publish(ControlEvent(.viewChanged)) } }
            }
        }
        hub.close()
        #expect(ids(await collect(subscription)) == Array(1...64))
    }
}
