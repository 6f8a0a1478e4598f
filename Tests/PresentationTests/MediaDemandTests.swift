import Media
import Presentation
import Testing

/// How many samples a layer asks for.
@Suite struct MediaDemandTests {
    private let start = MonotonicTime.milliseconds(1000)
    private let never: (SampleBuffer, DropReason) -> Void = { sample, reason in
        Issue.record("\(sample.number) discarded for \(reason)")
    }

    private func scanout(_ index: Int64) -> MonotonicTime {
        start + Hertz.thirty.interval * index
    }

    /// Enqueues while the layer is short; the next number.
    private func fill(
        _ layer: inout SampleBufferDisplayLayer,
        from first: Int,
        rate: Int64 = 30
    ) throws -> Int {
        var number = first
        while layer.isShortOfMediaData {
            let pts = MediaTime.zero + Nanoseconds(1_000_000_000) * Int64(number) / rate
            try layer.enqueue(.test(number, pts: pts), now: start, discard: never)
            number += 1
        }
        return number
    }

    @Test func aFileIsShortOfThePictureDueNextAndTheOneAfter() throws {
        var layer = SampleBufferDisplayLayer.test()
        var next = try fill(&layer, from: 0)
        #expect(next == 2)
        for index in 0..<40 {
            #expect(layer.dequeue(dueAt: scanout(Int64(index)), discard: never) != nil)
            next = try fill(&layer, from: next)
            #expect(layer.queuedCount == 2)
        }
    }

    @Test func aFileFasterThanTheDisplayIsShortOfAllThatFit() throws {
        var layer = SampleBufferDisplayLayer.test()
        var next = 0
        for index in 0..<40 {
            next = try fill(&layer, from: next, rate: 120)
            _ = layer.dequeue(dueAt: scanout(Int64(index))) { _, _ in }
        }
        #expect(try fill(&layer, from: next, rate: 120) > next)
        #expect(layer.queuedCount == 4)
    }

    @Test func aLiveLayerIsShortUntilItIsFull() throws {
        var layer = SampleBufferDisplayLayer.test(.live, capacity: 3)
        #expect(try fill(&layer, from: 0) == 3)
        #expect(!layer.isReadyForMoreMediaData)
    }

    @Test func aLayerOfOneIsNeverShortOfTwo() throws {
        var layer = SampleBufferDisplayLayer.test(capacity: 1)
        #expect(try fill(&layer, from: 0) == 1)
    }

    @Test func aFailedLayerIsShortOfNothing() {
        var layer = SampleBufferDisplayLayer.test()
        layer.fail(.renderingFailed)
        #expect(!layer.isShortOfMediaData)
    }
}
