import Media
import Presentation
import Testing

/// Live streams: the present, evenly.
@Suite struct LivePacingTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var rate: String
        var refresh: String
        var leads = false
        var testDescription: String {
            "\(rate) fps at \(refresh) Hz\(leads ? ", decided an interval ahead" : "")"
        }

        static let all = ["12.5", "25", "29.97", "30"].flatMap { rate in
            ["30", "60", "75"].flatMap { refresh in
                [false, true].map { Self(rate: rate, refresh: refresh, leads: $0) }
            }
        }

        var display: VirtualDisplay {
            var display = VirtualDisplay(pacing: .live, refresh: .named(refresh))
            if leads { display.lead = Hertz.named(refresh).interval }
            display.stampError = Nanoseconds(20_000)
            return display
        }
    }

    /// Minutes with arrivals of σ = 5 ms (ten of them at 30 fps): the source's rate on the screen,
    /// nothing to speak of lost, nothing older than two frames.
    @Test(arguments: Case.all)
    func jitterIsNotSeen(row: Case) {
        let source = VirtualSource(rate: .named(row.rate), jitter: .milliseconds(5), seed: 77)
        let seconds = row.rate == "30" ? 600.0 : 120
        let pictures = source.pictures(seconds: seconds)
        let outcome = row.display.show(pictures)
        let fps = Double(outcome.shown.count) / seconds
        #expect(abs(fps - source.rate.value) <= 0.1)
        #expect(outcome.discarded.count <= 1)
        #expect(outcome.numbers == outcome.numbers.sorted())
        let frame = max(source.rate.interval, row.display.refresh.interval)
        #expect(outcome.age(0.5) - row.display.lead <= frame * 2)
        #expect(outcome.age(0.99) - row.display.lead <= frame * 5 / 2)
        // Where the refresh is a multiple of the rate, every picture stays equally long.
        let ratio = row.display.refresh.value / source.rate.value
        let uneven = outcome.repeats.count { abs(Double($0) - ratio) >= 1 }
        #expect(Double(uneven) <= 0.006 * Double(outcome.repeats.count))
    }

    @Test(arguments: ["30", "60"])
    func aCalmStreamIsShownAtOnce(refresh: String) {
        let pictures = VirtualSource(rate: .thirty).pictures(seconds: 60)
        let outcome = VirtualDisplay(pacing: .live, refresh: .named(refresh)).show(pictures)
        #expect(outcome.numbers == Array(0..<pictures.count))
        #expect(outcome.age(1) <= Hertz.thirty.interval)
    }

    @Test(arguments: ["50", "59.94", "60"], ["30", "60"])
    func aFastStreamIsShownAtTheCap(rate: String, refresh: String) {
        let source = VirtualSource(rate: .named(rate), jitter: .milliseconds(5), seed: 4)
        let outcome = VirtualDisplay(pacing: .live, refresh: .named(refresh))
            .show(source.pictures(seconds: 200))
        let lost = outcome.discarded.count { $0.reason != .rate }
        #expect(abs(Double(outcome.shown.count) / 200 - 30) <= 0.1)
        #expect(lost <= 1)
        #expect(outcome.age(0.5) <= Hertz.thirty.interval * 2)
    }

    /// With the cap lifted, the newest due picture is shown, evenly.
    @Test(arguments: [("60", "30"), ("120", "60"), ("50", "30")])
    func withoutACapTheNewestDuePictureIsShown(rate: String, refresh: String) {
        var display = VirtualDisplay(pacing: .live, refresh: .named(refresh))
        display.cap = nil
        display.capacity = 8
        let source = VirtualSource(rate: .named(rate), jitter: .milliseconds(2), seed: 3)
        let outcome = display.show(source.pictures(seconds: 120))
        let refreshRate = Hertz.named(refresh).value
        #expect(Double(outcome.shown.count) / 120 > refreshRate * 0.99)
        let step = Int((source.rate.value / refreshRate).rounded())
        let uneven = zip(outcome.numbers, outcome.numbers.dropFirst()).count { $1 - $0 != step }
        #expect(rate == "50" || Double(uneven) <= 0.01 * Double(outcome.shown.count))
        #expect(outcome.age(0.9) <= Hertz.named(refresh).interval * 2)
    }

    /// At 30 Hz a missed scanout costs the picture it was for; at 60 Hz none.
    @Test(arguments: [("30", 93), ("60", 0)])
    func missedScanoutsLeaveNoLatencyBehind(refresh: String, lost: Int) {
        var display = VirtualDisplay(pacing: .live, refresh: .named(refresh))
        display.misses = { $0 % 97 == 50 }
        let source = VirtualSource(rate: .thirty, jitter: .milliseconds(3), seed: 5)
        let outcome = display.show(source.pictures(seconds: 300))
        #expect(outcome.discarded.count <= lost)
        #expect(outcome.age(0.99) <= Hertz.thirty.interval * 2)
    }

    /// Jitter beyond what two frames of delay can hide: never stale, most shown.
    @Test(arguments: [8, 15, 40] as [Int64], ["30", "60"])
    func strongJitterCostsPicturesAndNotLatency(milliseconds: Int64, refresh: String) {
        let source = VirtualSource(rate: .thirty, jitter: .milliseconds(milliseconds), seed: 31)
        let outcome = VirtualDisplay(pacing: .live, refresh: .named(refresh))
            .show(source.pictures(seconds: 120))
        let share = Double(outcome.shown.count) / 3600
        #expect(share > [8: 0.999, 15: 0.75, 40: 0.4][milliseconds, default: 1])
        #expect(outcome.age(0.95) <= Hertz.thirty.interval * 2)
    }

    /// 100 ppm are one frame in 333 seconds; no more is lost or repeated.
    @Test(arguments: [-100.0, 100], ["30", "60"])
    func aClockThatDriftsCostsWhatItMust(driftPPM: Double, refresh: String) {
        var source = VirtualSource(rate: .thirty, jitter: .milliseconds(2), seed: 8)
        source.driftPPM = driftPPM
        let outcome = VirtualDisplay(pacing: .live, refresh: .named(refresh))
            .show(source.pictures(seconds: 2400))
        #expect(outcome.discarded.count <= (driftPPM > 0 ? 8 : 0))
        #expect(outcome.age(0.99) <= Hertz.thirty.interval * 2)
    }

    /// The network stops for three seconds, then delivers what it held back as
    /// fast as it can: within half a second the picture is as young as before.
    @Test(arguments: ["30", "60"], [1.0, 4.0, 20.0])
    func aStallLeavesNoLatencyBehind(refresh: String, speed: Double) {
        let source = VirtualSource(rate: .thirty, jitter: .milliseconds(2), seed: 6)
        let pictures = source.pictures(seconds: 60).map { picture in
            var copy = picture
            let stall = (start: 21.0, end: 24.0)
            let time = picture.arrived.seconds
            if time > stall.start {
                // The backlog drains `speed` times faster than it was made.
                let drained = stall.end + (time - stall.start) / max(speed, 1.000001)
                let arrived =
                    speed == 1 ? (time < stall.end ? stall.end : time) : max(time, drained)
                copy.arrived = MonotonicTime(nanoseconds: 0) + .seconds(arrived)
            }
            return copy
        }
        let outcome = VirtualDisplay(pacing: .live, refresh: .named(refresh)).show(pictures)
        let last = pictures.last { $0.arrived.seconds > $0.taken + 1.1 }
        let recovered = (last?.arrived ?? .milliseconds(24_000)) + .milliseconds(500)
        let late = outcome.shown.filter {
            $0.scanout > recovered && $0.scanout < recovered + .milliseconds(20_000)
        }
        let worst = late.map { ($0.scanout.seconds - 1 - pictures[$0.number].taken) }.max() ?? 9
        #expect(worst <= 2.0 / 30 + 0.005)
        #expect(outcome.numbers == outcome.numbers.sorted())
    }
}
