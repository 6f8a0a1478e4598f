internal import ControlAPI
internal import Exporting
internal import FoundationEssentials
internal import MediaLink
internal import MediaStore
internal import Thumbnails

// What is kept of exports, and as clients are told.

extension ExportReport {
    /// Nil for what no version has kept.
    init?(_ stored: StoredExport) {
        guard let report = try? JSONText.decode(Self.self, from: Data(stored.text.utf8)) else {
            return nil
        }
        self = report
        id = "\(stored.id)"
    }

    /// As it is kept.
    var text: String {
        (try? JSONText.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }

    mutating func take(_ cut: TrimCut?) {
        guard let cut else { return }
        actualStart = cut.actualStart
        hiddenMilliseconds = cut.hiddenMilliseconds
    }

    /// Takes in what came of it.
    mutating func take(_ outcome: ExportJob.Outcome, of job: ExportJob) {
        take(outcome.cut)
        state = outcome.error.map { $0 == .cancelled ? .cancelled : .failed } ?? .done
        reason = outcome.error?.description
        bytes = job.progress.bytes
        if state == .done { totalBytes = bytes }
        files = outcome.files
        result = zip(job.originals, outcome.files).map { original, path in
            let milliseconds = outcome.cut.map(\.milliseconds) ?? original.milliseconds
            return ExportedAsset(
                id: original.id,
                uri: FileURI.text(of: path) ?? "",
                mediaType: original.file.mediaType,
                duration: milliseconds.map { Double($0) / 1_000 }
            )
        }
    }
}

extension ExportDefinition {
    /// What was asked for.
    init(_ report: ExportReport) {
        self.init(assets: report.assets ?? [], mode: report.mode, to: report.to)
        (start, end) = (report.requested?.start, report.requested?.end)
    }
}

extension MediaRefusal {
    init(_ error: ExportError) {
        self.init(Kind(error), error.description)
    }

    static func hasNoPlace(_ path: String, among allowed: [String]) -> Self {
        let accepted =
            allowed.isEmpty
            ? "nothing is, until `library: { exports: [DIRECTORY] }` is set in the configuration"
            : "is " + allowed.map { "'\($0)'" }.joined(separator: ", ") + " and what is below"
        return Self(
            .forbidden,
            "`to` is '\(path)', where nothing may be written; accepted \(accepted)."
        )
    }

    static let hasTooManyExports = Self(
        .conflict,
        "\(ExportDesk.mostWaiting) exports wait, which is the most; cancel one, or try again later."
    )

    static func hasNoExport(_ id: String) -> Self {
        Self(.unknown, "There is no export '\(id)'; GET /v1/library/exports lists them.")
    }

    static func isNoVideo(_ path: String) -> Self {
        Self(
            .unsupported,
            "'\(path)' is a picture, of which there is no part; a copy of it can be made."
        )
    }

    /// Why an asset's file is not there; nil where it should be.
    init?(ofRootOf asset: AssetRecord, among roots: [StoredRoot]) {
        guard let root = roots.first(where: { $0.path == asset.root }), root.state == .offline
        else { return nil }
        let reason = root.reason.map { ": \($0)" } ?? ""
        self.init(.conflict, "'\(root.path)' is offline\(reason).")
    }
}

extension MediaRefusal.Kind {
    fileprivate init(_ error: ExportError) {
        self =
            switch error {
            case .cancelled: .away
            case .source, .hasChanged, .directory, .hasNoName: .conflict
            case .isUnsupported: .unsupported
            case .isOutside: .value
            case .target: .forbidden
            case .isFull: .full
            }
    }
}
