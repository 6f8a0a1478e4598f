import Media
import Presentation
import TestSupport
import Testing

/// Random commands against a model that knows the rules and no timing: a queue
/// in order, a displayed picture, a status.
@Suite struct LayerModelTests {
    @Test(arguments: Pacing.allCases)
    func everySampleIsAccountedForInOrder(pacing: Pacing) {
        for seed in 0..<1250 as Range<UInt64> {
            var run = ModelRun(pacing: pacing, seed: seed)
            for _ in 0..<60 { run.step() }
            if let complaint = run.complaint {
                Issue.record("seed \(seed): \(complaint)")
                return
            }
        }
    }

    /// The model must be able to fail: a layer that forgets a sample is noticed.
    @Test func aForgottenSampleIsNoticed() {
        var run = ModelRun(pacing: .file, seed: 1)
        for _ in 0..<60 { run.step() }
        run.forgetOneQueuedSample()
        for _ in 0..<60 { run.step() }
        #expect(run.complaint != nil)
    }
}

private struct ModelRun {
    private var layer: SampleBufferDisplayLayer
    private var random: SeededGenerator
    private var now = MonotonicTime.milliseconds(1000)
    private var pts = MediaTime.zero
    private var number = 0

    // The model.
    private var queue: [SampleBuffer] = []
    private var displayed: SampleBuffer?
    private var error: LayerError?
    private var setup: FormatDescription?
    private var isPaused = false
    private let capacity: Int
    /// The first rule found broken.
    private(set) var complaint: String?

    init(pacing: Pacing, seed: UInt64) {
        random = SeededGenerator(seed: seed &* 7919 &+ 13)
        capacity = 1 + Int(random.next() % 8)
        layer = .test(
            pacing,
            capacity: capacity,
            refresh: .named(["30", "60", "75"][Int(seed % 3)])
        )
    }

    mutating func step() {
        switch random.next() % 22 {
        case 0...7: enqueue()
        case 8...15: dequeue()
        case 16: flush()
        case 17: fail()
        case 18: rebuild()
        case 19: changeTimebase()
        default: pauseOrResume()
        }
        compare()
    }

    mutating func forgetOneQueuedSample() {
        queue.append(.test(1_000_000))
    }

    private mutating func compare() {
        expect(layer.queuedCount == queue.count, "another number is queued")
        expect(layer.displayedSample == displayed, "another picture is displayed")
        expect(layer.error == error, "another error")
        expect((layer.pausedAt != nil) == isPaused, "paused or not")
        let status: LayerStatus =
            error != nil ? .failed : displayed == nil && queue.isEmpty ? .unknown : .rendering
        // A sample that was discarded leaves a layer rendering.
        expect(
            layer.status == status || (layer.status == .rendering && status == .unknown),
            "another status"
        )
        expect(
            layer.isReadyForMoreMediaData == (error == nil && queue.count < capacity),
            "readiness"
        )
    }

    private mutating func expect(_ rule: Bool, _ text: StaticString) {
        if !rule, complaint == nil { complaint = "\(text), at sample \(number)" }
    }

    private mutating func nextSample() -> SampleBuffer {
        pts =
            switch random.next() % 12 {
            case 0: MediaTime(nanoseconds: Int64(random.next() % 100_000_000_000))
            case 1: pts
            default: pts + .milliseconds(Int64(random.next() % 60))
            }
        number += 1
        var attachments = SampleBuffer.Attachments()
        if random.next() % 16 == 0 { attachments.insert(.displayImmediately) }
        if random.next() % 16 == 0 { attachments.insert(.doNotDisplay) }
        if random.next() % 16 == 0 { attachments.insert(.discontinuity) }
        if random.next() % 16 == 0 { attachments.insert(.placeholder) }
        return .test(
            number,
            pts: pts,
            decoded: now - .milliseconds(Int64(random.next() % 20)),
            attachments: attachments,
            pixelFormat: random.next() % 24 == 0 ? .nv12 : .i420,
            size: PixelSize(width: random.next() % 24 == 0 ? 32 : 64, height: 48)
        )
    }

    private mutating func enqueue() {
        let sample = nextSample()
        let mismatch = self.mismatch(of: sample)
        var discards = Discards()
        do {
            try layer.enqueue(sample, now: now) { discards.add($0, $1) }
            expect(error == nil && mismatch == nil, "accepted what does not fit")
            leave(
                discards,
                asking: { sample, reason in
                    sample.attachments.contains(.displayImmediately)
                        ? reason == .superseded : reason == .overflow
                },
                sample
            )
            queue.append(sample)
            if !sample.attachments.contains(.placeholder) { setup = setup ?? sample.format }
        } catch let thrown {
            expect(thrown == error ?? mismatch, "threw another error")
            expect(discards.numbers.isEmpty, "discarded and threw")
            error = thrown
        }
    }

    private func mismatch(of sample: SampleBuffer) -> LayerError? {
        guard let setup, !sample.attachments.contains(.placeholder) else { return nil }
        if setup.pixelFormat != sample.format.pixelFormat { return .invalidPixelFormat }
        return setup.size != sample.format.size ? .invalidSize : nil
    }

    private mutating func dequeue() {
        now = now + .milliseconds(Int64(random.next() % 100))
        var discards = Discards()
        let shown = layer.dequeue(dueAt: now) { discards.add($0, $1) }
        expect(error == nil || (shown == nil && discards.numbers.isEmpty), "failed, yet moving")
        leave(discards, asking: { _, reason in reason == .superseded || reason == .late }, nil)
        guard let shown else { return }
        expect(queue.first == shown, "shown out of order")
        expect(!shown.attachments.contains(.doNotDisplay), "shown what is not to be shown")
        if isHolding {
            expect(shown.attachments.contains(.displayImmediately), "shown while paused")
        }
        if !queue.isEmpty { queue.removeFirst() }
        displayed = shown
    }

    /// Samples leave the queue from its front, for a reason that the command has.
    private mutating func leave(
        _ discards: Discards,
        asking allows: (SampleBuffer, DropReason) -> Bool,
        _ cause: SampleBuffer?
    ) {
        for (number, reason) in zip(discards.numbers, discards.reasons) {
            guard let head = queue.first, Int(head.number) == number else {
                expect(false, "discarded out of order")
                continue
            }
            expect(
                allows(cause ?? head, reason),
                "discarded for a reason that the command does not have"
            )
            queue.removeFirst()
        }
    }

    private mutating func flush() {
        var discards = Discards()
        if random.next() % 2 == 0 {
            layer.flush { discards.add($0, $1) }
        } else {
            let removed = layer.flushAndRemoveImage { discards.add($0, $1) }
            expect(removed == displayed, "another picture handed back")
            displayed = nil
        }
        leave(discards, asking: { _, reason in reason == .flush }, nil)
        expect(queue.isEmpty, "a flush left something")
        error = nil
    }

    private mutating func fail() {
        let failure: LayerError = random.next() % 2 == 0 ? .renderingFailed : .contextLost
        layer.fail(failure)
        error = failure
    }

    private mutating func rebuild() {
        switch random.next() % 3 {
        case 0:
            layer.rebuild(format: nil)
            setup = nil
            error = nil
        case 1:
            let format = SampleBuffer.test(0, pixelFormat: .nv12).format
            layer.rebuild(format: format)
            setup = format
            error = nil
        default:
            let size = PixelSize(width: 32, height: 48)
            layer.updateSize(size)
            setup?.size = size
            if error == .invalidSize { error = nil }
        }
    }

    /// Paused, with a picture of the stream to hold.
    private var isHolding: Bool {
        guard isPaused, let displayed else { return false }
        return !displayed.attachments.contains(.placeholder)
    }

    /// Commands that come twice change nothing the second time.
    private mutating func pauseOrResume() {
        isPaused = random.next() % 2 == 0
        if isPaused { layer.pause(at: now) } else { layer.resume(at: now) }
    }

    private mutating func changeTimebase() {
        let isPaused = random.next() % 2 == 0
        layer.controlTimebase =
            random.next() % 2 == 0
            ? nil : Timebase(media: pts, at: now, rate: isPaused ? 0 : 1)
    }
}
