internal import ControlAPI
internal import MediaFiles
internal import MediaLink
internal import MediaStore

/// The exports of the database.
struct KeptExports {
    /// Those that are over and still known, at most; the oldest go.
    static let mostOver = 50

    let store: MediaStore

    /// - Returns: Nil where there is none of that name.
    func find(_ name: String) throws(StoreError) -> StoredExport? {
        try ExportID(name).flatMap { (id) throws(StoreError) in try store.export(id) }
    }

    /// Keeps a new one.
    func add(_ report: ExportReport) throws(StoreError) -> ExportID {
        try store.addExport(report.text, state: report.state.rawValue)
    }

    /// Keeps how far one is.
    func update(_ report: ExportReport, _ id: ExportID) throws(StoreError) {
        try store.update(
            StoredExport(
                id: id,
                text: report.text,
                state: report.state.rawValue,
                bytes: report.bytes
            )
        )
    }

    /// Forgets the oldest.
    func prune() throws(StoreError) {
        let over = try store.exports().filter {
            ExportReport.State(rawValue: $0.state)?.isOver ?? true
        }
        for stored in over.dropFirst(Self.mostOver) { try store.removeExport(stored.id) }
    }
}

extension ExportJob.Original {
    /// What is to be exported, in order.
    ///
    /// - Parameters:
    ///   - request: Says which assets.
    ///   - store: Knows where they are.
    /// - Returns: They, or why one of them cannot be.
    /// - Throws: What the store throws.
    static func all(
        of request: ExportDefinition,
        in store: MediaStore
    ) throws(StoreError) -> Result<[Self], MediaRefusal> {
        let roots = try store.roots()
        var originals: [Self] = []
        for name in request.assets {
            guard let id = AssetID(name), let asset = try store.asset(id) else {
                return .failure(.hasNoAsset(name))
            }
            if let refusal = MediaRefusal(ofRootOf: asset, among: roots) {
                return .failure(refusal)
            }
            guard request.mode == .copy || asset.kind == .video else {
                return .failure(.isNoVideo(asset.path))
            }
            originals.append(Self(asset))
        }
        return .success(originals)
    }
}
