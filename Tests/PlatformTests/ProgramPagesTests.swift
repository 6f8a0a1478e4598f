import Platform
import Testing

@Suite struct ProgramPagesTests {
    /// In a process of its own, where no other test touches code meanwhile.
    @Test func codeThatNothingUsesLeavesMemoryAndStillRuns() async {
        await #expect(processExitsWith: .success) {
            let before = try ProcessStatistics.current()
            ProgramPages.unmapUntilUsed()
            let after = try ProcessStatistics.current()
            #expect(after.residentBytes < before.residentBytes)
            #expect(after.startTimeUnixSeconds == before.startTimeUnixSeconds)
        }
    }
}
