internal import Ingest
internal import Media
internal import Pipeline
internal import Presentation

/// What people see, as far as a configuration is judged by it.
struct ViewsSeen: Hashable, Sendable {
    /// Why nothing reaches the output; nil while something does, and without a display.
    var outage: MessageText?
    /// Of each view that is on, why there are no pictures of its stream in it; nil: there are.
    var flaws: [ViewName: MessageText?]

    init(outage: MessageText? = nil, flaws: [ViewName: MessageText?]) {
        self.outage = outage
        self.flaws = flaws
    }

    /// What is worse than before: a view without pictures that had some, or no output.
    ///
    /// A view that had none may go on so: what the new configuration shows there may be away.
    func flaw(after before: Self) -> MessageText? {
        if let outage { return outage }
        return ViewName.allCases.lazy.compactMap { view -> MessageText? in
            guard case .some(.none) = before.flaws[view] else { return nil }
            return flaws[view].flatMap { $0 }
        }.first
    }
}

extension ViewsSeen {
    /// - Parameters:
    ///   - verdict: Whether pictures reach the output.
    ///   - snapshot: What is in the views.
    init(_ verdict: HealthVerdict, _ snapshot: PipelineSnapshot) {
        let shown = snapshot.view.shown
        var flaws = [ViewName.main: Self.flaw(of: snapshot.main, showing: shown.main, snapshot)]
        if shown.isPIPEnabled {
            flaws.updateValue(
                Self.flaw(of: snapshot.pip, showing: shown.pip, snapshot),
                forKey: .pip
            )
        }
        switch verdict {
        case .healthy: self.init(flaws: flaws)
        // Nobody sees anything, before and after.
        case .waiting: self.init(flaws: [:])
        case .unhealthy(let cause): self.init(outage: MessageText(message: cause), flaws: flaws)
        }
    }

    private static func flaw(
        of view: ViewSnapshot,
        showing id: StreamID?,
        _ snapshot: PipelineSnapshot
    ) -> MessageText? {
        guard let id else { return "\(view.name.rawValue) has no stream" }
        guard let stream = snapshot.streams.first(where: { $0.id == id }) else {
            return "\(view.name.rawValue) shows \(id), which is gone"
        }
        // The last picture of what was there before may stay for a while, or for ever.
        let isShown = view.content == .picture && stream.isDisplaying
        let state = stream.status.state
        if isShown, state == .playing || state == .ended { return nil }
        let why = stream.status.reason.map { MessageText(message: ": \($0)") } ?? ""
        return "\(view.name.rawValue) shows no pictures of \(id), which is \(state.rawValue)" + why
    }
}
