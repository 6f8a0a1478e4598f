import Compositing
import FrameTransport
import Ingest
import Media
import Platform
import Presentation
import TestSupport
import Testing

@testable import Pipeline

/// The presentation thread's work, done on the test's own thread: a display
/// that says what happens between two scanouts, a compositor that fails on request.
@Suite struct PresenterTests {
    @Test func aPictureThatCannotBeDrawnIsGivenUpAndTheOtherViewGoesOn() throws {
        var stage = try Stage(main: "a", pip: "b")
        try stage.present(
            scanouts: 60,
            failing: { $0.pip != nil ? .shader(name: "x", log: "") : nil }
        )
        #expect(stage.failures == ["b"])
        #expect(stage.metrics.main.presented.count > 50)
        #expect(stage.metrics.main.status.count == 1)
        #expect(stage.metrics.pip.presented.count == 0)
        #expect(stage.metrics.isPictureOwed.count == 0)
        #expect(stage.ledger("b").presented == 0)
    }

    @Test func whatWasNotDrawnDoesNotCountAsPresented() throws {
        var stage = try Stage(main: "a", pip: "b")
        try stage.present(scanouts: 60, failing: { _ in .shader(name: "x", log: "") })
        #expect(Set(stage.failures) == ["a", "b"])
        #expect(stage.failures.count == 2)
        #expect(stage.metrics.isPictureOwed.count == 1)
        for name in ["a", "b"] {
            #expect(stage.ledger(name).presented == 0)
            #expect(stage.ledger(name).inFlight == 0)
        }
    }

    @Test func aLayerThatWasGivenUpComesBackWithACommand() throws {
        var stage = try Stage(main: "a")
        var isBroken = true
        try stage.present(
            scanouts: 90,
            failing: { isBroken && $0.main != nil ? .shader(name: "x", log: "") : nil }
        ) { scanout, shared in
            guard scanout == 30 else { return }
            #expect(shared.metrics.main.status.count == 2)
            #expect(shared.metrics.isPictureOwed.count == 1)
            isBroken = false
            _ = shared.commands.send(.change(PIPController(state: ViewState(main: StreamID("a")))))
        }
        #expect(stage.failures == ["a"])
        #expect(stage.metrics.main.presented.count > 50)
        #expect(stage.metrics.isPictureOwed.count == 0)
    }

    @Test func aFailureThatPassesLosesNoMoreThanItsOwnPictures() throws {
        var stage = try Stage(main: "a", pip: "b")
        var round = 0
        try stage.present(
            scanouts: 60,
            failing: { _ in
                round += 1
                return (20...21).contains(round) ? .shader(name: "x", log: "") : nil
            }
        )
        #expect(stage.failures == [])
        #expect(stage.metrics.main.presented.count > 50)
        #expect(stage.ledger("a").inFlight == 0)
    }

    @Test func aLostContextIsReplacedAndTheRunGoesOn() throws {
        var stage = try Stage(main: "a")
        try stage.present(scanouts: 60, failing: { $0.main != nil ? .contextLost : nil })
        #expect(stage.rebuiltCompositors == 1)
        #expect(stage.lostOutputs == 0)
        #expect(stage.scanouts == 60)
        #expect(stage.metrics.main.presented.count > 50)
    }

    @Test func anOutputThatCannotBeHadAgainIsLostOnceAndEndsTheThread() throws {
        var stage = try Stage(main: "a")
        stage.configuration.compositor = .planes
        try stage.present(scanouts: 60, failing: { $0.main != nil ? .contextLost : nil })
        #expect(stage.lostOutputs == 1)
        #expect(stage.scanouts < 5)
        #expect(stage.ledger("a").inFlight == 0)
    }

    /// Which of three streams goes, in the order they came; the middle one is shown.
    @Test(arguments: ["first", "third"])
    func takingAStreamAwayLeavesTheCadenceOfTheOthers(name: String) throws {
        var stage = try Stage(streams: ["first", "shown", "third"], main: "shown")
        try stage.present(scanouts: 60, failing: { _ in nil }) { scanout, shared in
            guard scanout == 30, let id = StreamID(name) else { return }
            let view = ViewState(main: StreamID("shown"))
            #expect(shared.commands.send(.change(detached: [id], PIPController(state: view))))
        }
        let main = stage.metrics.main
        #expect(main.presented.count > 50)
        #expect(main.interval.snapshot().count == main.presented.count - 1)
    }

    @Test func hidingAndShowingAViewIsNoInterval() throws {
        var stage = try Stage(main: "a", pip: "b")
        try stage.present(scanouts: 90, failing: { _ in nil }) { scanout, shared in
            let view = ViewState(main: StreamID("a"), pip: StreamID("b"))
            var shown = view
            shown.isPIPEnabled = true
            if scanout == 30 { #expect(shared.commands.send(.change(PIPController(state: view)))) }
            if scanout == 60 { #expect(shared.commands.send(.change(PIPController(state: shown)))) }
        }
        let pip = stage.metrics.pip
        #expect(pip.freezes.count == 0)
        #expect(pip.interval.snapshot().count == pip.presented.count - 2)
    }

    @Test func aPauseHoldsFromTheNextScanoutOnAndIsNoFreeze() throws {
        var stage = try Stage(main: "a", pip: "b")
        let id = try #require(StreamID("a"))
        var counts: [Int] = []
        try stage.present(scanouts: 200, failing: { _ in nil }) { scanout, shared in
            counts.append(shared.metrics.main.presented.count)
            if scanout == 50 || scanout == 150 {
                let steering = Steering(isPaused: scanout == 50)
                #expect(shared.commands.send(.steer(id, steering)))
            }
        }
        // The picture that was chosen before the command came is the one held.
        #expect(Set(counts[50..<150]) == [counts[49] + 1])
        let main = stage.metrics.main
        #expect(main.presented.count == counts[149] + 50)
        #expect(main.freezes.count == 0)
        #expect(main.interval.snapshot().count == main.presented.count - 2)
        #expect(stage.metrics.pip.presented.count > 190)
        #expect(stage.ledger("a").inFlight == 0)
    }

    @Test func steeringAStreamThatIsGoneChangesNothing() throws {
        var stage = try Stage(streams: ["a", "b"], main: "a")
        let (shown, gone) = (try #require(StreamID("a")), try #require(StreamID("b")))
        try stage.present(scanouts: 60, failing: { _ in nil }) { scanout, shared in
            guard scanout == 30 else { return }
            #expect(
                shared.commands.send(
                    .change(detached: [gone], PIPController(state: ViewState(main: shown)))
                )
            )
            #expect(shared.commands.send(.steer(gone, Steering(isPaused: true))))
        }
        #expect(stage.metrics.main.presented.count > 50)
    }

    @Test func aCaptureOfAPictureThatFailedIsEmpty() throws {
        var stage = try Stage(main: "a")
        let capture = Capture(number: 0, capacity: 1 << 20)
        try stage.present(scanouts: 3, failing: { _ in .shader(name: "x", log: "") }) {
            scanout,
            shared in
            if scanout == 1 { #expect(shared.commands.send(.capture(capture))) }
        }
        #expect(capture.scene == nil)
    }

    /// It says what is there at once, however much was asked for before.
    @Test func aSceneIsToldWithoutPixels() throws {
        var stage = try Stage(streams: ["a", "b"], main: "a")
        let capture = Capture(number: 0, capacity: nil, asItIs: true)
        try stage.present(scanouts: 6, failing: { _ in nil }) { scanout, shared in
            guard scanout == 3 else { return }
            #expect(
                shared.commands.send(.change(PIPController(state: ViewState(main: StreamID("b")))))
            )
            #expect(shared.commands.send(.capture(capture)))
        }
        let scene = try #require(capture.scene)
        #expect(scene.shown.map(\.stream.name) == ["a"])
        #expect(scene.mainLayer?.placement.destination.isEmpty == false && scene.pipLayer == nil)
        #expect(scene.drawing > 0 && capture.pixels.isEmpty)
    }

    /// And the main view loses nothing by it.
    @Test func aWindowThatIsMovedIsThereTwoScanoutsLater() throws {
        var stage = try Stage(main: "a", pip: "b")
        let moved = PIPPlacement(position: .free(x: 0.1, y: 0.2), size: 0.5)
        let (before, after) = (
            Capture(number: 0, capacity: nil, asItIs: true),
            Capture(number: 1, capacity: nil, asItIs: true)
        )
        try stage.present(scanouts: 20, failing: { _ in nil }) { scanout, shared in
            let (main, pip) = (StreamID("a"), StreamID("b"))
            let view = ViewState(main: main, pip: pip, isPIPEnabled: true, placement: moved)
            switch scanout {
            case 10:
                #expect(shared.commands.send(.capture(before)))
                #expect(shared.commands.send(.change(PIPController(state: view))))
            case 12: #expect(shared.commands.send(.capture(after)))
            default: break
            }
        }
        let windows = try [before, after].map { try #require($0.scene?.pipLayer).placement.clip }
        let screen = try #require(after.scene).size
        #expect(windows[0].maxX > screen.width / 2 && windows[0].maxY > screen.height / 2)
        #expect(windows[1].width == screen.width / 2)
        #expect(windows[1].x == (screen.width - windows[1].width) / 10)
        let dropped = stage.ledger("a").dropped
        #expect([.late, .superseded, .overflow].allSatisfy { dropped[$0] == 0 })
    }

    @Test func aCaptureIsOfWhatWasAskedForBeforeIt() throws {
        var stage = try Stage(streams: ["a", "b"], main: "a")
        let capture = Capture(number: 0, capacity: 1 << 20)
        try stage.present(scanouts: 6, failing: { _ in nil }) { scanout, shared in
            guard scanout == 3 else { return }
            #expect(
                shared.commands.send(.change(PIPController(state: ViewState(main: StreamID("b")))))
            )
            #expect(shared.commands.send(.capture(capture)))
        }
        #expect(capture.scene?.shown.map(\.stream.name) == ["b"])
    }

    @Test func aCaptureWaitsForWhatIsAwaitedAndNotForLong() {
        var captures = WaitingCaptures()
        #expect(captures.areDue(at: .milliseconds(900), isComplete: false))
        captures.viewChanged(at: .milliseconds(1000))
        #expect(!captures.areDue(at: .milliseconds(1000), isComplete: true))
        captures.append(Capture(number: 7, capacity: 0), at: .milliseconds(1000))
        #expect(captures.pageFlipped(at: .milliseconds(1033), isComplete: false).isEmpty)
        #expect(captures.areDue(at: .milliseconds(1033), isComplete: true))
        captures.append(Capture(number: 8, capacity: 0), at: .milliseconds(1033))
        #expect(captures.pageFlipped(at: .milliseconds(1499), isComplete: false).isEmpty)
        let late = captures.pageFlipped(at: .milliseconds(1500), isComplete: false)
        #expect(late.map(\.number) == [7, 8])
        // Those that come later do not wait again.
        #expect(captures.areDue(at: .milliseconds(1600), isComplete: false))
        captures.viewChanged(at: .milliseconds(1700))
        captures.append(Capture(number: 9, capacity: 0), at: .milliseconds(1700))
        let complete = captures.pageFlipped(at: .milliseconds(1733), isComplete: true)
        #expect(complete.map(\.number) == [9])
    }

    @Test func aCaptureHasNothingOfWhatFadesOutUnlessThatNeverEnds() {
        var captures = WaitingCaptures()
        func flipped(_ time: Int64, isFading: Bool) -> Int {
            captures.pageFlipped(at: .milliseconds(time), isComplete: true, isFading: isFading)
                .count
        }
        captures.viewChanged(at: .milliseconds(1000))
        captures.append(Capture(number: 1, capacity: 0), at: .milliseconds(1000))
        #expect([1033, 1233].map { flipped($0, isFading: true) } == [0, 0])
        #expect(flipped(1266, isFading: false) == 1)
        captures.append(Capture(number: 2, capacity: 0), at: .milliseconds(1300))
        for time: Int64 in [1500, 1799] {
            captures.viewChanged(at: .milliseconds(time))
            #expect(flipped(time, isFading: true) == 0)
        }
        #expect(flipped(1800, isFading: true) == 1)
    }

    @Test func picturesPushedAfterTheStreamWasLetGoAreDroppedInTheEnd() throws {
        var stage = try Stage(main: "a")
        try stage.present(scanouts: 5, andEnd: false, failing: { _ in nil })
        let ingest = stage.attachments[0].ingest
        // The presentation is over and the stream does not know: it fills the ring.
        while ingest.pool.heldCount < 2 { ingest.roomMade() }
        stage.end()
        #expect(ingest.pool.heldCount == 0)
        #expect(stage.ledger("a").inFlight == 0)
    }
}

/// A file of 90 pictures at the display's own rate that is told to go to other times.
@Suite(.serialized) struct SeekingPresenterTests {
    private let clips = try? Clips()

    private struct Outcome {
        /// The place in the file of what is displayed before each scanout, from the first on.
        var places: [Int?] = []
        var ends = 0
        var ledger: FrameLedger.Snapshot
    }

    /// - Parameters:
    ///   - scanouts: How many.
    ///   - commands: Before which scanouts what is asked for.
    /// - Returns: What came of it.
    /// - Throws: Without the clip.
    private func present(scanouts: Int, _ commands: [(Int, Steering)]) throws -> Outcome {
        let clip = try #require(clips).h264(size: "64x36", rate: 30, frames: 90, bFrames: 0)
        var stage = try Stage(main: "a", url: clip)
        let id = try #require(StreamID("a"))
        let ingest = stage.attachments[0].ingest
        var places: [Int?] = []
        try stage.present(scanouts: scanouts, failing: { _ in nil }) { scanout, shared in
            let shown = ingest.borrowDisplayed()?.sample.pts
            places.append(shown.map { Int(($0.nanoseconds * 30 + 500_000_000) / 1_000_000_000) })
            for case (scanout, let steering) in commands {
                #expect(shared.commands.send(.steer(id, steering)))
            }
        }
        return Outcome(places: places, ends: stage.ends, ledger: stage.ledger("a"))
    }

    @Test func thePictureOfATimeIsShownAndWhatFollowsIt() throws {
        let outcome = try present(scanouts: 70, [(30, Steering(position: .milliseconds(2010)))])
        #expect(outcome.places[1...30].map { $0 } == Array(0...29))
        #expect(outcome.places[31...60].map { $0 } == Array(60...89))
        #expect(outcome.ledger.inFlight == 0)
    }

    @Test func aPausedFileGoesToATimeAndStaysThere() throws {
        let outcome = try present(
            scanouts: 60,
            [
                (20, Steering(isPaused: true)), (30, Steering(position: .milliseconds(2010))),
                (40, Steering(position: .milliseconds(1010))), (50, Steering(isPaused: false)),
            ]
        )
        #expect(Set(outcome.places[20...30]) == [19])
        #expect(Set(outcome.places[31...40]) == [60])
        // Its time begins when the pause ends.
        #expect(Set(outcome.places[41...51]) == [30])
        #expect(outcome.places[52...].map { $0 } == Array(31...38))
        #expect(outcome.ledger.inFlight == 0)
    }

    @Test func ofTwoTimesTheLastCounts() throws {
        let positions = [500, 2010, 1010].map { Steering(position: .milliseconds($0)) }
        let outcome = try present(scanouts: 50, positions.map { (30, $0) })
        #expect(outcome.places[31...].map { $0 } == Array(30...48))
        #expect(outcome.ledger.inFlight == 0)
    }

    @Test func aFileThatHasEndedPlaysAgainAndEndsAgain() throws {
        let outcome = try present(scanouts: 200, [(100, Steering(position: .zero))])
        #expect(outcome.ends == 2)
        #expect(outcome.ledger.presented == 180)
        #expect(Set(outcome.places[91...100]) == [89])
        #expect(outcome.places[101...190].map { $0 } == Array(0...89))
    }

    /// However it is asked for, an end is that of what comes behind the last seek.
    @Test func aFileThatIsPausedAtItsLastPictureHasNotEnded() throws {
        let outcome = try present(
            scanouts: 120,
            [(30, Steering(isPaused: true, position: .milliseconds(99_000)))]
        )
        #expect(Set(outcome.places[31...]) == [89])
        #expect(outcome.ends == 0)
        #expect(outcome.ledger.presented == 31)
    }
}

/// Streams, what they share with the control side, and what became of it all.
private struct Stage {
    var configuration = PipelineConfiguration()
    let shared: PresenterShared
    private(set) var attachments: [StreamAttachment] = []
    private(set) var failures: [String] = []
    private(set) var rebuiltCompositors = 0
    private(set) var lostOutputs = 0
    /// How often a stream was told to have ended.
    private(set) var ends = 0
    private(set) var scanouts = 0

    var metrics: PresenterMetrics { shared.metrics }

    /// - Parameters:
    ///   - streams: Those that there are; nil: those that are shown.
    ///   - main: The one in the main view.
    ///   - pip: The one in the window; nil for none.
    ///   - url: The address of each.
    /// - Throws: Without the means.
    init(
        streams: [String]? = nil,
        main: String,
        pip: String? = nil,
        url: String = "test:64x36@30"
    ) throws {
        shared = try PresenterShared(frameLog: nil)
        configuration.clock = .virtual
        for name in streams ?? [main, pip].compactMap({ $0 }) {
            let id = try #require(StreamID(name))
            let attachment = StreamAttachment(
                ingest: try IngestStream(
                    configuration: StreamConfiguration(id: id, url: url),
                    ledger: FrameLedger()
                ),
                latency: Histogram(bounds: [.milliseconds(1)])
            )
            attachments.append(attachment)
        }
        let view = ViewState(
            main: StreamID(main),
            pip: pip.flatMap { StreamID($0) },
            isPIPEnabled: pip != nil
        )
        try #require(
            shared.commands.send(.change(attached: attachments, PIPController(state: view)))
        )
        for attachment in attachments { attachment.ingest.start() }
    }

    func ledger(_ name: String) -> FrameLedger.Snapshot {
        let attachment = attachments.first { $0.ingest.configuration.id.name == name }
        return (attachment?.ingest.ledger ?? FrameLedger()).snapshot()
    }

    /// Presents for a number of scanouts, or until the output is lost, and ends
    /// the streams unless told otherwise.
    mutating func present(
        scanouts limit: Int,
        andEnd: Bool = true,
        failing: @escaping (Scene) -> CompositingError?,
        between: @escaping (Int, PresenterShared) -> Void = { _, _ in }
    ) throws {
        let stop = try WakeUp()
        let shared = shared
        let setup = PresenterSetup(
            configuration: configuration,
            shared: shared,
            stop: stop
        )
        let output = ScriptedOutput(FailingCompositor(failing), stop: stop, limit: limit) {
            between($0, shared)
        }
        output.choice = configuration.compositor
        Presenter(setup, output: output).run()
        scanouts = output.scanouts
        note()
        if andEnd { end() }
    }

    /// Stops the streams and waits for their ends.
    func end() {
        for attachment in attachments { attachment.ingest.stop() }
        for attachment in attachments { attachment.awaitEnd() }
    }

    private mutating func note() {
        while let event = shared.events.receive() {
            switch event {
            case .layer(let id, _, let incident):
                if case .giveUp = incident.action { failures.append(id.name) }
            case .compositorRebuilt: rebuiltCompositors += 1
            case .outputLost: lostOutputs += 1
            case .ended: ends += 1
            default: break
            }
        }
    }
}

/// A display in virtual time that ends after a number of scanouts.
private final class ScriptedOutput: DisplayOutput {
    let state = OutputState(kind: "scripted", compositor: "failing", renderer: "none")
    let refreshInterval = Nanoseconds(1_000_000_000 / 30)
    private(set) var compositor: any Compositor
    /// What replaces it.
    var choice = CompositorKind.automatic
    let isVirtual = true
    let stop: WakeUp
    private(set) var scanouts = 0
    private let limit: Int
    private let between: (Int) -> Void
    private var now = MonotonicTime.milliseconds(1000)

    init(
        _ compositor: any Compositor,
        stop: WakeUp,
        limit: Int,
        between: @escaping (Int) -> Void
    ) {
        self.compositor = compositor
        self.stop = stop
        self.limit = limit
        self.between = between
    }

    func start() -> MonotonicTime { now }

    func nextEvent() -> OutputEvent {
        guard scanouts < limit else { return .stopRequested }
        scanouts += 1
        between(scanouts)
        now += refreshInterval
        return .flipped(Flip(time: now, observed: now, missed: 0))
    }

    func commit(_ damage: Damage) -> Bool { true }

    func renewCompositor() throws(PipelineError) {
        compositor = try CompositorChoice.open(choice, size: compositor.size)
    }

    func close() {}
}

/// A compositor of 64x36 pixels that refuses what it is told to refuse.
private final class FailingCompositor: Compositor {
    let name = "failing"
    let renderer = "none"
    private let compositor = CPUCompositor(size: PixelSize(width: 64, height: 36))
    private let failure: (Scene) -> CompositingError?

    init(_ failure: @escaping (Scene) -> CompositingError?) {
        self.failure = failure
    }

    var size: PixelSize { compositor.size }

    var drawn: Scene? { compositor.drawn }

    func compose(_ scene: Scene) throws(CompositingError) -> Damage {
        if let error = failure(scene) { throw error }
        return try compositor.compose(scene)
    }

    func withFramebuffer<R>(
        _ body: (UnsafeRawBufferPointer, Int, PixelSize) -> R
    ) throws(CompositingError) -> R {
        try compositor.withFramebuffer(body)
    }

    func resize(to size: PixelSize) throws(CompositingError) {
        try compositor.resize(to: size)
    }
}
