internal import Control
internal import ControlAPI
internal import Media
internal import MediaLink

/// Exports of the library as the HTTP API sees them.
///
/// Thread: safe.
struct DaemonExports: ExportsBackend {
    let media: MediaClient

    /// How long it may take to look into what is to be exported, and to wait for others.
    private static let exportPatience = Nanoseconds.milliseconds(80_000)

    func export(_ definition: ExportDefinition) async throws(ControlError) -> ExportReport {
        let request = MediaRequest.export(.begin(definition))
        return try await media.ask(request, within: Self.exportPatience, Self.export)
    }

    func exports() async throws(ControlError) -> ExportList {
        try await media.ask(.export(.list)) {
            if case .exports(let list) = $0 { list } else { nil }
        }
    }

    func export(_ id: String) async throws(ControlError) -> ExportReport {
        try await media.ask(.export(.show(id)), Self.export)
    }

    func endExport(_ id: String) async throws(ControlError) {
        try await media.ask(.export(.end(id))) { $0 == .done ? () : nil }
    }

    private static func export(_ answer: MediaAnswer) -> ExportReport? {
        if case .export(let report) = answer { report } else { nil }
    }
}
