import Media
import Presentation
import TestSupport

/// A source, a rate limit, a display layer and a display, in virtual time.
///
///     pictures ─► ring (live: evicts) ─► RateLimiter ─► layer ─► scanouts
///                        drained at each tick, `lead` before its scanout
struct VirtualDisplay {
    var pacing: Pacing
    var refresh: Hertz
    var cap: Hertz? = .thirty
    /// From the wake-up to the scanout it decides about.
    var lead = Nanoseconds.zero
    /// The largest error of a scanout's time stamp.
    var stampError = Nanoseconds.zero
    /// How much faster than the host's clock the display's runs, in parts per million.
    var driftPPM = 0.0
    /// Whether the tick of this number is slept through.
    var misses: (Int) -> Bool = { _ in false }
    /// Ticks that the layer is paused at, resumed at the end of each; ascending.
    var pauses: [Range<Int>] = []
    /// Whether the file's decoder has nothing at this time.
    var starves: (MonotonicTime) -> Bool = { _ in false }
    var capacity = 4
    var ringCapacity = 8
    var seed: UInt64 = 42

    struct Shown {
        var number: Int
        var scanout: MonotonicTime
        var tick: Int
        /// From the decoder to the scanout.
        var age: Nanoseconds
    }

    struct Outcome {
        var shown: [Shown] = []
        var discarded: [(number: Int, reason: DropReason)] = []
        var admitted = 0
        var queued = 0
        /// By how much a file's time gave way.
        var slipped = Nanoseconds.zero

        var numbers: [Int] { shown.map(\.number) }

        func discardCount(_ reason: DropReason) -> Int {
            discarded.count { $0.reason == reason }
        }

        /// For how many refresh intervals each picture stayed.
        var repeats: [Int] {
            zip(shown, shown.dropFirst()).map { $1.tick - $0.tick }
        }

        /// The value below which `share` of the ages lie.
        func age(_ share: Double, after start: MonotonicTime = MonotonicTime(nanoseconds: 0))
            -> Nanoseconds
        {
            let ages = shown.filter { $0.scanout >= start }.map(\.age).sorted()
            guard !ages.isEmpty else { return .zero }
            return ages[min(ages.count - 1, Int(Double(ages.count) * share))]
        }
    }

    static func format() -> FormatDescription {
        FormatDescription(pixelFormat: .i420, size: PixelSize(width: 64, height: 48))
    }

    /// Runs until all pictures have arrived and the queue is empty.
    func show(_ pictures: [Arrival], durations: Nanoseconds = .zero) -> Outcome {
        var run = Run(display: self, pictures: pictures, duration: durations)
        var tick = 0
        while !run.isFinished(at: tick) {
            if !misses(tick) { run.step(tick) }
            tick += 1
        }
        run.outcome.queued = run.layer.queuedCount
        run.outcome.slipped = run.layer.slipped
        return run.outcome
    }

    private struct Run {
        let display: VirtualDisplay
        let pictures: [Arrival]
        let duration: Nanoseconds
        var layer: SampleBufferDisplayLayer
        var limiter: RateLimiter
        var outcome = Outcome()
        private var next = 0
        private var random: SeededGenerator
        private let interval: Double

        init(display: VirtualDisplay, pictures: [Arrival], duration: Nanoseconds) {
            self.display = display
            self.pictures = pictures
            self.duration = duration
            layer = SampleBufferDisplayLayer(
                configuration: .init(
                    pacing: display.pacing,
                    capacity: display.capacity,
                    refreshInterval: display.refresh.interval
                )
            )
            limiter = RateLimiter(maximumRate: display.cap)
            random = SeededGenerator(seed: display.seed)
            interval = 1 / display.refresh.value / (1 + display.driftPPM * 1e-6)
        }

        func isFinished(at tick: Int) -> Bool {
            guard next == pictures.count else { return false }
            return layer.queuedCount == 0 || Double(tick) * interval > 3600 * 4
        }

        mutating func step(_ tick: Int) {
            let ideal = MonotonicTime.milliseconds(1000) + .seconds(Double(tick) * interval)
            let error = Nanoseconds.seconds(
                (random.fraction() * 2 - 1) * display.stampError.seconds
            )
            let now = ideal - display.lead
            switch display.pacing {
            case .file: fillFromFile(now: now)
            case .live: drainRing(now: now)
            }
            pauseAndResume(tick, at: ideal + error)
            let shown = layer.dequeue(dueAt: ideal + error) { sample, reason in
                outcome.discarded.append((Int(sample.number), reason))
            }
            guard let shown else { return }
            outcome.shown.append(
                Shown(
                    number: Int(shown.number),
                    scanout: ideal,
                    tick: tick,
                    age: ideal - shown.decoded
                )
            )
        }

        private mutating func pauseAndResume(_ tick: Int, at scanout: MonotonicTime) {
            if display.pauses.contains(where: { $0.upperBound == tick }) {
                layer.resume(at: scanout)
            }
            if display.pauses.contains(where: { $0.lowerBound == tick }) {
                layer.pause(at: scanout)
            }
        }

        private mutating func fillFromFile(now: MonotonicTime) {
            guard !display.starves(now) else { return }
            while next < pictures.count, layer.isReadyForMoreMediaData {
                enqueue(pictures[next], decoded: now, now: now)
                next += 1
            }
        }

        private mutating func drainRing(now: MonotonicTime) {
            let first = next
            while next < pictures.count, pictures[next].arrived <= now { next += 1 }
            let kept = max(first, next - display.ringCapacity)
            for picture in pictures[first..<kept] {
                outcome.discarded.append((picture.number, .overflow))
            }
            for picture in pictures[kept..<next] {
                enqueue(picture, decoded: picture.arrived, now: now)
            }
        }

        private mutating func enqueue(
            _ picture: Arrival,
            decoded: MonotonicTime,
            now: MonotonicTime
        ) {
            guard limiter.admits(picture.pts, arrival: decoded) else {
                outcome.discarded.append((picture.number, .rate))
                return
            }
            outcome.admitted += 1
            let sample = SampleBuffer(
                picture: PictureID(rawValue: UInt16(picture.number % 64)),
                format: VirtualDisplay.format(),
                number: UInt64(picture.number),
                pts: picture.pts,
                duration: duration,
                decoded: decoded
            )
            do {
                try layer.enqueue(sample, now: now) { sample, reason in
                    outcome.discarded.append((Int(sample.number), reason))
                }
            } catch {
                preconditionFailure("Every sample has the same format")
            }
        }
    }
}
