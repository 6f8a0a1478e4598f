import Compositing
import FrameTransport
import Ingest
import Media
import Platform
import Presentation
import Testing

@testable import Pipeline

/// The first picture is on the screen when it comes, and not one or two
/// scanouts later.
@Suite struct FirstPictureTests {
    @Test func theGridOfScanoutsBeginsWithTheFirstPicture() throws {
        let output = try WaitingOutput(keepsOwnTime: false)
        let stream = try present(on: output)
        #expect(output.begun == [WaitingOutput.arrival])
        #expect(stream.snapshot().presented == 1)
    }

    @Test func aDisplayWithItsOwnTimeShowsItAtItsNextScanout() throws {
        let output = try WaitingOutput(keepsOwnTime: true)
        let stream = try present(on: output)
        #expect(output.begun == [WaitingOutput.arrival])
        #expect(stream.snapshot().presented == 1)
    }

    @Test func aPictureEndsTheWaitOfAHeadlessOutput() throws {
        let (output, arrival) = try headless()
        let start = output.start()
        arrival.signal()
        guard case .pictureCame(let time) = output.nextEvent(orArrival: arrival) else {
            Issue.record("waited for something else")
            return
        }
        #expect(time >= start)
        #expect(!arrival.drain())
        try #require(output.begin(at: time))
        guard case .flipped(let flip) = output.nextEvent() else {
            Issue.record("no scanout where the grid begins")
            return
        }
        // On a machine that stood still for a second in between, a later one.
        #expect((flip.time - time).count % output.refreshInterval.count == 0)
    }

    @Test func aRequestToStopGoesBeforeAPicture() throws {
        let (output, arrival) = try headless()
        _ = output.start()
        arrival.signal()
        output.stop.signal()
        guard case .stopRequested = output.nextEvent(orArrival: arrival) else {
            Issue.record("did not stop")
            return
        }
    }

    /// The picture may be shown before `start` has returned: nothing else might
    /// happen for long.
    @Test func whatHappensWhileAPipelineStartsIsTold() throws {
        let pipeline = try Pipeline(PipelineConfiguration())
        defer { pipeline.stop() }
        try pipeline.start()
        var polling = PollSet(capacity: 1)
        polling.add(pipeline.eventDescriptor, tag: .init(rawValue: 0))
        #expect(!polling.wait(until: MonotonicClock.now()).isEmpty)
    }

    /// A display that scans out once a second.
    private func headless() throws -> (HeadlessOutput, arrival: WakeUp) {
        let rate = try #require(Hertz(numerator: 1))
        let mode = try #require(
            HeadlessMode(size: PixelSize(width: 64, height: 36), refreshRate: rate)
        )
        let output = try HeadlessOutput(
            mode: mode,
            compositor: .cpu,
            reason: nil,
            stop: WakeUp()
        )
        return (output, try WakeUp())
    }

    /// Presents the test pattern until the output says to stop.
    private func present(on output: WaitingOutput) throws -> FrameLedger {
        let shared = try PresenterShared(frameLog: nil)
        let id = try #require(StreamID("demo"))
        let ledger = FrameLedger()
        let attachment = StreamAttachment(
            ingest: try IngestStream(
                configuration: StreamConfiguration(id: id, url: "test:64x36@30"),
                ledger: ledger
            ),
            maximumRate: nil,
            latency: Histogram(bounds: [.milliseconds(1)])
        )
        try #require(shared.commands.send(.attach(attachment)))
        try #require(
            shared.commands.send(.show(ViewState(main: id, pip: nil, isPIPEnabled: false)))
        )
        output.whenWaiting = { attachment.ingest.start() }
        let setup = PresenterSetup(
            configuration: PipelineConfiguration(),
            shared: shared,
            stop: output.stop
        )
        Presenter(setup, output: output).run()
        attachment.ingest.stop()
        attachment.finish()
        return ledger
    }
}

/// Begins with no picture, lets the stream start, and ends after one scanout
/// with a picture.
private final class WaitingOutput: DisplayOutput {
    let state = OutputState(kind: "headless", compositor: "cpu", renderer: "none")
    let refreshInterval = Nanoseconds.milliseconds(40)
    let compositor: any Compositor = CPUCompositor(size: PixelSize(width: 64, height: 36))
    let isVirtual = false
    let stop: WakeUp
    /// Called once, when a picture is waited for.
    var whenWaiting: () -> Void = {}
    private(set) var begun: [MonotonicTime] = []
    private let keepsOwnTime: Bool
    private var isDone = false

    /// When the picture is said to have come: between two scanouts.
    static let arrival = MonotonicTime.milliseconds(1013)

    init(keepsOwnTime: Bool) throws {
        self.keepsOwnTime = keepsOwnTime
        stop = try WakeUp()
    }

    func start() -> MonotonicTime { .milliseconds(1000) }

    func nextEvent(orArrival arrival: WakeUp) -> OutputEvent {
        whenWaiting()
        whenWaiting = {}
        var polling = PollSet(capacity: 1)
        polling.add(arrival.rawValue, tag: .init(rawValue: 0))
        let isThere = !polling.wait(until: MonotonicClock.now() + .milliseconds(30_000)).isEmpty
        arrival.drain()
        return isThere ? .pictureCame(Self.arrival) : .stopRequested
    }

    func nextEvent() -> OutputEvent {
        guard !isDone else { return .stopRequested }
        isDone = true
        let time = keepsOwnTime ? MonotonicTime.milliseconds(1040) : Self.arrival
        return .flipped(Flip(time: time, observed: time, missed: 0))
    }

    func begin(at time: MonotonicTime) -> Bool {
        begun.append(time)
        return !keepsOwnTime
    }

    func commit(_ damage: SceneDamage) -> Bool { true }
    func renewCompositor() {}
    func close() {}
}
