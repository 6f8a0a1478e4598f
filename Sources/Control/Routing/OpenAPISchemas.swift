internal import ControlAPI
internal import Media

/// The schemas of the OpenAPI document (JSON Schema 2020-12).
enum OpenAPISchemas {
    static let all = general.merging(cameras) { first, _ in first }
        .merging(images) { first, _ in first }

    private static let general: [String: JSONValue] = [
        "CustomEvent": object(
            [
                "type": ["type": "string", "pattern": .string(CustomEvent.typePattern)],
                "data": [:],
            ],
            required: ["type"]
        ),
        "Event": event,
        "EventReport": object(
            ["event_id": count, "subscribers": count],
            required: ["event_id", "subscribers"]
        ),
        "Health": object(
            ["healthy": boolean, "cause": text, "notice": text, "views": list(of: "ViewHealth")],
            required: ["healthy", "views"]
        ),
        "Memory": object(
            ["resident_bytes": count, "pool_bytes": count],
            required: ["resident_bytes", "pool_bytes"]
        ),
        "Output": object(
            [
                "kind": text, "mode": text, "connector": text, "compositor": text,
                "renderer": text, "driver": text, "rotation": count, "reason": text,
                "imports": text, "waiting": text,
            ],
            required: ["kind", "mode", "compositor", "renderer", "rotation"]
        ),
        "PIP": pip,
        "PIPPatch": pipPatch,
        "Problem": problem,
        "Status": status,
        "Stream": stream,
        "StreamDefinition": streamDefinition,
        "StreamList": object(["streams": list(of: "Stream")], required: ["streams"]),
        "View": object(
            ["main": text, "gravity": choice(ViewLimits.gravities), "pip": reference("PIP")],
            required: ["gravity", "pip"]
        ),
        "ViewHealth": object(
            [
                "view": choice(["main", "pip"]), "stream": streamID,
                "shows": choice(["picture", "placeholder", "nothing"]),
                "last_frame_age_seconds": amount,
            ],
            required: ["view", "shows"]
        ),
        "ViewPatch": object([
            "main": nullable(streamID), "gravity": choice(ViewLimits.gravities),
            "pip": reference("PIPPatch"), "swap": boolean,
        ]),
    ]

    private static var status: JSONValue {
        object(
            [
                "version": text, "uptime_seconds": amount, "output": reference("Output"),
                "view": reference("View"), "streams": list(of: "Stream"),
                "memory": reference("Memory"),
            ],
            required: ["version", "uptime_seconds", "output", "view", "streams", "memory"]
        )
    }

    private static var stream: JSONValue {
        object(
            [
                "id": streamID, "url": text,
                "state": choice([
                    "connecting", "playing", "stalled", "reconnecting", "ended", "failed",
                ]),
                "reason": text, "failure": text, "codec": text, "width": count, "height": count,
                "display_width": count, "display_height": count, "rotation": rotation,
                "sample_aspect_ratio": ["type": "string", "pattern": "^[0-9]+:[0-9]+$"],
                "frame_rate": amount, "pixel_format": text, "position_seconds": number,
                "duration_seconds": amount, "live": boolean, "loop": boolean,
                "reconnects": count, "received": count, "presented": count,
                "dropped": ["type": "object", "additionalProperties": count],
                "in_flight": count,
                "shown_in": ["type": "array", "items": choice(["main", "pip"])],
                "screenshot_possible": boolean, "screenshot_reason": text,
                "lookback_seconds": amount,
            ],
            required: [
                "id", "url", "state", "live", "loop", "reconnects", "received", "presented",
                "dropped", "in_flight", "shown_in", "screenshot_possible",
            ]
        )
    }

    private static let rotation: JSONValue = ["type": "integer", "enum": [0, 90, 180, 270]]

    private static var streamDefinition: JSONValue {
        let url: JSONValue = [
            "type": "string", "minLength": 1, "maxLength": .integer(StreamLimits.urlBytes),
            "description": "An address with a scheme, or a path.",
        ]
        return object(
            [
                "url": url, "loop": boolean, "keep_warm": boolean,
                "decoding": choice(StreamLimits.decodings),
                "transport": choice(StreamLimits.transports),
                "timeout": range(StreamLimits.timeout),
                "lookback": range(StreamLimits.lookback),
            ],
            required: ["url"]
        )
    }

    private static var pip: JSONValue {
        var members = geometry
        members["enabled"] = boolean
        members["stream"] = streamID
        members["window"] = window
        return object(
            members,
            required: [
                "enabled", "size", "margin", "border", "radius", "opacity", "gravity", "aspect",
            ]
        )
    }

    /// Members that a report leaves out may be `null` here.
    private static var pipPatch: JSONValue {
        var members = geometry
        members["enabled"] = boolean
        for name in ["corner", "x", "y"] { members[name] = geometry[name].map(nullable) }
        members["stream"] = nullable(streamID)
        // Taken as it is reported, and ignored.
        members["window"] = ["readOnly": true]
        return object(members)
    }

    private static var window: JSONValue {
        object(
            ["x": count, "y": count, "width": count, "height": count],
            required: ["x", "y", "width", "height"]
        )
    }

    private static var geometry: [String: JSONValue] {
        [
            "corner": choice(ViewLimits.corners), "x": range(ViewLimits.position),
            "y": range(ViewLimits.position), "size": range(ViewLimits.size),
            "margin": range(ViewLimits.margin), "opacity": range(ViewLimits.opacity),
            "border": wholeRange(ViewLimits.border), "radius": wholeRange(ViewLimits.radius),
            "gravity": choice(ViewLimits.gravities),
            "aspect": ["type": "string", "pattern": .string(ViewLimits.aspectPattern)],
        ]
    }

    private static var problem: JSONValue {
        let routes: JSONValue = ["type": "array", "items": ["type": "string"]]
        return object(
            [
                "type": problemType, "status": count, "title": text, "detail": text,
                "routes": routes,
            ],
            required: ["type", "status", "title", "detail"]
        )
    }

    private static let problemType: JSONValue = [
        "type": "string",
        "enum": .array(ControlError.Problem.allCases.map { .string($0.rawValue) }),
        "description":
            "Why a stream can never be shown, where that is the problem; asking again does not help.",
    ]

    /// Other members depend on the event.
    private static var event: JSONValue {
        [
            "type": "object", "properties": ["id": count, "time": amount],
            "required": ["id", "time"],
        ]
    }

    static let boolean: JSONValue = ["type": "boolean"]
    static let text: JSONValue = ["type": "string"]
    static let number: JSONValue = ["type": "number"]
    static let amount: JSONValue = ["type": "number", "minimum": 0]
    static let count: JSONValue = ["type": "integer", "minimum": 0]
    static let streamID: JSONValue = [
        "type": "string", "pattern": .string(StreamLimits.idPattern),
    ]

    static func choice(_ values: [String]) -> JSONValue {
        ["type": "string", "enum": .array(values.map { .string($0) })]
    }

    static func range(_ limits: ClosedRange<Double>) -> JSONValue {
        [
            "type": "number", "minimum": .number(limits.lowerBound),
            "maximum": .number(limits.upperBound),
        ]
    }

    static func wholeRange(_ limits: ClosedRange<Int>) -> JSONValue {
        [
            "type": "integer", "minimum": .integer(limits.lowerBound),
            "maximum": .integer(limits.upperBound),
        ]
    }

    static func nullable(_ schema: JSONValue) -> JSONValue {
        ["anyOf": [schema, ["type": "null"]]]
    }

    static func list(of schema: String) -> JSONValue {
        ["type": "array", "items": reference(schema)]
    }

    private static func reference(_ schema: String) -> JSONValue {
        ["$ref": .string("#/components/schemas/\(schema)")]
    }

    /// An object that has no other members.
    static func object(
        _ members: [String: JSONValue],
        required: [String] = []
    ) -> JSONValue {
        var schema: [String: JSONValue] = [
            "type": "object", "properties": .object(members), "additionalProperties": false,
        ]
        if !required.isEmpty { schema["required"] = .array(required.map { .string($0) }) }
        return .object(schema)
    }
}
