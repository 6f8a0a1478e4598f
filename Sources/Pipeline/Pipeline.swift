internal import FrameTransport
internal import Ingest
internal import Media
internal import Platform
internal import Presentation
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
    let configuration: PipelineConfiguration
    let shared: PresenterShared
    let state: Mutex<State>
    let healthPolicy: Mutex<HealthPolicy>
    private let placeholderStyle = Mutex(PlaceholderStyle())
    private let stopRequest: WakeUp

    /// What the control side keeps. Never locked by the presentation thread.
    struct State: ~Copyable {
        var thread: WorkerThread?
        var streams: [StreamID: StreamAttachment] = [:]
        /// Those of the streams whose source is one item after another.
        var playlists: [StreamID: PlaylistRun] = [:]
        /// What happened to playlists and is to be reported.
        var reports: [PipelineEvent] = []
        /// What the presentation thread told before its start was known.
        var early: [PresenterEvent] = []
        /// Streams of items whose threads are to be started.
        var unstarted: [StreamAttachment] = []
        /// Commands that must not be lost, and for which there was no room.
        var waiting: [PresenterCommand] = []
        /// On their way out: told to stop, not yet let go by the presentation thread.
        var leaving: [StreamAttachment] = []
        /// Let go by the presentation thread; their own threads may still have to end.
        var ending: [EndingStream] = []
        var controller = PIPController()
        /// What the ingest threads have said; bounded by `eventCapacity`.
        var ingestEvents: [NotedEvent] = []
        var captures: [Int: CaptureHandler] = [:]
        var captureCount = 0
        /// As what the main view was last told to say that it has no stream.
        var notice: NoticeLook?
        var rebuilds: [LayerRebuild: Int] = [:]
        var resizes: [ViewName: Int] = [:]
        /// Nothing is presented any more: commands would not be obeyed.
        var hasEnded = false
        var isStopped = false

        /// Every stream that is there, and what playlists have open besides.
        var attachments: [StreamAttachment] {
            let ahead = playlists.flatMap { id, run in run.open.others(than: streams[id]) }
            return Array(streams.values) + ahead
        }
    }

    /// What a stream has said, and which.
    struct NotedEvent {
        let id: StreamID
        let opening: PlaylistPlan.Opening?
        let event: IngestEvent
    }

    /// Ingest events that may wait; further ones are only counted by the streams themselves.
    static let eventCapacity = 1024

    /// What is shown in place of streams that are lost and say nothing of it themselves, and of
    /// what playlists open.
    var usualPlaceholder: PlaceholderStyle {
        get { placeholderStyle.withLock { $0 } }
        set { placeholderStyle.withLock { $0 = newValue } }
    }

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
        self.configuration = configuration
        do throws(SystemCallError) {
            stopRequest = try WakeUp()
            shared = try PresenterShared(frameLog: frameLog)
        } catch {
            throw .system(error)
        }
        state = Mutex(State())
        healthPolicy = Mutex(
            HealthPolicy(
                refreshInterval: Hertz.thirty.interval,
                startedAt: MonotonicClock.now()
            )
        )
    }

    /// Starts presenting what is defined and shown. A second call traps.
    ///
    /// - Throws: `PipelineError.output` or `.compositor` when it cannot be had,
    ///   `.system` without a thread; nothing runs then.
    public func start() throws(PipelineError) {
        // What is shown first does not depend on who is quicker.
        if case .headless(let mode) = configuration.output { updateNotice(for: mode.size) }
        let setup = PresenterSetup(
            configuration: configuration,
            shared: shared,
            stop: stopRequest
        )
        do throws(SystemCallError) {
            let thread = try setup.startThread()
            let attachments = state.withLock { state in
                precondition(state.thread == nil, "A pipeline starts once")
                state.thread = thread
                return state.attachments
            }
            // Not before: what they take is not there for the presentation any more.
            for attachment in attachments { attachment.ingest.start() }
        } catch {
            throw .system(error)
        }
        try awaitStart()
        updateNotice()
    }

    /// Waits for the presentation thread's first word.
    private func awaitStart() throws(PipelineError) {
        var polling = PollSet(capacity: 1)
        polling.add(shared.events.wakeUp.rawValue, tag: .init(rawValue: 0))
        while true {
            _ = polling.wait(until: nil)
            _ = shared.events.wakeUp.drain()
            // One signal may be that of many, and what came with the first word overtakes it.
            while let event = shared.events.receive() {
                switch event {
                case .started:
                    // What followed at once was announced by the signal just taken.
                    shared.events.wakeUp.signal()
                    return
                case .outputLost(let error):
                    state.withLock { $0.thread }?.join()
                    throw error
                default: state.withLock { $0.early.append(event) }
                }
            }
        }
    }

    /// Ends all threads and gives everything back; answers the captures that
    /// wait with nil. Takes at most 200 ms when streams hang in the system,
    /// else a few milliseconds. A second call does nothing.
    ///
    /// - Parameter isUrgent: Whether a frame log that nobody reads loses lines rather than
    ///   hold the end up.
    public func stop(isUrgent: Bool = false) {
        let (attachments, thread) = state.withLock { state in
            let all =
                state.isStopped
                ? []
                : state.attachments + state.leaving + state.ending.map(\.attachment)
            state.isStopped = true
            state.hasEnded = true
            return (all, state.thread)
        }
        for attachment in attachments { attachment.ingest.stop() }
        stopRequest.signal()
        if isUrgent { shared.frameLog?.hurry() }
        thread?.join()
        let deadline = MonotonicClock.now() + EndingStream.patience
        for attachment in attachments { attachment.finish(by: deadline) }
        endCommands()
    }

    /// No command is obeyed from now on: captures that wait get nil.
    func endCommands() {
        let captures = state.withLock { state in
            state.hasEnded = true
            let waiting = state.captures
            state.captures = [:]
            return waiting
        }
        for handler in captures.values { handler(nil) }
    }

    deinit {
        stop()
    }
}
