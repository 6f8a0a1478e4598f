import FrameTransport
import Ingest
import Media
import Pipeline
import Platform
import Presentation
import TestSupport
import Testing

@Suite struct ViewTests {
    @Test func changesOfThePIPDropNothingOfTheMainView() throws {
        var changes = 0
        let run = try present(
            Scenario(
                streams: [("a", "test:64x36@30"), ("b", "test:64x36@30")],
                main: "a",
                pip: "b",
                isDone: { $0.snapshot().main.presented > 300 }
            )
        ) { pipeline, event in
            guard case .firstPictureShown = event else { return }
            for round in 0..<100 {
                try pipeline.changeView { controller in
                    controller.state.isPIPEnabled = round % 2 == 0
                    controller.state.placement = PIPPlacement(size: 0.1 + 0.004 * Double(round))
                }
                changes += 1
            }
        }
        #expect(changes == 100)
        let shown = run.presented("a")
        #expect(shown.map(\.n) == Array(0..<shown.count))
        #expect(shown.count >= 298)
    }

    @Test func aViewCannotShowWhatIsNotThere() throws {
        _ = try present(
            Scenario(streams: [("a", "test:64x36@30")], main: "a", seconds: 0.5)
        ) { pipeline, event in
            guard case .firstPictureShown = event else { return }
            let before = pipeline.view
            #expect(throws: PipelineError.self) {
                try pipeline.changeView { $0.state.main = StreamID("nowhere") }
            }
            #expect(pipeline.view == before)
        }
    }

    @Test func aRemovedStreamLeavesTheViewAndSaysSo() throws {
        var removed: [String] = []
        let run = try present(
            Scenario(
                streams: [("a", "test:64x36@30"), ("b", "test:64x36@30")],
                main: "a",
                pip: "b",
                isDone: { !removed.isEmpty && $0.snapshot().main.presented > 100 }
            )
        ) { pipeline, event in
            switch event {
            case .firstPictureShown:
                try pipeline.remove(#require(StreamID("b")))
                #expect(pipeline.view.state.pip == nil)
            case .streamRemoved(let id): removed.append(id.name)
            default: break
            }
        }
        #expect(run.snapshot.streams.map(\.id.name) == ["a"])
        #expect(removed == ["b"])
    }

    @Test func aStreamThatWasReplacedOftenIsRemovedOnce() throws {
        var removals = 0
        _ = try present(
            Scenario(
                streams: [("a", "test:64x36@30"), ("b", "test:64x36@30")],
                main: "a",
                pip: "b",
                isDone: { removals > 0 && $0.snapshot().main.presented > 200 }
            )
        ) { pipeline, event in
            switch event {
            case .firstPictureShown:
                let id = try #require(StreamID("b"))
                for _ in 0..<5 {
                    try pipeline.define(StreamConfiguration(id: id, url: "test:32x32@30"))
                }
                try pipeline.remove(id)
            case .streamRemoved: removals += 1
            default: break
            }
        }
        #expect(removals == 1)
    }

    @Test func aReplacedStreamKeepsItsCounts() throws {
        let run = try present(
            Scenario(
                streams: [("a", "test:64x36@30")],
                main: "a",
                isDone: {
                    $0.snapshot().streams.contains {
                        $0.configuration.address.redacted == "test:32x32@25"
                            && $0.ledger.presented > 100
                    }
                }
            )
        ) { pipeline, event in
            guard case .firstPictureShown = event, let id = StreamID("a") else { return }
            let replaced = try #require(pipeline.source(of: id))
            let isNew = try pipeline.define(StreamConfiguration(id: id, url: "test:32x32@25"))
            #expect(!isNew)
            // What is left behind is not counted.
            #expect(replaced.join(until: MonotonicClock.now() + .milliseconds(30_000)))
        }
        let ledger = try run.stream("a").ledger
        #expect(ledger.inFlight == 0)
        #expect(ledger.received >= ledger.presented)
        #expect(run.presented("a").contains { $0.width == 32 })
    }

    @Test func aViewWithoutAStreamSaysSoOnTheScreen() throws {
        let screen = Captured()
        var isDifferent = false
        _ = try present(
            Scenario(
                streams: [("a", "test:64x36@30")],
                main: "a",
                mode: "640x360@30",
                isDone: { pipeline in
                    // Light letters on a dark ground that is not black.
                    screen.shows(on: pipeline) { picture in
                        let green = picture.green
                        return green.allSatisfy { $0 >= 16 } && green.count { $0 > 200 } > 500
                            && green.count { $0 < 40 } > green.count * 3 / 4
                    }
                }
            )
        ) { pipeline, event in
            guard case .firstPictureShown = event, let id = StreamID("a") else { return }
            isDifferent = try pipeline.remove(id)
            // Also when it was said before.
            try pipeline.define(StreamConfiguration(id: id, url: "test:64x36@30"))
            try pipeline.changeView { $0.state.main = id }
            try pipeline.changeView { $0.state.main = nil }
        }
        #expect(isDifferent)
    }

    @Test func aWindowOfAnotherShapeIsFilledByItsOwnGravity() throws {
        let screen = Captured()
        _ = try present(
            Scenario(
                streams: [("a", "test:64x36@30"), ("b", "test:64x36@30")],
                main: "a",
                pip: "b",
                mode: "640x360@30",
                isDone: { pipeline in
                    // The window's picture in the middle, 180 high; bars of 70 above and below.
                    screen.shows(on: pipeline) { picture in
                        let green = picture.green
                        return green[60 * 640 + 20] < 8 && green[260 * 640 + 20] < 8
                            && green[80 * 640 + 20] > 100
                    }
                }
            )
        ) { pipeline, event in
            guard case .firstPictureShown = event else { return }
            let placement = PIPPlacement(
                position: .free(x: 0, y: 0),
                size: 0.5,
                style: .plain,
                aspect: .ratio(width: 1, height: 1),
                gravity: .resizeAspect
            )
            try pipeline.changeView { $0.state.placement = placement }
            #expect(pipeline.screen.window == PixelRect(x: 0, y: 0, width: 320, height: 320))
        }
    }

    @Test func aCaptureIsThePictureOnTheScreen() throws {
        let captured = Captured()
        _ = try present(
            Scenario(
                streams: [("a", "test:64x36@30")],
                main: "a",
                mode: "64x36@30",
                isDone: { _ in captured.picture != nil }
            )
        ) { pipeline, event in
            guard case .firstPictureShown = event else { return }
            try pipeline.screen.capture { captured.store($0) }
        }
        let picture = try #require(captured.picture)
        #expect(picture.size == PixelSize(width: 64, height: 36))
        #expect(picture.pixels.count == 64 * 36 * 4)
        // Colour bars: the rows are anything but of one colour.
        #expect(Set(picture.pixels).count > 8)
    }
}

/// The picture that a handler was given; handler and test run on one thread.
private final class Captured: @unchecked Sendable {
    // @unchecked Sendable: only the test's own thread handles events.
    private(set) var picture: ViewPicture?

    func store(_ picture: ViewPicture?) { self.picture = picture }

    /// Whether the last capture is as it should be; asks for the next one.
    func shows(on pipeline: Pipeline, _ condition: (ViewPicture) -> Bool) -> Bool {
        defer { try? pipeline.screen.capture { self.store($0) } }
        return picture.map(condition) ?? false
    }
}

extension ViewPicture {
    /// The green of every pixel.
    fileprivate var green: [UInt8] {
        stride(from: 1, to: pixels.count, by: 4).map { pixels[$0] }
    }
}
