import Media
import Presentation
import TestSupport
import Testing

/// A playlist's window in virtual time, beside a screen and openers that do what it says.
private struct Reel {
    var plan: PlaylistPlan
    var now = MonotonicTime(nanoseconds: 0)
    /// What is open, but for what is shown.
    private(set) var open: [PlaylistPlan.Opening: PlaylistItemID] = [:]
    private(set) var ready: Set<PlaylistPlan.Opening> = []
    private(set) var shown: PlaylistPlan.Opening?
    /// The first one has the place until something is shown.
    private(set) var place: PlaylistPlan.Opening?
    private(set) var failed: Set<PlaylistPlan.Opening> = []
    private(set) var shownItem: PlaylistItemID?
    private(set) var isOver = false
    private(set) var line: (opening: PlaylistPlan.Opening, isAtOnce: Bool)?
    private(set) var wake: MonotonicTime?
    private(set) var log: [String] = []
    private(set) var opened = 0
    private var sizes: [PlaylistPlan.Opening: Int] = [:]

    init(
        _ names: String,
        ahead: Int = 3,
        budget: Int = 100,
        loop: PlaylistOrder.Loop = .all,
        shuffled: Bool = false,
        seed: UInt64 = 1
    ) {
        let order = PlaylistOrder(
            names.map { PlaylistItemID("\($0)") },
            loop: loop,
            isShuffled: shuffled,
            seed: seed
        )
        plan = PlaylistPlan(order, ahead: ahead, budget: budget)
    }

    mutating func tell(_ event: PlaylistPlan.Event) {
        for effect in plan.handle(event, at: now) { obey(effect) }
    }

    private mutating func obey(_ effect: PlaylistPlan.Effect) {
        switch effect {
        case .open(let opening, let item):
            #expect(open[opening] == nil)
            open[opening] = item
            place = place ?? opening
            opened += 1
            log.append("+\(item)")
        case .close(let opening):
            #expect(open[opening] != nil)
            #expect(opening != place, "what has the place keeps it")
            #expect(line?.opening != opening, "what follows is not closed")
            log.append("-\(open[opening]?.name ?? "?")")
            (open[opening], _) = (nil, ready.remove(opening))
        case .follow(let opening, let isAtOnce):
            #expect(ready.contains(opening))
            line = (opening, isAtOnce)
        case .hold: line = nil
        case .finished: log.append("end")
        case .standIn(let item): log.append("(\(item.map { "\($0)" } ?? ""))")
        case .wake(let time): wake = time
        }
    }

    /// What is being opened, in the order in which that began.
    var opening: [PlaylistPlan.Opening] {
        open.keys.filter { !ready.contains($0) && !failed.contains($0) }
            .sorted { $0.number < $1.number }
    }

    /// Of each that is ready.
    var bytes: [Int] { ready.compactMap { sizes[$0] } }

    var readyItems: [String] { ready.compactMap { open[$0]?.name }.sorted() }

    var text: String { log.joined(separator: " ") }

    mutating func becomeReady(_ opening: PlaylistPlan.Opening, bytes: Int = 10) {
        ready.insert(opening)
        sizes[opening] = bytes
        tell(.ready(opening, bytes: bytes))
        failed.remove(opening)
        // What has the place is on the screen with its first picture.
        if opening == place { show(opening) }
    }

    mutating func fail(_ opening: PlaylistPlan.Opening) {
        failed.insert(opening)
        tell(.failed(opening))
    }

    /// The next scanout: what follows takes its place where that can be.
    mutating func flip() {
        guard let line, line.isAtOnce || isOver else { return }
        show(line.opening)
    }

    private mutating func show(_ opening: PlaylistPlan.Opening) {
        guard let item = open.removeValue(forKey: opening) else { return }
        ready.remove(opening)
        if let place { open[place] = nil }
        place = opening
        (shown, shownItem, isOver, line) = (opening, item, false, nil)
        log.append(">\(item)")
        tell(.shown(opening))
    }

    /// What is shown comes to its end.
    mutating func end() {
        guard let shown, !isOver else { return }
        isOver = true
        flip()
        if self.shown == shown { tell(.ended(shown)) }
    }

    /// Somebody goes back in what is shown.
    mutating func goBack() {
        guard let shown else { return }
        isOver = false
        tell(.wentOn(shown))
    }

    /// Everything that is opened gets ready, and is shown where it was waited for.
    mutating func settle() {
        for _ in 0..<100 {
            if let next = opening.first {
                becomeReady(next)
            } else if line.map({ $0.isAtOnce || isOver }) == true {
                flip()
            } else if let wake, wake > now {
                now = wake
                self.wake = nil
                tell(.timePassed)
            } else {
                return
            }
        }
        Issue.record("it does not settle: \(text)")
    }
}

@Suite struct PlaylistPlanTests {
    @Test func theNearestIsOpenedFirstOneAtATime() throws {
        var reel = Reel("abcdef")
        reel.tell(.started)
        #expect(reel.text == "+a")
        let first = try #require(reel.opening.first)
        reel.becomeReady(first)
        #expect(reel.text == "+a >a +b")
        reel.settle()
        #expect(reel.text == "+a >a +b +c +d +f")
        #expect(reel.readyItems == ["b", "c", "d", "f"])
    }

    @Test func aListBeginsWhereItWas() {
        var reel = Reel("abcdef", ahead: 1)
        reel.tell(.resumed(PlaylistItemID("c"), behind: []))
        reel.settle()
        #expect(reel.text == "+c >c +d +b")
        #expect(reel.plan.hits == 0 && reel.plan.misses == 0)
        var other = Reel("abc", ahead: 1)
        other.tell(.resumed(PlaylistItemID("x"), behind: []))
        other.settle()
        #expect(other.shownItem?.name == "a", "what is no more is not waited for")
    }

    /// It would not be tried again for up to a minute.
    @Test(arguments: [PlaylistOrder.Loop.all, .none])
    func aListThatHasNothingToShowTakesWhatComes(loop: PlaylistOrder.Loop) throws {
        var reel = Reel("a", loop: loop)
        reel.tell(.started)
        for _ in 0..<5 {
            for opening in reel.opening { reel.fail(opening) }
            if let wake = reel.wake { reel.now = wake }
            reel.tell(.timePassed)
        }
        for opening in reel.opening { reel.fail(opening) }
        reel.tell(.edited([PlaylistItemID("b"), PlaylistItemID("c")]))
        #expect(reel.text.hasSuffix("+b"), "\(reel.text)")
        reel.settle()
        #expect(reel.shownItem?.name == "b")
    }

    @Test func whatIsReadyFollowsAnEnd() {
        var reel = Reel("abcd", ahead: 1)
        reel.tell(.started)
        reel.settle()
        for next in ["b", "c", "d", "a"] {
            reel.end()
            #expect(reel.shownItem?.name == next)
            reel.settle()
        }
    }

    @Test func theOldPictureStaysUntilTheNewOneComes() throws {
        var reel = Reel("abc", ahead: 1)
        reel.tell(.started)
        reel.becomeReady(try #require(reel.opening.first))
        reel.end()
        #expect(reel.shownItem?.name == "a")
        #expect(reel.line == nil)
        reel.becomeReady(try #require(reel.opening.first))
        reel.flip()
        #expect(reel.shownItem?.name == "b")
    }

    @Test func theLastPictureStaysForTwoSecondsAtMost() throws {
        var reel = Reel("abc", ahead: 1)
        reel.tell(.started)
        reel.becomeReady(try #require(reel.opening.first))
        reel.end()
        let end = reel.now
        for opening in reel.opening { reel.fail(opening) }
        #expect(!reel.text.contains("("))
        while let wake = reel.wake, wake <= end + PlaylistPlan.longestStill {
            #expect(!reel.text.contains("("))
            reel.now = wake
            reel.tell(.timePassed)
            if wake < end + PlaylistPlan.longestStill {
                for opening in reel.opening { reel.fail(opening) }
            }
        }
        #expect(reel.text.contains("("), "\(reel.text)")
        reel.settle()
        #expect(reel.shown != nil && !reel.isOver, "\(reel.text)")
        var other = Reel("ab", ahead: 1)
        other.tell(.started)
        other.becomeReady(try #require(other.opening.first))
        other.end()
        other.now = other.now + PlaylistPlan.longestStill
        other.tell(.timePassed)
        other.tell(.timePassed)
        #expect(other.text.hasPrefix("+a >a +b"))
        #expect(other.text.hasSuffix(" (b)"), "once: \(other.text)")
        other.settle()
        #expect(other.shownItem?.name == "b")
    }

    /// Of what had ended long ago the last picture stays for two seconds of waiting, too.
    @Test func aCommandBeginsTheWaitOfAListThatHadEnded() throws {
        var reel = Reel("ab", loop: .none)
        reel.tell(.started)
        for _ in 0..<2 {
            reel.settle()
            reel.end()
        }
        #expect(reel.text.hasSuffix("end"))
        reel.now = reel.now + .milliseconds(60_000)
        reel.tell(.edited(["b", "c"].map { PlaylistItemID($0) }))
        reel.tell(.played(PlaylistItemID("c")))
        #expect(!reel.text.contains("("), "\(reel.text)")
        reel.now = reel.now + PlaylistPlan.longestStill
        reel.tell(.timePassed)
        #expect(reel.text.hasSuffix("(c)"), "\(reel.text)")
    }

    /// Somebody goes back in what was over.
    @Test func whatGoesOnIsStoodInForAgainAfterItsNextEnd() throws {
        var reel = Reel("ab", ahead: 1)
        reel.tell(.started)
        reel.becomeReady(try #require(reel.opening.first))
        let first = try #require(reel.shown)
        for _ in 0..<2 {
            reel.tell(.ended(first))
            reel.now = reel.now + .milliseconds(1_500)
            reel.tell(.wentOn(first))
            reel.now = reel.now + .milliseconds(1_500)
            reel.tell(.timePassed)
            #expect(!reel.text.contains("("), "\(reel.text)")
        }
        reel.tell(.ended(first))
        reel.now = reel.now + PlaylistPlan.longestStill
        reel.tell(.timePassed)
        #expect(reel.text.contains("(b)"), "\(reel.text)")
    }

    /// Somebody goes back in the last item of a list that had ended.
    @Test func whatGoesOnEndsAgain() throws {
        var reel = Reel("a", loop: .none)
        reel.tell(.started)
        reel.settle()
        let shown = try #require(reel.shown)
        for count in 1...3 {
            reel.tell(.ended(shown))
            #expect(reel.log.count { $0 == "end" } == count)
            #expect(reel.plan.isFinished)
            reel.tell(.wentOn(shown))
            #expect(!reel.plan.isFinished)
        }
    }

    /// Such as a camera that is unplugged and comes back.
    @Test func aLastItemThatFailsAndComesBackIsNotOver() throws {
        var reel = Reel("a", loop: .none)
        reel.tell(.started)
        reel.settle()
        let shown = try #require(reel.shown)
        reel.fail(shown)
        #expect(reel.text == "+a >a end")
        reel.tell(.ready(shown, bytes: 10))
        #expect(!reel.plan.isFinished)
        reel.tell(.ended(shown))
        #expect(reel.text == "+a >a end end")
    }

    @Test func whatIsAddedBehindAnItemThatFailedIsShown() throws {
        var reel = Reel("a", loop: .none)
        reel.tell(.started)
        reel.settle()
        reel.fail(try #require(reel.shown))
        reel.tell(.edited(["a", "b"].map { PlaylistItemID($0) }))
        reel.settle()
        #expect(reel.shownItem?.name == "b", "\(reel.text)")
    }

    /// It has no stream, and so no place.
    @Test func whatCouldNotBeMadeLeavesThePlaceToTheNext() throws {
        var plan = PlaylistPlan(
            PlaylistOrder(["a", "b"].map { PlaylistItemID($0) }, seed: 1),
            ahead: 1,
            budget: 100
        )
        let now = MonotonicTime(nanoseconds: 0)
        guard case .open(let first, _)? = plan.handle(.started, at: now).first,
            case .open(let second, _)? = plan.handle(.unmade(first), at: now).first(where: {
                if case .open = $0 { true } else { false }
            })
        else { return #expect(Bool(false), "it opens none") }
        // What has the place is never closed.
        let effects = plan.handle(.failed(second), at: now)
        #expect(!effects.contains(.close(second)) && !effects.contains(.close(first)))
    }

    /// What is ready behind it is no reason to pass it over.
    @Test func theLastOfAListIsWaitedForHoweverSlowItIs() throws {
        var reel = Reel("ab", loop: .none)
        reel.tell(.started)
        reel.becomeReady(try #require(reel.opening.first))
        reel.end()
        for _ in 0..<4 {
            reel.now = reel.now + .milliseconds(1_000)
            reel.tell(.timePassed)
            for opening in reel.opening where reel.open[opening]?.name == "a" {
                reel.becomeReady(opening)
            }
        }
        #expect(reel.text.contains("(b)") && !reel.text.contains("end"), "\(reel.text)")
        reel.settle()
        #expect(reel.shownItem?.name == "b", "\(reel.text)")
    }

    @Test func whatIsFinishedKeepsItsLastPicture() throws {
        var reel = Reel("a", loop: .none)
        reel.tell(.started)
        reel.settle()
        reel.end()
        reel.now = reel.now + .milliseconds(60_000)
        reel.tell(.timePassed)
        #expect(reel.text == "+a >a end")
    }

    @Test func aCommandIsObeyedDuringAnOpening() throws {
        var reel = Reel("abcdef")
        reel.tell(.started)
        reel.becomeReady(try #require(reel.opening.first))
        #expect(reel.text == "+a >a +b")
        reel.tell(.played(PlaylistItemID("e")))
        // Its own opening does not wait for the one of b.
        #expect(reel.text == "+a >a +b -b +e")
        reel.becomeReady(try #require(reel.opening.first))
        reel.flip()
        #expect(reel.shownItem?.name == "e")
    }

    @Test func nothingElseFollowsWhileAnotherIsWanted() throws {
        var reel = Reel("abcdefgh")
        reel.tell(.started)
        reel.settle()
        #expect(reel.line != nil)
        reel.tell(.played(PlaylistItemID("e")))
        #expect(reel.line == nil)
        reel.end()
        #expect(reel.shownItem?.name == "a")
        reel.settle()
        #expect(reel.shownItem?.name == "e")
    }

    @Test func quickSkipsOpenOnlyWhatTheyLeadTo() throws {
        var reel = Reel("abcdefghijkl")
        reel.tell(.started)
        reel.settle()
        let before = reel.opened
        for _ in 0..<6 {
            reel.now += .milliseconds(50)
            reel.tell(.skipped(.next))
            reel.opening.first.map { reel.becomeReady($0) }
            reel.flip()
        }
        // b, c, d were ready; e, f, g are what the skips led to, and no more.
        #expect(reel.shownItem?.name == "g")
        #expect(reel.opened - before <= 5)
        reel.settle()
        #expect(reel.readyItems == ["f", "h", "i", "j"])
    }

    @Test func nothingIsOpenedWhileWhatIsShownStalls() throws {
        var reel = Reel("abcd")
        reel.tell(.started)
        let first = try #require(reel.opening.first)
        reel.tell(.stalled(first, true))
        reel.becomeReady(first)
        #expect(reel.opening.isEmpty)
        reel.tell(.stalled(first, false))
        #expect(!reel.opening.isEmpty)
    }

    @Test func theFarthestGoesFirstBeyondTheBudget() throws {
        var reel = Reel("abcdef", budget: 40 << 20)
        reel.tell(.started)
        reel.becomeReady(try #require(reel.opening.first))
        for _ in 0..<10 {
            guard let next = reel.opening.first else { break }
            reel.becomeReady(next, bytes: 20 << 20)
        }
        // b does not count; c and d are what there is room for, −1 is not.
        #expect(reel.readyItems == ["b", "c", "d"])
        // One that turns out larger goes again.
        reel = Reel("abcdef", budget: 40 << 20)
        reel.tell(.started)
        reel.becomeReady(try #require(reel.opening.first))
        reel.becomeReady(try #require(reel.opening.first), bytes: 20 << 20)
        reel.becomeReady(try #require(reel.opening.first), bytes: 50 << 20)
        #expect(reel.readyItems == ["b"])
        #expect(reel.opening.isEmpty)
    }

    @Test func aBadItemIsPassedOverAndTriedAgain() throws {
        var reel = Reel("abc", ahead: 1)
        reel.tell(.started)
        reel.becomeReady(try #require(reel.opening.first))
        reel.fail(try #require(reel.opening.first))
        #expect(reel.plan.state(of: PlaylistItemID("b")) == .failed)
        reel.settle()
        // Its rest was over in the meantime.
        #expect(reel.plan.state(of: PlaylistItemID("b")) == .ready)
    }

    /// Where the wall is at it. Until then what was before stays, and nothing stands in for it.
    @Test func aBadItemIsGoneToOnceItIsReady() throws {
        var reel = Reel("abc", ahead: 1)
        let bad = PlaylistItemID("b")
        reel.tell(.started)
        reel.becomeReady(try #require(reel.opening.first))
        reel.fail(try #require(reel.opening.first))
        reel.now = reel.now + .milliseconds(60_000)
        reel.tell(.reached(bad))
        #expect(reel.plan.currentItem == PlaylistItemID("a"))
        reel.becomeReady(try #require(reel.opening.first { reel.open[$0] == bad }))
        reel.tell(.reached(bad))
        #expect(reel.plan.currentItem == bad)
    }

    /// However far from it the order has gone meanwhile.
    @Test func aBadItemOfAWallIsOpenedAgainWhereTheWallIsAtIt() throws {
        var reel = Reel("abcdefghij", ahead: 1)
        let bad = PlaylistItemID("b")
        reel.tell(.started)
        var others = 0
        while others < 15 {
            guard let next = reel.opening.first else {
                reel.now = try #require(reel.wake)
                reel.tell(.timePassed)
                continue
            }
            if reel.open[next] != bad { others += 1 }
            if others < 15 { reel.fail(next) }
        }
        // This one can be shown, and waits for its turn.
        let good = try #require(reel.opening.first)
        reel.becomeReady(good)
        #expect(reel.plan.currentItem == reel.open[good])
        reel.now = reel.now + .milliseconds(60_000)
        reel.tell(.reached(bad))
        reel.becomeReady(try #require(reel.opening.first { reel.open[$0] == bad }))
        reel.tell(.reached(bad))
        #expect(reel.plan.currentItem == bad)
    }

    @Test func whereNothingIsGoodItIsTriedAgainEverMoreSeldom() throws {
        var reel = Reel("ab")
        reel.tell(.started)
        var tries: [Int64] = []
        while reel.now < .milliseconds(400_000) {
            if let next = reel.opening.first {
                tries.append(reel.now.nanoseconds / 1_000_000_000)
                reel.fail(next)
            } else {
                reel.now = try #require(reel.wake)
                reel.tell(.timePassed)
            }
        }
        #expect(tries.prefix(8) == [0, 0, 1, 1, 3, 3, 7, 7])
        // Once a minute each, in the end.
        #expect(tries.suffix(4).first.map { 400 - $0 <= 130 } == true)
        reel.settle()
        #expect(reel.shownItem != nil)
    }

    /// A server that does not answer holds up what is opened no longer than a second, and what
    /// is shown not at all.
    @Test func whatIsSlowIsPassedOverForWhatIsReady() throws {
        var reel = Reel("abcd")
        reel.tell(.started)
        reel.becomeReady(try #require(reel.opening.first))
        #expect(reel.text == "+a >a +b")
        let slow = try #require(reel.opening.first)
        reel.now = try #require(reel.wake)
        reel.tell(.timePassed)
        #expect(reel.text == "+a >a +b +c")
        reel.becomeReady(try #require(reel.opening.last))
        reel.end()
        #expect(reel.shownItem?.name == "c")
        // It had its turn, and comes again with the next round.
        reel.fail(slow)
        reel.settle()
        reel.end()
        #expect(reel.shownItem?.name == "d")
    }

    @Test func whatIsWaitedForAtAnEndIsPassedOverOnceItIsSlow() throws {
        var reel = Reel("abcd", ahead: 3)
        reel.tell(.started)
        reel.settle()
        reel.tell(.edited("axbcd".map { PlaylistItemID("\($0)") }))
        reel.end()
        #expect(reel.shownItem?.name == "a")
        reel.now = try #require(reel.wake)
        reel.tell(.timePassed)
        reel.flip()
        #expect(reel.shownItem?.name == "b")
    }

    @Test func whatIsOfOneAloneIsNotOpenedAhead() throws {
        var reel = Reel("abc")
        reel.plan.window.exclusive = [PlaylistItemID("b")]
        reel.tell(.started)
        reel.settle()
        #expect(reel.readyItems == ["a", "c"])
        #expect(reel.line == nil, "c does not follow a")
        reel.end()
        reel.settle()
        #expect(reel.shownItem?.name == "b")
    }

    @Test func whatIsShownOtherwiseBeginsAnew() {
        var reel = Reel("abcd")
        reel.tell(.started)
        reel.settle()
        reel.tell(.renewed([PlaylistItemID("a"), PlaylistItemID("b")]))
        reel.settle()
        #expect(reel.log.count { $0 == ">a" } == 2)
        #expect(reel.log.count { $0 == "+b" } == 2)
        #expect(reel.shownItem?.name == "a")
    }

    @Test func whatFailsOnTheScreenGivesWay() {
        var reel = Reel("abc")
        reel.tell(.started)
        reel.settle()
        reel.shown.map { reel.fail($0) }
        reel.flip()
        #expect(reel.shownItem?.name == "b")
    }

    @Test func aListThatDoesNotLoopEndsOnce() {
        var reel = Reel("ab", loop: .none)
        reel.tell(.started)
        reel.settle()
        reel.end()
        reel.settle()
        reel.end()
        #expect(reel.log.count { $0 == "end" } == 1)
        #expect(reel.shownItem?.name == "b")
        reel.tell(.skipped(.previous))
        reel.settle()
        #expect(reel.shownItem?.name == "a")
    }

    @Test func anItemThatIsAloneFollowsItself() {
        for loop in [PlaylistOrder.Loop.all, .one] {
            var reel = Reel("a", loop: loop)
            reel.tell(.started)
            reel.settle()
            for _ in 0..<3 {
                reel.end()
                reel.settle()
            }
            #expect(reel.log.count { $0 == ">a" } == 4)
        }
    }

    @Test func anEditKeepsWhatIsOpen() {
        var reel = Reel("abcdef")
        reel.tell(.started)
        reel.settle()
        let before = reel.opened
        reel.tell(.edited("axbcdef".map { PlaylistItemID("\($0)") }))
        reel.settle()
        #expect(reel.opened == before + 1)
        #expect(reel.readyItems == ["b", "c", "f", "x"])
        reel.end()
        #expect(reel.shownItem?.name == "x")
    }

    @Test func anItemThatIsTakenOutGivesWay() {
        var reel = Reel("abcd")
        reel.tell(.started)
        reel.settle()
        reel.tell(.edited("bcd".map { PlaylistItemID("\($0)") }))
        reel.flip()
        #expect(reel.shownItem?.name == "b")
    }

    /// A hundred thousand edits, skips, failures and ends: what is open stays within its
    /// bounds, and the list always goes on.
    @Test func randomEditsAndSkipsStayWithinBounds() {
        var random = SeededGenerator(seed: 12)
        let names = "abcdefghijklmnop"
        for seed in 1...100 as ClosedRange<UInt64> {
            let ahead = Int.random(in: 1...4, using: &random)
            var reel = Reel(
                String(names.prefix(8)),
                ahead: ahead,
                budget: 64 << 20,
                shuffled: seed % 2 == 0,
                seed: seed
            )
            reel.tell(.started)
            for _ in 0..<1_000 {
                reel.now += .milliseconds(.random(in: 0...400, using: &random))
                Self.disturb(&reel, names, &random)
                let open = reel.open.filter { $0.key != reel.place }.map(\.value)
                #expect(open.count <= ahead + 1)
                #expect(Set(open).count == open.count)
                #expect(open.allSatisfy(reel.plan.order.items.contains))
                // What follows is not counted, whichever that is.
                #expect(
                    reel.bytes.reduce(0, +) - (reel.bytes.max() ?? 0) <= reel.plan.window.budget
                )
            }
            reel.tell(.looped(.all))
            reel.settle()
            let shown = reel.log.count { $0.hasPrefix(">") }
            reel.end()
            reel.settle()
            #expect(reel.log.count { $0.hasPrefix(">") } > shown, "it goes on")
        }
    }

    private static func disturb(
        _ reel: inout Reel,
        _ names: String,
        _ random: inout SeededGenerator
    ) {
        switch Int.random(in: 0..<15, using: &random) {
        case 0: reel.tell(.skipped(.next))
        case 1: reel.tell(.skipped(.previous))
        case 2:
            if let item = reel.plan.order.items.randomElement(using: &random) {
                reel.tell(.played(item))
            }
        case 3:
            let count = Int.random(in: 1...names.count, using: &random)
            let items = names.shuffled(using: &random).prefix(count)
            reel.tell(.edited(items.map { PlaylistItemID("\($0)") }))
        case 4: reel.tell(.shuffled(.random(using: &random)))
        case 5:
            reel.tell(.looped(PlaylistOrder.Loop.allCases.randomElement(using: &random) ?? .all))
        case 6: reel.opening.first.map { reel.fail($0) }
        case 7: reel.shown.map { reel.fail($0) }
        case 8: reel.end()
        case 9: reel.flip()
        case 10: reel.tell(.timePassed)
        case 11: reel.goBack()
        case 12:
            let items = reel.plan.order.items.filter { _ in .random(using: &random) }
            reel.tell(.renewed(Set(items)))
        case 13: reel.shown.map { reel.tell(.ready($0, bytes: 10)) }
        default:
            let bytes = Int.random(in: 1...48, using: &random) << 20
            reel.opening.first.map { reel.becomeReady($0, bytes: bytes) }
        }
    }
}
