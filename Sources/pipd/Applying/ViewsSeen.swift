internal import Ingest
internal import Media
internal import Pipeline
internal import Presentation

/// What people see, as far as a configuration is judged by it.
///
/// Nobody loses what was not there before, so a view without pictures can be excused from having
/// any. One look does not tell that: a stream that was brought into the view a moment ago, or is
/// being opened, has no pictures in it either, and excused for that a dark configuration would
/// pass. So only a view without a stream is excused, and one whose stream is known to be away: it
/// was down, and had no picture for `patience`.
///
/// What covers the main view for a time is not the configuration's. The stream beneath it, and all
/// streams without a display, have no pictures in a view; they are judged by their states alone.
struct ViewsSeen: Hashable, Sendable {
    /// How long a stream is without a picture before it is known to be away.
    static let patience = Nanoseconds.milliseconds(10_000)

    /// Why there are no pictures in a view.
    struct Flaw: Hashable, Sendable {
        let reason: MessageText
        /// Whether that is known to last, and not perhaps of this moment only.
        var isLasting = false
    }

    /// Why nothing reaches the output; nil while something does, and without a display.
    var outage: MessageText?
    /// Of each view that is on, why there are no pictures of its stream in it; nil: there are.
    var flaws: [ViewName: Flaw?]

    init(outage: MessageText? = nil, flaws: [ViewName: Flaw?]) {
        self.outage = outage
        self.flaws = flaws
    }

    /// What is worse than before: a view without pictures that is not excused, or no output.
    ///
    /// A view that was off may stay without: nothing of it is missed.
    func flaw(after before: Self) -> MessageText? {
        if let outage { return outage }
        return ViewName.allCases.lazy.compactMap { view -> MessageText? in
            guard case .some(let flaw) = before.flaws[view], flaw?.isLasting != true else {
                return nil
            }
            return flaws[view].flatMap { $0?.reason }
        }.first
    }
}

extension ViewsSeen {
    /// - Parameters:
    ///   - verdict: Whether pictures reach the output.
    ///   - snapshot: What is in the views.
    init(_ verdict: HealthVerdict, _ snapshot: PipelineSnapshot) {
        let asked = snapshot.view.state
        let (hasDisplay, outage): (Bool, MessageText?) =
            switch verdict {
            case .healthy: (true, nil)
            case .waiting: (false, nil)
            case .unhealthy(let cause): (true, MessageText(message: cause))
            }
        let isCovered = snapshot.view.shows.current != nil
        var flaws = [
            ViewName.main: Self.flaw(
                of: .main,
                content: hasDisplay && !isCovered ? snapshot.main.content : nil,
                showing: asked.main,
                snapshot
            )
        ]
        if asked.isPIPEnabled {
            let flaw = Self.flaw(
                of: .pip,
                content: hasDisplay ? snapshot.pip.content : nil,
                showing: asked.pip,
                snapshot
            )
            flaws.updateValue(flaw, forKey: .pip)
        }
        self.init(outage: outage, flaws: flaws)
    }

    private static func flaw(
        of view: ViewName,
        content: ViewContent?,
        showing id: StreamID?,
        _ snapshot: PipelineSnapshot
    ) -> Flaw? {
        guard let id else {
            return Flaw(reason: "\(view.rawValue) has no stream", isLasting: true)
        }
        guard let stream = snapshot.streams.first(where: { $0.id == id }) else {
            return Flaw(reason: "\(view.rawValue) shows \(id), which is gone")
        }
        return SeenStream(stream).flaw(in: view, content: content)
    }
}

/// What of a stream tells whether its pictures are seen.
struct SeenStream: Hashable, Sendable {
    let id: StreamID
    var state: StreamState
    var reason: MessageText?
    /// Whether one of its pictures is displayed.
    var isDisplaying: Bool
    /// Since the last one was, or since the stream is there.
    var lastPictureAge: Nanoseconds

    /// - Parameters:
    ///   - view: Where it is asked for.
    ///   - content: What is in that; nil where the stream is not to be seen in it.
    /// - Returns: Why its pictures are not; nil: they are, or would be.
    func flaw(in view: ViewName, content: ViewContent?) -> ViewsSeen.Flaw? {
        // The last picture of what was there before may stay for a while, or for ever.
        let isThere = content.map { $0 == .picture && isDisplaying } ?? true
        let isUp = state == .playing || state == .ended
        if isThere, isUp { return nil }
        let why: MessageText = reason.map { ": \($0)" } ?? ""
        return ViewsSeen.Flaw(
            reason: "\(view.rawValue) shows no pictures of \(id), which is \(state.rawValue)\(why)",
            isLasting: !isUp && lastPictureAge >= ViewsSeen.patience
        )
    }
}

extension SeenStream {
    fileprivate init(_ stream: StreamSnapshot) {
        id = stream.id
        state = stream.status.state
        reason = stream.status.reason.map { MessageText(message: $0) }
        isDisplaying = stream.isDisplaying
        lastPictureAge = stream.lastPictureAge
    }
}
