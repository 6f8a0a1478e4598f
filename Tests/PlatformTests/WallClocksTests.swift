import Media
import Platform
import Testing

@Suite struct WallClocksTests {
    /// Whatever interrupts the readings, they were close together once.
    @Test func theOffsetIsThatBetweenTheClocks() {
        let offset = WallClocks.offset().seconds
        let realtime = CalendarTime.secondsSince1970()
        #expect(abs(MonotonicClock.now().seconds + offset - realtime) < 5)
    }

    @Test func theKernelSaysHowItKeepsTheTime() {
        do throws(SystemCallError) {
            #expect(try WallClocks.discipline().largestError >= .zero)
        } catch {
            // A container may not ask.
            #expect(error.errno == .notPermitted)
        }
    }
}
