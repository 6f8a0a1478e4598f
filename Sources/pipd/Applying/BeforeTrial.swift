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
    /// What it has put there.
    var tried = TriedStreams()
    /// What was said of the placeholders that it has changed, whoever said it.
    let placeholders: [StreamID: PlaceholderWish]
    /// What brings back the overlays that it has changed.
    let overlays: OverlayChanges
    /// Keeps other daemons from trying one in the same place.
    let lock: LockFile?
    /// Who waits for it to be written.
    var waiting: ConfigurationDesk.Call?
    /// How many looks found too little room.
    private var scarceLooks = 0
    /// Whether this one did.
    private var isScarce = false
    /// What cannot come back, and why.
    private(set) var leftOut: [(id: StreamID, cause: MessageText)] = []
    /// What clients have defined in the place of what the trial put there; it stays.
    private(set) var redefined: Set<StreamID> = []

    /// At how many looks it is tried to bring back all that there is too little room for now; then
    /// one is left out at each look, until the screen has the rest.
    static let patience = 6

    init(
        settings: Settings,
        applied: AppliedConfiguration?,
        view: ViewState,
        replaced: ReplacedStreams,
        placeholders: [StreamID: PlaceholderWish] = [:],
        overlays: OverlayChanges = OverlayChanges(),
        lock: LockFile?
    ) {
        self.settings = settings
        self.applied = applied
        self.view = view
        changedView = view
        self.replaced = replaced
        self.placeholders = placeholders
        self.overlays = overlays
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
    mutating func look() { isScarce = false }

    /// Leaves out what came back as the reason that nothing could.
    ///
    /// - Returns: Whether it can be tried at once without that; else it is a matter of time.
    mutating func leaveOut(after error: PipelineError) -> Bool {
        switch error {
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
        leftOut.append((id, cause))
        return true
    }
}

/// What streams and playlists were that a trial has redefined or removed, and what was not there,
/// whoever had defined it: clients may have had something of their own under a name of the file's.
struct ReplacedStreams: Hashable, Sendable {
    var streams: [StreamConfiguration] = []
    var playlists: [PlaylistConfiguration] = []
    /// There was nothing of these names.
    var absent: [StreamID] = []

    var ids: [StreamID] { streams.map(\.id) + playlists.map(\.id) }

    /// - Returns: Whether it was there.
    mutating func leaveOut(_ id: StreamID) -> Bool {
        guard ids.contains(id) else { return false }
        streams.removeAll { $0.id == id }
        playlists.removeAll { $0.id == id }
        absent.append(id)
        return true
    }
}

extension ReplacedStreams {
    /// What there is of some names now.
    init(_ ids: [StreamID], in pipeline: Pipeline) {
        for id in ids {
            if let playlist = pipeline.playlists.snapshot(of: id) {
                playlists.append(playlist.configuration)
            } else if let source = pipeline.source(of: id) {
                streams.append(source.presentConfiguration)
            } else {
                absent.append(id)
            }
        }
    }
}

/// What a trial has put in force of streams and playlists, to know it from what clients define
/// under the same names.
struct TriedStreams {
    /// Kept alive by the pipeline alone.
    private struct Source { weak var stream: IngestStream? }

    private var ids: Set<StreamID> = []
    private var sources: [StreamID: Source] = [:]
    private var playlists: [StreamID: PlaylistConfiguration] = [:]

    init() {}

    /// - Parameters:
    ///   - ids: The names that it has changed.
    ///   - settings: What it says of them.
    ///   - pipeline: Where that is in force.
    init(_ ids: some Sequence<StreamID>, of settings: Settings, in pipeline: Pipeline) {
        self.ids = Set(ids)
        // A client may have been faster.
        for stream in settings.streams where self.ids.contains(stream.id) {
            guard let source = pipeline.source(of: stream.id),
                source.configuration.isSameSource(as: stream)
            else { continue }
            sources[stream.id] = Source(stream: source)
        }
        for playlist in settings.playlists where self.ids.contains(playlist.id) {
            playlists[playlist.id] = playlist
        }
    }

    /// The names under which there is another thing now. A playlist that says the same is the same.
    func redefined(in pipeline: Pipeline) -> Set<StreamID> {
        ids.filter { id in
            if let playlist = pipeline.playlists.snapshot(of: id) {
                return playlists[id]?.changesNothing(of: playlist.configuration) != true
            }
            guard let source = pipeline.source(of: id) else { return false }
            return source !== sources[id]?.stream
        }
    }
}

extension PlaylistConfiguration {
    /// Whether a playlist that is there stays what it is when this is put in its place.
    fileprivate func changesNothing(of present: PlaylistConfiguration) -> Bool {
        var draft = PlaylistDraft(
            configuration: present,
            current: nil,
            numbering: ItemNumbering(after: present.items)
        )
        draft.replace(with: self)
        return draft.configuration == present
    }
}

extension Pipeline {
    /// What is said of the placeholders of some streams now; those that are not there are left out.
    func placeholders(of ids: some Sequence<StreamID>) -> [StreamID: PlaceholderWish] {
        var wishes: [StreamID: PlaceholderWish] = [:]
        for id in ids { wishes[id] = source(of: id)?.presentConfiguration.placeholder }
        return wishes
    }
}
