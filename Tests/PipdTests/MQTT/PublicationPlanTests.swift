import Media
import Testing

@testable import pipd

/// What is published when, in virtual time.
@Suite struct PublicationPlanTests {
    private func at(_ milliseconds: Int) -> MonotonicTime { .milliseconds(Int64(milliseconds)) }

    /// All that is begun from one time to another, with each millisecond in between.
    private func steps(
        of plan: inout PublicationPlan,
        _ times: Range<Int>
    ) -> [(time: Int, step: PublicationPlan.Step, isForced: Bool)] {
        var steps: [(time: Int, step: PublicationPlan.Step, isForced: Bool)] = []
        for time in times {
            while let step = plan.begin(at: at(time)) {
                steps.append((time, step, plan.isForced))
                if step == .state, plan.isForced { plan.told() }
                plan.finished()
            }
        }
        return steps
    }

    @Test func nothingIsBegunWithoutAConnection() {
        var plan = PublicationPlan()
        plan.changed()
        #expect(plan.deadline == nil)
        #expect(plan.begin(at: at(100_000)) == nil)
    }

    @Test func everythingIsSaidInOrderWhenTheBrokerIsThere() {
        var plan = PublicationPlan()
        plan.connected(at: at(500))
        let steps = steps(of: &plan, 500..<10_000)
        #expect(steps.map(\.step) == PublicationPlan.Step.allCases)
        #expect(steps.allSatisfy { $0.time == 500 && $0.isForced })
    }

    @Test func nothingElseIsBegunBeforeAStateIsThere() {
        var plan = PublicationPlan(images: .never)
        plan.connected(at: at(0))
        while let step = plan.begin(at: at(0)), step != .state { plan.finished() }
        plan.changed()
        #expect(plan.deadline == nil && plan.begin(at: at(90_000)) == nil)
        plan.finished()
        #expect(plan.begin(at: at(90_000)) == .state)
    }

    @Test func statesAreASecondApartHoweverMuchHappens() {
        var plan = PublicationPlan()
        plan.connected(at: at(0))
        _ = steps(of: &plan, 0..<1)
        var times: [Int] = []
        for time in stride(from: 0, to: 10_000, by: 10) {
            plan.changed()
            if plan.begin(at: at(time)) != nil {
                times.append(time)
                #expect(!plan.isForced)
                plan.finished()
            }
        }
        #expect(times == Array(stride(from: 1000, to: 10_000, by: 1000)))
    }

    @Test func aChangeAfterAWhileIsToldAtOnce() {
        var plan = PublicationPlan()
        plan.connected(at: at(0))
        _ = steps(of: &plan, 0..<1)
        #expect(plan.begin(at: at(7000)) == nil)
        plan.changed()
        #expect(plan.deadline == at(1000))
        #expect(plan.begin(at: at(7000)) == .state)
    }

    @Test func aStateIsSaidEveryMinuteEvenIfItIsTheSame() {
        var plan = PublicationPlan()
        plan.connected(at: at(0))
        _ = steps(of: &plan, 0..<1)
        let steps = steps(of: &plan, 1..<150_000)
        #expect(steps.map(\.time) == [60_000, 120_000])
        #expect(steps.allSatisfy { $0.step == .state && $0.isForced })
    }

    /// However often it is looked whether it is another one.
    @Test func whatHappensPutsThatOffNeither() {
        var plan = PublicationPlan()
        plan.connected(at: at(0))
        _ = steps(of: &plan, 0..<1)
        var told: [Int] = []
        for time in stride(from: 0, to: 130_000, by: 100) {
            if time % 7000 == 0 { plan.changed() }
            told += steps(of: &plan, time..<time + 1).filter(\.isForced).map(\.time)
        }
        #expect(told == [60_000, 120_000])
    }

    @Test func aStateThatCannotBeHadIsTriedAgain() {
        var plan = PublicationPlan(images: .never, hasDiscovery: false)
        plan.connected(at: at(0))
        while plan.begin(at: at(0)) != nil { plan.finished() }
        #expect(plan.deadline == at(1000))
        #expect(plan.begin(at: at(1000)) == .state && plan.isForced)
    }

    /// What has changed is told once it can be.
    @Test func aChangeThatCannotBeHadIsTriedAgain() {
        var plan = PublicationPlan()
        plan.connected(at: at(0))
        _ = steps(of: &plan, 0..<1)
        plan.changed()
        #expect(plan.begin(at: at(7000)) == .state)
        plan.missedState()
        plan.finished()
        #expect(plan.deadline == at(8000))
        #expect(plan.begin(at: at(8000)) == .state)
    }

    @Test(arguments: [(0, 20_000), (0.5, 22_500), (1, 25_000)] as [(Double, Int)])
    func aBirthIsAnsweredWithinFiveSeconds(random: Double, time: Int) {
        var plan = PublicationPlan()
        plan.connected(at: at(0))
        _ = steps(of: &plan, 0..<1)
        plan.homeAssistantStarted(at: at(20_000), random: random)
        // Another one changes nothing.
        plan.homeAssistantStarted(at: at(20_000), random: 0)
        let steps = steps(of: &plan, 20_000..<30_000)
        #expect(steps.map(\.step) == PublicationPlan.Step.allCases)
        #expect(steps.allSatisfy { $0.time == time && $0.isForced })
    }

    @Test func imagesComeAsOftenAsTheyAreWanted() {
        var never = PublicationPlan(images: .never, hasDiscovery: false)
        never.connected(at: at(0))
        let steps = Set(steps(of: &never, 0..<200_000).map(\.step))
        #expect(steps == [.availability, .state])
        var often = PublicationPlan(images: .every(.milliseconds(25_000)))
        often.connected(at: at(0))
        let images = self.steps(of: &often, 0..<100_000).filter { $0.step == .image }
        #expect(images.map(\.time) == [0, 25_000, 50_000, 75_000])
    }

    /// A screen that has just started has none yet.
    @Test func anImageThatCouldNotBeHadIsTriedAgain() {
        var plan = PublicationPlan()
        plan.connected(at: at(0))
        _ = steps(of: &plan, 0..<1)
        plan.missedImage(at: at(300))
        let first = steps(of: &plan, 300..<9000)
        #expect(first.map(\.time) == [5300] && first.map(\.step) == [.image])
        plan.missedImage(at: at(9000))
        plan.connected(at: at(9500))
        #expect(steps(of: &plan, 9500..<30_000).count { $0.step == .image } == 1)
        var often = PublicationPlan(images: .every(.milliseconds(25_000)))
        often.connected(at: at(0))
        _ = steps(of: &often, 0..<1)
        often.missedImage(at: at(0))
        let images = steps(of: &often, 1..<60_000).filter { $0.step == .image }
        #expect(images.map(\.time) == [5000, 30_000, 55_000])
    }

    @Test func whatChangesBeforeABirthIsAnsweredIsTold() {
        var plan = PublicationPlan()
        plan.connected(at: at(0))
        _ = steps(of: &plan, 0..<1)
        plan.homeAssistantStarted(at: at(2000), random: 1)
        plan.changed()
        #expect(plan.begin(at: at(2000)) == .state)
        #expect(!plan.isForced)
    }
}
