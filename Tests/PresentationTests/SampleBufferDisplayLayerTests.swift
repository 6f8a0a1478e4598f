import Media
import Presentation
import Testing

/// What AVSampleBufferDisplayLayer leaves undefined has an answer here.
@Suite struct SampleBufferDisplayLayerTests {
    private let start = MonotonicTime.milliseconds(1000)
    private let never: (SampleBuffer, DropReason) -> Void = { sample, reason in
        Issue.record("\(sample.number) discarded for \(reason)")
    }

    private func scanout(_ index: Int64) -> MonotonicTime {
        start + Hertz.thirty.interval * index
    }

    @Test func statusFollowsTheFirstSampleFailureAndRebuild() throws {
        var layer = SampleBufferDisplayLayer.test()
        #expect(layer.status == .unknown)
        try layer.enqueue(.test(0), now: start, discard: never)
        #expect(layer.status == .rendering)
        layer.fail(.renderingFailed)
        #expect(layer.status == .failed)
        #expect(layer.error == .renderingFailed)
        #expect(!layer.isReadyForMoreMediaData)
        layer.rebuild(format: nil)
        #expect(layer.status == .rendering)
        #expect(layer.error == nil)
        #expect(layer.queuedCount == 1)
    }

    @Test func rebuildingAnEmptyLayerLeavesItUnknown() {
        var layer = SampleBufferDisplayLayer.test()
        layer.fail(.contextLost)
        #expect(layer.requiresFlushToResumeDecoding)
        layer.rebuild(format: nil)
        #expect(layer.status == .unknown)
        #expect(!layer.requiresFlushToResumeDecoding)
    }

    @Test func enqueueOnAFailedLayerThrowsAndKeepsNothing() throws {
        var layer = SampleBufferDisplayLayer.test()
        layer.fail(.renderingFailed)
        #expect(throws: LayerError.renderingFailed) {
            try layer.enqueue(.test(0), now: start, discard: never)
        }
        #expect(layer.queuedCount == 0)
    }

    @Test func anotherPixelFormatFailsTheLayerUntilItIsRebuilt() throws {
        var layer = SampleBufferDisplayLayer.test()
        try layer.enqueue(.test(0), now: start, discard: never)
        let other = SampleBuffer.test(1, pixelFormat: .nv12)
        #expect(throws: LayerError.invalidPixelFormat) {
            try layer.enqueue(other, now: start, discard: never)
        }
        #expect(layer.error == .invalidPixelFormat)
        #expect(layer.error?.code == -11847)
        layer.rebuild(format: other.format)
        try layer.enqueue(other, now: start, discard: never)
        #expect(layer.queuedCount == 2)
    }

    @Test func anotherSizeFailsTheLayerUntilItIsUpdated() throws {
        var layer = SampleBufferDisplayLayer.test()
        try layer.enqueue(.test(0), now: start, discard: never)
        let other = SampleBuffer.test(1, size: PixelSize(width: 32, height: 24))
        #expect(throws: LayerError.invalidSize) {
            try layer.enqueue(other, now: start, discard: never)
        }
        #expect(layer.error?.code == -11848)
        layer.updateSize(other.format.size)
        #expect(layer.status == .rendering)
        try layer.enqueue(other, now: start, discard: never)
    }

    @Test func updatingTheSizeDoesNotExcuseAnotherFailure() {
        var layer = SampleBufferDisplayLayer.test()
        layer.fail(.contextLost)
        layer.updateSize(PixelSize(width: 1, height: 1))
        #expect(layer.error == .contextLost)
    }

    @Test func aPictureWithoutPixelsIsInvalidEvenAsTheFirst() {
        var layer = SampleBufferDisplayLayer.test()
        let empty = SampleBuffer.test(0, size: PixelSize(width: 0, height: 48))
        #expect(throws: LayerError.invalidSize) {
            try layer.enqueue(empty, now: start, discard: never)
        }
    }

    @Test func rotationShapeAndColourMayChangeAtAnyTime() throws {
        var layer = SampleBufferDisplayLayer.test()
        try layer.enqueue(.test(0), now: start, discard: never)
        var turned = SampleBuffer.test(1)
        turned.format.rotation = .clockwise90
        turned.format.sampleAspectRatio = SampleAspectRatio(numerator: 4, denominator: 3)
        turned.format.colorimetry = Colorimetry(matrix: .bt2020, range: .full)
        try layer.enqueue(turned, now: start, discard: never)
        #expect(layer.status == .rendering)
    }

    @Test func placeholdersNeitherSetUpNorFailALayer() throws {
        var layer = SampleBufferDisplayLayer.test()
        let placeholder = SampleBuffer.test(
            0,
            attachments: [.placeholder, .displayImmediately],
            pixelFormat: .bgra,
            size: PixelSize(width: 640, height: 360)
        )
        try layer.enqueue(placeholder, now: start, discard: never)
        #expect(layer.dequeue(dueAt: scanout(0), discard: never) == placeholder)
        try layer.enqueue(.test(1), now: start, discard: never)
        #expect(layer.dequeue(dueAt: scanout(1), discard: never)?.number == 1)
    }

    @Test func aFullQueueMakesTheOldestGiveWay() throws {
        var layer = SampleBufferDisplayLayer.test(capacity: 2)
        var discards = Discards()
        for number in 0..<3 {
            #expect(layer.isReadyForMoreMediaData == (number < 2))
            try layer.enqueue(.test(number), now: start) { discards.add($0, $1) }
        }
        #expect(discards.numbers == [0])
        #expect(discards.reasons == [.overflow])
        #expect(layer.queuedCount == 2)
    }

    @Test(arguments: [(-3, 1), (0, 1), (1, 1), (8, 8), (99, 8)])
    func capacityIsOneToEight(asked: Int, given: Int) throws {
        var layer = SampleBufferDisplayLayer.test(capacity: asked)
        for number in 0..<given {
            #expect(layer.isReadyForMoreMediaData)
            try layer.enqueue(.test(number), now: start, discard: never)
        }
        #expect(!layer.isReadyForMoreMediaData)
    }

    @Test func displayImmediatelySupersedesTheQueueAndIsDueAtOnce() throws {
        var layer = SampleBufferDisplayLayer.test()
        var discards = Discards()
        for number in 0..<3 { try layer.enqueue(.test(number), now: start, discard: never) }
        _ = layer.dequeue(dueAt: scanout(0), discard: never)
        let urgent = SampleBuffer.test(
            9,
            pts: .milliseconds(99_000),
            attachments: .displayImmediately
        )
        try layer.enqueue(urgent, now: start) { discards.add($0, $1) }
        #expect(discards.numbers == [1, 2])
        #expect(discards.reasons == [.superseded, .superseded])
        #expect(layer.dequeue(dueAt: scanout(1), discard: never)?.number == 9)
        // What follows keeps its distance to it.
        let next = SampleBuffer.test(10, pts: .milliseconds(99_100))
        try layer.enqueue(next, now: start, discard: never)
        #expect(layer.dequeue(dueAt: scanout(2), discard: never) == nil)
        #expect(layer.dequeue(dueAt: scanout(3), discard: never) == nil)
        #expect(layer.dequeue(dueAt: scanout(4), discard: never)?.number == 10)
    }

    @Test func doNotDisplayTakesItsTimeAndIsNotShown() throws {
        var layer = SampleBufferDisplayLayer.test()
        var discards = Discards()
        try layer.enqueue(.test(0), now: start, discard: never)
        try layer.enqueue(.test(1, attachments: .doNotDisplay), now: start, discard: never)
        try layer.enqueue(.test(2), now: start, discard: never)
        #expect(layer.dequeue(dueAt: scanout(0), discard: never)?.number == 0)
        #expect(layer.dequeue(dueAt: scanout(1)) { discards.add($0, $1) } == nil)
        #expect(discards.numbers == [1])
        #expect(discards.reasons == [.superseded])
        #expect(layer.dequeue(dueAt: scanout(2), discard: never)?.number == 2)
    }

    @Test func flushKeepsThePictureAndEndsAFailure() throws {
        var layer = SampleBufferDisplayLayer.test()
        var discards = Discards()
        for number in 0..<3 { try layer.enqueue(.test(number), now: start, discard: never) }
        _ = layer.dequeue(dueAt: scanout(0), discard: never)
        layer.fail(.contextLost)
        #expect(layer.dequeue(dueAt: scanout(1), discard: never) == nil)
        layer.flush { discards.add($0, $1) }
        #expect(discards.numbers == [1, 2])
        #expect(discards.reasons == [.flush, .flush])
        #expect(layer.displayedSample?.number == 0)
        #expect(layer.status == .rendering)
    }

    @Test func flushAndRemoveImageHandsThePictureBack() throws {
        var layer = SampleBufferDisplayLayer.test()
        try layer.enqueue(.test(0), now: start, discard: never)
        _ = layer.dequeue(dueAt: scanout(0), discard: never)
        #expect(layer.flushAndRemoveImage(discard: never)?.number == 0)
        #expect(layer.displayedSample == nil)
        #expect(layer.status == .unknown)
        #expect(layer.flushAndRemoveImage(discard: never) == nil)
    }

    @Test func afterAFlushAFileGoesOnAtTheNextScanout() throws {
        var layer = SampleBufferDisplayLayer.test()
        try layer.enqueue(.test(0), now: start, discard: never)
        _ = layer.dequeue(dueAt: scanout(0), discard: never)
        layer.flush(discard: never)
        try layer.enqueue(.test(90), now: start, discard: never)
        #expect(layer.dequeue(dueAt: scanout(1), discard: never)?.number == 90)
    }

    @Test func aPausedLayerHoldsItsPictureAndGoesOnWhereItWas() throws {
        var layer = SampleBufferDisplayLayer.test()
        for number in 0..<3 { try layer.enqueue(.test(number), now: start, discard: never) }
        _ = layer.dequeue(dueAt: scanout(0), discard: never)
        layer.pause(at: scanout(1))
        layer.pause(at: scanout(2))
        #expect(layer.pausedAt == scanout(1))
        for index in 1..<20 as Range<Int64> {
            #expect(layer.dequeue(dueAt: scanout(index), discard: never) == nil)
        }
        layer.resume(at: scanout(20))
        layer.resume(at: scanout(99))
        #expect(layer.pausedAt == nil)
        #expect(layer.dequeue(dueAt: scanout(20), discard: never)?.number == 1)
        #expect(layer.dequeue(dueAt: scanout(21), discard: never)?.number == 2)
    }

    /// It has the pause behind it that was before it.
    @Test func aPictureShownAtOnceWhilePausedStaysForItsTimeAfterwards() throws {
        var layer = SampleBufferDisplayLayer.test()
        try layer.enqueue(.test(0), now: start, discard: never)
        _ = layer.dequeue(dueAt: scanout(0), discard: never)
        layer.pause(at: scanout(1))
        let attachments: SampleBuffer.Attachments = [.displayImmediately, .discontinuity]
        let sought = SampleBuffer.test(1, pts: .milliseconds(9000), attachments: attachments)
        try layer.enqueue(sought, now: scanout(5), discard: never)
        let next = SampleBuffer.test(2, pts: .milliseconds(9100))
        try layer.enqueue(next, now: scanout(5), discard: never)
        #expect(layer.dequeue(dueAt: scanout(6), discard: never) == sought)
        #expect(layer.dequeue(dueAt: scanout(20), discard: never) == nil)
        layer.resume(at: scanout(50))
        #expect(layer.dequeue(dueAt: scanout(52), discard: never) == nil)
        #expect(layer.dequeue(dueAt: scanout(53), discard: never) == next)
    }

    @Test func aPauseWaitsForTheFirstPictureBehindAPlaceholder() throws {
        var layer = SampleBufferDisplayLayer.test()
        layer.pause(at: scanout(0))
        try layer.enqueue(
            .test(0, attachments: [.placeholder, .displayImmediately]),
            now: start,
            discard: never
        )
        #expect(layer.dequeue(dueAt: scanout(0), discard: never)?.number == 0)
        for number in 1..<3 { try layer.enqueue(.test(number), now: start, discard: never) }
        #expect(layer.dequeue(dueAt: scanout(1), discard: never)?.number == 1)
        #expect(layer.dequeue(dueAt: scanout(9), discard: never) == nil)
    }

    @Test func askingTwiceIsAskingOnce() {
        var layer = SampleBufferDisplayLayer.test()
        layer.requestMediaData()
        layer.requestMediaData()
        #expect(layer.isRequestingMediaData)
        layer.stopRequestingMediaData()
        #expect(!layer.isRequestingMediaData)
    }
}

/// When the head of the queue is due, and by whose clock.
@Suite struct LayerTimingTests {
    private let never: (SampleBuffer, DropReason) -> Void = { sample, reason in
        Issue.record("\(sample.number) discarded for \(reason)")
    }

    /// Once it is due at one scanout, and before that at none.
    @Test(arguments: Pacing.allCases)
    func aSampleIsDueFromOneMomentOn(pacing: Pacing) throws {
        var layer = SampleBufferDisplayLayer.test(pacing, refresh: .named("60"))
        let start = MonotonicTime.milliseconds(1000)
        try layer.enqueue(.test(0), now: start, discard: never)
        #expect(layer.dequeue(dueAt: start, discard: never)?.number == 0)
        try layer.enqueue(.test(1), now: start + .milliseconds(34), discard: never)
        let due = (0..<100).filter { millisecond in
            var probe = layer
            let time = start + .milliseconds(Int64(millisecond))
            return probe.dequeue(dueAt: time, discard: never)?.number == 1
        }
        let first = try #require(due.first)
        #expect(first > 0)
        #expect(due == Array(first..<100))
    }

    @Test(arguments: Pacing.allCases)
    func theFirstSampleIsDueAtAScanoutJustBeforeTheWakeUp(pacing: Pacing) throws {
        var layer = SampleBufferDisplayLayer.test(pacing)
        let now = MonotonicTime.milliseconds(1000)
        try layer.enqueue(
            .test(0, decoded: now - .milliseconds(3)),
            now: now,
            discard: never
        )
        #expect(layer.dequeue(dueAt: now - .milliseconds(1), discard: never)?.number == 0)
    }

    @Test func aLayerThatWasNotLookedAtDoesNotTakeItForJitter() throws {
        var layer = SampleBufferDisplayLayer.test(.live, capacity: 8)
        let now = MonotonicTime.milliseconds(1250)
        for number in 0..<8 { try layer.enqueue(.test(number), now: now, discard: never) }
        let shown = layer.dequeue(dueAt: now) { _, _ in }
        #expect(shown?.number == 7)
        // The next one is held back for nothing.
        let later = now + .milliseconds(34)
        try layer.enqueue(.test(8), now: later, discard: never)
        #expect(layer.dequeue(dueAt: later, discard: never)?.number == 8)
    }

    @Test func aRefreshThatTakesNoTimeTraps() async {
        await #expect(processExitsWith: .failure) {
            _ = SampleBufferDisplayLayer(
                configuration: .init(pacing: .file, refreshInterval: .zero)
            )
        }
    }

    @Test func aFailedLayerHasNothingDue() throws {
        var layer = SampleBufferDisplayLayer.test()
        try layer.enqueue(.test(0), now: .milliseconds(0), discard: never)
        layer.fail(.renderingFailed)
        #expect(layer.dequeue(dueAt: .milliseconds(5000), discard: never) == nil)
    }

    @Test(arguments: Pacing.allCases)
    func aPausedTimebaseShowsNothing(pacing: Pacing) throws {
        var layer = SampleBufferDisplayLayer.test(pacing)
        layer.controlTimebase = Timebase(at: .milliseconds(0), rate: 0)
        try layer.enqueue(.test(0), now: .milliseconds(0), discard: never)
        #expect(layer.dequeue(dueAt: .milliseconds(5000), discard: never) == nil)
    }

    @Test(arguments: Pacing.allCases)
    func aTimebaseDecidesAndTheNewestDueSampleIsShown(pacing: Pacing) throws {
        var layer = SampleBufferDisplayLayer.test(pacing, capacity: 8)
        // Twice as fast, starting at one second.
        layer.controlTimebase = Timebase(at: .milliseconds(1000), rate: 2)
        for number in 0..<8 {
            try layer.enqueue(.test(number), now: .milliseconds(0), discard: never)
        }
        var discards = Discards()
        var shown: [UInt64] = []
        for index in 0..<4 as Range<Int64> {
            let scanout = MonotonicTime.milliseconds(1000) + Hertz.thirty.interval * index
            if let sample = layer.dequeue(dueAt: scanout, discard: { discards.add($0, $1) }) {
                shown.append(sample.number)
            }
        }
        #expect(shown == [0, 2, 4, 6])
        #expect(discards.numbers == [1, 3, 5])
        #expect(discards.reasons.allSatisfy { $0 == .superseded })
    }

    @Test func aLiveBacklogIsLateAndTheNewestIsShown() throws {
        var layer = SampleBufferDisplayLayer.test(.live, capacity: 8)
        var discards = Discards()
        try layer.enqueue(.test(0), now: .milliseconds(1000), discard: never)
        _ = layer.dequeue(dueAt: .milliseconds(1000), discard: never)
        let now = MonotonicTime.milliseconds(4000)
        for number in 30..<38 {
            try layer.enqueue(.test(number, decoded: now), now: now, discard: never)
        }
        let shown = layer.dequeue(dueAt: now) { discards.add($0, $1) }
        #expect(shown?.number == 37)
        #expect(discards.numbers == Array(30..<37))
        #expect(discards.reasons.allSatisfy { $0 == .late })
    }

    @Test func aLiveReconnectionIsShownAtOnce() throws {
        var layer = SampleBufferDisplayLayer.test(.live)
        try layer.enqueue(.test(0), now: .milliseconds(1000), discard: never)
        _ = layer.dequeue(dueAt: .milliseconds(1000), discard: never)
        let now = MonotonicTime.milliseconds(60_000)
        let first = SampleBuffer.test(
            1,
            pts: .milliseconds(-500),
            decoded: now,
            attachments: .discontinuity
        )
        try layer.enqueue(first, now: now, discard: never)
        #expect(layer.dequeue(dueAt: now, discard: never)?.number == 1)
    }
}
