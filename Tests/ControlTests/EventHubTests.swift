internal import ControlAPI
internal import NIOCore
internal import Testing

@testable internal import Control

@Suite struct EventHubTests {
    private let hub = EventHub { 12.3456 }

    private func collect(_ subscription: EventSubscription) async -> [EventMessage] {
        var messages: [EventMessage] = []
        for await message in subscription.messages { messages.append(message) }
        return messages
    }

    private func texts(_ messages: [EventMessage]) -> [String] {
        messages.compactMap {
            if case .event(let event) = $0 { String(buffer: event.text) } else { nil }
        }
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
        #expect(slow.backlog.hasOverflowed)
        #expect(ids(await collect(slow)) == Array(1...EventHub.queueCapacity))
        hub.close()
        #expect(ids(await collect(late)) == [EventHub.queueCapacity + 1])
        #expect(!late.backlog.hasOverflowed)
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
        #expect(!subscription.backlog.hasOverflowed)
        #expect(hub.subscriberCount == 1)
    }

    @Test func eventsAreWrittenWithIDKindAndTime() async throws {
        let subscription = try #require(hub.subscribe())
        let members: [String: JSONValue] = ["stream": "door", "id": "not mine", "text": "a\nb"]
        hub.publish(ControlEvent(.streamReady, members))
        hub.close()
        #expect(
            texts(await collect(subscription)) == [
                """
                id: 1
                event: stream-ready
                data: {"id":1,"time":12.346,"stream":"door","text":"a\\nb"}


                """
            ]
        )
    }

    @Test func anEventWithoutMembersHasIDAndTime() async throws {
        let subscription = try #require(hub.subscribe())
        hub.publish(ControlEvent(.configurationReloaded, ["time": "not mine"]))
        hub.close()
        let text = try #require(texts(await collect(subscription)).first)
        #expect(text.hasSuffix("data: {\"id\":1,\"time\":12.346}\n\n"))
    }

    @Test func publishingSaysToHowManyItWasSent() {
        #expect(hub.publish(ControlEvent(.viewChanged)) == Publication(eventID: 1, subscribers: 0))
        let all = (0..<3).compactMap { _ in hub.subscribe() }
        #expect(all.count == 3)
        #expect(hub.publish(ControlEvent(.viewChanged)) == Publication(eventID: 2, subscribers: 3))
        for _ in 1..<EventHub.queueCapacity { hub.publish(ControlEvent(.viewChanged)) }
        let late = hub.subscribe()
        #expect(late != nil)
        #expect(hub.publish(ControlEvent(.viewChanged)).subscribers == 1)
    }

    @Test func aQueueIsFullByItsBytesToo() async throws {
        let slow = try #require(hub.subscribe())
        let filler = JSONValue.string(String(repeating: "x", count: 90_000))
        var sent = 0
        while hub.publish(ControlEvent(.viewChanged, ["filler": filler])).subscribers > 0 {
            sent += 1
        }
        #expect(sent == EventHub.queueByteCapacity / 90_100)
        #expect(slow.backlog.hasOverflowed)
        #expect(slow.backlog.bytes <= EventHub.queueByteCapacity)
        #expect(ids(await collect(slow)) == Array(1...sent))
    }

    @Test func whatHasBeenSentMakesRoom() throws {
        let subscription = try #require(hub.subscribe())
        let backlog = subscription.backlog
        #expect(backlog.add(EventHub.queueByteCapacity + 1))
        #expect(!backlog.add(1))
        backlog.remove(EventHub.queueByteCapacity + 1)
        #expect(backlog.add(EventHub.queueByteCapacity))
    }

    @Test func subscribersShareTheBytesOfAnEvent() async throws {
        let subscriptions = [hub.subscribe(), hub.subscribe()].compactMap(\.self)
        hub.publish(ControlEvent(.viewChanged, ["text": "a"]))
        hub.close()
        var addresses: Set<Int> = []
        for subscription in subscriptions {
            guard case .event(let event)? = await collect(subscription).first else { continue }
            addresses.insert(event.text.withUnsafeReadableBytes { Int(bitPattern: $0.baseAddress) })
        }
        #expect(subscriptions.count == 2 && addresses.count == 1)
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
