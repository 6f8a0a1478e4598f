import Control
import Media
import MediaLink
import Testing

@testable import pipd

/// What clients are told of what `pipd-media` refused.
@Suite struct RefusalTextTests {
    @Test(arguments: [
        (MediaFailure("it takes too long"), "it takes too long; try again."),
        (
            MediaFailure("it ended: '/x' cannot be written", remedy: "Change that."),
            "it ended: '/x' cannot be written. Change that."
        ),
        // What a sentence ends with decides nothing.
        (MediaFailure("it hangs", remedy: "Is the disk in?"), "it hangs. Is the disk in?"),
    ])
    func whatIsAwayIsTriedAgainWhereNothingElseWouldWork(failure: MediaFailure, told: String) {
        let error = ControlError(MediaRefusal(failure))
        #expect(error.status == 503)
        #expect(error.detail.description == "The media process is away: \(told)")
    }

    /// It has answered.
    @Test func whatCannotBeNowIsNotAway() {
        let error = ControlError(MediaRefusal(.busy, "'/x' is being made. Ask again."))
        #expect(error.status == 503)
        #expect(error.detail.description == "'/x' is being made. Ask again.")
    }
}
