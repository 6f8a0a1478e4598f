import Media
import Testing

@testable import pipd

/// What comes of a configuration on trial, in virtual time.
@Suite struct ConfigurationTrialTests {
    typealias Trial = ConfigurationTrial

    private static let fine = ViewsSeen(flaws: [.main: nil])
    private static let dark = ViewsSeen(flaws: [.main: .init(reason: "main is dark")])

    /// Something that happens, at a second of the trial's, and what it is answered with.
    struct Step: Sendable {
        let time: Double
        let event: ConfigurationTrial.Event
        let action: ConfigurationTrial.Action?

        init(_ time: Double, _ event: ConfigurationTrial.Event, _ action: Trial.Action? = nil) {
            (self.time, self.event, self.action) = (time, event, action)
        }
    }

    struct Course: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let steps: [Step]
        /// Whether one is in force at the end that is not kept.
        let isOnTrial: Bool

        init(_ name: String, isOnTrial: Bool = false, _ steps: [Step]) {
            (testDescription, self.steps, self.isOnTrial) = (name, steps, isOnTrial)
        }
    }

    /// One that is in force from second 0 on, for 60 seconds, with pictures before it.
    private static let begin = [
        Step(-1, .asked(confirmWithin: .seconds(60)), .check),
        Step(0, .putInForce(generation: 7, before: fine)),
    ]

    /// Looks every half second.
    private static func look(_ seen: ViewsSeen, from: Double, to: Double) -> [Step] {
        stride(from: from, through: to, by: 0.5).map { Step($0, .looked(seen)) }
    }

    private static func no(_ reason: MessageText) -> ConfigurationTrial.Action { .refuse(reason) }

    private static let unhealthy = no("Generation 7 cannot be confirmed: main is dark.")
    private static let early = no(
        "Generation 7 cannot be confirmed: all is in order for less than 3 s."
    )
    private static let busy = no(
        "Generation 7 is on trial; confirm it or roll it back first."
    )
    private static let nothing = no("No configuration is on trial.")
    private static let late = Trial.Action.rollBack(because: "nobody confirmed it in time")

    private static let courses = [
        Course(
            "confirmed once it was healthy for three seconds",
            begin + look(dark, from: 0.5, to: 2) + [Step(2, .confirmed(generation: 7), unhealthy)]
                + look(fine, from: 2.5, to: 5) + [Step(5, .confirmed(generation: 7), early)]
                + look(fine, from: 5.5, to: 5.5)
                + [
                    Step(5.5, .confirmed(generation: nil), .keep), Step(5.6, .kept),
                    Step(70, .looked(dark)), Step(71, .confirmed(generation: 7), nothing),
                ]
        ),
        Course(
            "not confirmed in time",
            begin + look(fine, from: 0.5, to: 59.5)
                + [
                    Step(60, .looked(fine), late), Step(60, .confirmed(generation: 7), ending),
                    Step(60.1, .rolledBack), Step(61, .looked(fine)),
                ]
        ),
        Course(
            "never healthy",
            begin + look(dark, from: 0.5, to: 59.5)
                + [
                    Step(60, .looked(dark), .rollBack(because: "main is dark")),
                    Step(60, .rolledBack),
                ]
        ),
        Course(
            "healthy for a while, then not",
            begin + look(fine, from: 0.5, to: 8) + look(dark, from: 8.5, to: 9)
                + [Step(9, .confirmed(generation: 7), unhealthy)] + look(fine, from: 9.5, to: 12)
                + [
                    Step(12, .confirmed(generation: 7), early),
                    Step(13, .rejected(generation: 7), asked),
                ]
                + [Step(13, .rolledBack)]
        ),
        Course(
            "a second one during the trial",
            isOnTrial: true,
            begin + [Step(1, .asked(confirmWithin: .seconds(5)), busy)]
                + look(fine, from: 5, to: 59.5)
        ),
        Course(
            "a second one while the first is read",
            [
                begin[0],
                Step(
                    -0.5,
                    .asked(confirmWithin: .seconds(5)),
                    no("Another configuration is being checked; try again.")
                ),
                Step(-0.4, .refused), Step(-0.3, .asked(confirmWithin: .seconds(5)), .check),
                Step(-0.2, .refused),
            ]
        ),
        Course(
            "another one is meant",
            isOnTrial: true,
            begin + look(fine, from: 0.5, to: 4)
                + [
                    Step(4, .confirmed(generation: 6), other),
                    Step(4, .rejected(generation: 6), other),
                ]
        ),
        Course(
            "it cannot be written at first",
            begin + look(fine, from: 0.5, to: 4)
                + [
                    Step(4, .confirmed(generation: 7), .keep),
                    Step(4, .rejected(generation: 7), no("Generation 7 is being kept.")),
                    Step(4.1, .notKept), Step(4.5, .looked(fine)),
                    Step(4.6, .confirmed(generation: 7), .keep), Step(4.7, .kept),
                ]
        ),
        Course(
            "it can never be written",
            begin + look(fine, from: 0.5, to: 59.5)
                + [
                    Step(59.8, .confirmed(generation: 7), .keep), Step(61, .notKept),
                    Step(61, .looked(fine), late), Step(61, .rolledBack),
                ]
        ),
        Course(
            "the writing hangs, and ends later",
            begin + look(fine, from: 0.5, to: 4)
                + [
                    Step(4, .confirmed(generation: 7), .keep), Step(59.9, .looked(dark)),
                    Step(60, .looked(fine), hung), Step(60, .rolledBack), Step(300, .kept),
                ]
        ),
        Course(
            "the writing begins at the last moment",
            begin + look(fine, from: 0.5, to: 59.5)
                + [
                    Step(59.8, .confirmed(generation: 7), .keep), Step(64.7, .looked(fine)),
                    Step(64.8, .looked(fine), hung), Step(65, .notKept),
                    Step(65.3, .looked(fine), hung), Step(65.4, .rolledBack),
                ]
        ),
        Course(
            "what was before cannot be put in force at once",
            begin + [Step(1, .rejected(generation: nil), asked)]
                + [
                    Step(1.5, .looked(fine), asked), Step(1.6, .looked(fine)),
                    Step(1.9, .looked(dark)), Step(2, .looked(dark), asked),
                ]
                + [Step(2, .asked(confirmWithin: .seconds(5)), ending), Step(2.1, .rolledBack)]
        ),
        Course(
            "the file takes its place",
            begin + [
                Step(1, .superseded), Step(60, .looked(dark)),
                Step(60, .rejected(generation: 7), nothing),
            ]
        ),
        Course(
            "a file that was being read when it was asked for",
            isOnTrial: true,
            [begin[0], Step(-0.5, .superseded), begin[1]] + look(dark, from: 0.5, to: 59.5)
                + [Step(60, .looked(dark), .rollBack(because: "main is dark"))]
        ),
        Course(
            "the file takes its place while it is to be kept",
            begin + look(fine, from: 0.5, to: 4)
                + [
                    Step(4, .confirmed(generation: 7), .keep), Step(4.1, .superseded),
                    Step(4.2, .kept),
                ]
        ),
        Course(
            "a confirmation that comes too late",
            begin + look(fine, from: 0.5, to: 59.5)
                + [
                    Step(
                        60,
                        .confirmed(generation: 7),
                        no("The time to confirm generation 7 is over.")
                    ), Step(60.2, .looked(fine), late), Step(60.3, .rolledBack),
                ]
        ),
    ]

    private static let hung = Trial.Action.rollBack(because: "it could not be written in time")
    private static let asked = Trial.Action.rollBack(because: "somebody asked for that")
    private static let ending = no("Generation 7 is being rolled back.")
    private static let other = no("Generation 6 is not on trial; generation 7 is.")

    @Test(arguments: courses)
    func whatComesOfIt(course: Course) {
        var trial = ConfigurationTrial()
        for step in course.steps {
            let now = MonotonicTime.milliseconds(100_000) + .seconds(step.time)
            let action = trial.handle(step.event, at: now)
            #expect(action == step.action, "at \(step.time) s: \(step.event)")
        }
        #expect((trial.attempt != nil) == course.isOnTrial)
        #expect((trial.nextLook != nil) == course.isOnTrial)
    }

    /// A look is due every half second, and at the end of the time: nothing else wakes a daemon.
    @Test func itIsLookedAtUntilItIsOver() {
        var trial = ConfigurationTrial()
        #expect(trial.nextLook == nil)
        var now = MonotonicTime.milliseconds(0)
        _ = trial.handle(.asked(confirmWithin: .milliseconds(1_200)), at: now)
        #expect(trial.nextLook == nil)
        _ = trial.handle(.putInForce(generation: 1, before: Self.fine), at: now)
        var looks: [Int64] = []
        while let next = trial.nextLook, looks.count < 9 {
            now = next
            looks.append(now.nanoseconds / 1_000_000)
            guard trial.handle(.looked(Self.fine), at: now) == nil else { break }
        }
        #expect(looks == [500, 1_000, 1_200])
        #expect(trial.nextLook == .milliseconds(1_700))
    }
}
