import Compositing
import FrameTransport
import Ingest
import Media
import Platform
import Presentation
import Synchronization
import TestSupport
import Testing

@testable import Pipeline

/// A display that comes and goes as a script says, in virtual time.
private final class FickleOutput: DisplayOutput {
    enum Step {
        case shown
        case blank
        case lost
        case found(PixelSize, Nanoseconds)
    }

    var state = OutputState(kind: "kms", compositor: "cpu", renderer: "")
    var refreshInterval = Nanoseconds.milliseconds(20)
    var compositor: any Compositor = CPUCompositor(size: PixelSize(width: 320, height: 240))
    let isVirtual = true
    let stop: WakeUp
    private var steps: [Step]
    private var now = MonotonicTime.milliseconds(1000)
    /// What was committed between two steps: one entry a step.
    private(set) var commits: [[Damage]] = [[]]
    private(set) var isClosed = false
    /// Commits that it will not take.
    private var refusals: Int

    init(_ steps: [Step], refusals: Int) throws {
        self.steps = steps.reversed()
        self.refusals = refusals
        stop = try WakeUp()
    }

    func start() -> MonotonicTime { now }

    func nextEvent() -> OutputEvent {
        guard let step = steps.popLast() else { return .stopRequested }
        commits.append([])
        now += refreshInterval
        switch step {
        case .shown: return .flipped(Flip(time: now, observed: now, missed: 0))
        case .blank: return .blank(Flip(time: now, observed: now, missed: 0))
        case .lost:
            state.waiting = "no display is connected"
            return .changed(now)
        case .found(let size, let interval):
            state.waiting = nil
            refreshInterval = interval
            compositor = CPUCompositor(size: size)
            return .changed(now)
        }
    }

    func commit(_ damage: Damage) -> Bool {
        commits[commits.count - 1].append(damage)
        refusals -= 1
        return refusals < 0
    }

    func renewCompositor() {}
    func close() { isClosed = true }
}

@Suite struct BlankOutputTests {
    /// Runs a stream of the test pattern at 50 Hz over the script.
    private func present(
        _ steps: [FickleOutput.Step],
        source: String = "test:320x240@50",
        refusals: Int = 0
    ) throws -> (output: FickleOutput, ledger: FrameLedger.Snapshot, shared: PresenterShared) {
        let output = try FickleOutput(steps, refusals: refusals)
        let shared = try PresenterShared(frameLog: nil)
        let id = try #require(StreamID("demo"))
        let stream = try IngestStream(
            configuration: StreamConfiguration(id: id, url: source),
            ledger: FrameLedger()
        )
        let attachment = StreamAttachment(
            ingest: stream,
            latency: Histogram(bounds: ViewMetrics.intervalBounds)
        )
        var view = ViewState()
        view.main = id
        #expect(shared.commands.send(.change(attached: [attachment], PIPController(state: view))))
        stream.start()
        var configuration = PipelineConfiguration()
        configuration.clock = .virtual
        let setup = PresenterSetup(configuration: configuration, shared: shared, stop: output.stop)
        Presenter(setup, output: output).run()
        stream.stop()
        attachment.awaitEnd()
        return (output, stream.ledger.snapshot(), shared)
    }

    @Test func framesThatNoDisplayShowsAreCountedAsThat() throws {
        let run = try present([.shown, .shown, .lost, .blank, .blank, .blank])
        #expect(run.ledger.presented == 2)
        #expect(run.ledger.dropped[.noOutput] == 3)
        #expect(run.ledger.inFlight == 0)
        #expect(run.output.commits[4...].allSatisfy { $0.isEmpty })
        #expect(run.shared.metrics.isBlank.count == 1)
        #expect(run.output.isClosed)
    }

    @Test func theHeldPictureIsDrawnAgainWithoutANewOne() throws {
        let large = PixelSize(width: 640, height: 480)
        // At two frames a second nothing new is due within these 100 ms.
        let run = try present(
            [.shown, .lost, .blank, .found(large, .milliseconds(10)), .shown],
            source: "test:320x240@2"
        )
        let whole = Damage.everything(of: PixelSize(width: 320, height: 240))
        let wide = Damage.everything(of: large)
        #expect(run.output.commits == [[whole], [], [], [], [wide], []])
        #expect(run.ledger.presented == 1)
        #expect(run.shared.outputState.waiting == nil)
    }

    @Test func whatTheDisplayDidNotTakeIsCommittedAsAWholeUntilItIs() throws {
        let run = try present([.shown, .shown, .shown], source: "test:320x240@2", refusals: 2)
        let whole = Damage.everything(of: PixelSize(width: 320, height: 240))
        #expect(run.output.commits == [[whole], [whole], [whole], []])
        #expect(run.ledger.presented == 1)
        #expect(run.shared.metrics.isPictureOwed.count == 0)
    }

    @Test func streamsFollowTheNewRefreshInterval() throws {
        let size = PixelSize(width: 320, height: 240)
        // 50 pictures a second on 100 scanouts a second: every second one is new.
        let run = try present(
            [.found(size, .milliseconds(10))] + Array(repeating: .shown, count: 20)
        )
        let drawn = run.output.commits.dropFirst().count { !$0.isEmpty }
        #expect((10...11).contains(drawn))
    }
}
