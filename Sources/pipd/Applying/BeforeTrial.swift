internal import Ingest
internal import Media
internal import Pipeline
internal import Platform
internal import Presentation

/// What was in force before a configuration on trial, and comes back where that is not kept.
struct BeforeTrial {
    let settings: Settings
    let applied: AppliedConfiguration?
    /// The view as it was, and what the trial made of it.
    let view: ViewState
    var changedView: ViewState
    /// What the trial has taken the place of.
    var replaced: ReplacedStreams
    /// What was said of the placeholders that it has changed, whoever said it.
    let placeholders: [StreamID: PlaceholderWish]
    /// What brings back the overlays that it has changed.
    var overlays = OverlayChanges()
    /// Keeps other daemons from trying one in the same place.
    let lock: LockFile?
    /// How many looks found too little room.
    private var scarceLooks = 0
    /// Whether this one did.
    private var isScarce = false
    /// How often at this look clients were faster.
    private var overtakings = 0
    /// What cannot come back, and why; streams and playlists by their IDs, an overlay as "overlay"
    /// and its ID.
    private(set) var leftOut: [(name: String, cause: MessageText)] = []
    /// What clients have defined in the place of what the trial put there; it stays.
    private(set) var redefined: Set<StreamID> = []

    /// At how many looks it is tried to bring back all that there is too little room for now; then
    /// one is left out at each look, until the screen has the rest.
    static let patience = 6

    /// How often it is planned at one go, where clients are faster each time.
    static let rounds = 10

    init(
        settings: Settings,
        applied: AppliedConfiguration?,
        view: ViewState,
        replaced: ReplacedStreams,
        placeholders: [StreamID: PlaceholderWish] = [:],
        lock: LockFile?
    ) {
        self.settings = settings
        self.applied = applied
        self.view = view
        changedView = view
        self.replaced = replaced
        self.placeholders = placeholders
        self.lock = lock
    }

    /// The view as it was; in place of a stream that is not among the known ones, that of the
    /// settings.
    func view(among known: Set<StreamID>) -> ViewState {
        func shown(_ stream: StreamID?, or usual: StreamID?) -> StreamID? {
            guard let stream, !known.contains(stream) else { return stream }
            return usual.flatMap { known.contains($0) ? $0 : nil }
        }
        var view = view
        view.main = shown(view.main, or: settings.view.main)
        view.pip = shown(view.pip, or: settings.view.pip)
        return view
    }

    /// Leaves out what clients have defined something else in the place of since.
    ///
    /// - Parameter ids: What they have defined under the names of the trial.
    mutating func giveWay(to ids: Set<StreamID>) {
        redefined = ids
        for id in replaced.ids where ids.contains(id) {
            leaveOut(id, "a client has defined another one, or changed it, meanwhile")
        }
        replaced.absent.removeAll(where: ids.contains)
    }

    /// Notes the overlays that did not come back, as clients have set others in their place.
    ///
    /// - Parameter ids: What clients have set under the names of the trial.
    mutating func leaveOut(overlays ids: Set<String>) {
        for id in ids.sorted() where overlays.defined[id] != nil {
            leftOut.append(("overlay \(id)", "a client has set another one meanwhile"))
        }
    }

    /// Leaves out what finds no room beside what clients have defined meanwhile: what is not to be
    /// shown first.
    ///
    /// - Parameter present: The streams there are.
    mutating func makeRoom(beside present: Set<StreamID>) {
        let others = present.subtracting(replaced.absent)
        let new = replaced.ids.filter { !others.contains($0) }
        let excess = others.count + new.count - Pipeline.streamLimit
        guard excess > 0 else { return }
        for id in leastNeeded(of: new).prefix(excess) {
            leaveOut(id, "\(PipelineError.tooManyStreams(limit: Pipeline.streamLimit))")
        }
    }

    /// What is not to be shown first, and of that the last.
    private func leastNeeded(of ids: [StreamID]) -> [StreamID] {
        let shown = [view.main, view.pip].compactMap { $0 }
        return ids.filter { !shown.contains($0) }.reversed() + ids.filter(shown.contains)
    }

    /// Another look begins.
    mutating func look() { (isScarce, overtakings) = (false, 0) }

    /// Sees to the reason that nothing came back: leaves out what that is, or has it planned anew.
    ///
    /// - Returns: Whether it can be tried at once; else it is a matter of time.
    mutating func recover(from error: PipelineError) -> Bool {
        switch error {
        case .overtaken:
            // There is something else to give way to; but the screen is not to wait for clients.
            overtakings += 1
            return overtakings < Self.rounds
        case .stream(_, let cause) where cause.kind == .resources:
            return makeRoom(because: error)
        case .stream(let id, _), .emptyPlaylist(let id), .tooManyItems(let id, _):
            return leaveOut(id, "\(error)")
        case .tooManyPlaylists:
            let last = leastNeeded(of: replaced.playlists.map(\.id)).first
            return last.map { leaveOut($0, "\(error)") } ?? false
        default: return false
        }
    }

    /// Whichever it was that found none, something else may be missed less.
    private mutating func makeRoom(because error: PipelineError) -> Bool {
        guard !isScarce else { return false }
        isScarce = true
        scarceLooks += 1
        guard scarceLooks > Self.patience, let id = leastNeeded(of: replaced.ids).first else {
            return false
        }
        return leaveOut(id, "\(error)")
    }

    @discardableResult
    private mutating func leaveOut(_ id: StreamID, _ cause: MessageText) -> Bool {
        guard replaced.leaveOut(id) else { return false }
        leftOut.append((id.name, cause))
        return true
    }
}
