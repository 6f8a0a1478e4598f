import Control
import Media
import Testing

@testable import pipd

/// When previews are made, and what who asks for one is given, in virtual time.
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
        case .give(let picture): "frame \(picture.frame), number \(picture.number)"
        case .make(let widths): "make \(widths.map(\.rawValue).sorted())"
        case .soon(let time): "soon \(time.milliseconds)"
        case .unchanged(let time): "unchanged \(time.milliseconds)"
        }
    }

    private mutating func made(
        frame: Int,
        _ widths: [PreviewWidth] = [.w640],
        at milliseconds: Int64
    ) {
        let files = Dictionary(uniqueKeysWithValues: widths.map { ($0, [UInt8]()) })
        plan.made(files, frame: frame, at: .milliseconds(milliseconds))
    }

    @Test mutating func nothingIsMadeOfWhatHasNotChanged() {
        #expect(ask(drawings: 0, at: 0) == "unchanged 20.0")
        #expect(ask(drawings: 7, at: 20) == "make [640]")
        made(frame: 7, at: 25)
        for (time, rest) in [(40, "20.0"), (220, "20.0"), (520, "50.0"), (4_000, "100.0")] {
            #expect(ask(after: 7, drawings: 7, at: Int64(time)) == "unchanged \(rest)")
        }
        // A newcomer is given what there is.
        #expect(ask(drawings: 7, at: 4_000) == "frame 7, number 0")
        #expect(ask(after: 7, drawings: 8, at: 4_010) == "make [640]")
    }

    @Test mutating func oneMakesItAndAllAreGivenIt() {
        #expect(ask(drawings: 3, at: 0) == "make [640]")
        #expect(ask(drawings: 3, at: 1) == "soon 20.0")
        #expect(ask(after: 2, drawings: 4, at: 2) == "soon 20.0")
        made(frame: 4, at: 10)
        #expect(ask(drawings: 4, at: 21) == "frame 4, number 0")
        #expect(ask(after: 2, drawings: 5, at: 22) == "frame 4, number 0")
    }

    /// However many widths are asked for, the view is copied no more often.
    @Test mutating func allWidthsAreOfOneCopy() {
        #expect(ask(.w320, drawings: 3, at: 0) == "make [320]")
        #expect(ask(.w640, drawings: 3, at: 1) == "soon 20.0")
        #expect(ask(.w960, drawings: 3, at: 2) == "soon 20.0")
        made(frame: 3, [.w320], at: 10)
        #expect(ask(.w640, drawings: 4, at: 21) == "soon 79.0")
        #expect(ask(after: 3, .w320, drawings: 5, at: 60) == "soon 40.0")
        #expect(ask(.w640, drawings: 6, at: 100) == "make [320, 640, 960]")
        made(frame: 6, [.w320, .w640, .w960], at: 110)
        #expect(ask(after: 3, .w320, drawings: 6, at: 120) == "frame 6, number 1")
        #expect(ask(.w960, drawings: 6, at: 120) == "frame 6, number 0")
    }

    @Test mutating func itIsMadeNoMoreOftenThanItMay() {
        #expect(ask(drawings: 1, at: 0) == "make [640]")
        made(frame: 1, at: 5)
        #expect(ask(after: 1, drawings: 2, at: 30) == "soon 70.0")
        #expect(ask(after: 1, drawings: 4, at: 100) == "make [640]")
        made(frame: 4, at: 105)
        // What was made a moment ago is good enough.
        #expect(ask(after: 1, drawings: 6, at: 190) == "frame 4, number 1")
        #expect(ask(after: 1, drawings: 7, at: 210) == "make [640]")
    }

    @Test mutating func aSlowMachineGivesWhatItMade() {
        #expect(ask(drawings: 1, at: 0) == "make [640]")
        made(frame: 1, at: 900)
        #expect(ask(drawings: 28, at: 910) == "frame 1, number 0")
        #expect(ask(after: 1, drawings: 28, at: 910) == "make [640]")
    }

    @Test mutating func whatFailedIsTriedAgain() {
        #expect(ask(drawings: 1, at: 0) == "make [640]")
        plan.failed()
        #expect(ask(drawings: 1, at: 10) == "soon 90.0")
        #expect(ask(drawings: 1, at: 100) == "make [640]")
    }

    @Test(arguments: [5_000, Int.max])
    mutating func aNumberOfAnotherLifeIsNoNumber(after: Int) {
        #expect(ask(after: after, drawings: 3, at: 0) == "make [640]")
        made(frame: 3, at: 1)
        #expect(ask(after: after, drawings: 3, at: 2) == "frame 3, number 0")
    }

    @Test mutating func whatNobodyLooksAtIsForgotten() {
        #expect(ask(drawings: 3, at: 0) == "make [640]")
        made(frame: 3, at: 1)
        plan.forget()
        #expect(ask(drawings: 3, at: 5_000) == "make [640]")
        made(frame: 3, at: 5_001)
        #expect(ask(drawings: 3, at: 5_002) == "frame 3, number 1")
    }

    @Test(
        arguments: [
            (1, 320), (320, 320), (321, 640), (1_281, 1_920), (1_920, 1_920), (9_999, 1_920),
        ]
    )
    func widthsAreFew(pixels: Int, width: Int) {
        #expect(PreviewWidth(atLeast: pixels).rawValue == width)
    }

    /// Who has waited longest for one picture goes; who stays does not.
    @Test func whoWaitsMakesRoom() throws {
        var places = PreviewPlaces(most: 3)
        let (lasting, first) = (places.take(isLasting: true), places.take(isLasting: false))
        let (second, third) = (places.take(isLasting: false), places.take(isLasting: true))
        let isFirstOut = try #require(first).revocation.isDone
        #expect(third != nil && isFirstOut)
        #expect(second?.revocation.isDone == false)
        places.giveBack(try #require(first).number)
        let fourth = places.take(isLasting: true)
        #expect(fourth != nil && second?.revocation.isDone == true)
        #expect(lasting?.revocation.isDone == false)
        let refused = places.take(isLasting: false)
        #expect(refused == nil)
        places.giveBack(try #require(lasting).number)
        #expect(places.count == 2)
        let fifth = places.take(isLasting: false)
        #expect(fifth != nil)
    }
}
