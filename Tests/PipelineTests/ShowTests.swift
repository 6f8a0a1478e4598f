import FrameTransport
import Ingest
import Media
import Pipeline
import Platform
import Presentation
import TestSupport
import Testing

@Suite struct ShowTests {
    private let clips = try? Clips()

    private static func show(
        _ name: String,
        priority: Int = 0,
        milliseconds: Int64
    ) -> TimedShows.Show {
        TimedShows.Show(
            StreamID(sanitizing: name),
            priority: priority,
            until: MonotonicClock.now() + .milliseconds(milliseconds)
        )
    }

    @Test func whatIsShownForATimeGivesWayByItself() throws {
        var ended: [String] = []
        let run = try present(
            Scenario(
                streams: [("a", "test:64x36@30"), ("b", "test:64x36@30")],
                main: "a",
                isDone: { _ in !ended.isEmpty }
            )
        ) { pipeline, event in
            switch event {
            case .firstPictureShown:
                let show = Self.show("b", milliseconds: 1)
                let outcome = try pipeline.change(view: { $0.shows.begin(show) })
                #expect(outcome.view == [.stream(.main, show.stream)] && outcome.isViewDifferent)
                #expect(pipeline.shows(show.stream) && !pipeline.shows(StreamID(sanitizing: "a")))
                #expect(pipeline.deadline != nil)
            case .showEnded(let id): ended.append(id.name)
            default: break
            }
        }
        #expect(ended == ["b"])
        #expect(run.snapshot.view == PIPController(state: ViewState(main: StreamID("a"))))
    }

    @Test func onlyWhatIsThereIsShown() throws {
        let pipeline = try Pipeline(PipelineConfiguration())
        let show = Self.show("nobody", milliseconds: 1000)
        #expect(throws: PipelineError.self) {
            try pipeline.changeView { $0.shows.begin(show) }
        }
        #expect(pipeline.view == PIPController())
        // A reload that removes the stream ends its show, and keeps that of another.
        for name in ["a", "b", "c"] {
            try pipeline.define(StreamConfiguration(id: StreamID(sanitizing: name), url: "demo"))
        }
        let shows = [
            Self.show("a", priority: 1, milliseconds: 60_000),
            Self.show("b", priority: 2, milliseconds: 60_000),
        ]
        try pipeline.changeView { for show in shows { $0.shows.begin(show) } }
        let outcome = try pipeline.change(removing: [shows[1].stream]) { $0.state.main = nil }
        #expect(outcome.view == [.stream(.main, shows[0].stream)])
        #expect(pipeline.view.shows.current == shows[0])
        // What changes behind a show is another view, and the same on the screen.
        let behind = try pipeline.change(view: { $0.state.main = StreamID("c") })
        #expect(behind.view.isEmpty && behind.isViewDifferent)
    }

    /// The end of what is shown over it is none of the run's.
    @Test func aRunEndsWithWhatTheViewIsAskedFor() throws {
        let short = try #require(clips).make("short.mp4", rate: "30", frames: 10, "libx264 -g 5")
        var reason: PipelineEvent.FinishReason?
        let run = try present(
            Scenario(
                streams: [("main", "test:64x36@30"), ("short", short)],
                main: "main",
                once: true,
                seconds: 3
            )
        ) { pipeline, event in
            if case .firstPictureShown = event {
                let show = Self.show("short", milliseconds: 600_000)
                try pipeline.changeView { $0.shows.begin(show) }
            }
            if case .finished(let why) = event { reason = why }
        }
        // It has ended, and the run went on.
        #expect(run.presented("short").last?.n == 9)
        guard case .duration? = reason else {
            Issue.record("ended by \(String(describing: reason))")
            return
        }
    }
}
