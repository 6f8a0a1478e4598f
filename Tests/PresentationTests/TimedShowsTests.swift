import Media
import Presentation
import TestSupport
import Testing

@Suite struct TimedShowsTests {
    private let lobby = StreamID(sanitizing: "lobby")
    private let door = StreamID(sanitizing: "door")
    private let gate = StreamID(sanitizing: "gate")

    private func show(_ stream: StreamID, _ priority: Int, until seconds: Int64) -> TimedShows.Show
    {
        TimedShows.Show(stream, priority: priority, until: .milliseconds(seconds * 1000))
    }

    private func at(_ seconds: Int64) -> MonotonicTime { .milliseconds(seconds * 1000) }

    @Test func whatIsAskedForMeanwhileComesBack() {
        var controller = PIPController(state: ViewState(main: lobby))
        controller.shows.begin(show(door, 0, until: 20))
        #expect(controller.shown.main == door && controller.stream(in: .main) == door)
        #expect(controller.view(of: lobby).isEmpty)
        controller.state.main = gate
        #expect(controller.shown.main == door)
        controller.shows.expire(at: at(19))
        #expect(controller.shown.main == door)
        controller.shows.expire(at: at(20))
        #expect(controller.shown == ViewState(main: gate) && controller.shows.deadline == nil)
    }

    @Test func theHigherPriorityIsShownAndTheLowerGoesOnBehindIt() {
        var shows = TimedShows()
        shows.begin(show(door, 5, until: 10))
        shows.begin(show(gate, 2, until: 30))
        #expect(shows.current?.stream == door && shows.deadline == at(10))
        shows.expire(at: at(10))
        #expect(shows.current?.stream == gate && shows.deadline == at(30))
        // Its time is over while it is covered.
        shows.begin(show(lobby, 9, until: 60))
        shows.expire(at: at(31))
        shows.endCurrent()
        #expect(shows == TimedShows())
    }

    @Test func anEqualPriorityBeginsAnew() {
        var shows = TimedShows()
        let (first, second) = (show(door, 3, until: 20), show(gate, 3, until: 5))
        shows.begin(first)
        #expect(!shows.hasReplaced(first))
        shows.begin(second)
        #expect(shows.hasReplaced(first) && !shows.hasReplaced(second))
        shows.expire(at: at(5))
        #expect(shows.current == nil)
    }

    @Test func aStreamThatIsGoneIsShownNoMore() {
        var controller = PIPController(state: ViewState(main: lobby))
        controller.shows.begin(show(door, 1, until: 20))
        controller.shows.begin(show(gate, 2, until: 20))
        #expect(controller.streams == [lobby, door, gate])
        controller.streamRemoved(gate)
        #expect(controller.shown.main == door)
        controller.streamRemoved(door)
        #expect(controller == PIPController(state: ViewState(main: lobby)))
    }

    @Test func swappingIsOfWhatIsAskedFor() {
        let state = ViewState(main: lobby, pip: gate, isPIPEnabled: true)
        var controller = PIPController(state: state)
        controller.shows.begin(show(door, 0, until: 20))
        controller.swap()
        #expect(controller.shown.main == door && controller.stream(in: .pip) == lobby)
        controller.shows.endCurrent()
        #expect(controller.shown.main == gate)
    }

    /// As simple as can be: all that ever began, of which the last of the highest priority counts.
    private struct Model {
        var begun: [(show: TimedShows.Show, number: Int)] = []

        mutating func begin(_ show: TimedShows.Show, number: Int) {
            begun.removeAll { $0.show.priority == show.priority }
            begun.append((show, number))
        }

        mutating func look(at now: MonotonicTime) { begun.removeAll { $0.show.end <= now } }

        var current: TimedShows.Show? {
            begun.max { ($0.show.priority, $0.number) < ($1.show.priority, $1.number) }?.show
        }
    }

    @Test(arguments: 1...20)
    func randomShowsAreThoseOfTheModel(seed: UInt64) {
        var dice = SeededGenerator(seed: seed)
        var (shows, model, now) = (TimedShows(), Model(), MonotonicTime.milliseconds(0))
        let streams = [lobby, door, gate]
        for number in 0..<1000 {
            now = now + .milliseconds(.random(in: 0...3000, using: &dice))
            shows.expire(at: now)
            model.look(at: now)
            switch Int.random(in: 0..<10, using: &dice) {
            case 0:
                shows.endCurrent()
                let ended = model.current
                model.begun.removeAll { $0.show == ended }
            case 1:
                let stream = streams[.random(in: 0..<3, using: &dice)]
                shows.streamRemoved(stream)
                model.begun.removeAll { $0.show.stream == stream }
            default:
                let show = TimedShows.Show(
                    streams[.random(in: 0..<3, using: &dice)],
                    priority: .random(in: ViewRanges.priorities, using: &dice),
                    until: now + .milliseconds(.random(in: 1...30_000, using: &dice))
                )
                shows.begin(show)
                model.begin(show, number: number)
            }
            #expect(shows.current == model.current)
            #expect(shows.deadline == model.begun.map(\.show.end).min())
        }
    }
}
