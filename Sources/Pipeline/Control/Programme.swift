internal import FrameTransport
internal import Ingest
internal import Media
internal import Platform
internal import Presentation

/// What there is to present: streams in their places, the view of them, and what the presentation
/// thread was told of both.
///
///     there ─► leaving: told to stop ─► ending: let go by the presentation thread ─► its thread has ended
///
/// Thread: under the lock of `ControlSide`, which makes the senders of commands one.
struct Programme {
    let configuration: PipelineConfiguration
    private let shared: PresenterShared
    private let events: StreamEvents
    /// The presentation thread; nil before its start.
    var thread: WorkerThread?
    /// What has the place of a stream or a playlist.
    private(set) var streams: [StreamID: StreamAttachment] = [:]
    private(set) var view = PIPController()
    /// What is shown in place of streams that are lost and say nothing of it themselves, and of
    /// what playlists open.
    var usualPlaceholder = PlaceholderStyle()
    /// On their way out: told to stop, not yet let go by the presentation thread.
    var leaving: [StreamAttachment] = []
    /// Let go by the presentation thread; their own threads may still have to end.
    private(set) var ending: [EndingStream] = []
    /// Streams of items whose threads are to be started.
    private(set) var unstarted: [StreamAttachment] = []
    /// Commands that must not be lost, and for which there was no room.
    private var waiting: [PresenterCommand] = []
    /// What happened to playlists and shows, and is to be reported.
    private var reports: [PipelineEvent] = []
    /// Nothing is presented any more: commands would not be obeyed.
    private(set) var hasEnded = false

    init(
        _ configuration: PipelineConfiguration,
        _ shared: PresenterShared,
        _ events: StreamEvents
    ) {
        self.configuration = configuration
        self.shared = shared
        self.events = events
    }

    /// Who waits for events may have another time to look at, or something to tell.
    func wake() { shared.events.wakeUp.signal() }

    mutating func report(_ event: PipelineEvent) { reports.append(event) }

    mutating func takeReports() -> [PipelineEvent] {
        defer { reports = [] }
        return reports
    }

    // MARK: Commands

    /// - Throws: `PipelineError.output` when the run has ended.
    func checkIsRunning() throws(PipelineError) {
        guard !hasEnded else { throw .output("nothing is presented any more") }
    }

    /// - Parameters:
    ///   - command: What to send at once.
    ///   - answers: As many as may come, to it and to those before it that others know of.
    /// - Throws: `PipelineError.busy`, `.output` when the run has ended.
    mutating func send(_ command: PresenterCommand, answers: Int) throws(PipelineError) {
        try checkIsRunning()
        sendWaiting()
        guard waiting.isEmpty, leaving.count + answers <= PresenterEvents.answerCapacity,
            shared.commands.send(command)
        else { throw .busy }
    }

    /// Sends a command that must not be lost: it waits where there is no room.
    mutating func tell(_ command: PresenterCommand) {
        waiting.append(command)
        sendWaiting()
    }

    mutating func sendWaiting() {
        while let first = waiting.first, shared.commands.send(first) { waiting.removeFirst() }
    }

    /// No command is obeyed from now on.
    mutating func end() { hasEnded = true }

    // MARK: The view

    /// Shows this, which the presentation thread was told of.
    mutating func show(_ new: PIPController) {
        let deadline = view.shows.deadline
        view = new
        // Whoever handles events waits until that, and no longer.
        if new.shows.deadline != deadline { wake() }
    }

    /// Ends what was shown for a time that is over.
    mutating func endShows(at now: MonotonicTime) {
        let before = view.shows
        guard let deadline = before.deadline, deadline <= now else { return }
        view.shows.expire(at: now)
        guard let over = before.current, view.shows.current != over else { return }
        if !hasEnded { tell(.change(view)) }
        prepareToShow()
        report(.showEnded(over.stream))
    }

    /// Not with the next scanout: a hidden stream has some catching up to do.
    func prepareToShow() {
        for (id, attachment) in streams where !view.view(of: id).isEmpty {
            attachment.ingest.prepareToShow()
        }
    }

    /// The stream whose end ends a `once` run; see `Pipeline.lastToEnd`.
    var lastToEnd: StreamID? {
        let main = view.state.main
        guard let main, streams[main]?.isEndless == true else { return main }
        return view.stream(in: .pip)
    }

    // MARK: Streams

    /// Makes a stream for the place of its ID; the counts of the one that has it go on.
    ///
    /// - Throws: `PipelineError.stream`.
    func make(
        _ configuration: StreamConfiguration,
        opening: PlaylistPlan.Opening? = nil,
        from start: MediaTime? = nil
    ) throws(PipelineError) -> StreamAttachment {
        let id = configuration.id
        let previous = streams[id]
        do {
            let leftOut = shared.frameLog.map {
                LeftOutPictures(log: $0, isLive: configuration.isLive)
            }
            let ingest = try IngestStream(
                configuration: configuration,
                maximumRate: self.configuration.maximumRate,
                leftOut: leftOut?.adding,
                ledger: previous?.ingest.ledger ?? FrameLedger(),
                changes: previous?.ingest.variantChanges ?? VariantChanges(),
                events: { [events] event in
                    events.note(StreamEvents.Noted(id: id, opening: opening, event: event))
                },
                ended: { [shared] in shared.events.wakeUp.signal() }
            )
            ingest.setPlaceholder(usual: usualPlaceholder)
            return StreamAttachment(
                ingest: ingest,
                opening: opening,
                start: start,
                leftOut: leftOut,
                latency: previous?.latency ?? Histogram(bounds: ViewMetrics.intervalBounds),
                wall: configuration.sync.map { _ in previous?.wall ?? WallFigures() }
            )
        } catch {
            throw .stream(id, error)
        }
    }

    /// Gives a stream the place of its ID; the presentation thread knows.
    mutating func place(_ attachment: StreamAttachment) { streams[attachment.id] = attachment }

    /// Gives a stream the place of what stood in for it.
    mutating func replaceStandIn(with attachment: StreamAttachment) {
        let id = attachment.id
        tell(.change(detached: [id], attached: [attachment], view))
        if streams[id]?.ingest.isPaused == true {
            attachment.ingest.isPaused = true
            tell(.steer(id, Steering(isPaused: true)))
        }
        dismiss(id)
        place(attachment)
    }

    /// Tells a stream to stop; the presentation thread has been told to let it go.
    mutating func dismiss(_ id: StreamID) {
        guard let attachment = streams.removeValue(forKey: id) else { return }
        attachment.ingest.stop()
        if !attachment.isDetached { leaving.append(attachment) }
    }

    /// Tells a stream to stop that has no place.
    ///
    /// - Parameters:
    ///   - attachment: The stream.
    ///   - isPresented: Whether the presentation thread has it.
    mutating func dismiss(_ attachment: StreamAttachment, isPresented: Bool) {
        attachment.ingest.stop()
        guard isPresented else { return end(attachment) }
        leaving.append(attachment)
        tell(.dismiss(attachment))
    }

    /// The presentation thread has let go of a stream that was told to stop.
    mutating func finishLeaving(_ attachment: StreamAttachment) {
        leaving.removeAll { $0 === attachment }
        // One that another item took the place of was told by nobody.
        attachment.ingest.stop()
        attachment.detached()
        end(attachment)
    }

    /// Takes leave of a stream that the presentation thread has not or has no more.
    private mutating func end(_ attachment: StreamAttachment) {
        let deadline = MonotonicClock.now() + EndingStream.patience
        ending.append(EndingStream(attachment: attachment, deadline: deadline))
    }

    /// A stream's thread has ended, or had its time.
    ///
    /// - Returns: Whether nothing of its ID is left.
    mutating func finishEnding(_ attachment: StreamAttachment) -> Bool {
        let id = attachment.id
        ending.removeAll { $0.attachment === attachment }
        return streams[id] == nil && !leaving.contains { $0.id == id }
            && !ending.contains { $0.attachment.id == id }
    }

    /// What starts streams that were just defined, to be called without the lock. It does
    /// nothing before the pipeline itself is started, which starts them.
    func start(of attachments: [StreamAttachment]) -> () -> Void {
        guard thread != nil else { return {} }
        let predecessors = (leaving + ending.map(\.attachment)).map(\.ingest)
        return { for attachment in attachments { attachment.ingest.start(after: predecessors) } }
    }

    /// Has a stream of an item started with the next look: whoever asks for something may be of low
    /// priority, which the thread that it starts would have, too. Before the pipeline itself is
    /// started, that starts it.
    mutating func startSoon(_ attachment: StreamAttachment) {
        if thread != nil { unstarted.append(attachment) }
    }

    /// Those that are to be started, which were opened since the first `count` of them.
    mutating func takeUnstarted(behind count: Int = 0) -> [StreamAttachment] {
        defer { unstarted.removeLast(unstarted.count - count) }
        return Array(unstarted[count...])
    }
}
