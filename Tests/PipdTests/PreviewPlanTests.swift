import Control
import Media
import Testing

@testable import pipd

/// When a preview is made, and what who asks for one is given, in virtual time.
@Suite struct PreviewPlanTests {
    private var plan = PreviewPlan(rate: 10)

    /// What a step is, as text.
    private mutating func ask(
        after: Int? = nil,
        _ width: PreviewWidth = .w640,
        drawings: Int,
        at milliseconds: Int64
    ) -> String {
        let request = PreviewRequest(width: width, after: after)
        return
            switch plan.next(request, width, drawings: drawings, at: .milliseconds(milliseconds))
        {
        case .give(let picture): "frame \(picture.frame)"
        case .make: "make"
        case .wait(let time): "wait \(time.milliseconds)"
        }
    }

    private mutating func made(
        frame: Int,
        _ width: PreviewWidth = .w640,
        at milliseconds: Int64
    ) -> Int {
        plan.made([], frame: frame, width, at: .milliseconds(milliseconds)).number
    }

    @Test mutating func nothingIsMadeOfWhatHasNotChanged() {
        #expect(ask(drawings: 0, at: 0) == "wait 20.0")
        #expect(ask(drawings: 7, at: 20) == "make")
        #expect(made(frame: 7, at: 25) == 0)
        for time in stride(from: 40, to: 4_000, by: 20) {
            #expect(ask(after: 7, drawings: 7, at: Int64(time)) == "wait 20.0")
        }
        // A newcomer is given what there is.
        #expect(ask(drawings: 7, at: 4_000) == "frame 7")
    }

    @Test mutating func oneMakesItAndAllAreGivenIt() {
        #expect(ask(drawings: 3, at: 0) == "make")
        #expect(ask(drawings: 3, at: 1) == "wait 20.0")
        #expect(ask(after: 2, drawings: 4, at: 2) == "wait 20.0")
        #expect(made(frame: 4, at: 10) == 0)
        #expect(ask(drawings: 4, at: 21) == "frame 4")
        #expect(ask(after: 2, drawings: 5, at: 22) == "frame 4")
        // Other widths have a pace of their own.
        #expect(ask(.w320, drawings: 5, at: 23) == "make")
    }

    @Test mutating func itIsMadeNoMoreOftenThanItMay() {
        #expect(ask(drawings: 1, at: 0) == "make")
        #expect(made(frame: 1, at: 5) == 0)
        #expect(ask(after: 1, drawings: 2, at: 30) == "wait 70.0")
        #expect(ask(after: 1, drawings: 4, at: 100) == "make")
        #expect(made(frame: 4, at: 105) == 1)
        // What was made a moment ago is good enough.
        #expect(ask(after: 1, drawings: 6, at: 190) == "frame 4")
        #expect(ask(after: 1, drawings: 7, at: 210) == "make")
    }

    @Test mutating func aSlowMachineGivesWhatItMade() {
        #expect(ask(drawings: 1, at: 0) == "make")
        #expect(made(frame: 1, at: 900) == 0)
        #expect(ask(drawings: 28, at: 910) == "frame 1")
        #expect(ask(after: 1, drawings: 28, at: 910) == "make")
    }

    @Test mutating func whatFailedIsTriedAgainByAnother() {
        #expect(ask(drawings: 1, at: 0) == "make")
        plan.failed(.w640)
        #expect(ask(drawings: 1, at: 10) == "wait 90.0")
        #expect(ask(drawings: 1, at: 100) == "make")
    }

    @Test mutating func aNumberOfAnotherLifeIsNoNumber() {
        #expect(ask(after: 5_000, drawings: 3, at: 0) == "make")
        #expect(made(frame: 3, at: 1) == 0)
        #expect(ask(after: 5_000, drawings: 3, at: 2) == "frame 3")
    }

    @Test mutating func whatNobodyLooksAtIsForgotten() {
        #expect(ask(drawings: 3, at: 0) == "make")
        #expect(made(frame: 3, at: 1) == 0)
        plan.forget()
        #expect(ask(drawings: 3, at: 5_000) == "make")
        #expect(made(frame: 3, at: 5_001) == 1)
    }

    @Test(
        arguments: [
            (1, 320), (320, 320), (321, 640), (1_281, 1_920), (1_920, 1_920), (9_999, 1_920),
        ]
    )
    func widthsAreFew(pixels: Int, width: Int) {
        #expect(PreviewWidth(atLeast: pixels).rawValue == width)
    }
}
