internal import FrameTransport
public import Ingest
public import Media
internal import Platform
public import Presentation
internal import Synchronization

extension Pipeline {
    /// Defines a stream, or replaces the one of that ID; starts it.
    ///
    /// A stream that is shown is shown again from the new source.
    ///
    /// - Returns: Whether there was none of that ID.
    /// - Throws: `PipelineError.stream` where it cannot be made,
    ///   `.tooManyStreams`, `.busy`; the streams are then as before.
    @discardableResult
    public func define(_ configuration: StreamConfiguration) throws(PipelineError) -> Bool {
        let id = configuration.id
        try prepare(configuration)
        let (start, isNew) = try state.withLock { (state) throws(PipelineError) in
            let previous = state.streams[id]
            guard previous != nil || state.streams.count < StreamTable.capacity else {
                throw .tooManyStreams(limit: StreamTable.capacity)
            }
            let attachment = try makeAttachment(configuration, replacing: previous)
            try send(.attach(attachment), &state)
            if let previous {
                state.leaving.append(previous)
                previous.ingest.stop()
            }
            state.streams[id] = attachment
            return (state.start(of: [attachment]), previous == nil)
        }
        // Not before: a stream that cannot start says so at once, to `note`.
        start()
        return isNew
    }

    /// Not to be called under the lock: it reads libraries.
    func prepare(_ configuration: StreamConfiguration) throws(PipelineError) {
        do throws(SourceError) {
            try IngestStream.prepare(configuration)
        } catch {
            throw .stream(configuration.id, error)
        }
    }

    /// Tries again to start the streams that got no thread, as far as it is time.
    ///
    /// Thread: that of `handleEvents`.
    ///
    /// - Parameter now: The time.
    /// - Returns: When to call this again; nil when every stream has its thread.
    public func startStreams(at now: MonotonicTime) -> MonotonicTime? {
        let attachments = state.withLock { Array($0.streams.values) }
        return attachments.compactMap { $0.ingest.startAgain(at: now) }.min()
    }

    /// A replaced stream's counts go on.
    func makeAttachment(
        _ configuration: StreamConfiguration,
        replacing previous: StreamAttachment?
    ) throws(PipelineError) -> StreamAttachment {
        let id = configuration.id
        do {
            let leftOut = shared.frameLog.map {
                LeftOutPictures(log: $0, isLive: configuration.isLive)
            }
            let ingest = try IngestStream(
                configuration: configuration,
                maximumRate: self.configuration.maximumRate,
                leftOut: leftOut?.adding,
                ledger: previous?.ingest.ledger ?? FrameLedger(),
                events: { [weak self] event in self?.note(event, of: id) },
                ended: { [shared] in shared.events.wakeUp.signal() }
            )
            return StreamAttachment(
                ingest: ingest,
                leftOut: leftOut,
                latency: previous?.latency ?? Histogram(bounds: ViewMetrics.intervalBounds)
            )
        } catch {
            throw .stream(id, error)
        }
    }

    /// Stops a stream and takes it out of the views.
    ///
    /// - Returns: What is different in the views; empty when none showed it.
    /// - Throws: `PipelineError.unknownStream`, `.busy`.
    @discardableResult
    public func remove(_ id: StreamID) throws(PipelineError) -> [ViewChange] {
        try state.withLock { (state) throws(PipelineError) -> [ViewChange] in
            guard let attachment = state.streams[id] else {
                throw .unknownStream(id, known: Self.sorted(state.streams.keys))
            }
            var controller = state.controller
            controller.streamRemoved(id)
            let changes = state.controller.changes(to: controller)
            try send(.detach(id, controller.state), &state)
            state.controller = controller
            state.streams[id] = nil
            state.leaving.append(attachment)
            attachment.ingest.stop()
            return changes
        }
    }

    /// Changes what is shown where.
    ///
    /// - Parameter edit: Changes the controller; every stream it shows must be defined.
    /// - Returns: What is different; empty when nothing is.
    /// - Throws: `PipelineError.unknownStream`, `.busy`; the view is then as before.
    @discardableResult
    public func changeView(
        _ edit: (inout PIPController) -> Void
    ) throws(PipelineError) -> [ViewChange] {
        try state.withLock { (state) throws(PipelineError) -> [ViewChange] in
            var controller = state.controller
            edit(&controller)
            let changes = state.controller.changes(to: controller)
            for id in [controller.state.main, controller.state.pip].compactMap({ $0 })
            where state.streams[id] == nil {
                throw .unknownStream(id, known: Self.sorted(state.streams.keys))
            }
            if !changes.isEmpty { try send(.show(controller.state), &state) }
            state.controller = controller
            // Not with the next scanout: a hidden stream has some catching up to do.
            for (id, attachment) in state.streams where !controller.view(of: id).isEmpty {
                attachment.ingest.prepareToShow()
            }
            return changes
        }
    }

    /// The stream whose end ends a `once` run: the main one, unless that has no
    /// end and the one in the PIP window does.
    public var lastToEnd: StreamID? {
        state.withLock { state in
            let view = state.controller
            guard let main = view.state.main, state.streams[main]?.ingest.isEndless == true else {
                return view.state.main
            }
            return view.stream(in: .pip)
        }
    }

    /// The source of a stream, for images of it; nil where there is no such stream.
    public func source(of id: StreamID) -> IngestStream? {
        state.withLock { $0.streams[id]?.ingest }
    }

    /// Whether a view shows the stream.
    public func shows(_ id: StreamID) -> Bool {
        state.withLock { !$0.controller.view(of: id).isEmpty }
    }

    /// What is shown where.
    public var view: ViewState { state.withLock { $0.controller.state } }

    /// Where the PIP window is on the output, for the newest picture of its
    /// stream; nil while it is off, or there is no display.
    public var window: PixelRect? {
        let (view, source) = state.withLock { state in
            let controller = state.controller
            return (controller, controller.stream(in: .pip).flatMap { state.streams[$0]?.ingest })
        }
        guard let source, let size = outputState.size else { return nil }
        let aspect = source.status.format?.displayAspectRatio
        return view.state.placement.bounds(in: size, aspect: aspect ?? .nan)
    }

    /// The streams there are, in the order of their names.
    public var streamIDs: [StreamID] { state.withLock { Self.sorted($0.streams.keys) } }

    static func sorted(_ ids: some Sequence<StreamID>) -> [StreamID] {
        ids.sorted { $0.name < $1.name }
    }

    /// Called with the state locked, which makes the senders one. A command may have as
    /// many answers as `answers` says.
    func send(
        _ command: PresenterCommand,
        answers: Int = 1,
        _ state: inout State
    ) throws(PipelineError) {
        guard !state.hasEnded else { throw .output("nothing is presented any more") }
        let expected = state.leaving.count + state.captures.count + answers
        guard expected <= PresenterEvents.answerCapacity,
            shared.commands.send(command)
        else { throw .busy }
    }
}
