import Testing

@testable import KMS

@Suite struct ScanoutStateTests {
    private static let first = FramebufferID(1)
    private static let second = FramebufferID(2)
    private static let window = FramebufferID(3)

    private static func showing(_ framebuffer: FramebufferID) -> ScanoutState {
        var state = ScanoutState()
        state.modeSet(showing: .init(main: framebuffer))
        return state
    }

    @Test func aBufferIsReleasedOnlyWhenItsSuccessorIsShown() {
        var state = Self.showing(Self.first)
        state.commit(.init(main: Self.second))
        #expect(state.isInUse(Self.first))
        #expect(state.isInUse(Self.second))
        #expect(!state.canCommit)
        #expect(state.pageFlipped() == .init(main: Self.first))
        #expect(!state.isInUse(Self.first))
        #expect(state.isInUse(Self.second))
        #expect(state.canCommit)
    }

    @Test func aBufferThatStaysIsNotReleased() {
        var state = Self.showing(Self.first)
        state.commit(.init(main: Self.first, overlay: Self.window))
        #expect(state.pageFlipped() == .init())
        state.commit(.init(main: Self.second, overlay: Self.window))
        #expect(state.pageFlipped() == .init(main: Self.first))
        #expect(state.isInUse(Self.window))
        state.commit(.init(main: Self.second))
        #expect(state.isInUse(Self.window))
        #expect(state.pageFlipped() == .init(overlay: Self.window))
        #expect(!state.isInUse(Self.window))
    }

    @Test func anEventThatNobodyWaitsForReleasesNothing() {
        var dark = ScanoutState()
        #expect(dark.pageFlipped() == .init())
        #expect(!dark.canCommit)
        var state = Self.showing(Self.first)
        #expect(state.pageFlipped() == .init())
        #expect(state.newest == .init(main: Self.first))
    }

    @Test func aModeSetEndsWhatIsInFlight() {
        var state = Self.showing(Self.first)
        state.commit(.init(main: Self.second, overlay: Self.window))
        state.modeSet(showing: .init(main: Self.first))
        #expect(state.canCommit)
        #expect(!state.isInUse(Self.second))
        #expect(!state.isInUse(Self.window))
    }

    @Test func committingDuringAFlipTraps() async {
        await #expect(processExitsWith: .failure) {
            var state = ScanoutState()
            state.modeSet(showing: .init(main: FramebufferID(1)))
            state.commit(.init(main: FramebufferID(2)))
            state.commit(.init(main: FramebufferID(3)))
        }
    }

    @Test func committingWithoutAModeTraps() async {
        await #expect(processExitsWith: .failure) {
            var state = ScanoutState()
            state.commit(.init(main: FramebufferID(1)))
        }
    }
}
