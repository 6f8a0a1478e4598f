import Media
import Presentation
import TestSupport
import Testing

/// Files: every picture, in order, on the scanout nearest to its time.
@Suite struct FilePacingTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var file: String
        var display: String
        var testDescription: String { "\(file) fps at \(display) Hz" }

        static let all = ["12.5", "23.976", "24", "25", "29.97", "30"].flatMap { file in
            ["30", "50", "59.94", "60", "75"].map { Self(file: file, display: $0) }
        }
    }

    @Test(arguments: Case.all)
    func everyPictureIsShownOnceInOrder(row: Case) {
        for unit in TimestampUnit.allCases {
            let pictures = VirtualSource(rate: .named(row.file), unit: unit).pictures(seconds: 120)
            var display = VirtualDisplay(pacing: .file, refresh: .named(row.display))
            display.stampError = Nanoseconds(50_000)
            let outcome = display.show(pictures)
            #expect(outcome.numbers == Array(0..<pictures.count))
            #expect(outcome.discarded.isEmpty)
        }
    }

    /// A picture stays for the number of scanouts nearest to its duration, one
    /// more or one less where that is no whole number, and no other.
    @Test(arguments: Case.all)
    func noPictureStaysUnreasonablyLong(row: Case) {
        let ratio = Hertz.named(row.display).value / Hertz.named(row.file).value
        var display = VirtualDisplay(pacing: .file, refresh: .named(row.display))
        display.stampError = Nanoseconds(50_000)
        let pictures = VirtualSource(rate: .named(row.file), unit: .millisecond)
            .pictures(seconds: 120)
        let stays = Set(display.show(pictures).repeats)
        #expect(stays.allSatisfy { abs(Double($0) - ratio) < 1.05 })
        // The average is right: nothing is sped up or slowed down.
        let repeats = display.show(pictures).repeats
        let mean = Double(repeats.reduce(0, +)) / Double(repeats.count)
        #expect(abs(mean / ratio - 1) < 0.002)
    }

    /// 100 ppm in 20 minutes are 120 ms: pictures would be lost or repeated.
    @Test(arguments: [-100.0, 0, 100], ["30", "60"])
    func crystalsThatDifferNeverBeat(driftPPM: Double, display: String) {
        var virtual = VirtualDisplay(pacing: .file, refresh: .named(display))
        virtual.driftPPM = driftPPM
        virtual.stampError = Nanoseconds(100_000)
        let pictures = VirtualSource(rate: .named("30"), unit: .ticks90kHz)
            .pictures(seconds: 1200)
        let outcome = virtual.show(pictures)
        #expect(outcome.numbers.count == pictures.count)
        #expect(Set(outcome.repeats) == [display == "30" ? 1 : 2])
    }

    @Test func ntscAtThirtyHertzRepeatsAPictureNowAndThen() {
        var display = VirtualDisplay(pacing: .file, refresh: .thirty)
        display.stampError = Nanoseconds(50_000)
        let pictures = VirtualSource(rate: .named("29.97"), unit: .ticks90kHz)
            .pictures(seconds: 990)
        let outcome = display.show(pictures)
        let repeats = outcome.repeats.count { $0 == 2 }
        #expect((24...31).contains(repeats))
        #expect(outcome.repeats.allSatisfy { $0 <= 2 })
    }

    /// 3:2 pull-down stays 3:2: every other picture lies midway between two scanouts.
    @Test func filmAtSixtyHertzKeepsItsCadence() {
        var display = VirtualDisplay(pacing: .file, refresh: .named("60"))
        display.stampError = Nanoseconds(200_000)
        let repeats = display.show(VirtualSource(rate: .named("24")).pictures(seconds: 600)).repeats
        let broken = zip(repeats, repeats.dropFirst()).count { $0 + $1 != 5 }
        #expect(broken == 0)
    }

    @Test func twentyFiveAtSixtyHertzKeepsItsCadence() {
        var display = VirtualDisplay(pacing: .file, refresh: .named("60"))
        display.stampError = Nanoseconds(200_000)
        let repeats = display.show(VirtualSource(rate: .named("25")).pictures(seconds: 600)).repeats
        let broken = (0..<repeats.count - 5).count { repeats[$0..<$0 + 5].reduce(0, +) != 12 }
        #expect(broken == 0)
    }

    @Test(arguments: ["50", "59.94", "60", "120"])
    func aFastFileIsShownAtTheCap(rate: String) {
        let pictures = VirtualSource(rate: .named(rate), unit: .millisecond).pictures(seconds: 120)
        let outcome = VirtualDisplay(pacing: .file, refresh: .thirty).show(pictures)
        #expect(abs(Double(outcome.shown.count) / 120 - 30) <= 0.1)
        #expect(outcome.shown.count == outcome.admitted)
    }

    /// With the cap lifted, a file faster than the display gives way, evenly.
    @Test(arguments: [("60", "30"), ("50", "30"), ("120", "60"), ("75", "60"), ("31", "30")])
    func withoutACapTheNewestDuePictureIsShown(rate: String, refresh: String) {
        var display = VirtualDisplay(pacing: .file, refresh: .named(refresh))
        display.cap = nil
        display.capacity = 8
        let outcome = display.show(VirtualSource(rate: .named(rate)).pictures(seconds: 60))
        let refreshRate = Hertz.named(refresh).value
        #expect(abs(Double(outcome.shown.count) / 60 - refreshRate) <= 1)
        #expect(outcome.repeats.allSatisfy { $0 == 1 })
        #expect(outcome.numbers == outcome.numbers.sorted())
        #expect(outcome.discarded.allSatisfy { $0.reason == .superseded })
        let seconds = Double(outcome.shown.last?.tick ?? 0) / refreshRate
        #expect(abs(seconds - 60) < 0.7)
    }

    @Test func aVariableFrameRateKeepsItsTimes() {
        var random = SeededGenerator(seed: 5)
        var time = 0.0
        let pictures = (0..<2000).map { number in
            defer { time += [0.034, 0.04, 0.1, 0.5, 1.5][Int(random.next() % 5)] }
            return Arrival(
                number: number,
                taken: time,
                pts: TimestampUnit.millisecond.round(time),
                arrived: .milliseconds(0)
            )
        }
        let outcome = VirtualDisplay(pacing: .file, refresh: .named("60")).show(pictures)
        #expect(outcome.numbers == Array(0..<2000))
        let start = outcome.shown[0].scanout
        let worst = zip(outcome.shown, pictures).map { shown, picture in
            abs((shown.scanout - start).seconds - picture.taken)
        }.max()
        #expect(worst ?? 1 < 0.0125)
    }

    /// A thread that sleeps through scanouts loses none of a file's pictures.
    @Test(arguments: ["24", "25", "30"], ["30", "60"])
    func missedScanoutsLoseNothing(rate: String, refresh: String) {
        var display = VirtualDisplay(pacing: .file, refresh: .named(refresh))
        display.misses = { $0 % 97 == 50 || (1000..<1020).contains($0) }
        let pictures = VirtualSource(rate: .named(rate)).pictures(seconds: 120)
        let outcome = display.show(pictures)
        #expect(outcome.numbers == Array(0..<pictures.count))
    }

    /// A decoder that cannot keep up delays the film; it neither drops nor
    /// rushes after.
    @Test(arguments: ["24", "30"], ["30", "60"])
    func starvationDelaysAndDropsNothing(rate: String, refresh: String) {
        var display = VirtualDisplay(pacing: .file, refresh: .named(refresh))
        display.starves = { (3.0..<5.0).contains($0.seconds.truncatingRemainder(dividingBy: 20)) }
        let pictures = VirtualSource(rate: .named(rate)).pictures(seconds: 120)
        let outcome = display.show(pictures)
        #expect(outcome.numbers == Array(0..<pictures.count))
        // Time gives way for these pauses, but for what is queued.
        #expect((11.0...14.0).contains(outcome.slipped.seconds), "\(outcome.slipped)")
        let ratio = Hertz.named(refresh).value / Hertz.named(rate).value
        // At most the one picture after a pause makes up for part of an interval.
        let rushed = outcome.repeats.count { Double($0) < ratio - 1.05 }
        #expect(rushed == 0)
    }

    @Test func aLoopFollowsAfterTheLastPicturesDuration() {
        let loop = VirtualSource(rate: .named("25")).pictures(seconds: 2)
        let pictures = (0..<10).flatMap { round in
            loop.map { picture in
                var copy = picture
                copy.number += round * loop.count
                return copy
            }
        }
        let outcome = VirtualDisplay(pacing: .file, refresh: .named("50")).show(pictures)
        #expect(outcome.numbers == Array(0..<500))
        #expect(outcome.repeats.allSatisfy { $0 == 2 })
    }

    @Test(arguments: [-1000.0, 5, 100_000])
    func aJumpInTheTimestampsIsPassedOver(seconds: Double) {
        let pictures = VirtualSource(rate: .named("25")).pictures(seconds: 20).map { picture in
            var copy = picture
            if picture.taken > 10 { copy.pts = copy.pts + .seconds(seconds) }
            return copy
        }
        let outcome = VirtualDisplay(pacing: .file, refresh: .named("50")).show(pictures)
        #expect(outcome.numbers == Array(0..<500))
        #expect(outcome.repeats.allSatisfy { $0 == 2 })
    }

    /// A pause moves what comes after it by as many scanouts, and nothing else: the cadence
    /// goes on where it was.
    @Test(arguments: Case.all)
    func aPauseDelaysEveryPictureByItsLength(row: Case) {
        let pictures = VirtualSource(rate: .named(row.file), unit: .millisecond)
            .pictures(seconds: 60)
        let display = VirtualDisplay(pacing: .file, refresh: .named(row.display))
        expectDelay(of: display, showing: pictures)
    }

    @Test(arguments: [("60", "30"), ("50", "30"), ("120", "60"), ("75", "60"), ("31", "30")])
    func aPauseCostsAFastFileNothing(rate: String, refresh: String) {
        var display = VirtualDisplay(pacing: .file, refresh: .named(refresh))
        display.cap = nil
        display.capacity = 8
        expectDelay(of: display, showing: VirtualSource(rate: .named(rate)).pictures(seconds: 60))
    }

    private func expectDelay(of display: VirtualDisplay, showing pictures: [Arrival]) {
        var paused = display
        paused.pauses = [137..<178, 500..<501, 501..<503, 700..<4000]
        let (expected, outcome) = (display.show(pictures), paused.show(pictures))
        let ticks = expected.shown.map { shown in
            paused.pauses.reduce(shown.tick) { tick, pause in
                tick < pause.lowerBound ? tick : tick + pause.count
            }
        }
        #expect(outcome.numbers == expected.numbers)
        #expect(outcome.shown.map(\.tick) == ticks)
        #expect(outcome.discarded.map(\.number) == expected.discarded.map(\.number))
    }

    @Test(arguments: Case.all)
    func manyPausesOfARealDisplayLoseNothing(row: Case) {
        var display = VirtualDisplay(pacing: .file, refresh: .named(row.display))
        display.stampError = Nanoseconds(50_000)
        display.pauses = (1...200).map { $0 * 17..<$0 * 17 + $0 % 13 + 1 }
        let pictures = VirtualSource(rate: .named(row.file), unit: .millisecond)
            .pictures(seconds: 60)
        let outcome = display.show(pictures)
        #expect(outcome.numbers == Array(0..<pictures.count))
        let isChangedWhilePaused = outcome.shown.contains { shown in
            display.pauses.contains { $0.contains(shown.tick) }
        }
        #expect(!isChangedWhilePaused)
    }

    /// The first picture comes all the same, and stays for its time after the pause.
    @Test func aPauseBeforeTheFirstPictureHoldsThatOne() {
        var display = VirtualDisplay(pacing: .file, refresh: .named("60"))
        display.pauses = [0..<90]
        display.starves = { $0 < .milliseconds(1500) }
        let outcome = display.show(VirtualSource(rate: .named("15")).pictures(seconds: 2))
        #expect(outcome.shown.prefix(3).map(\.tick) == [30, 94, 98])
        #expect(outcome.numbers == Array(0..<30))
    }
}
