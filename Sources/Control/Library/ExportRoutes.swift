internal import ControlAPI
internal import HTTPTypes
internal import Hummingbird
internal import Media

/// Exports of the media library: what is to be copied or trimmed to a directory, and how far it is.
struct ExportRoutes: RouteArea {
    let backend: any LibraryBackend

    private static let id = RouteText.pathParameter("id", "The export's ID.")
    private static let unknown = "There is no such export."

    var routes: [Route] { [begin, list, get, end] }

    private var begin: Route {
        Route(
            method: .post,
            path: "/v1/library/exports",
            name: "beginExport",
            summary:
                "Copy pictures and videos, or a part of a video, to a directory; originals stay as they are",
            body: .json("ExportDefinition"),
            answers: [202: RouteText.json("The export, before its turn.", "Export")],
            refusals: [
                403: "Nothing may be written there.", 404: LibraryRoutes.unknown,
                409: "A root is offline, a file or the directory not there, or too many wait.",
                415: "A file of this kind cannot be trimmed, or the body is no JSON.",
                422: "A value is not accepted, or the part is not in the video.",
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
            parameters: [Self.id],
            answers: [204: ["description": "It ends as soon as it can, or was forgotten."]],
            refusals: [404: Self.unknown, 503: LibraryRoutes.away]
        ) { call in
            let id = call.parameter("id")
            await call.note("Ends export \(id)")
            try await backend.endExport(id)
            return Response(status: .noContent, headers: [.cacheControl: "no-store"])
        }
    }
}

extension ExportDefinition {
    fileprivate init(json: JSONValue) throws(ControlError) {
        let reader = try MemberReader(
            json,
            accepted: ["asset", "assets", "in", "out", "mode", "to"]
        )
        let start = try reader.number("in", in: Self.seconds)
        let end = try reader.number("out", in: Self.seconds)
        let isPart = start != nil || end != nil
        guard let directory = try reader.string("to", accepting: "the path of a directory") else {
            throw .unprocessable("`to` is missing; accepted is the path of a directory.")
        }
        self.init(
            assets: try Self.assets(reader),
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
        guard mode == .copy || assets.count == 1 else {
            throw .unprocessable("`trim` is of one video; accepted is one `asset`.")
        }
        if let end, end <= start ?? 0 {
            throw .unprocessable("`out` is \(end); accepted is more than `in`, \(start ?? 0).")
        }
    }

    /// The one place that says which are meant.
    private static func assets(_ reader: MemberReader) throws(ControlError) -> [String] {
        let one = try reader.string("asset", accepting: "the ID of a picture or video")
        guard let list = reader["assets"] else {
            guard let one else {
                throw .unprocessable(
                    "`asset` is missing; accepted is the ID of a picture or video."
                )
            }
            return [one]
        }
        let ids = list.elements?.compactMap(\.stringValue) ?? []
        guard one == nil, ids.count == list.elements?.count, (1...mostAssets).contains(ids.count)
        else {
            throw reader.refusal(
                "assets",
                list,
                "a list of 1 to \(mostAssets) IDs, without `asset`"
            )
        }
        return ids
    }
}
