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
    let commands: Uncounted<Mailbox<PresenterCommand>>
    let metrics: Uncounted<PresenterMetrics>
    let configuration: PipelineConfiguration
    /// The output's, kept here so that drawing looks nothing up.
    var compositor: any Compositor
    /// The framebuffer's.
    var size: PixelSize
    var clock: FrameClock
    var stage: Stage
    /// Whether the output has taken what the compositor drew last.
    var isCommitted = false
    /// Whether there is no display to draw for.
    var isBlank: Bool
    /// When to open the compositor anew, and when to stop trying.
    var recovery = RecoveryPolicy()
    /// The compositor is gone for good: nothing more can be shown.
    var isOutputLost = false
    private var hasShownPicture = false
    private var hasShownPlaceholder = false
    var captures = WaitingCaptures()
    /// What the views were said to show last; nil before the first time.
    var content: (main: ViewContent?, pip: ViewContent?)
    /// What the last drawing took.
    var drawingCost = Nanoseconds.zero
    /// Whether a picture is waited for, to be shown as soon as it comes.
    var awaitsFirstPicture: Bool
    /// The output's time at this wake-up.
    var now: MonotonicTime
    let start: MonotonicTime
    /// What the status says about the compositor.
    private var imports: ImportReport
    private var scanoutCount: UInt32 = 0
    /// When the last scanout began, on the output's grid.
    var scanned: MonotonicTime

    init(_ setup: PresenterSetup, output: any DisplayOutput) {
        self.output = output
        compositor = output.compositor
        size = output.compositor.size
        imports = output.compositor.imports
        isBlank = output.state.waiting != nil
        content = (nil, nil)
        shared = setup.shared
        commands = Uncounted(setup.shared.commands)
        metrics = Uncounted(setup.shared.metrics)
        configuration = setup.configuration
        clock = FrameClock(refreshInterval: output.refreshInterval)
        awaitsFirstPicture = !output.isVirtual
        start = output.start()
        stage = Stage(setup.shared, output: output, start: start)
        now = start
        scanned = start
    }

    /// Presents until a stop is requested, the run is finished or the output lost.
    consuming func run() {
        clock.pageFlipped(at: start)
        obeyCommands()
        prepare()
        while !isOutputLost {
            switch nextEvent() {
            case .flipped(let flip): pageFlipped(flip)
            case .blank(let flip): blankPassed(flip)
            case .changed(let time): adoptOutput(at: time)
            case .described:
                publishState()
                continue
            case .pictureCame(let time):
                guard awaitsFirstPicture else {
                    showAwaited(at: time)
                    continue
                }
                now = max(now, time)
            case .stopRequested: return close()
            }
            if isFinished() { break }
            obeyCommands()
            prepare()
        }
        close()
    }

    /// Counts what is on the screen since the flip.
    private mutating func pageFlipped(_ flip: Flip) {
        let (interval, shown) = (flip.observed - now, shown)
        let isOwed = isPictureOwed(showing: shown)
        metrics { $0.flipped(flip, after: interval, isPictureOwed: isOwed) }
        pass(flip)
        // Drawing failed: what was chosen is on no screen yet.
        guard let shown else { return performCaptures() }
        if !hasShownPicture { tellOfFirst(in: shown) }
        recovery.recovered(at: now)
        // It depends on the pictures; looked at now and then, since it is only said.
        scanoutCount &+= 1
        if scanoutCount % 32 == 0, compositor.imports != imports { publishState() }
        stage.pageFlipped(at: now, since: scanned, isSeen: true)
        performCaptures()
    }

    private mutating func tellOfFirst(in scene: Scene) {
        let main = ViewContent(of: scene.main?.placement)
        let pip = ViewContent(of: scene.pip?.placement)
        if main == .picture || pip == .picture {
            hasShownPicture = true
            shared.events.send(.firstPictureShown)
        } else if main == .placeholder || pip == .placeholder, !hasShownPlaceholder {
            hasShownPlaceholder = true
            shared.events.send(.placeholderShown)
        }
    }

    /// Time has passed with nothing to show it: streams go on unseen.
    private mutating func blankPassed(_ flip: Flip) {
        pass(flip)
        metrics { $0.blankPassed(at: flip.observed) }
        stage.pageFlipped(at: now, since: scanned, isSeen: false)
        performCaptures()
    }

    private mutating func pass(_ flip: Flip) {
        now = flip.observed
        scanned = flip.time
        clock.pageFlipped(at: flip.time)
    }

    /// Another mode, other buffers, or none: everything is drawn again, from
    /// the pictures that the layers hold.
    mutating func adoptOutput(at time: MonotonicTime) {
        compositor = output.compositor
        size = compositor.size
        isCommitted = false
        isBlank = output.state.waiting != nil
        now = max(now, time)
        scanned = now
        clock = FrameClock(refreshInterval: output.refreshInterval)
        clock.pageFlipped(at: now)
        stage.outputChanged()
        publishState()
    }

    private mutating func publishState() {
        imports = compositor.imports
        var state = output.state
        state.imports = imports.description
        shared.setOutput(state)
        shared.events.send(.outputChanged)
    }

    /// Draws what the next scanout is to show, if that differs from what is drawn.
    private mutating func prepare() {
        if awaitsFirstPicture { beginIfPictureCame() }
        let scanout = clock.nextScanout(after: scanned)
        for index in 0..<stage.streams.count {
            stage.streams[index].keepStep(at: scanout, now: now)
            stage.streams[index].receive(now: now)
            if output.isVirtual, stage.streams[index].isPrepared { receiveAll(index) }
            stage.streams[index].choose(for: scanout)
        }
        stage.takeTurns(at: scanout, now: now)
        if !isBlank { draw(for: scanout) }
        stage.noteStatus()
    }

    /// What the output shows, or will at the next scanout; nil where drawing failed.
    var shown: Scene? { isCommitted ? compositor.drawn : nil }

    /// Whether drawing failed, or succeeded only because all that should be
    /// seen was given up.
    private func isPictureOwed(showing shown: Scene?) -> Bool {
        guard let shown else { return true }
        return stage.hasFailure && shown.main == nil && shown.pip == nil
    }

    /// Waits until the layer's queue is full or nothing more will come: only
    /// then is it certain, on any machine, what is due.
    private mutating func receiveAll(_ index: Int) {
        guard stage.streams[index].awaitsPictures() else { return }
        var polling = PollSet(capacity: 2)
        let ingest = stage.streams[index].ingest
        polling.add(ingest.wakeUp.rawValue, tag: .init(rawValue: 0))
        polling.add(output.stop.rawValue, tag: .init(rawValue: 1))
        while stage.streams[index].awaitsPictures() {
            ingest.askForWakeUp()
            stage.streams[index].receive(now: now)
            guard stage.streams[index].awaitsPictures() else { return }
            let ready = polling.wait(until: MonotonicClock.now() + .milliseconds(1000))
            guard !ready.contains(.init(rawValue: 1)) else { return }
            _ = ingest.wakeUp.drain()
            stage.streams[index].receive(now: now)
        }
    }

    /// Gives every picture back, and the display.
    private consuming func close() {
        stage.close(at: now)
        output.close()
    }
}
