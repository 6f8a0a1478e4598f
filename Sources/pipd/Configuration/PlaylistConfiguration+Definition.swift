internal import ControlAPI
internal import Ingest
internal import Media
internal import Pipeline
internal import Presentation

extension PlaylistConfiguration {
    /// What a file or a client says; the rest is as usual.
    init(id: StreamID, items: [Item], _ fields: FieldValues<PlaylistFields>) {
        self.init(id: id, items: items)
        set(fields)
    }

    /// Takes what is given.
    mutating func set(_ fields: FieldValues<PlaylistFields>) {
        loop = fields.loop.flatMap(PlaylistOrder.Loop.init) ?? loop
        isShuffled = fields.shuffle ?? isShuffled
        imageDuration = fields.imageDuration.map { .seconds($0) } ?? imageDuration
        ahead = fields.preload ?? ahead
    }

    /// - Parameters:
    ///   - edit: What is to be different.
    ///   - added: The items of an insertion; their IDs are chosen here.
    ///   - current: The item that is shown.
    /// - Throws: `PipelineError.unknownItem`.
    mutating func apply(
        _ edit: PlaylistEdit,
        _ added: [Item],
        current: PlaylistItemID?
    ) throws(PipelineError) {
        switch edit {
        case .set(let fields): set(fields)
        case .insert(_, let place):
            var numbering = ItemNumbering(after: items)
            let place = try index(of: place, current)
            items.insert(contentsOf: added.map { numbering.numbered($0) }, at: place)
        case .move(let item, let place):
            let index = try index(of: item)
            guard place != .before(item) else { return }
            let moved = items.remove(at: index)
            items.insert(moved, at: try self.index(of: place, current))
        case .remove(let item): items.remove(at: try index(of: item))
        }
    }

    private func index(of item: String) throws(PipelineError) -> Int {
        guard let index = items.firstIndex(where: { $0.id.name == item }) else {
            throw .unknownItem(id, PlaylistItemID(item))
        }
        return index
    }

    private func index(
        of place: PlaylistPlace,
        _ current: PlaylistItemID?
    ) throws(PipelineError) -> Int {
        switch place {
        case .end: return items.count
        case .next:
            let index = items.firstIndex { $0.id == current }
            return index.map { $0 + 1 } ?? items.count
        case .before(let item): return try index(of: item)
        }
    }
}
