import Compositing
import FrameTransport
import Ingest
import Media
import Platform
import Presentation
import TestSupport
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

    /// It is on the scanout that follows, and not on the one after.
    @Test func aStreamShownAgainIsOnTheNextScanout() throws {
        let hidden = try attachment("hidden")
        let output = try SwitchingOutput()
        let shared = try PresenterShared(frameLog: nil)
        let attachments = [try attachment("shown"), hidden]
        let view = { ViewState(main: StreamID($0), pip: nil, isPIPEnabled: false) }
        try #require(
            shared.commands.send(
                .change(attached: attachments, PIPController(state: view("shown")))
            )
        )
        output.whenWaiting = [
            { attachments[0].ingest.start() },
            { hidden.ingest.start() },
        ]
        output.whenFlipped = {
            #expect(shared.commands.send(.change(PIPController(state: view("hidden")))))
        }
        Presenter(
            PresenterSetup(
                configuration: PipelineConfiguration(),
                shared: shared,
                stop: output.stop
            ),
            output: output
        ).run()
        for attachment in attachments {
            attachment.ingest.stop()
            attachment.awaitEnd()
        }
        let last = try #require(output.events.lastIndex(of: "flip"))
        #expect(output.events[...last].suffix(3) == ["picture", "commit", "flip"])
        #expect(hidden.ingest.ledger.snapshot().presented == 1)
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
        let attachment = try attachment("demo")
        let view = ViewState(main: attachment.id, pip: nil, isPIPEnabled: false)
        try #require(
            shared.commands.send(.change(attached: [attachment], PIPController(state: view)))
        )
        output.whenWaiting = { attachment.ingest.start() }
        let setup = PresenterSetup(
            configuration: PipelineConfiguration(),
            shared: shared,
            stop: output.stop
        )
        Presenter(setup, output: output).run()
        attachment.ingest.stop()
        attachment.awaitEnd()
        return attachment.ingest.ledger
    }

    /// A stream that was not started.
    private func attachment(_ name: String) throws -> StreamAttachment {
        StreamAttachment(
            ingest: try IngestStream(
                configuration: StreamConfiguration(
                    id: try #require(StreamID(name)),
                    url: "test:64x36@30"
                ),
                ledger: FrameLedger()
            ),
            latency: Histogram(bounds: [.milliseconds(1)])
        )
    }
}

/// Scans out when it is told, at once; the stream that is shown changes at the first scanout.
///
/// Its interval is so long that no picture is too late on any machine.
private final class SwitchingOutput: DisplayOutput {
    let state = OutputState(kind: "headless", compositor: "cpu", renderer: "none")
    let refreshInterval = Nanoseconds.milliseconds(600_000)
    let compositor: any Compositor = CPUCompositor(size: PixelSize(width: 64, height: 36))
    let isVirtual = false
    let stop: WakeUp
    /// Called one after the other, whenever a picture is waited for.
    var whenWaiting: [() -> Void] = []
    /// Called at the first scanout.
    var whenFlipped: (() -> Void)?
    private(set) var events: [String] = []
    private var last = MonotonicClock.now()

    init() throws {
        stop = try WakeUp()
    }

    func start() -> MonotonicTime { last }

    func nextEvent(orArrival arrival: WakeUp) -> OutputEvent {
        guard !whenWaiting.isEmpty else { return .stopRequested }
        whenWaiting.removeFirst()()
        var polling = PollSet(capacity: 1)
        polling.add(arrival.rawValue, tag: .init(rawValue: 0))
        guard !polling.wait(until: MonotonicClock.now() + .milliseconds(30_000)).isEmpty else {
            return .stopRequested
        }
        arrival.drain()
        events.append("picture")
        return .pictureCame(MonotonicClock.now())
    }

    func nextEvent() -> OutputEvent {
        guard events.count(where: { $0 == "flip" }) < 2 else { return .stopRequested }
        events.append("flip")
        whenFlipped?()
        whenFlipped = nil
        last = max(last, MonotonicClock.now())
        return .flipped(Flip(time: last, observed: last, missed: 0))
    }

    func begin(at time: MonotonicTime) -> Bool { true }

    func commit(_ damage: Damage) -> Bool {
        events.append("commit")
        return true
    }

    func renewCompositor() {}
    func close() {}
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

    func commit(_ damage: Damage) -> Bool { true }
    func renewCompositor() {}
    func close() {}
}
