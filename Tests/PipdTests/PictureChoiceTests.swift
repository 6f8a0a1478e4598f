import FrameTransport
import Ingest
import Media
import TestSupport
import Testing

@testable import pipd

@Suite struct PictureChoiceTests {
    private static let file = PictureChoice.Situation(
        state: .playing,
        isLive: false,
        source: .other,
        isDecoded: true,
        isDisplaying: true,
        hasPackets: false
    )

    private static func live(
        isDecoded: Bool = true,
        isDisplaying: Bool = true,
        hasPackets: Bool = true
    ) -> PictureChoice.Situation {
        PictureChoice.Situation(
            state: .playing,
            isLive: true,
            source: .other,
            isDecoded: isDecoded,
            isDisplaying: isDisplaying,
            hasPackets: hasPackets
        )
    }

    private static func camera(
        isDecoded: Bool = true,
        state: StreamState = .playing
    ) -> PictureChoice.Situation {
        var situation = live(isDecoded: isDecoded, hasPackets: false)
        situation.state = state
        situation.source = .camera
        return situation
    }

    /// Asking again does not help: what the source is has to change.
    @Test(arguments: SourceError.Kind.allCases)
    func whatCanNeverBeShownIsNotWaitedFor(failure: SourceError.Kind) {
        var situation = Self.file
        situation.state = .failed
        situation.isDisplaying = false
        situation.failure = failure
        situation.reason = "why"
        let choice = PictureChoice(at: nil, situation)
        let permanent: Set<SourceError.Kind> = [
            .notAFile, .notMedia, .noVideo, .unsupportedCodec, .encrypted, .size,
        ]
        #expect(
            choice
                == (permanent.contains(failure)
                    ? .unusable(failure, reason: "why") : .wait(reason: "why"))
        )
    }

    @Test(
        arguments: [
            (file, .displayed),
            (live(), .displayed),
            (camera(), .displayed),
            // Hidden, and its packets are skipped: what is displayed is old.
            (live(isDecoded: false), .newest),
            (live(isDecoded: false, isDisplaying: false), .newest),
            // A placeholder is shown: what came last is still in the packets.
            (live(isDisplaying: false), .newest),
            // Without packets the old picture is the only one; its age tells.
            (live(isDecoded: false, hasPackets: false), .displayed),
            // Hidden too; a camera keeps no packets, but delivers the next at once.
            (camera(isDecoded: false), .next),
            // Lost: what it displayed last is all there is.
            (camera(isDecoded: false, state: .reconnecting), .displayed),
        ] as [(PictureChoice.Situation, PictureChoice)]
    )
    func thePresentIsWhatIsDisplayedUnlessThatIsOld(
        situation: PictureChoice.Situation,
        choice: PictureChoice
    ) {
        #expect(PictureChoice(at: nil, situation) == choice)
    }

    /// Shown again, its newest picture is not displayed yet; or it has stalled.
    @Test func anOutdatedPictureIsNotThePresent() {
        var situation = Self.live()
        situation.isOutdated = true
        #expect(PictureChoice(at: nil, situation) == .newest)
        #expect(Self.tier(situation, isNewest: false, age: 9_000) == .nearest)
        #expect(Self.tier(situation, isNewest: true, age: 900) == .exact)
        situation.hasPackets = false
        #expect(PictureChoice(at: nil, situation) == .displayed)
        var camera = Self.camera()
        camera.isOutdated = true
        #expect(PictureChoice(at: nil, camera) == .displayed)
    }

    /// What the last pictures told, what the stream states, and how old one may be, in
    /// milliseconds.
    @Test(
        arguments: [
            (nil, nil, 500), (nil, 30, 500), (nil, 1, 3_000),
            // A camera in the dark, and one that is faster than it says.
            (6_000, 30, 6_000), (500, 1, 500),
        ] as [(Int64?, Int32?, Int64)]
    )
    func aPictureIsOldWhenTheNextIsOverdue(told: Int64?, rate: Int32?, age: Int64) throws {
        let stream = try IngestStream(
            configuration: StreamConfiguration(id: StreamID(sanitizing: "a"), url: "udp://h:1"),
            ledger: FrameLedger()
        )
        var status = stream.status
        status.patience = told.map { .milliseconds($0) }
        status.frameRate = rate.flatMap { Hertz(numerator: $0, denominator: 1) }
        #expect(PictureChoice.Situation.longestAge(status) == .milliseconds(age))
    }

    @Test(arguments: [nil, "connecting to door"])
    func aStreamWithoutAPictureIsWaitedFor(reason: String?) {
        var situation = reason == nil ? Self.file : Self.live(hasPackets: false)
        situation.isDisplaying = false
        situation.reason = reason
        let expected = PictureChoice.wait(reason: reason ?? "no picture of it has come yet")
        #expect(PictureChoice(at: nil, situation) == expected)
    }

    @Test(
        arguments: [
            (file, 12.5, .search(.milliseconds(12_500))),
            (file, 0, .search(.zero)),
            // A container may begin before zero.
            (file, -0.04, .search(.milliseconds(-40))),
            (file, 1e9, .search(.milliseconds(1_000_000_000_000))),
            (live(), -3.5, .past(.milliseconds(3_500))),
            (live(), 0, .past(.zero)),
            (live(isDecoded: false, isDisplaying: false), -1, .past(.milliseconds(1_000))),
        ] as [(PictureChoice.Situation, Double, PictureChoice)]
    )
    func anotherTimeIsSearchedInFilesAndCountedBackInLiveStreams(
        situation: PictureChoice.Situation,
        seconds: Double,
        choice: PictureChoice
    ) {
        #expect(PictureChoice(at: seconds, situation) == choice)
    }

    @Test(arguments: [(live(), 3.5, "back"), (camera(), -1, "camera"), (camera(), 1, "camera")])
    func timesThatThereAreNotAreRefusedWithWhatWouldDo(
        situation: PictureChoice.Situation,
        seconds: Double,
        word: String
    ) {
        guard case .refuse(let reason) = PictureChoice(at: seconds, situation) else {
            Issue.record("not refused")
            return
        }
        #expect(reason.contains(word) && reason.contains("leave"))
    }

    @Test(
        arguments: [
            (.playing, 400, .exact), (.ended, 60_000, .exact),
            (.stalled, 500, .relaxed), (.reconnecting, 501, .nearest),
            (.connecting, 0, .relaxed), (.failed, 9_000, .nearest),
        ] as [(StreamState, Int64, PictureTier)]
    )
    func aStreamThatIsDownHasNoExactPictureOfThePresent(
        state: StreamState,
        age: Int64,
        tier: PictureTier
    ) {
        for isNewest in [false, true] {
            var situation = Self.live()
            situation.state = state
            #expect(Self.tier(situation, isNewest: isNewest, age: age) == tier)
        }
    }

    /// What is displayed of a stream that nobody decodes is of when somebody did.
    @Test(
        arguments: [
            (live(isDecoded: false), false, 9_000, .nearest),
            (live(isDecoded: false), false, 300, .relaxed),
            (live(isDecoded: false), true, 900, .exact),
            (camera(isDecoded: false), true, 20, .exact),
        ] as [(PictureChoice.Situation, Bool, Int64, PictureTier)]
    )
    func aHiddenStreamHasAnExactPictureOnlyInItsNewest(
        situation: PictureChoice.Situation,
        isNewest: Bool,
        age: Int64,
        tier: PictureTier
    ) {
        #expect(Self.tier(situation, isNewest: isNewest, age: age) == tier)
    }

    @Test func aHiddenFileRestsAtThePictureThatItDisplays() {
        var file = Self.file
        file.isDecoded = false
        #expect(Self.tier(file, isNewest: false, age: 60_000) == .exact)
    }

    /// Shown or not: a picture that packets are missing of is not the stream's.
    @Test func aDamagedPictureIsNeverExact() {
        var damaged = PictureChoice.Present(age: .milliseconds(10), isNewest: true)
        damaged.isWhole = false
        for situation in [Self.live(), Self.live(isDecoded: false), Self.file] {
            let tier = PictureChoice.tier(of: damaged, situation, tolerance: .zero)
            #expect(tier == .relaxed)
        }
    }

    private static func tier(
        _ situation: PictureChoice.Situation,
        isNewest: Bool,
        age: Int64
    ) -> PictureTier {
        PictureChoice.tier(
            of: PictureChoice.Present(age: .milliseconds(age), isNewest: isNewest),
            situation,
            tolerance: .milliseconds(500)
        )
    }
}
