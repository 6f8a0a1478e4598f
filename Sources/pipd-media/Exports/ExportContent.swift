internal import ControlAPI
internal import MediaFiles
internal import MediaLink
internal import MediaStore

/// What somebody wants to have exported, as it is when that is asked.
enum ExportContent: Sendable {
    case assets([ExportedOriginal])
    /// That many at that time, in microseconds since 1970-01-01 00:00 UTC, with so many bytes by
    /// what the library knows: as there may be many, no file is looked at before its turn.
    case selection(SelectionID, at: Int64, count: Int, bytes: Int64)

    /// - Parameters:
    ///   - request: Says what.
    ///   - store: Knows where it is.
    ///   - now: Microseconds since 1970-01-01 00:00 UTC.
    /// - Returns: It, or why it cannot be.
    /// - Throws: What the store throws.
    static func find(
        _ request: ExportDefinition,
        in store: MediaStore,
        at now: Int64
    ) throws(StoreError) -> Result<Self, MediaRefusal> {
        switch request.content {
        case .assets(let names):
            var originals: [ExportedOriginal] = []
            for name in names {
                switch try ExportedOriginal.find(name, request.mode, in: store) {
                case .success(let original): originals.append(original)
                case .failure(let refusal): return .failure(refusal)
                }
            }
            return .success(.assets(originals))
        case .selection(let name): return try find(SelectionID(named: name), in: store, at: now)
        }
    }

    private static func find(
        _ selection: SelectionID,
        in store: MediaStore,
        at now: Int64
    ) throws(StoreError) -> Result<Self, MediaRefusal> {
        let shares = try store.exports.shares(of: selection, at: now)
        let roots = try store.roots.all()
        for share in shares {
            if let refusal = MediaRefusal(ofRoot: share.root, among: roots) {
                return .failure(refusal)
            }
        }
        return .success(
            .selection(
                selection,
                at: now,
                count: shares.reduce(0) { $0 + $1.count },
                bytes: shares.reduce(0) { $0.addingClamped($1.bytes) }
            )
        )
    }

    /// How many.
    var count: Int {
        switch self {
        case .assets(let originals): originals.count
        case .selection(_, _, let count, _): count
        }
    }

    var source: ExportSource {
        switch self {
        case .assets(let originals): .assets(originals.map(\.id))
        case .selection(let id, let time, _, _): .selection(id, at: time)
        }
    }
}

/// A picture or video that is to be exported.
struct ExportedOriginal: Hashable, Sendable {
    let id: AssetID
    let file: LibraryFile
    /// Of a video; nil where it is not known.
    let milliseconds: Int64?

    private init(_ asset: AssetRecord) {
        id = asset.id
        file = LibraryFile(asset)
        milliseconds = asset.milliseconds
    }

    /// - Returns: The one of that name, or why it cannot be exported.
    /// - Throws: What the store throws.
    static func find(
        _ name: String,
        _ mode: ExportDefinition.Mode,
        in store: MediaStore
    ) throws(StoreError) -> Result<Self, MediaRefusal> {
        guard let id = AssetID(name), let asset = try store.assets.find(id) else {
            return .failure(.hasNoAsset(name))
        }
        if let refusal = MediaRefusal(ofRoot: asset.root, among: try store.roots.all()) {
            return .failure(refusal)
        }
        guard mode == .copy || asset.kind == .video else {
            return .failure(.isNoVideo(asset.path))
        }
        return .success(Self(asset))
    }

    var path: String { MediaPath.joined(file.root, file.path) }
}

extension Int64 {
    /// Files may have any size.
    func addingClamped(_ more: Self) -> Self {
        let (sum, overflows) = addingReportingOverflow(more)
        return overflows ? .max : sum
    }
}
