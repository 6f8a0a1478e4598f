internal import Compositing
internal import FrameTransport
internal import Ingest
public import Media
internal import Platform
internal import Presentation
internal import Synchronization

/// Called with what was asked for, without a scene where nothing is shown or it could not be read;
/// nil at the end.
typealias CaptureHandler = @Sendable (Capture?) -> Void

/// What layers are rebuilt for, and where: the labels of the metric.
struct LayerRebuild: Hashable {
    let view: ViewName
    let cause: LayerError
}

extension Pipeline.State {
    fileprivate mutating func takeEarly() -> [PresenterEvent] {
        defer { early = [] }
        return early
    }
}

extension Pipeline {
    /// Readable while `handleEvents` has something to do; for a poll set.
    public var eventDescriptor: CInt { shared.events.wakeUp.rawValue }

    /// Handles everything that has happened since the last call.
    ///
    /// - Parameter report: Called for each event, in order.
    public func handleEvents(_ report: (PipelineEvent) -> Void) {
        _ = shared.events.wakeUp.drain()
        // What is told is fetched before the playlists are looked at, and handled after: whatever
        // it says has left was replaced by something that is seen there.
        var told = state.withLock { $0.takeEarly() }
        while let event = shared.events.receive() { told.append(event) }
        lookAtPlaylists(at: MonotonicClock.now())
        endShows(at: MonotonicClock.now())
        for noted in takeIngestEvents() {
            if let opening = noted.opening {
                note(noted.event, of: noted.id, opening)
            } else {
                report(Self.pipelineEvent(noted.event, of: noted.id))
            }
        }
        for event in told { handle(event, report) }
        for event in state.withLock({ $0.takeReports() }) {
            report(event)
            if configuration.once, case .streamEnded(let id) = event, id == lastToEnd {
                report(.finished(.endOfStream))
            }
        }
        state.withLock { $0.sendWaiting(shared) }
        finishEnding(report)
    }

    /// When `handleEvents` has something to do even if nothing happens; nil: never.
    public var deadline: MonotonicTime? {
        state.withLock { state in
            let wakes = state.playlists.values.compactMap(\.nextLook)
            let shows = [state.controller.shows.deadline].compactMap { $0 }
            return (state.ending.map(\.deadline) + wakes + shows).min()
        }
    }

    /// Asks for a copy of the composed view.
    ///
    /// - Parameters:
    ///   - asItIs: Whether what is on the screen will do; else what was asked for before is to be on
    ///     it.
    ///   - handler: Called once, by `handleEvents` or `stop`; with nil when the view could not be
    ///     read.
    /// - Throws: `PipelineError.busy` when too many wait already, `.output` when the run has ended.
    ///   The handler is then not called.
    public func capture(
        asItIs: Bool = false,
        _ handler: @escaping @Sendable (ViewPicture?) -> Void
    ) throws(PipelineError) {
        let bytes = outputState.size.map { Int($0.width) * Int($0.height) * 4 } ?? 0
        try ask(capacity: bytes, asItIs: asItIs) { capture in
            handler(
                capture.flatMap { capture in
                    capture.scene.map { ViewPicture(scene: $0, pixels: capture.pixels) }
                }
            )
        }
    }

    /// Asks what the composed view shows now; see `SceneCopy`. That costs the presentation thread
    /// next to nothing.
    ///
    /// - Parameters: As those of `capture`.
    /// - Throws: As `capture`.
    public func scene(
        asItIs: Bool = true,
        _ handler: @escaping @Sendable (ViewScene?) -> Void
    ) throws(PipelineError) {
        try ask(capacity: nil, asItIs: asItIs) { handler($0?.scene) }
    }

    private func ask(
        capacity: Int?,
        asItIs: Bool,
        _ handler: @escaping CaptureHandler
    ) throws(PipelineError) {
        if let waiting = outputState.waiting { throw .output("nothing is shown: \(waiting)") }
        let number = state.withLock { state in
            state.captureCount += 1
            return state.captureCount
        }
        // Takes its time, which is nobody's who holds or wants the lock.
        let capture = Capture(number: number, capacity: capacity, asItIs: asItIs)
        try state.withLock { (state) throws(PipelineError) in
            guard state.captures.count < 8 else { throw .busy }
            try send(.capture(capture), answers: 1, &state)
            state.captures[number] = handler
        }
    }

    /// How often the composed view was changed since the start; read without a lock.
    public var drawings: Int { shared.metrics.drawings.count }

    /// As the presentation thread has said last, which is not waited for.
    public var outputState: OutputState { shared.output.withLock { $0 } }

    private func takeIngestEvents() -> [NotedEvent] {
        state.withLock { state in
            let events = state.ingestEvents
            state.ingestEvents.removeAll()
            return events
        }
    }

    /// Called on an ingest thread.
    func note(_ event: NotedEvent) {
        state.withLock { state in
            guard state.ingestEvents.count < Self.eventCapacity else { return }
            state.ingestEvents.append(event)
        }
        shared.events.wakeUp.signal()
    }

    private static func pipelineEvent(_ event: IngestEvent, of id: StreamID) -> PipelineEvent {
        switch event {
        case .ready: .streamReady(id)
        case .resumed: .streamResumed(id)
        case .stalled: .streamStalled(id)
        case .lost(let error): .streamLost(id, reason: error.message)
        case .failed(let error): .streamFailed(id, reason: error.message)
        case .damaged(let error): .streamDamaged(id, reason: error.message)
        case .variantChanged(let variant, let reason): .variantChanged(id, variant, reason)
        case .placeholderFlawed(let reason): .placeholderFlawed(id, reason: reason)
        }
    }

    private func handle(_ event: PresenterEvent, _ report: (PipelineEvent) -> Void) {
        switch event {
        case .started: break
        case .layer(let id, let view, let incident): report(layerEvent(id, view, incident))
        case .ended(let id): report(.streamEnded(id))
        case .detached(let attachment): finishLeaving(attachment)
        case .firstPictureShown: report(.firstPictureShown)
        case .placeholderShown: report(.placeholderShown)
        case .captured(let capture): deliver(capture)
        case .compositorRebuilt(let reason): report(.outputRebuilt(reason: reason))
        case .outputChanged:
            updateNotice()
            report(.outputChanged(outputState))
        case .outputLost(let error):
            endCommands()
            report(.outputLost(reason: "\(error)"))
        case .finished(let reason):
            endCommands()
            report(.finished(reason))
        }
    }

    private func layerEvent(
        _ id: StreamID,
        _ view: ViewName?,
        _ incident: PresentedStream.LayerIncident
    ) -> PipelineEvent {
        switch incident.action {
        case .giveUp:
            if let opening = incident.opening {
                let cause = "its pictures cannot be drawn: \(incident.error.cause)"
                itemFailed(id, opening, SourceError(.damaged, cause))
            }
            return .layerFailed(id, view: view, cause: incident.error)
        case .updateSize:
            if let view { state.withLock { $0.resizes[view, default: 0] += 1 } }
            return .layerResized(id, view: view, size: incident.size)
        case .rebuild, .flush:
            if let view {
                let rebuild = LayerRebuild(view: view, cause: incident.error)
                state.withLock { $0.rebuilds[rebuild, default: 0] += 1 }
            }
            return .layerRebuilt(id, view: view, cause: incident.error)
        }
    }

    /// The presentation thread has let go of a stream that was told to stop.
    private func finishLeaving(_ attachment: StreamAttachment) {
        state.withLock { state in
            state.leaving.removeAll { $0 === attachment }
            // One that another item took the place of was told by nobody.
            attachment.ingest.stop()
            attachment.detached()
            state.end(attachment)
        }
    }

    /// Takes leave of the streams whose threads have ended, or had their time: nothing
    /// here waits for a thread.
    private func finishEnding(_ report: (PipelineEvent) -> Void) {
        let now = MonotonicClock.now()
        for stream in state.withLock({ $0.ending }) {
            guard stream.attachment.finish(by: now) || now >= stream.deadline else { continue }
            let id = stream.attachment.id
            let isLast = state.withLock { state in
                state.ending.removeAll { $0.attachment === stream.attachment }
                return state.streams[id] == nil && !state.leaving.contains { $0.id == id }
                    && !state.ending.contains { $0.attachment.id == id }
            }
            if isLast { report(.streamRemoved(id)) }
        }
    }

    private func deliver(_ capture: Capture) {
        let handler = state.withLock { $0.captures.removeValue(forKey: capture.number) }
        handler?(capture)
    }
}
