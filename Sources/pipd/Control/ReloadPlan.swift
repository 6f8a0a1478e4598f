internal import Ingest
internal import Media
internal import Pipeline
internal import Presentation

/// What a reload changes: what is different in the file. The rest stays as clients have
/// set it since.
struct ReloadPlan {
    let defined: [StreamConfiguration]
    let playing: [PlaylistConfiguration]
    let removed: [StreamID]
    /// What is said of placeholders now, of the streams of which something else was.
    let placeholders: [StreamID: PlaceholderWish]
    let overlays: OverlayChanges
    private let old: ViewState
    private let new: ViewState

    /// - Parameters:
    ///   - old: What the file said before.
    ///   - new: What it says now.
    ///   - present: The streams there are.
    ///   - foreign: Those of them that clients have put in the place of the file's.
    ///   - live: The view as it is. Where it shows a stream that is removed, it shows afterwards
    ///     what the file says.
    init(
        from old: Settings,
        to new: Settings,
        present: Set<StreamID>,
        foreign: Set<StreamID> = [],
        showing live: ViewState = ViewState()
    ) {
        let removed = Set(old.ids).subtracting(new.ids)
        // As if the file had said what is lost: it says another thing now.
        var said = old.view
        if let main = live.main, removed.contains(main) { said.main = main }
        if let pip = live.pip, removed.contains(pip) { said.pip = pip }
        (self.old, self.new) = (said, new.view)
        self.removed = old.ids.filter(removed.contains)
        let before = Dictionary(old.streams.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
        // A stream that a client removed comes back when the file now wants it shown.
        let shown = [
            self.new.main == self.old.main ? nil : self.new.main,
            self.new.pip == self.old.pip ? nil : self.new.pip,
        ].compactMap { $0 }
        defined = new.streams.filter { stream in
            before[stream.id]?.isSameSource(as: stream) != true
                || foreign.contains(stream.id) && before[stream.id] != stream
                || shown.contains(stream.id) && !present.contains(stream.id)
        }
        placeholders = Self.placeholders(from: old, to: new)
        overlays = OverlayChanges(from: old.overlays, to: new.overlays)
        let lists = Dictionary(old.playlists.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
        playing = new.playlists.filter { playlist in
            lists[playlist.id] != playlist
                || shown.contains(playlist.id) && !present.contains(playlist.id)
        }
    }

    /// What brings back what was before a trial.
    ///
    /// - Parameters:
    ///   - before: What was.
    ///   - trial: What is in force.
    ///   - present: The streams there are.
    ///   - live: As above.
    init(
        back before: BeforeTrial,
        from trial: Settings,
        present: Set<StreamID>,
        showing live: ViewState
    ) {
        defined = before.replaced.streams
        playing = before.replaced.playlists
        removed = before.replaced.absent.filter(present.contains)
        // What is defined anew, by a client as well, says it itself.
        let anew = before.redefined.union(defined.map(\.id))
        placeholders = Self.placeholders(from: trial, to: before.settings)
            .merging(before.placeholders) { $1 }
            .filter { !anew.contains($0.key) }
        overlays = before.overlays
        let known = present.subtracting(removed).union(defined.map(\.id)).union(playing.map(\.id))
        new = before.view(among: known)
        var said = before.changedView
        if let main = live.main, !known.contains(main) { said.main = main }
        if let pip = live.pip, !known.contains(pip) { said.pip = pip }
        old = said
    }

    /// The streams and playlists that are another thing afterwards, or gone.
    var touched: [StreamID] { defined.map(\.id) + playing.map(\.id) + removed }

    private static func placeholders(
        from old: Settings,
        to new: Settings
    ) -> [StreamID: PlaceholderWish] {
        let before = Dictionary(old.streams.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
        let others = new.streams.filter { before[$0.id]?.placeholder != $0.placeholder }
        return Dictionary(others.map { ($0.id, $0.placeholder) }, uniquingKeysWith: { $1 })
    }

    /// The view as it is to be, where `live` is what it is now, without the streams that
    /// are removed.
    func view(in live: ViewState) -> ViewState {
        ViewState(
            main: pick(\.main, live),
            pip: pick(\.pip, live),
            isPIPEnabled: pick(\.isPIPEnabled, live),
            placement: PIPPlacement(
                position: pick(\.placement.position, live),
                size: pick(\.placement.size, live),
                margin: pick(\.placement.margin, live),
                style: WindowStyle(
                    opacity: pick(\.placement.style.opacity, live),
                    cornerRadius: pick(\.placement.style.cornerRadius, live),
                    borderWidth: pick(\.placement.style.borderWidth, live),
                    borderColor: pick(\.placement.style.borderColor, live)
                ),
                aspect: pick(\.placement.aspect, live),
                gravity: pick(\.placement.gravity, live)
            ),
            gravity: pick(\.gravity, live),
            transition: pick(\.transition, live)
        )
    }

    private func pick<Value: Equatable>(
        _ member: KeyPath<ViewState, Value>,
        _ live: ViewState
    ) -> Value {
        old[keyPath: member] == new[keyPath: member] ? live[keyPath: member] : new[keyPath: member]
    }
}

extension StreamConfiguration {
    /// Whether nothing that a stream is opened with differs.
    func isSameSource(as other: Self) -> Bool {
        var other = other
        other.placeholder = placeholder
        return self == other
    }
}
