import MediaFiles
import MediaStore
import Testing

/// A store with a root whose files are only rows.
struct LibraryRows {
    let folder: StoreFolder
    let store: MediaStore
    let root: StoredRoot

    init(limits: StoreLimits = StoreLimits()) throws {
        folder = try StoreFolder()
        store = try folder.open(limits: limits)
        try store.roots.configure(["/srv"])
        var root = try #require(try store.roots.all().first)
        root.state = .online
        try store.roots.update(root)
        self.root = root
    }

    /// Adds files, each taken a microsecond before the next one.
    ///
    /// - Parameters:
    ///   - names: Such as `a.jpg`; photos and videos by their endings.
    ///   - path: The path of their folder from the root.
    /// - Returns: Their IDs, in that order.
    /// - Throws: What the store throws.
    @discardableResult
    func add(_ names: [String], in path: String = "x") throws -> [AssetID] {
        let files = names.enumerated().map { index, name in
            ScannedFile(
                folder: path,
                file: MediaFile(
                    name: name,
                    kind: name.hasSuffix(".mp4") ? .video : .photo,
                    size: 1,
                    modified: 7
                ),
                taken: TakenTime(at: Int64(index), source: .mtime)
            )
        }
        for start in stride(from: 0, to: files.count, by: AssetScans.mostFiles) {
            try store.scans.record(
                Array(files[start...].prefix(AssetScans.mostFiles)),
                of: root,
                at: noon
            )
        }
        let known = try store.folders.files(in: path, of: root.id)
        return try names.map { try #require(known[PathKey($0)]?.id) }
    }

    /// Looks into all files: videos last so long, those for which it is nil fail.
    func probe(_ milliseconds: (String) -> Int64?) throws {
        var last: AssetID?
        while let asset = try store.probes.next(after: last) {
            last = asset.id
            let name = String(asset.path.split(separator: "/").last ?? "")
            guard let milliseconds = milliseconds(name) else {
                _ = try store.probes.settle { ProbedAsset(asset, .failed("it is a text")) }
                continue
            }
            var facts = AssetFacts(width: 1, height: 1, codec: "h264")
            if asset.kind == .video { facts.milliseconds = milliseconds }
            _ = try store.probes.settle { ProbedAsset(asset, .read(facts)) }
        }
    }

    func total(_ id: SelectionID) throws -> SelectionTotal {
        try store.selections.total(of: id, image: 5_000, at: noon)
    }

    /// The names of what is in a selection, in pages of two.
    func names(_ id: SelectionID) throws -> [String] {
        var (names, cursor): ([String], String?) = ([], nil)
        repeat {
            let page = try store.selections.assets(of: id, after: cursor, limit: 2, at: noon)
            names += page.elements.map(\.name)
            cursor = page.next
        } while cursor != nil
        return names
    }

    func change(_ id: SelectionID, _ make: (inout SelectionChange) -> Void) throws {
        var change = SelectionChange()
        make(&change)
        try store.selections.change(id, change, at: noon)
    }

    func query(_ make: (inout AssetQuery) -> Void) -> AssetQuery {
        var query = AssetQuery()
        make(&query)
        return query
    }
}
