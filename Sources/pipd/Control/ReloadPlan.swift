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
    let placeholders: [StreamID: PlaceholderStyle?]
    private let old: ViewState
    private let new: ViewState

    /// - Parameters:
    ///   - old: What the file said before.
    ///   - new: What it says now.
    ///   - present: The streams there are.
    ///   - views: What the views were made from, and what they are to be like, where that is not
    ///     what the file said and says.
    init(
        from old: Settings,
        to new: Settings,
        present: Set<StreamID>,
        views: (old: ViewState, new: ViewState)? = nil
    ) {
        (self.old, self.new) = views ?? (old.view, new.view)
        let before = Dictionary(old.streams.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
        // A stream that a client removed comes back when the file now wants it shown.
        let shown = [
            self.new.main == self.old.main ? nil : self.new.main,
            self.new.pip == self.old.pip ? nil : self.new.pip,
        ].compactMap { $0 }
        defined = new.streams.filter { stream in
            before[stream.id]?.isSameSource(as: stream) != true
                || shown.contains(stream.id) && !present.contains(stream.id)
        }
        let others = new.streams.filter { before[$0.id]?.placeholder != $0.placeholder }
        placeholders = Dictionary(
            others.map { ($0.id, $0.placeholder) },
            uniquingKeysWith: { $1 }
        )
        let lists = Dictionary(old.playlists.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
        playing = new.playlists.filter { playlist in
            lists[playlist.id] != playlist
                || shown.contains(playlist.id) && !present.contains(playlist.id)
        }
        let kept = new.ids
        removed = old.ids.filter { !kept.contains($0) }
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
