internal import FrameTransport
internal import Ingest
internal import Media
internal import Platform
internal import Presentation
internal import Synchronization

/// What the control side keeps, under one lock: a change of streams, playlists and view is all of
/// it, or nothing.
///
/// Thread: safe; never locked by the presentation thread, nor by those of streams.
final class ControlSide: Sendable {
    let configuration: PipelineConfiguration
    let shared: PresenterShared
    let streamEvents: StreamEvents
    let state: Mutex<State>

    struct State: ~Copyable {
        var programme: Programme
        /// Those of the streams whose source is one item after another.
        var playlists: [StreamID: PlaylistRun] = [:]
        /// Who waits for what the presentation thread shows, by the captures' numbers.
        var captures: [Int: CaptureHandler] = [:]
        var lastCapture = 0
        var layers = LayerCounts()
        /// As what the main view was last told to say that it has no stream.
        var notice: NoticeLook?
        var isStopped = false
    }

    init(_ configuration: PipelineConfiguration, _ shared: PresenterShared) {
        self.configuration = configuration
        self.shared = shared
        streamEvents = StreamEvents(shared.events)
        state = Mutex(State(programme: Programme(configuration, shared, streamEvents)))
    }

    /// As `Pipeline.change`, where `isSo`, which looks under the same lock, throws nothing.
    func change(
        defining definitions: [Definition] = [],
        removing removed: [StreamID] = [],
        view edit: (inout PIPController) -> Void = { _ in },
        provided isSo: (borrowing State) throws(PipelineError) -> Void = { _ in },
        announcing announce: (StreamID) -> Void = { _ in }
    ) throws(PipelineError) -> Pipeline.ChangeOutcome {
        let definitions = Definition.lastOfEach(definitions)
        for definition in definitions { try definition.prepare() }
        let now = MonotonicClock.now()
        let (start, outcome) = try state.withLock { (state) throws(PipelineError) in
            try isSo(state)
            var draft = try ChangeDraft(
                defining: definitions,
                removing: removed,
                view: edit,
                of: state,
                at: now
            )
            let unstarted = try draft.carryOut(on: &state, at: now)
            for id in draft.outcome.added { announce(id) }
            return (state.programme.start(of: unstarted), draft.outcome)
        }
        // Not before: it takes its time, and a stream that cannot start says so at once.
        start()
        updateNotice()
        return outcome
    }

    /// No command is obeyed from now on: captures that wait get nil.
    func endCommands() {
        let handlers = state.withLock { state in
            state.programme.end()
            defer { state.captures = [:] }
            return state.captures.values
        }
        for handler in handlers { handler(nil) }
    }

    /// Has the main view say that it has no stream, where that is so, in the usual placeholder's
    /// style. Takes some milliseconds the first time, on an output of another size, and after a
    /// change of that.
    ///
    /// Thread: any but the presentation thread.
    ///
    /// - Parameter size: Of an output that is still to come; nil for the one that is there.
    func updateNotice(for size: PixelSize? = nil) {
        guard let size = size ?? shared.outputState.size else { return }
        let wanted = state.withLock { state -> NoticeLook? in
            let look = NoticeLook(size: size, style: state.programme.usualPlaceholder)
            guard state.programme.view.shown.main == nil, state.notice != look else { return nil }
            state.notice = look
            return look
        }
        guard let wanted else { return }
        let notice = NoticePicture(noStreamOn: wanted.size, wanted.style)
        state.withLock { state in
            // Another one may have been wanted meanwhile.
            guard !state.programme.hasEnded, state.notice == wanted else { return }
            state.programme.tell(.notice(notice))
        }
    }

    /// On the output's own clock: virtual time goes as fast as its flips.
    var outputTime: MonotonicTime {
        guard configuration.clock == .virtual else { return MonotonicClock.now() }
        return MonotonicTime(nanoseconds: Int64(shared.metrics.lastFlipNanoseconds.count))
    }
}

extension ControlSide.State {
    /// Sends a command at once.
    ///
    /// - Parameters:
    ///   - command: The command.
    ///   - answers: As many as it may have.
    /// - Throws: `PipelineError.busy`, `.output` when the run has ended.
    mutating func send(_ command: PresenterCommand, answers: Int) throws(PipelineError) {
        let linedUp = playlists.values.reduce(0) { $0 + $1.openItems.linedUpCount }
        try programme.send(command, answers: captures.count + linedUp + answers)
    }

    /// Every stream that is there, and what playlists have open besides.
    var attachments: [StreamAttachment] {
        let streams = programme.streams
        let ahead = playlists.flatMap { id, run in run.openItems.others(than: streams[id]) }
        return Array(streams.values) + ahead
    }

    /// - Parameters:
    ///   - id: Of a playlist.
    ///   - revision: That it is to be at; nil: any.
    /// - Returns: The playlist.
    /// - Throws: `PipelineError.unknownPlaylist`, `.changedMeanwhile`.
    func playlist(_ id: StreamID, at revision: Int? = nil) throws(PipelineError) -> PlaylistRun {
        guard let run = playlists[id] else {
            throw .unknownPlaylist(id, known: playlists.keys.sorted())
        }
        let current = run.content.revision
        if let revision, revision != current { throw .changedMeanwhile(id, revision: current) }
        return run
    }
}

/// What the picture of a view without a stream is drawn from.
struct NoticeLook: Hashable {
    var size: PixelSize
    var style: PlaceholderStyle
}
