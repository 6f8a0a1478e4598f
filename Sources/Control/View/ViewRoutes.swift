internal import ControlAPI
internal import HTTPTypes
internal import Hummingbird
internal import Media

/// Which stream is shown where.
struct ViewRoutes: RouteArea {
    let backend: any ViewBackend

    var routes: [Route] { [get, patch, show, endShow] }

    private var get: Route {
        Route(
            method: .get,
            path: "/v1/view",
            name: "getView",
            summary: "Which stream is shown where, and how",
            role: .viewer,
            answers: [200: RouteText.json("The view.", "View")]
        ) { _ in try Response(json: await backend.view()) }
    }

    private var patch: Route {
        Route(
            method: .patch,
            path: "/v1/view",
            name: "patchView",
            summary: "Change the view (JSON merge patch)",
            role: .operator,
            body: .mergePatch("ViewPatch"),
            answers: [200: RouteText.json("The view as it is now.", "View")],
            refusals: [
                409: "The view cannot be changed now.",
                422: "A value is not accepted, or a stream does not exist.",
            ]
        ) { call in
            let patch = try ViewPatch(json: try await call.json())
            await call.note("Changes the view")
            return try Response(json: await backend.patchView(patch))
        }
    }

    private var show: Route {
        Route(
            method: .post,
            path: "/v1/view/show",
            name: "showForATime",
            summary: "Show a stream in the main view for a time, then what it is asked for",
            role: .operator,
            body: .json("Show"),
            answers: [200: RouteText.json("The view as it is now.", "View")],
            refusals: [422: "A value is not accepted, or the stream does not exist."]
        ) { call in
            let request = try ShowRequest(json: try await call.json())
            await call.note("Shows \(request.main) for \(request.seconds) s")
            return try Response(json: await backend.show(request))
        }
    }

    private var endShow: Route {
        Route(
            method: .delete,
            path: "/v1/view/show",
            name: "endShow",
            summary: "End what is shown for a time",
            role: .operator,
            parameters: [
                RouteText.queryParameter(
                    "all",
                    "Whether those that go on behind it end as well.",
                    .boolean
                )
            ],
            answers: [200: RouteText.json("The view as it is now.", "View")],
            refusals: [422: "A parameter is unknown, or not accepted."]
        ) { call in
            let isAll = try call.query().boolean("all") ?? false
            await call.note("Ends what is shown for a time")
            return try Response(json: await backend.endShow(isAll: isAll))
        }
    }

    var schemas: [String: Schema] {
        let looks = Schema.members(ViewFields.all)
        return [
            "PIP": pip,
            "PIPPatch": pipPatch,
            "Show": .object(
                Schema.members(ShowFields.all).merging(["main": .streamID]) { $1 },
                required: ["main", "seconds"]
            ),
            "View": .object(
                looks.merging([
                    "main": .text, "pip": .named("PIP"), "show": .named("ViewShow"),
                ]) { $1 },
                required: ["gravity", "pip", "transition"]
            ),
            "ViewPatch": .object(
                looks.merging([
                    "main": .streamID.orNull, "pip": .named("PIPPatch"),
                    // Taken as it is reported, and ignored; `null` ends it.
                    "show": ["description": "`null` ends what is shown for a time."],
                    "swap": .boolean,
                ]) { $1 },
                required: []
            ),
            "ViewShow": .object([
                "main": .text, "priority": .count, "seconds": .number, "covered": .count,
            ]),
        ]
    }

    private var pip: Schema {
        var members = Schema.members(PIPFields.all)
        members["stream"] = .streamID
        members["window"] = .object([
            "x": .count, "y": .count, "width": .count, "height": .count,
        ])
        return .object(
            members,
            required: [
                "enabled", "size", "margin", "border", "radius", "opacity", "gravity", "aspect",
            ]
        )
    }

    /// Members that a report leaves out may be `null` here.
    private var pipPatch: Schema {
        var members = Schema.members(PIPFields.all)
        for name in PIPPatch.removable { members[name] = members[name]?.orNull }
        members["stream"] = .streamID.orNull
        // Taken as it is reported, and ignored.
        members["window"] = ["readOnly": true]
        return .object(members, required: [])
    }
}
