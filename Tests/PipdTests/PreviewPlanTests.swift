import Control
import Media
import Testing

@testable import pipd

/// When previews are made, and what who asks for one is given, in virtual time.
@Suite struct PreviewPlanTests {
    private var plan = PreviewPlan(rate: 10)
    private var clients = 0

    /// What a client is given that has a number of its own: the first has 1.
    private mutating func ask(
        after: Int? = nil,
        _ width: PreviewWidth = .w640,
        wait: Double = 5,
        drawings: Int,
        at milliseconds: Int64
    ) -> String {
        clients += 1
        let picture = plan.ask(
            PreviewRequest(width: width, after: after, waitSeconds: wait),
            width,
            as: clients,
            drawings: drawings,
            at: .milliseconds(milliseconds)
        )
        return picture.map { "frame \($0.frame), number \($0.number)" } ?? "waits"
    }

    /// What a turn is, as text.
    private mutating func turn(drawings: Int, at milliseconds: Int64) -> String {
        let (turn, ended) = plan.turn(drawings: drawings, at: .milliseconds(milliseconds))
        let text =
            switch turn {
            case .make(let widths): "make \(widths.map(\.rawValue).sorted())"
            case .look(let time): "look \(time.milliseconds)"
            case .rest: "rest"
            }
        return ended.sorted { $0.key < $1.key }.reduce(text) { "\($0), \($1.key) \($1.value)" }
    }

    /// Who is given what was made.
    private mutating func made(
        frame: Int,
        _ widths: [PreviewWidth] = [.w640],
        at milliseconds: Int64
    ) -> [Int] {
        let files = Dictionary(uniqueKeysWithValues: widths.map { ($0, [UInt8]()) })
        return plan.made(files, frame: frame, at: .milliseconds(milliseconds)).keys.sorted()
    }

    @Test mutating func nothingIsMadeOfWhatHasNotChanged() {
        #expect(turn(drawings: 0, at: 0) == "rest")
        #expect(ask(drawings: 0, at: 0) == "waits")
        #expect(turn(drawings: 0, at: 0) == "look 20.0")
        #expect(turn(drawings: 7, at: 20) == "make [640]")
        #expect(made(frame: 7, at: 25) == [1])
        #expect(turn(drawings: 7, at: 30) == "look 90.0")
        #expect(ask(after: 7, drawings: 7, at: 40) == "waits")
        for (time, rest) in [(40, "20.0"), (220, "20.0"), (520, "50.0"), (4_000, "100.0")] {
            #expect(turn(drawings: 7, at: Int64(time)) == "look \(rest)")
        }
        // A newcomer is given what there is.
        #expect(ask(drawings: 7, at: 4_000) == "frame 7, number 0")
        #expect(turn(drawings: 8, at: 4_010) == "make [640]")
        #expect(made(frame: 8, at: 4_015) == [2])
        // Who has it may come back for the next.
        #expect(turn(drawings: 8, at: 4_016) == "look 94.0")
        #expect(turn(drawings: 8, at: 4_110) == "rest")
    }

    @Test mutating func oneIsMadeAndAllAreGivenIt() {
        #expect(ask(drawings: 3, at: 0) == "waits")
        #expect(turn(drawings: 3, at: 0) == "make [640]")
        #expect(ask(drawings: 3, at: 1) == "waits")
        #expect(ask(after: 2, drawings: 4, at: 2) == "waits")
        #expect(turn(drawings: 4, at: 2) == "look 100.0")
        #expect(made(frame: 4, at: 10) == [1, 2, 3])
        #expect(ask(after: 2, drawings: 5, at: 22) == "frame 4, number 0")
        #expect(turn(drawings: 5, at: 22) == "look 78.0")
    }

    /// However many widths are asked for, the view is copied no more often.
    @Test mutating func allWidthsAreOfOneCopy() {
        #expect(ask(.w320, drawings: 3, at: 0) == "waits")
        #expect(turn(drawings: 3, at: 0) == "make [320]")
        #expect(ask(.w640, drawings: 3, at: 1) == "waits")
        #expect(ask(.w960, drawings: 3, at: 2) == "waits")
        #expect(made(frame: 3, [.w320], at: 10) == [1])
        #expect(turn(drawings: 4, at: 21) == "look 79.0")
        #expect(ask(after: 3, .w320, drawings: 5, at: 60) == "waits")
        #expect(turn(drawings: 6, at: 100) == "make [320, 640, 960]")
        #expect(made(frame: 6, [.w320, .w640, .w960], at: 110) == [2, 3, 4])
        #expect(ask(after: 3, .w320, drawings: 6, at: 120) == "frame 6, number 1")
        #expect(ask(.w960, drawings: 6, at: 120) == "frame 6, number 0")
    }

    @Test mutating func itIsMadeNoMoreOftenThanItMay() {
        #expect(ask(drawings: 1, at: 0) == "waits")
        #expect(turn(drawings: 1, at: 0) == "make [640]")
        #expect(made(frame: 1, at: 5) == [1])
        #expect(ask(after: 1, drawings: 2, at: 30) == "waits")
        #expect(turn(drawings: 2, at: 30) == "look 70.0")
        #expect(turn(drawings: 4, at: 100) == "make [640]")
        #expect(made(frame: 4, at: 105) == [2])
        // What was made a moment ago is good enough.
        #expect(ask(after: 1, drawings: 6, at: 190) == "frame 4, number 1")
        #expect(ask(after: 1, drawings: 7, at: 210) == "waits")
        #expect(turn(drawings: 7, at: 210) == "make [640]")
    }

    @Test mutating func aSlowMachineGivesWhatItMade() {
        #expect(ask(drawings: 1, at: 0) == "waits")
        #expect(turn(drawings: 1, at: 0) == "make [640]")
        #expect(made(frame: 1, at: 900) == [1])
        #expect(ask(drawings: 28, at: 910) == "frame 1, number 0")
        #expect(ask(after: 1, drawings: 28, at: 910) == "waits")
        #expect(turn(drawings: 28, at: 910) == "make [640]")
    }

    @Test mutating func whatFailedIsTriedAgainForWhoAsks() {
        #expect(ask(drawings: 1, at: 0) == "waits")
        #expect(turn(drawings: 1, at: 0) == "make [640]")
        plan.failed()
        #expect(turn(drawings: 1, at: 5) == "look 95.0")
        #expect(ask(drawings: 1, at: 10) == "waits")
        #expect(turn(drawings: 1, at: 10) == "look 90.0")
        #expect(turn(drawings: 1, at: 100) == "make [640]")
    }

    /// A view that stays the same is waited for as long as is asked, and a picture of one that
    /// changes some seconds at least.
    @Test mutating func nobodyWaitsForEver() {
        #expect(ask(wait: 0, drawings: 0, at: 0) == "waits")
        #expect(ask(after: 3, wait: 0.5, drawings: 3, at: 0) == "waits")
        #expect(turn(drawings: 3, at: 0) == "make [640]")
        #expect(turn(drawings: 3, at: 499) == "look 1.0")
        #expect(turn(drawings: 3, at: 500) == "look 100.0, 2 unchanged")
        #expect(turn(drawings: 3, at: 4_999) == "look 1.0")
        #expect(turn(drawings: 3, at: 5_000) == "rest, 1 takesTooLong")
        #expect(made(frame: 3, at: 6_000) == [])
        #expect(ask(drawings: 3, at: 6_001) == "frame 3, number 0")
        var empty = PreviewPlan(rate: 10)
        let request = PreviewRequest(waitSeconds: 0)
        let picture = empty.ask(request, .w640, as: 1, drawings: 0, at: .milliseconds(0))
        let (_, ended) = empty.turn(drawings: 0, at: .milliseconds(0))
        #expect(picture == nil && ended == [1: .hasNoPicture])
    }

    @Test mutating func nothingIsMadeForWhoHasLeft() {
        #expect(ask(drawings: 1, at: 0) == "waits")
        plan.leave(1)
        #expect(turn(drawings: 1, at: 0) == "rest")
    }

    @Test(arguments: [5_000, Int.max])
    mutating func aNumberOfAnotherLifeIsNoNumber(after: Int) {
        #expect(ask(after: after, drawings: 3, at: 0) == "waits")
        #expect(turn(drawings: 3, at: 0) == "make [640]")
        #expect(made(frame: 3, at: 1) == [1])
        #expect(ask(after: after, drawings: 3, at: 2) == "frame 3, number 0")
    }

    @Test mutating func whatNobodyLooksAtIsForgotten() {
        #expect(ask(drawings: 3, at: 0) == "waits")
        #expect(turn(drawings: 3, at: 0) == "make [640]")
        #expect(made(frame: 3, at: 1) == [1])
        plan.forget(before: .milliseconds(2))
        #expect(ask(drawings: 3, at: 5_000) == "waits")
        #expect(turn(drawings: 3, at: 5_000) == "make [640]")
        #expect(made(frame: 3, at: 5_001) == [2])
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
        var places = PreviewPlaces(most: 4)
        let (lasting, first) = (places.take(isLasting: true), places.take(isLasting: false))
        let (second, other) = (places.take(isLasting: false), places.take(isLasting: false))
        let third = places.take(isLasting: true)
        let isFirstOut = try #require(first).revocation.isDone
        #expect(third != nil && isFirstOut)
        #expect(second?.revocation.isDone == false)
        places.giveBack(try #require(first).number)
        let fourth = places.take(isLasting: true)
        #expect(fourth != nil && second?.revocation.isDone == true)
        #expect(lasting?.revocation.isDone == false && other?.revocation.isDone == false)
        let refused = places.take(isLasting: true)
        #expect(refused == nil)
        places.giveBack(try #require(lasting).number)
        #expect(places.count == 3)
        let fifth = places.take(isLasting: false)
        #expect(fifth != nil)
    }

    @Test(arguments: [(1, 1), (2, 1), (3, 2), (8, 6), (16, 12)])
    func whoStaysLeavesPlacesToThoseThatComeAndGo(most: Int, staying: Int) {
        var places = PreviewPlaces(most: most)
        let lasting = (0..<most).count { _ in places.take(isLasting: true) != nil }
        #expect(lasting == staying)
        let others = (0..<100).count { _ in places.take(isLasting: false) != nil }
        #expect(others == (most > staying ? 100 : 0) && places.count == most)
    }
}
