import Media
import Pipeline
import Testing

@testable import pipd

@Suite struct ViewsSeenTests {
    /// What people saw before and see now, and what is worse. With `!` it was known to last.
    @Test(
        arguments: [
            (["main": nil], ["main": nil], nil),
            (["main": nil], ["main": "lost"], "lost"),
            (["main": "opening"], ["main": "lost"], "lost"),
            (["main": "lost!"], ["main": "lost"], nil),
            (["main": "lost!"], ["main": nil], nil),
            (["main": nil, "pip": nil], ["main": nil], nil),
            (["main": nil, "pip": nil], ["main": nil, "pip": "gone"], "gone"),
            (["main": nil, "pip": "lost!"], ["main": nil, "pip": "gone"], nil),
            (["main": nil], ["main": nil, "pip": "gone"], nil),
        ] as [(before: [String: String?], now: [String: String?], flaw: String?)]
    )
    func onlyWhatWasThereIsMissed(
        before: [String: String?],
        now: [String: String?],
        flaw: String?
    ) throws {
        let flaw = flaw.map { MessageText(message: $0) }
        #expect(try seen(now).flaw(after: seen(before)) == flaw)
    }

    @Test func withoutAnOutputNothingIsInOrder() throws {
        var now = try seen([:])
        now.outage = "no picture reaches the output"
        #expect(now.flaw(after: try seen([:])) == "no picture reaches the output")
    }

    /// What is in the view (nil: its stream is not to be seen in it), how the stream is, since how
    /// many seconds it had no picture, and whether that is in order, or an excuse for later.
    @Test(
        arguments: [
            (.picture, .playing, true, 0, true, false),
            (.picture, .ended, true, 90, true, false),
            // It was brought into the view a moment ago.
            (.placeholder, .playing, true, 90, false, false),
            (.picture, .playing, false, 90, false, false),
            (.placeholder, .connecting, false, 1, false, false),
            (.placeholder, .reconnecting, false, 9.9, false, false),
            (.placeholder, .reconnecting, false, 10, false, true),
            (.placeholder, .connecting, false, 10, false, true),
            (.nothing, .failed, false, 10, false, true),
            (.picture, .stalled, true, 10, false, true),
            // Beneath what covers it for a time, and without a display.
            (nil, .playing, false, 90, true, false),
            (nil, .connecting, true, 1, false, false),
            (nil, .reconnecting, true, 10, false, true),
        ]
            as [(
                content: ViewContent?, state: StreamState, isDisplaying: Bool, age: Double,
                isFine: Bool, isLasting: Bool
            )]
    )
    func whatHasNoPicturesIsExcusedOnceItIsKnownToBeAway(
        content: ViewContent?,
        state: StreamState,
        isDisplaying: Bool,
        age: Double,
        isFine: Bool,
        isLasting: Bool
    ) throws {
        let stream = SeenStream(
            id: try #require(StreamID("door")),
            state: state,
            reason: "why",
            isDisplaying: isDisplaying,
            lastPictureAge: .seconds(age)
        )
        let flaw = stream.flaw(in: .main, content: content)
        #expect((flaw == nil) == isFine)
        #expect((flaw?.isLasting == true) == isLasting)
        let reason: MessageText =
            "main shows no pictures of door, which is \(state.rawValue): why"
        #expect(flaw.map { $0.reason == reason } ?? true)
    }

    private func seen(_ flaws: [String: String?]) throws -> ViewsSeen {
        let pairs = try flaws.map { name, reason in
            let flaw = reason.map { reason in
                ViewsSeen.Flaw(
                    reason: MessageText(message: reason.replacing("!", with: "")),
                    isLasting: reason.hasSuffix("!")
                )
            }
            return (try #require(ViewName(rawValue: name)), flaw)
        }
        return ViewsSeen(flaws: Dictionary(uniqueKeysWithValues: pairs))
    }
}
