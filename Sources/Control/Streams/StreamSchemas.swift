internal import ControlAPI
internal import Media

extension StreamRoutes {
    var schemas: [String: Schema] {
        [
            "Stream": stream,
            "StreamDefinition": definition,
            "StreamVariant": .object(
                ["bit_rate": .count, "playing": .boolean],
                optional: ["width": .count, "height": .count, "frame_rate": .amount]
            ),
            "StreamList": .object(["streams": .list(of: .named("Stream"))]),
            "StreamPatch": .object(Schema.members(StreamPatchFields.all), required: []),
        ]
    }

    private var stream: Schema {
        .object(
            [
                "id": .streamID, "url": .text,
                "state": .choice(StreamState.self),
                "paused": .boolean, "live": .boolean, "loop": .boolean, "reconnects": .count,
                "received": .count,
                "presented": .count, "dropped": .dictionary(of: .count), "in_flight": .count,
                "shown_in": .list(of: .choice(ViewName.self)), "screenshot_possible": .boolean,
            ],
            optional: [
                "reason": .text, "failure": .text, "codec": .text, "width": .count,
                "height": .count, "display_width": .count, "display_height": .count,
                "rotation": ["type": "integer", "enum": [0, 90, 180, 270]],
                "sample_aspect_ratio": .text(like: "^[0-9]+:[0-9]+$"), "frame_rate": .amount,
                "pixel_format": .text, "position_seconds": .number, "duration_seconds": .amount,
                "screenshot_reason": .text, "placeholder_reason": .text,
                "lookback_seconds": .amount,
                "variants": .list(of: .named("StreamVariant")),
            ]
        )
    }

    private var definition: Schema {
        var members = Schema.members(StreamFields.all)
        members["url"] = [
            "type": "string", "minLength": 1, "maxLength": .integer(StreamLimits.urlBytes),
            "description": "An address with a scheme, or a path.",
        ]
        return .object(members, required: ["url"])
    }
}
