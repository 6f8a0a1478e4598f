internal import Ingest
internal import Media
internal import Platform
internal import Presentation
internal import Synchronization

/// Takes in what has happened: what the presentation thread tells, what streams say, and time.
///
/// Thread: one at a time, whichever, calls it.
final class EventIntake: Sendable {
    private let control: ControlSide
    /// What the presentation thread told before its start was known.
    private let early = Mutex<[PresenterEvent]>([])

    init(_ control: ControlSide) { self.control = control }

    private var events: PresenterEvents { control.shared.events }

    /// Waits for the presentation thread's first word.
    ///
    /// - Throws: What it says where it cannot present; it ends then.
    func awaitStart() throws(PipelineError) {
        var polling = PollSet(capacity: 1)
        polling.add(events.wakeUp.rawValue, tag: .init(rawValue: 0))
        while true {
            _ = polling.wait(until: nil)
            _ = events.wakeUp.drain()
            // One signal may be that of many, and what came with the first word overtakes it.
            while let event = events.receive() {
                switch event {
                case .started:
                    // What followed at once was announced by the signal just taken.
                    events.wakeUp.signal()
                    return
                case .outputLost(let error): throw error
                default: early.withLock { $0.append(event) }
                }
            }
        }
    }

    /// As `Pipeline.deadline`.
    var deadline: MonotonicTime? {
        control.state.withLock { state in
            let wakes = state.playlists.values.compactMap(\.nextLook)
            let shows = [state.programme.view.shows.deadline].compactMap { $0 }
            return (state.programme.ending.map(\.deadline) + wakes + shows).min()
        }
    }

    /// As `Pipeline.handleEvents`.
    func handle(_ report: (PipelineEvent) -> Void) {
        _ = events.wakeUp.drain()
        // What is told is fetched before the playlists are looked at, and handled after: whatever
        // it says has left was replaced by something that is seen there.
        var told = early.withLock { early in
            defer { early = [] }
            return early
        }
        while let event = events.receive() { told.append(event) }
        lookAtPlaylists(at: MonotonicClock.now())
        control.state.withLock { $0.programme.endShows(at: MonotonicClock.now()) }
        control.updateNotice()
        for noted in control.streamEvents.take() { handle(noted, report) }
        for event in told { handle(event, report) }
        for event in control.state.withLock({ $0.programme.takeReports() }) {
            report(event)
            // Not before: whoever was told may have changed the view.
            if control.configuration.once, case .streamEnded(let id) = event,
                id == control.state.withLock({ $0.programme.lastToEnd })
            {
                report(.finished(.endOfStream))
            }
        }
        control.state.withLock { $0.programme.sendWaiting() }
        finishEnding(report)
    }

    /// Looks what has become of the items that are open since the last call, and starts those
    /// that were opened.
    private func lookAtPlaylists(at now: MonotonicTime) {
        let opened = control.state.withLock { state in
            for id in state.playlists.keys.sorted() {
                state.playlists[id]?.turn(in: &state.programme, at: now)
            }
            return state.programme.takeUnstarted()
        }
        // Not under the lock: it takes its time.
        for attachment in opened { attachment.ingest.start() }
    }

    private func handle(_ noted: StreamEvents.Noted, _ report: (PipelineEvent) -> Void) {
        guard let opening = noted.opening else {
            return report(PipelineEvent(noted.event, of: noted.id))
        }
        tell(noted.id, noted.event, of: opening)
    }

    /// Tells a playlist what has happened to one of its items.
    private func tell(_ id: StreamID, _ event: IngestEvent, of opening: PlaylistPlan.Opening) {
        let now = MonotonicClock.now()
        control.state.withLock { state in
            state.playlists[id]?.note(event, of: opening, in: &state.programme, at: now)
        }
    }

    private func handle(_ event: PresenterEvent, _ report: (PipelineEvent) -> Void) {
        switch event {
        case .started: break
        case .layer(let id, let view, let incident): report(layerEvent(id, view, incident))
        case .ended(let id): report(.streamEnded(id))
        case .detached(let attachment):
            control.state.withLock { $0.programme.finishLeaving(attachment) }
        case .firstPictureShown: report(.firstPictureShown)
        case .placeholderShown: report(.placeholderShown)
        case .contentChanged: report(.contentChanged)
        case .captured(let capture):
            let handler = control.state.withLock { $0.captures.removeValue(forKey: capture.number) }
            handler?(capture)
        case .compositorRebuilt(let reason): report(.outputRebuilt(reason: reason))
        case .outputChanged:
            control.updateNotice()
            report(.outputChanged(control.shared.outputState))
        case .outputLost(let error):
            control.endCommands()
            report(.outputLost(reason: "\(error)"))
        case .finished(let reason):
            control.endCommands()
            report(.finished(reason))
        }
    }

    private func layerEvent(
        _ id: StreamID,
        _ view: ViewName?,
        _ incident: PresentedStream.LayerIncident
    ) -> PipelineEvent {
        let cause = incident.error
        switch incident.action {
        case .giveUp:
            if let opening = incident.opening {
                let reason = "its pictures cannot be drawn: \(cause.cause)"
                tell(id, .failed(SourceError(.damaged, reason)), of: opening)
            }
            return .layerFailed(id, view: view, cause: cause)
        case .updateSize:
            if let view { control.state.withLock { $0.layers.countResize(in: view) } }
            return .layerResized(id, view: view, size: incident.size)
        case .rebuild, .flush:
            if let view {
                control.state.withLock { $0.layers.countRebuild(in: view, because: cause) }
            }
            return .layerRebuilt(id, view: view, cause: cause)
        }
    }

    /// Takes leave of the streams whose threads have ended, or had their time: nothing
    /// here waits for a thread.
    private func finishEnding(_ report: (PipelineEvent) -> Void) {
        let now = MonotonicClock.now()
        for stream in control.state.withLock({ $0.programme.ending }) {
            let attachment = stream.attachment
            guard attachment.finish(by: now) || now >= stream.deadline else { continue }
            let isGone = control.state.withLock { $0.programme.finishEnding(attachment) }
            if isGone { report(.streamRemoved(attachment.id)) }
        }
    }
}
