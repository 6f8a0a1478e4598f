internal import ControlAPI
internal import HTTPTypes
internal import Hummingbird
internal import Media

/// The streams that there are.
struct StreamRoutes: RouteArea {
    let backend: any StreamsBackend

    /// A read of an ID that no stream can have is a 404 like any other.
    static let id = RouteText.pathParameter("id", "The stream's ID.")

    var routes: [Route] { [list, get, put, patch, delete] }

    private var list: Route {
        Route(
            method: .get,
            path: "/v1/streams",
            name: "listStreams",
            summary: "Every stream",
            role: .viewer,
            answers: [200: RouteText.json("Every stream.", "StreamList")]
        ) { _ in try Response(json: StreamList(streams: await backend.streams())) }
    }

    private var get: Route {
        Route(
            method: .get,
            path: "/v1/streams/{id}",
            name: "getStream",
            summary: "One stream",
            role: .viewer,
            parameters: [Self.id],
            answers: [200: RouteText.json("The stream.", "Stream")],
            refusals: [404: "There is no such stream."]
        ) { call in try Response(json: await backend.existing(call.parameter("id"))) }
    }

    private var put: Route {
        Route(
            method: .put,
            path: "/v1/streams/{id}",
            name: "putStream",
            summary: "Define or replace a stream",
            role: .admin,
            parameters: [
                RouteText.pathParameter("id", "The stream's ID.", pattern: StreamLimits.idPattern)
            ],
            body: .json("StreamDefinition"),
            answers: [
                200: RouteText.json("The stream was replaced.", "Stream"),
                201: RouteText.json("The stream was defined.", "Stream"),
            ],
            refusals: [
                409: "A playlist has the ID, or there are as many streams as there may be.",
                503: "Not now: too much is going on, or the daemon is stopping.",
            ]
        ) { call in
            let id = try call.newID()
            let definition = try StreamDefinition(json: try await call.json())
            await call.note("Defines stream \(id)")
            let change = try await backend.putStream(id, definition)
            return try Response(
                status: change.created ? .created : .ok,
                json: change.stream,
                headers: change.created ? [.location: "/v1/streams/\(id)"] : [:]
            )
        }
    }

    private var patch: Route {
        Route(
            method: .patch,
            path: "/v1/streams/{id}",
            name: "patchStream",
            summary: "Pause a stream, let it go on, or go to a time (JSON merge patch)",
            role: .operator,
            parameters: [Self.id],
            body: .mergePatch("StreamPatch"),
            answers: [200: RouteText.json("The stream; its position may still change.", "Stream")],
            refusals: [
                404: "There is no such stream.",
                409: "It is live, a camera or a pattern, or cannot go to a time.",
                503: "Not now: too much is going on, or the daemon is stopping.",
            ]
        ) { call in
            let id = call.parameter("id")
            try await backend.checkExists(id)
            let patch = try FieldValues<StreamPatchFields>(json: try await call.json())
            await call.note("Steers stream \(id)")
            return try Response(json: await backend.patchStream(id, patch))
        }
    }

    private var delete: Route {
        Route(
            method: .delete,
            path: "/v1/streams/{id}",
            name: "deleteStream",
            summary: "Remove a stream",
            role: .admin,
            parameters: [Self.id],
            answers: [204: ["description": "The stream was removed."]],
            refusals: [
                404: "There is no such stream.", 409: "The stream cannot be removed now.",
            ]
        ) { call in
            let id = call.parameter("id")
            try await backend.checkExists(id)
            await call.note("Removes stream \(id)")
            try await backend.deleteStream(id)
            return .done
        }
    }
}
