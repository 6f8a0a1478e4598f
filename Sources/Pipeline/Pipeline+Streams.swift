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
    /// - Throws: `PipelineError.stream` for an address that is not accepted,
    ///   `.tooManyStreams`, `.busy`; the streams are then as before.
    @discardableResult
    public func define(_ configuration: StreamConfiguration) throws(PipelineError) -> Bool {
        let id = configuration.id
        let (ledger, latency) = measures(of: id)
        let ingest: IngestStream
        do {
            ingest = try IngestStream(configuration: configuration, ledger: ledger) {
                [weak self] event in self?.note(event, of: id)
            }
        } catch {
            throw .stream(id, error)
        }
        let attachment = StreamAttachment(
            ingest: ingest,
            maximumRate: self.configuration.maximumRate,
            latency: latency
        )
        let previous = try attach(attachment, latency: latency)
        previous?.stop()
        ingest.start()
        return previous == nil
    }

    /// A replaced stream's counts go on.
    private func measures(of id: StreamID) -> (FrameLedger, Histogram) {
        state.withLock { state in
            (
                state.streams[id]?.ledger ?? FrameLedger(),
                state.latencies[id] ?? Histogram(bounds: ViewMetrics.intervalBounds)
            )
        }
    }

    private func attach(
        _ attachment: StreamAttachment,
        latency: Histogram
    ) throws(PipelineError) -> IngestStream? {
        let id = attachment.ingest.configuration.id
        return try state.withLock { (state) throws(PipelineError) -> IngestStream? in
            let previous = state.streams[id]
            guard previous != nil || state.streams.count < StreamTable.capacity else {
                throw .tooManyStreams(limit: StreamTable.capacity)
            }
            try send(.attach(attachment))
            if let previous { state.leaving.append(previous) }
            state.streams[id] = attachment.ingest
            state.latencies[id] = latency
            return previous
        }
    }

    /// Stops a stream and takes it out of the views.
    ///
    /// - Throws: `PipelineError.unknownStream`, `.busy`.
    public func remove(_ id: StreamID) throws(PipelineError) {
        let removed = try state.withLock { (state) throws(PipelineError) -> IngestStream in
            guard let ingest = state.streams[id] else {
                throw .unknownStream(id, known: Self.sorted(state.streams.keys))
            }
            var controller = state.controller
            let changes = controller.streamRemoved(id)
            if !changes.isEmpty { try send(.show(controller.state)) }
            try send(.detach(id))
            state.controller = controller
            state.streams[id] = nil
            state.latencies[id] = nil
            state.leaving.append(ingest)
            return ingest
        }
        removed.stop()
    }

    /// Changes what is shown where.
    ///
    /// - Parameter edit: Changes the controller; every stream it shows must be defined.
    /// - Returns: What is different; empty when nothing is.
    /// - Throws: `PipelineError.unknownStream`, `.busy`; the view is then as before.
    @discardableResult
    public func changeView(
        _ edit: (inout PIPController) -> [ViewChange]
    ) throws(PipelineError) -> [ViewChange] {
        try state.withLock { (state) throws(PipelineError) -> [ViewChange] in
            var controller = state.controller
            let changes = edit(&controller)
            for id in [controller.state.main, controller.state.pip].compactMap({ $0 })
            where state.streams[id] == nil {
                throw .unknownStream(id, known: Self.sorted(state.streams.keys))
            }
            if !changes.isEmpty { try send(.show(controller.state)) }
            state.controller = controller
            return changes
        }
    }

    /// What is shown where.
    public var view: ViewState { state.withLock { $0.controller.state } }

    /// The streams there are, in the order of their names.
    public var streamIDs: [StreamID] { state.withLock { Self.sorted($0.streams.keys) } }

    static func sorted(_ ids: some Sequence<StreamID>) -> [StreamID] {
        ids.sorted { $0.name < $1.name }
    }

    /// Called with the state locked, which makes the senders one.
    func send(_ command: PresenterCommand) throws(PipelineError) {
        guard shared.commands.send(command) else { throw .busy }
    }
}
