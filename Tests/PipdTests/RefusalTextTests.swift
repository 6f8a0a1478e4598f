import Control
import Media
import MediaLink
import Testing

@testable import pipd

/// What clients are told of what `pipd-media` refused.
@Suite struct RefusalTextTests {
    @Test(arguments: [
        ("it takes too long", "it takes too long; try again."),
        (
            "it ended: '/x' cannot be written. Change that.",
            "it ended: '/x' cannot be written. Change that."
        ),
    ])
    func whatIsAwayIsTriedAgainWhereNothingElseWouldWork(reason: String, told: String) {
        let error = ControlError(MediaRefusal(.away, reason))
        #expect(error.status == 503)
        #expect(error.detail.description == "The media process is away: \(told)")
    }
}
