public import Ingest
public import Media
internal import Platform
public import Presentation
internal import Synchronization

/// Streams, views and the output they are presented on.
///
///     IngestStream ─ ring ─►┐
///     IngestStream ─ ring ─►┤ Presenter ─► output      one thread each
///                           ▲     │
///              commands ────┘     └──► events ─► handleEvents()
///
/// Owns the presentation thread and one ingest thread a stream. Commands are
/// values sent to the presentation thread; they take effect at its next
/// scanout. Nothing here can make a frame wait.
///
/// Thread: safe; `handleEvents` is for one thread at a time.
public final class Pipeline: Sendable {
    /// How many streams there can be.
    public static let streamLimit = 64
    /// How many playlists there can be.
    public static let playlistLimit = 16

    /// Those of the streams whose source is one item after another.
    public let playlists: Playlists
    /// What is on the output.
    public let screen: ComposedView
    let control: ControlSide
    private let intake: EventIntake
    private let outputHealth: OutputHealth
    private let stopRequest: WakeUp

    /// Makes a pipeline that presents nothing until `start`. Streams may be
    /// defined and shown before that.
    ///
    /// - Parameters:
    ///   - configuration: Output, compositor, clock.
    ///   - frameLog: Told of every frame; started and closed by its owner.
    /// - Throws: `PipelineError.system`, when the process has too many descriptors.
    public init(
        _ configuration: PipelineConfiguration,
        frameLog: FrameLog? = nil
    ) throws(PipelineError) {
        let shared: PresenterShared
        do throws(SystemCallError) {
            stopRequest = try WakeUp()
            shared = try PresenterShared(frameLog: frameLog)
        } catch {
            throw .system(error)
        }
        control = ControlSide(configuration, shared)
        playlists = Playlists(control)
        screen = ComposedView(control)
        intake = EventIntake(control)
        outputHealth = OutputHealth(shared)
    }

    // MARK: Start and end

    /// Starts presenting what is defined and shown. A second call traps.
    ///
    /// - Throws: `PipelineError.output` or `.compositor` when it cannot be had,
    ///   `.system` without a thread; nothing runs then.
    public func start() throws(PipelineError) {
        let configuration = control.configuration
        // What is shown first does not depend on who is quicker.
        if case .headless(let mode) = configuration.output { control.updateNotice(for: mode.size) }
        let setup = PresenterSetup(
            configuration: configuration,
            shared: control.shared,
            stop: stopRequest
        )
        let thread: WorkerThread
        do throws(SystemCallError) {
            thread = try setup.startThread()
        } catch {
            throw .system(error)
        }
        let attachments = control.state.withLock { state in
            precondition(state.programme.thread == nil, "A pipeline starts once")
            state.programme.thread = thread
            return state.attachments
        }
        // Not before: what they take is not there for the presentation any more.
        for attachment in attachments { attachment.ingest.start() }
        do throws(PipelineError) {
            try intake.awaitStart()
        } catch {
            thread.join()
            throw error
        }
        control.updateNotice()
    }

    /// Tries again to start the streams that got no thread, as far as it is time.
    ///
    /// Thread: that of `handleEvents`.
    ///
    /// - Parameter now: The time.
    /// - Returns: When to call this again; nil when every stream has its thread.
    public func startStreams(at now: MonotonicTime) -> MonotonicTime? {
        let attachments = control.state.withLock { $0.attachments }
        return attachments.compactMap { $0.ingest.startAgain(at: now) }.min()
    }

    /// Ends all threads and gives everything back; answers the captures that
    /// wait with nil. Takes at most 200 ms when streams hang in the system,
    /// else a few milliseconds. A second call does nothing.
    ///
    /// - Parameter isUrgent: Whether a frame log that nobody reads loses lines rather than
    ///   hold the end up.
    public func stop(isUrgent: Bool = false) {
        let (attachments, thread) = control.state.withLock { state in
            let programme = state.programme
            let all =
                state.isStopped
                ? []
                : state.attachments + programme.leaving + programme.ending.map(\.attachment)
            state.isStopped = true
            state.programme.end()
            return (all, programme.thread)
        }
        for attachment in attachments { attachment.ingest.stop() }
        stopRequest.signal()
        if isUrgent { control.shared.frameLog?.hurry() }
        thread?.join()
        let deadline = MonotonicClock.now() + EndingStream.patience
        for attachment in attachments { attachment.finish(by: deadline) }
        control.endCommands()
    }

    deinit {
        stop()
    }

    // MARK: What happens

    /// Readable while `handleEvents` has something to do; for a poll set.
    public var eventDescriptor: CInt { control.shared.events.wakeUp.rawValue }

    /// When `handleEvents` has something to do even if nothing happens; nil: never.
    public var deadline: MonotonicTime? { intake.deadline }

    /// Handles everything that has happened since the last call.
    ///
    /// - Parameter report: Called for each event, in order.
    public func handleEvents(_ report: (PipelineEvent) -> Void) { intake.handle(report) }

    /// The numbers of now.
    public func snapshot() -> PipelineSnapshot {
        let (view, streams, playlists, layers) = control.state.withLock { state in
            (state.programme.view, state.programme.streams, state.playlists, state.layers)
        }
        let (shared, now) = (control.shared, control.outputTime)
        return PipelineSnapshot(
            view: view,
            output: OutputSnapshot(shared.outputState, shared.metrics),
            streams: streams.keys.sorted().compactMap { id in
                streams[id].map {
                    StreamSnapshot(of: $0, in: playlists[id], shownIn: view.view(of: id), at: now)
                }
            },
            main: ViewSnapshot(.main, shared.metrics.main, layers),
            pip: ViewSnapshot(.pip, shared.metrics.pip, layers),
            lostLogLines: shared.frameLog?.lostLines
        )
    }

    /// Whether pictures reach the output, or the held one is there as it should be.
    ///
    /// In virtual time there is no clock to be late by: healthy.
    public func health() -> HealthVerdict {
        control.configuration.clock == .realtime ? outputHealth.verdict() : .healthy
    }

    // MARK: Streams and what is shown of them

    /// Defines and removes streams and changes what is shown: all of it, or nothing.
    ///
    /// - Parameters:
    ///   - defined: Take the place of those of the same ID, and are shown where they were; of
    ///     several of one ID, the last.
    ///   - playing: The same, as playlists, after those. One that is there goes on with what
    ///     it consists of now.
    ///   - removed: Those that are not there, or are defined, are passed over.
    ///   - marks: What is to be there still; nil: whatever is.
    ///   - edit: Changes the controller, from which what is removed is gone already; every
    ///     stream it shows must be there afterwards.
    ///   - announce: Told of each stream of which there was none of that ID, before anything
    ///     happens to it or a further change is made. It must not call the pipeline.
    /// - Returns: What is different.
    /// - Throws: `PipelineError.stream` where it cannot be made,
    ///   `.tooManyStreams`, `.unknownStream`, `.overtaken`, `.busy`; all is then as before.
    public func change(
        defining defined: [StreamConfiguration] = [],
        playing: [PlaylistConfiguration] = [],
        removing removed: [StreamID] = [],
        provided marks: StreamMarks? = nil,
        view edit: (inout PIPController) -> Void = { _ in },
        announcing announce: (StreamID) -> Void = { _ in }
    ) throws(PipelineError) -> ChangeOutcome {
        try control.change(
            defining: defined.map(Definition.stream) + playing.map(Definition.playlist),
            removing: removed,
            view: edit,
            provided: { (state) throws(PipelineError) in try marks?.check(in: state) },
            announcing: announce
        )
    }

    /// Defines a stream, or replaces the one of that ID; starts it.
    ///
    /// A stream that is shown is shown again from the new source.
    ///
    /// - Parameters:
    ///   - configuration: What to show and how.
    ///   - announce: As that of `change`.
    /// - Returns: Whether there was none of that ID.
    /// - Throws: `PipelineError.isAPlaylist`; as `change`.
    @discardableResult
    public func define(
        _ configuration: StreamConfiguration,
        announcing announce: (StreamID) -> Void = { _ in }
    ) throws(PipelineError) -> Bool {
        let id = configuration.id
        return try !control.change(
            defining: [.stream(configuration)],
            provided: { (state) throws(PipelineError) in
                if state.playlists[id] != nil { throw .isAPlaylist(id) }
            },
            announcing: announce
        ).added.isEmpty
    }

    /// Stops a stream and takes it out of the views.
    ///
    /// - Returns: Whether the view is asked for another thing than before.
    /// - Throws: `PipelineError.unknownStream`, `.busy`.
    @discardableResult
    public func remove(_ id: StreamID) throws(PipelineError) -> Bool {
        let outcome = try change(removing: [id])
        guard outcome.removed == [id] else { throw .unknownStream(id, known: streamIDs) }
        return outcome.isViewDifferent
    }

    /// Pauses a stream, lets it go on, or goes to another time of it, from the next scanout on.
    ///
    /// A paused stream holds its picture, in every view and hidden; the first one still comes.
    /// Nothing of a file is lost: it goes on where it was. A stream that is defined in the place
    /// of a paused one is not paused; an item that follows another in a playlist is.
    ///
    /// - Throws: `PipelineError.unknownStream`; `.notSteerable` for a stream that has no time
    ///   to stop; `.busy`.
    public func steer(_ id: StreamID, _ steering: Steering) throws(PipelineError) {
        try control.state.withLock { (state) throws(PipelineError) in
            guard let attachment = state.programme.streams[id] else {
                throw .unknownStream(id, known: state.programme.streams.keys.sorted())
            }
            if let reason = steering.refusal(by: attachment.ingest) {
                throw .notSteerable(id, reason)
            }
            guard steering != Steering() else { return }
            try state.send(.steer(id, steering), answers: 0)
            if let isPaused = steering.isPaused { attachment.ingest.isPaused = isPaused }
            if let position = steering.position { attachment.seekAsked(to: position) }
        }
    }

    /// Has placeholders look otherwise, those on the screen as well; no stream is opened anew.
    ///
    /// - Parameters:
    ///   - usual: For what says nothing of it, and for what is defined from then on.
    ///   - own: What is said of some streams now; those that are not there are passed over.
    public func setPlaceholders(usual: PlaceholderStyle, own: [StreamID: PlaceholderWish] = [:]) {
        let attachments = control.state.withLock { state in
            state.programme.usualPlaceholder = usual
            for id in state.playlists.keys { state.playlists[id]?.forgetFlaw() }
            return state.attachments
        }
        for attachment in attachments {
            attachment.ingest.setPlaceholder(usual: usual, own: own[attachment.id])
        }
        control.updateNotice()
    }

    /// The streams there are, in the order of their names.
    public var streamIDs: [StreamID] {
        control.state.withLock { $0.programme.streams.keys.sorted() }
    }

    /// The source of a stream, for images of it; nil where there is no such stream.
    public func source(of id: StreamID) -> IngestStream? {
        control.state.withLock { $0.programme.streams[id]?.ingest }
    }

    /// Whether a view shows the stream.
    public func shows(_ id: StreamID) -> Bool { !view.view(of: id).isEmpty }

    /// What is shown where, and what is asked for.
    public var view: PIPController { control.state.withLock { $0.programme.view } }

    /// The stream whose end ends a `once` run: the main one, unless that has no
    /// end and the one in the PIP window does.
    public var lastToEnd: StreamID? { control.state.withLock { $0.programme.lastToEnd } }
}
