internal import ControlAPI
internal import HTTPTypes
internal import Hummingbird
internal import Media

/// What lies over the picture, and messages to those in front of it.
struct OverlayRoutes: RouteArea {
    let backend: any OverlaysBackend

    var routes: [Route] { [list, put, delete, messages, say, clear] }

    private var list: Route {
        Route(
            method: .get,
            path: "/v1/overlays",
            name: "listOverlays",
            summary: "What lies over the picture",
            role: .viewer,
            answers: [200: RouteText.json("Every overlay.", "OverlayList")]
        ) { _ in try Response(json: OverlayList(overlays: await backend.overlays())) }
    }

    private var put: Route {
        Route(
            method: .put,
            path: "/v1/overlays/{id}",
            name: "putOverlay",
            summary: "Lay a text, a clock, a stream's name or an image over the picture",
            role: .admin,
            parameters: [
                RouteText.pathParameter("id", "Its ID.", pattern: StreamLimits.idPattern)
            ],
            body: .json("OverlayDefinition"),
            answers: [
                200: RouteText.json("It has taken the place of the one before.", "Overlay"),
                201: RouteText.json("It is new.", "Overlay"),
            ],
            refusals: [409: "There are as many as there may be."]
        ) { call in
            let id = try call.newID()
            let json = try await call.json()
            let fields = try FieldValues<OverlayFields>(json: json)
            if let other = json["id"], other != .string(id) {
                throw ControlError.unprocessable("`id` is not that of the path, '\(id)'.")
            }
            await call.note("Sets overlay \(id)")
            let (overlay, isNew) = try await backend.putOverlay(id, fields)
            return try Response(status: isNew ? .created : .ok, json: overlay)
        }
    }

    private var delete: Route {
        Route(
            method: .delete,
            path: "/v1/overlays/{id}",
            name: "deleteOverlay",
            summary: "Take something off the picture",
            role: .admin,
            parameters: [RouteText.pathParameter("id", "Its ID.")],
            answers: [204: ["description": "It is gone."]],
            refusals: [404: "There is no such overlay."]
        ) { call in
            let id = call.parameter("id")
            await call.note("Removes overlay \(id)")
            try await backend.deleteOverlay(id)
            return .done
        }
    }

    private var messages: Route {
        Route(
            method: .get,
            path: "/v1/messages",
            name: "listMessages",
            summary: "The message that those in front of the screen see, and how many wait",
            role: .viewer,
            answers: [200: RouteText.json("What is shown, and waits.", "MessageList")]
        ) { _ in try Response(json: await backend.messages()) }
    }

    private var say: Route {
        Route(
            method: .post,
            path: "/v1/messages",
            name: "sendMessage",
            summary: "Show a message to those in front of the screen, behind those before it",
            role: .operator,
            body: .json("Message"),
            answers: [200: RouteText.json("What is shown, and waits.", "MessageList")],
            refusals: [409: "There are as many as there may be."]
        ) { call in
            let message = try FieldValues<MessageFields>(json: try await call.json())
            await call.note("Sends a message to the screen")
            return try Response(json: await backend.say(message))
        }
    }

    private var clear: Route {
        Route(
            method: .delete,
            path: "/v1/messages",
            name: "clearMessages",
            summary: "Show none of the messages any more",
            role: .operator,
            answers: [200: RouteText.json("Nothing is shown, and nothing waits.", "MessageList")]
        ) { call in
            await call.note("Clears messages")
            return try Response(json: await backend.clearMessages())
        }
    }

    var schemas: [String: Schema] {
        let fields = Schema.members(OverlayFields.all)
        let report = fields.merging(["id": .streamID, "reason": .text]) { $1 }
        return [
            "Message": .object(Schema.members(MessageFields.all), required: ["text"]),
            "MessageList": .object(
                ["waiting": .count],
                optional: ["shown": .text, "reason": .text]
            ),
            "Overlay": .object(report, required: ["id"]),
            "OverlayDefinition": .object(
                // Taken as they are reported, and ignored.
                fields.merging(["id": ["readOnly": true], "reason": ["readOnly": true]]) { $1 },
                required: []
            ).with(
                "oneOf",
                .array(
                    OverlayFields.all.contents.map {
                        ["required": .array([.string($0.name)])]
                    }
                )
            ),
            "OverlayList": .object(["overlays": .list(of: .named("Overlay"))]),
        ]
    }
}
