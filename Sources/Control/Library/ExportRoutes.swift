internal import ControlAPI
internal import HTTPTypes
internal import Hummingbird
internal import Media

/// Exports of the media library: what is to be copied or trimmed to a directory, and how far it is.
struct ExportRoutes: RouteArea {
    let backend: any ExportsBackend

    private static let id = RouteText.pathParameter("id", "The export's ID.")
    private static let unknown = "There is no such export."

    var routes: [Route] { [begin, list, get, end] }

    private var begin: Route {
        Route(
            method: .post,
            path: "/v1/library/exports",
            name: "beginExport",
            summary:
                "Copy pictures and videos, all of a selection, or a part of a video, to a directory; "
                + "originals stay as they are",
            role: .admin,
            body: .json("ExportDefinition").ofAssets,
            answers: [202: RouteText.json("The export, before its turn.", "Export")],
            refusals: [
                403: "Nothing may be written there.",
                404: "There is no such picture, video or selection.",
                409: "A root is offline, a file or the directory not there, or too many wait.",
                415: "A file of this kind cannot be trimmed, or the body is no JSON.",
                422:
                    "A value is not accepted, the part is not in the video, or in the selection is "
                    + "nothing or too much.",
                503: LibraryRoutes.away, 507: "There is no room for it.",
            ]
        ) { call in
            let definition = try ExportDefinition(json: try await call.json())
            await call.note("Exports to \(definition.directory)")
            let export = try await backend.export(definition)
            return try Response(
                status: .accepted,
                json: export,
                headers: [.location: "/v1/library/exports/\(export.id)"]
            )
        }
    }

    private var list: Route {
        Route(
            method: .get,
            path: "/v1/library/exports",
            name: "listExports",
            summary: "The exports that are known, the latest first",
            role: .viewer,
            answers: [200: RouteText.json("The exports.", "ExportList")],
            refusals: [503: LibraryRoutes.away]
        ) { _ in try Response(json: await backend.exports()) }
    }

    private var get: Route {
        Route(
            method: .get,
            path: "/v1/library/exports/{id}",
            name: "getExport",
            summary: "How far an export is, and what came of it",
            role: .viewer,
            parameters: [Self.id],
            answers: [200: RouteText.json("The export.", "Export")],
            refusals: [404: Self.unknown, 503: LibraryRoutes.away]
        ) { call in
            let id = call.parameter("id")
            return try Response(json: await backend.export(id))
        }
    }

    private var end: Route {
        Route(
            method: .delete,
            path: "/v1/library/exports/{id}",
            name: "endExport",
            summary: "Give an export up, or forget one that is over; what was exported stays",
            role: .admin,
            parameters: [Self.id],
            answers: [204: ["description": "It ends as soon as it can, or was forgotten."]],
            refusals: [404: Self.unknown, 503: LibraryRoutes.away]
        ) { call in
            let id = call.parameter("id")
            await call.note("Ends export \(id)")
            try await backend.endExport(id)
            return .done
        }
    }
}

extension ExportDefinition {
    fileprivate init(json: JSONValue) throws(ControlError) {
        let reader = try MemberReader(json, accepted: Self.kinds + ["in", "out", "mode", "to"])
        let start = try reader.number("in", in: Self.seconds)
        let end = try reader.number("out", in: Self.seconds)
        let isPart = start != nil || end != nil
        guard let directory = try reader.string("to", accepting: "the path of a directory") else {
            throw .unprocessable("`to` is missing; accepted is the path of a directory.")
        }
        self.init(
            try Self.content(reader),
            mode: try reader.choice("mode", of: Mode.self) ?? (isPart ? .trim : .copy),
            to: directory
        )
        (self.start, self.end) = (start, end)
        guard isPart == (mode == .trim) else {
            throw .unprocessable(
                isPart
                    ? "`in` and `out` are of a `trim`; accepted is `mode` `trim`."
                    : "`trim` needs `in` or `out`, in seconds from the video's start."
            )
        }
        if mode == .trim { try checkTrim() }
    }

    private func checkTrim() throws(ControlError) {
        switch content {
        case .assets(let ids) where ids.count == 1: break
        case .assets: throw .unprocessable("`trim` is of one video; accepted is one `asset`.")
        case .selection:
            throw .unprocessable(
                "`in` and `out` are of one video, and a selection may have several; accepted is "
                    + "`asset`, or `selection` as a whole."
            )
        }
        if let end, end <= start ?? 0 {
            throw .unprocessable("`out` is \(end); accepted is more than `in`, \(start ?? 0).")
        }
    }

    /// The ways to say what is exported.
    private static let kinds = ["asset", "assets", "selection"]

    private static func content(_ reader: MemberReader) throws(ControlError) -> Content {
        guard kinds.count(where: { reader[$0] != nil }) < 2 else {
            throw .unprocessable("Of `asset`, `assets` and `selection` one alone is accepted.")
        }
        if let id = try reader.string("selection", accepting: "the ID of a selection") {
            return .selection(id)
        }
        if let id = try reader.string("asset", accepting: "the ID of a picture or video") {
            return .assets([id])
        }
        guard let ids = try reader.assetIDs("assets", atLeast: 1) else {
            throw .unprocessable(
                "`asset` is missing; accepted is the ID of a picture or video, or `assets` or "
                    + "`selection` in its place."
            )
        }
        return .assets(ids)
    }
}
