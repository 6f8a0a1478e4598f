import Media
import Testing

@testable import Presentation

/// When the last picture of a stream has been shown for its time.
@Suite struct StreamEndTests {
    /// The oracle is one picture more: its scanout is the one before which the end comes not.
    @Test(
        arguments: [(1, 1), (12, 1), (24_000, 1001), (25, 1), (30_000, 1001), (30, 1), (50, 1)],
        [(30, 1), (50, 1), (60_000, 1001), (60, 1), (144, 1)]
    )
    func theEndIsWhereOnePictureMoreWouldBeDue(
        rate: (Int64, Int64),
        refresh: (Int64, Int64)
    ) throws {
        let interval = Nanoseconds(1_000_000_000 * rate.1 / rate.0)
        let refreshInterval = Nanoseconds(1_000_000_000 * refresh.1 / refresh.0)
        var shorter = Run(pictures: 20, interval: interval, refreshInterval: refreshInterval)
        var longer = Run(pictures: 21, interval: interval, refreshInterval: refreshInterval)
        let end = try #require(shorter.firstScanout { $0.isOver(at: $1) })
        let next = try #require(
            longer.firstScanout { layer, _ in
                layer.displayedSample?.number == 20
            }
        )
        #expect(end == next)
    }

    /// Of different lengths, as in a recording of a screen: the last one's counts.
    @Test func theLastPicturesOwnDurationCounts() throws {
        let layer = Run(pictures: 3, interval: .milliseconds(40), last: .milliseconds(1000))
        var run = layer
        let last = try #require(run.firstScanout { layer, _ in layer.displayedSample?.number == 2 })
        run = layer
        let end = try #require(run.firstScanout { $0.isOver(at: $1) })
        #expect(end - last == 30)
    }

    @Test func aLayerThatShowedNothingOrFailedIsOver() throws {
        var layer = SampleBufferDisplayLayer(
            configuration: .init(pacing: .file, refreshInterval: .milliseconds(33))
        )
        #expect(layer.isOver(at: .milliseconds(1000)))
        try layer.enqueue(Run.sample(0, every: .milliseconds(40)), now: .milliseconds(1000)) {
            _,
            _ in
        }
        #expect(!layer.isOver(at: .milliseconds(1000)))
        layer.fail(.renderingFailed)
        #expect(layer.isOver(at: .milliseconds(1000)))
    }
}

/// A layer that is given pictures as it wants them, scanout by scanout.
private struct Run {
    private var layer: SampleBufferDisplayLayer
    private var waiting: [SampleBuffer]

    init(
        pictures: Int,
        interval: Nanoseconds,
        refreshInterval: Nanoseconds = Nanoseconds(1_000_000_000 / 30),
        last: Nanoseconds? = nil
    ) {
        layer = SampleBufferDisplayLayer(
            configuration: .init(pacing: .file, refreshInterval: refreshInterval)
        )
        waiting = (0..<pictures).map { Self.sample($0, every: interval) }
        if let last { waiting[pictures - 1].duration = last }
    }

    static func sample(_ number: Int, every interval: Nanoseconds) -> SampleBuffer {
        SampleBuffer(
            picture: .none,
            format: FormatDescription(
                pixelFormat: .i420,
                size: PixelSize(width: 64, height: 36)
            ),
            number: UInt64(number),
            pts: .zero + interval * Int64(number),
            duration: interval,
            decoded: .milliseconds(1000)
        )
    }

    /// Shows what is due, and counts the scanouts until it is so.
    mutating func firstScanout(
        where isSo: (SampleBufferDisplayLayer, MonotonicTime) -> Bool
    ) -> Int? {
        var now = MonotonicTime.milliseconds(1000)
        for scanout in 0..<5000 {
            while layer.isShortOfMediaData, !waiting.isEmpty {
                let sample = waiting.removeFirst()
                try? layer.enqueue(sample, now: now) { _, _ in }
            }
            now += layer.refreshInterval
            _ = layer.dequeue(dueAt: now) { _, _ in }
            if waiting.isEmpty || layer.displayedSample != nil, isSo(layer, now) { return scanout }
        }
        return nil
    }
}
