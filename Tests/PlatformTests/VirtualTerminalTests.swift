import Testing

@testable import Platform

@Suite struct VirtualTerminalTests {
    @Test(
        arguments: [
            ([], nil),
            ([.user1], .leaving),
            ([.user2], .returned),
            ([.user1, .user2], .leaving),  // came back, and is asked to leave again
            ([.user2, .user1], .leaving),
            ([.hangUp], nil),
        ] as [([Signal], VirtualTerminal.Change?)]
    )
    func theNewestSignalCounts(signals: [Signal], expected: VirtualTerminal.Change?) {
        #expect(VirtualTerminal.Change(signals) == expected)
    }

    @Test(
        arguments: [
            (2, false, true),  // a signal of someone else's: it has not left
            (3, true, false),
            (0, true, false),  // a console that is none of the terminals
            (-1, true, true),  // only the signals tell
            (-1, false, false),
        ] as [(CInt, Bool, Bool)]
    )
    func theKernelKnowsBetterThanSignals(front: CInt, assumed: Bool, expected: Bool) {
        #expect(VirtualTerminal.isInFront(2, kernelSays: front, assumed: assumed) == expected)
    }
}
