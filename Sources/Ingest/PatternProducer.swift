internal import FrameTransport
internal import Media
internal import Platform

/// Draws the test pattern as fast as room is made for it; the display layer paces it.
///
/// Thread: bound to the ingest thread.
struct PatternProducer {
    let shared: IngestShared
    let publisher: PicturePublisher
    let pattern: TestPattern
    let storage: PatternStorage

    func run() {
        shared.board.setMedia(MediaDescription(codec: nil, frameRate: pattern.rate, duration: nil))
        publisher.expectPictures(every: pattern.rate.interval)
        var isFirst = true
        // The first picture is drawn for nobody as well: it tells the format.
        while isFirst ? !shared.controls.isStopped : waitUntilWanted() {
            var sample = sample(publisher.countReceived())
            if publisher.leavesOut(sample) { continue }
            guard publisher.place(&sample) else { return }
            publish(sample)
            if isFirst {
                shared.board.setFormat(pattern.format)
                shared.enter(.playing, event: .ready(pattern.format))
                isFirst = false
            }
        }
    }

    private func sample(_ number: UInt64) -> SampleBuffer {
        let pts = pattern.pts(of: number)
        return SampleBuffer(
            picture: .none,
            format: pattern.format,
            number: number,
            pts: pts,
            duration: pattern.pts(of: number + 1) - pts,
            attachments: number == 0 ? .discontinuity : [],
            decoded: MonotonicClock.now()
        )
    }

    private func publish(_ sample: SampleBuffer) {
        var sample = sample
        let canvas = storage.canvas(slot: Int(sample.picture.rawValue))
        pattern.draw(sample.number, on: canvas)
        if shared.configuration.digests {
            sample.digest = PictureDigest(packing: canvas.components, format: pattern.format)
        }
        sample.decoded = MonotonicClock.now()
        publisher.publish(sample, components: canvas.components, bytes: storage.bytes)
    }

    /// Sleeps while nobody wants pictures; false when stopped.
    private func waitUntilWanted() -> Bool {
        while !shared.controls.isStopped {
            if shared.controls.mode != .idle { return true }
            publisher.rest(until: nil)
        }
        return false
    }
}
