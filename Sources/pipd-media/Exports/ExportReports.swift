internal import ControlAPI
internal import Exporting
internal import FoundationEssentials
internal import MediaLink
internal import MediaStore

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
        state = outcome.failure.map { $0 == .cancelled ? .cancelled : .failed } ?? .done
        reason = outcome.failure?.refusal.reason
        (bytes, exported) = (job.progress.bytes, job.progress.files)
        if state == .done { totalBytes = bytes }
        (files, result) = (outcome.files, outcome.result)
    }
}

extension ExportDefinition {
    /// What was asked for.
    init(_ report: ExportReport) {
        let content = report.selection.map(Content.selection) ?? .assets(report.assets ?? [])
        self.init(content, mode: report.mode, to: report.to)
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

    static let hasLostExport = Self(
        .storage,
        "What was left of it is not known any more, as the database was begun anew; export it again."
    )

    /// Why the files of a root are not there; nil where they should be.
    init?(ofRoot path: String, among roots: [StoredRoot]) {
        guard let root = roots.first(where: { $0.path == path }), root.state == .offline
        else { return nil }
        let reason = root.reason.map { ": \($0)" } ?? ""
        self.init(.conflict, "'\(root.path)' is offline\(reason).")
    }
}

extension MediaRefusal.Kind {
    fileprivate init(_ error: ExportError) {
        self =
            switch error {
            case .cancelled: .busy
            case .source, .hasChanged, .directory, .hasNoName: .conflict
            case .isUnsupported: .unsupported
            case .isOutside: .value
            case .target, .nameTooLong: .forbidden
            case .isFull: .full
            }
    }
}
