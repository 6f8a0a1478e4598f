internal import ControlAPI
internal import Media
internal import MediaLink
internal import MediaStore

/// Answers what is asked of selections.
///
/// Thread: bound to the main thread.
struct SelectionDesk {
    let store: MediaStore
    let rule: SelectionRule

    /// Entries that are shown one after the other.
    private static let mostShown = PlaylistLimits.items

    /// Does what is asked at a time, in microseconds since 1970-01-01 00:00 UTC.
    func answer(_ request: SelectionRequest, at now: Int64) throws(StoreError) -> MediaAnswer {
        switch request {
        case .create(let definition):
            return .selection(
                try report(store.selections.add(SelectionSource(definition), at: now), at: now)
            )
        case .show(let name): return .selection(try report(SelectionID(named: name), at: now))
        case .change(let name, let patch):
            let id = try SelectionID(named: name)
            try store.selections.change(id, SelectionChange(patch), at: now)
            return .selection(try report(id, at: now))
        case .delete(let name):
            try store.selections.remove(SelectionID(named: name))
            return .done
        case .assets(let name, let cursor, let limit):
            let id = try SelectionID(named: name)
            let page = try store.selections.assets(of: id, after: cursor, limit: limit, at: now)
            return .assets(
                AssetPage(assets: page.elements.map(AssetReport.init), nextCursor: page.next)
            )
        case .play(let name): return try play(SelectionID(named: name), at: now)
        }
    }

    private func report(
        _ id: SelectionID,
        at now: Int64
    ) throws(StoreError) -> SelectionReport {
        let total = try store.selections.total(of: id, image: rule.image, at: now)
        var reason = try refusal(of: total)
        if reason == nil { reason = try absence(of: id, at: now)?.reason }
        return SelectionReport(
            id: "\(id)",
            count: total.count,
            milliseconds: total.milliseconds,
            reason: reason,
            accepted: rule.isOutside(total.milliseconds, unknown: total.unknown)
                ? rule.least...rule.most : nil
        )
    }

    private func refusal(of total: SelectionTotal) throws(StoreError) -> String? {
        try rule.refusal(
            of: total.milliseconds,
            unknown: total.unknown,
            first: total.firstUnknown.flatMap { (id) throws(StoreError) in try name(id) },
            isAwaited: total.isAwaited
        ) ?? Self.refusal(ofCount: total.count)
    }

    /// As people find it again.
    private func name(_ id: AssetID) throws(StoreError) -> String? {
        try store.assets.find(id).map { "\(id) '\($0.name)'" }
    }

    /// Why files of a selection are not there; nil where all should be.
    private func absence(
        of id: SelectionID,
        at now: Int64
    ) throws(StoreError) -> MediaRefusal? {
        // All of a selection is looked at for it, which is seldom of use.
        guard try store.roots.all().contains(where: { $0.state == .offline }) else { return nil }
        return try absence(of: store.selections.roots(of: id, at: now))
    }

    private func absence(of roots: Set<String>) throws(StoreError) -> MediaRefusal? {
        let known = try store.roots.all()
        return roots.sorted().lazy.compactMap { MediaRefusal(ofRoot: $0, among: known) }.first
    }

    private static func refusal(ofCount count: Int) -> String? {
        switch count {
        case 0: "nothing is selected"
        case ...mostShown: nil
        default: "\(count) are selected; \(mostShown) at most can be shown"
        }
    }

    /// One picture or video, however long it lasts.
    func preview(_ name: String) throws(StoreError) -> MediaAnswer {
        let asset = try AssetID(name).flatMap(store.assets.find)
        guard let asset else { return .refused(.hasNoAsset(name)) }
        if let error = asset.error {
            return .refused(MediaRefusal(.value, "\(asset.path) cannot be shown: \(error)"))
        }
        return try shown([asset])
    }

    private func play(_ id: SelectionID, at now: Int64) throws(StoreError) -> MediaAnswer {
        let total = try store.selections.total(of: id, image: rule.image, at: now)
        if let reason = try refusal(of: total) { return .refused(MediaRefusal(.value, reason)) }
        var (assets, cursor): ([AssetRecord], String?) = ([], nil)
        repeat {
            let page = try store.selections.assets(
                of: id,
                after: cursor,
                limit: Self.pageAssets,
                at: now
            )
            assets += page.elements
            cursor = page.next
        } while cursor != nil
        return try shown(assets)
    }

    private static let pageAssets = 500

    /// - Returns: A refusal where a disk is away.
    private func shown(_ assets: [AssetRecord]) throws(StoreError) -> MediaAnswer {
        if let refusal = try absence(of: Set(assets.map(\.root))) { return .refused(refusal) }
        return .shown(assets.map(MediaEntry.init), image: rule.image)
    }
}

extension MediaEntry {
    fileprivate init(_ asset: AssetRecord) {
        self.init(item: "\(asset.id)", address: asset.path, title: asset.title ?? asset.name)
        root = asset.root
        duration = asset.milliseconds.map { Double($0) / 1_000 }
    }
}

extension SelectionID {
    init(named name: String) throws(StoreError) {
        guard let id = Self(name) else { throw .hasNoSelection(name) }
        self = id
    }
}

extension AssetID {
    fileprivate init(named name: String) throws(StoreError) {
        guard let id = Self(name) else { throw .hasNoAsset(name) }
        self = id
    }

    fileprivate static func all(_ names: [String]) throws(StoreError) -> [Self] {
        var all: [Self] = []
        for name in names { all.append(try Self(named: name)) }
        return all
    }
}

extension SelectionSource {
    /// - Throws: `hasNoAsset`, `hasNoSelection`, `hasNoAlbum` for what can be no such name;
    ///   `isNoOwnAlbum`.
    init(_ definition: SelectionDefinition) throws(StoreError) {
        switch definition {
        case .assets(let names): self = .assets(try AssetID.all(names))
        case .query(let filter, let excluded):
            self = .query(try AssetQuery(filter), excluding: try AssetID.all(excluded))
        case .selection(let name): self = .selection(try SelectionID(named: name))
        case .album(let name):
            guard let id = AlbumID(name) else {
                throw AssetAlbum(name) == nil ? .hasNoAlbum(name) : .isNoOwnAlbum(name)
            }
            self = .album(id)
        }
    }
}

extension SelectionChange {
    fileprivate init(_ patch: SelectionPatch) throws(StoreError) {
        self.init()
        removed = try AssetID.all(patch.remove)
        added = try AssetID.all(patch.add)
        range = try patch.range.map { (range) throws(StoreError) in
            Range(
                from: try AssetID(named: range.from),
                to: try AssetID(named: range.to),
                query: try AssetQuery(range.filter)
            )
        }
        move = try patch.move.map { (move) throws(StoreError) in
            Move(asset: try AssetID(named: move.asset), place: move.place)
        }
    }
}
