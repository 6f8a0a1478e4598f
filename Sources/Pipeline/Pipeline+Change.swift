internal import FrameTransport
public import Ingest
public import Media
public import Presentation
internal import Synchronization

extension Pipeline {
    /// How many streams there can be.
    public static let streamLimit = StreamTable.capacity

    /// What a change of streams and view together has done.
    public struct ChangeOutcome: Sendable {
        /// Those of which there was none of that ID.
        public var added: [StreamID]
        /// Empty when the view is as before.
        public var view: [ViewChange]
    }

    /// Defines and removes streams and changes what is shown: all of it, or nothing.
    ///
    /// - Parameters:
    ///   - defined: Take the place of those of the same ID, and are shown where they were; of
    ///     several of one ID, the last.
    ///   - removed: Those that are not there, or are defined, are passed over.
    ///   - edit: Changes the controller, from which what is removed is gone already; every
    ///     stream it shows must be there afterwards.
    /// - Returns: What is different.
    /// - Throws: `PipelineError.stream` where it cannot be made,
    ///   `.tooManyStreams`, `.unknownStream`, `.busy`; all is then as before.
    public func change(
        defining defined: [StreamConfiguration],
        removing removed: [StreamID],
        view edit: (inout PIPController) -> Void
    ) throws(PipelineError) -> ChangeOutcome {
        let defined = Self.lastOfEach(defined)
        for configuration in defined { try prepare(configuration) }
        let (start, outcome) = try state.withLock { (state) throws(PipelineError) in
            var controller = state.controller
            let leaving = Self.sorted(Set(removed)).filter { id in
                state.streams[id] != nil && !defined.contains { $0.id == id }
            }
            for id in leaving { controller.streamRemoved(id) }
            edit(&controller)
            let outcome = ChangeOutcome(
                added: defined.map(\.id).filter { state.streams[$0] == nil },
                view: state.controller.changes(to: controller)
            )
            try check(outcome.added, leaving, controller.state, state)
            let attachments = try defined.map { (configuration) throws(PipelineError) in
                try makeAttachment(configuration, replacing: state.streams[configuration.id])
            }
            let command = PresenterCommand.change(
                detached: leaving,
                attached: attachments,
                controller.state
            )
            try send(command, answers: leaving.count + attachments.count, &state)
            state.controller = controller
            for id in leaving + defined.map(\.id) { state.dismiss(id) }
            for attachment in attachments { state.streams[attachment.id] = attachment }
            return (state.start(of: attachments), outcome)
        }
        start()
        return outcome
    }

    private static func lastOfEach(_ streams: [StreamConfiguration]) -> [StreamConfiguration] {
        var seen: Set<StreamID> = []
        return streams.reversed().filter { seen.insert($0.id).inserted }.reversed()
    }

    /// Looks at a change before anything is made for it.
    private func check(
        _ added: [StreamID],
        _ leaving: [StreamID],
        _ view: ViewState,
        _ state: borrowing State
    ) throws(PipelineError) {
        guard state.streams.count - leaving.count + added.count <= Self.streamLimit else {
            throw .tooManyStreams(limit: Self.streamLimit)
        }
        let known = Set(state.streams.keys).subtracting(leaving).union(added)
        for id in [view.main, view.pip].compactMap({ $0 }) where !known.contains(id) {
            throw .unknownStream(id, known: Self.sorted(known))
        }
    }
}

extension Pipeline.State {
    /// What starts streams that were just defined, to be called without the lock. It does
    /// nothing before the pipeline itself is started, which starts them.
    func start(of attachments: [StreamAttachment]) -> () -> Void {
        guard thread != nil else { return {} }
        let predecessors = (leaving + ending.map(\.attachment)).map(\.ingest)
        return { for attachment in attachments { attachment.ingest.start(after: predecessors) } }
    }

    /// Tells a stream to stop; the presentation thread has been told to let it go.
    fileprivate mutating func dismiss(_ id: StreamID) {
        guard let attachment = streams.removeValue(forKey: id) else { return }
        leaving.append(attachment)
        attachment.ingest.stop()
    }
}
