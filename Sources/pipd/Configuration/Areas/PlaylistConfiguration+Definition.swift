internal import ControlAPI
internal import Ingest
internal import Media
internal import Pipeline
internal import Presentation

extension PlaylistConfiguration {
    /// What a file or a client says; the rest is as usual.
    init(
        id: StreamID,
        items: [Item],
        feeds: [String],
        _ fields: FieldValues<PlaylistFields>
    ) {
        self.init(id: id, items: items, feeds: feeds)
        set(fields)
    }

    /// Takes what is given.
    mutating func set(_ fields: FieldValues<PlaylistFields>) {
        loop = fields.loop.flatMap(PlaylistOrder.Loop.init) ?? loop
        isShuffled = fields.shuffle ?? isShuffled
        imageDuration = fields.imageDuration.map { .seconds($0) } ?? imageDuration
        ahead = fields.preload ?? ahead
        sync = fields.sync.flatMap { WallSync($0, over: sync) } ?? sync
    }
}

extension PlaylistConfiguration.Item {
    /// Takes what is given.
    mutating func set(_ fields: FieldValues<PlaylistItemFields>) {
        turn = fields.seconds.map { .seconds($0) } ?? turn
    }
}

extension PlaylistDraft {
    /// - Parameters:
    ///   - edit: What is to be different.
    ///   - added: The items of an insertion; their IDs are chosen here.
    /// - Throws: `PipelineError.unknownItem`.
    mutating func apply(
        _ edit: PlaylistEdit,
        _ added: [PlaylistConfiguration.Item]
    ) throws(PipelineError) {
        switch edit {
        case .set(let fields, let leavesWall):
            if leavesWall { configuration.sync = nil }
            configuration.set(fields)
        case .insert(_, let place):
            let items = added.map { numbering.numbered($0) }
            // Now there is something.
            configuration.items.removeAll(where: \.isAwaited)
            configuration.items.insert(contentsOf: items, at: try index(of: place))
            if place == .next { next = items.map(\.id) }
        case .move(let item, let place):
            let index = try index(of: item)
            // It is there already.
            if place == .before(item) || place == .next && item == current?.name { return }
            let moved = configuration.items.remove(at: index)
            configuration.items.insert(moved, at: try self.index(of: place))
            if place == .next { next = [moved.id] }
        case .remove(let item): configuration.items.remove(at: try index(of: item))
        }
    }

    private func index(of item: String) throws(PipelineError) -> Int {
        guard let index = configuration.items.firstIndex(where: { $0.id.name == item }) else {
            throw .unknownItem(configuration.id, PlaylistItemID(item))
        }
        return index
    }

    private func index(of place: PlaylistPlace) throws(PipelineError) -> Int {
        let items = configuration.items
        switch place {
        case .end: return items.count
        case .next:
            let index = items.firstIndex { $0.id == current }
            return index.map { $0 + 1 } ?? items.count
        case .before(let item): return try index(of: item)
        }
    }
}
