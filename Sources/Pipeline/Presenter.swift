internal import Compositing
internal import FrameTransport
internal import Ingest
internal import Media
internal import Platform
internal import Presentation

/// The body of the presentation thread.
///
///     commands ─► streams ─► layers ─► scene ─► compositor ─► output
///                    ▲ what is due at the next scanout          │
///                    └─────────────── clock ◄───── page flip ───┘
///
/// One round a scanout: count what the flip has put on the screen, obey
/// commands, take in what the streams delivered, choose what is due next, draw
/// what changed. Nothing here waits but `output.nextEvent()` and, in virtual
/// time, for streams that owe pictures.
///
/// Thread: bound to the presentation thread.
struct Presenter: ~Copyable {
    let output: any DisplayOutput
    let shared: PresenterShared
    let log: FrameRecorder
    let configuration: PipelineConfiguration
    var compositor: any Compositor
    var clock: FrameClock
    var streams = StreamTable()
    /// Which streams are where, as the control side last said.
    var view = ViewState()
    var mainIndex: Int?
    var pipIndex: Int?
    /// What the compositor drew last; nil before, and after a new framebuffer.
    var drawn: Scene?
    var nextStreamNumber: UInt32 = 1
    private var hasShownPicture = false
    /// The output's time at this wake-up.
    private(set) var now: MonotonicTime
    let start: MonotonicTime

    init(_ setup: PresenterSetup, output: any DisplayOutput, compositor: any Compositor) {
        self.output = output
        self.compositor = compositor
        shared = setup.shared
        configuration = setup.configuration
        clock = FrameClock(refreshInterval: output.refreshInterval)
        start = output.start()
        now = start
        log = FrameRecorder(log: setup.shared.frameLog, start: start)
    }

    /// Presents until a stop is requested or the run is finished.
    consuming func run() {
        clock.pageFlipped(at: start)
        obeyCommands()
        prepare(scanout: clock.nextScanout(after: start))
        while true {
            guard case .flipped(let flip) = output.nextEvent() else { break }
            pageFlipped(flip)
            if isFinished() { break }
            obeyCommands()
            prepare(scanout: clock.nextScanout(after: flip.time))
        }
        close()
    }

    /// Counts what is on the screen since the flip.
    private mutating func pageFlipped(_ flip: Flip) {
        now = flip.observed
        clock.pageFlipped(at: flip.time)
        shared.metrics.flipped(flip)
        if !hasShownPicture, drawn?.main != nil || drawn?.pip != nil {
            hasShownPicture = true
            shared.events.send(.firstPictureShown)
        }
        for index in 0..<streams.count {
            guard streams[index].pageFlipped(at: flip.observed, log: log) else { continue }
            let views = streams[index].views
            if views.contains(.main) { shared.metrics.main.presented(at: flip.observed) }
            if views.contains(.pip) { shared.metrics.pip.presented(at: flip.observed) }
        }
    }

    /// Draws what the scanout is to show, if that differs from what is drawn.
    private mutating func prepare(scanout: MonotonicTime) {
        receive(for: scanout)
        for index in 0..<streams.count {
            _ = streams[index].choose(for: scanout, log: log)
        }
        draw(scene())
        shared.metrics.main.status.set(layerStatus(mainIndex))
        shared.metrics.pip.status.set(layerStatus(pipIndex))
    }

    private func layerStatus(_ index: Int?) -> Int {
        let status = index.map { streams[$0].layer.status } ?? .unknown
        return LayerStatus.allCases.firstIndex(of: status) ?? 0
    }

    private mutating func receive(for scanout: MonotonicTime) {
        for index in 0..<streams.count {
            receive(index)
            if output.isVirtual, !streams[index].views.isEmpty { receiveAll(index) }
        }
    }

    /// Waits until the layer's queue is full or nothing more will come: only
    /// then is it certain, on any machine, what is due.
    private mutating func receiveAll(_ index: Int) {
        var polling = PollSet(capacity: 2)
        let ingest = streams[index].ingest
        polling.add(ingest.wakeUp.rawValue, tag: .init(rawValue: 0))
        polling.add(output.stop.rawValue, tag: .init(rawValue: 1))
        while streams[index].awaitsPictures() {
            ingest.askForWakeUp()
            receive(index)
            guard streams[index].awaitsPictures() else { return }
            let ready = polling.wait(until: MonotonicClock.now() + .milliseconds(1000))
            guard !ready.contains(.init(rawValue: 1)) else { return }
            _ = ingest.wakeUp.drain()
            receive(index)
        }
    }

    private mutating func receive(_ index: Int) {
        let events = shared.events
        let id = streams[index].id
        let view = streams[index].views.first
        streams[index].receive(now: now, log: log) { incident in
            events.send(incident, of: id, in: view)
        }
    }

    /// Gives every picture back.
    private consuming func close() {
        while streams.count > 0 {
            streams.remove(at: streams.count - 1).close(at: now, log: log)
        }
    }
}
