internal import ControlAPI

extension OpenAPISchemas {
    /// What the routes of cameras answer and accept.
    static let cameras: [String: JSONValue] = [
        "Camera": object(
            [
                "device": text, "path": text, "name": text, "bus": text, "driver": text,
                "state": choice(["free", "busy", "denied"]), "stream": streamID,
            ],
            required: ["device", "path", "state"]
        ),
        "CameraList": object(["cameras": list(of: "Camera")], required: ["cameras"]),
        "CameraFormats": object(
            ["device": text, "formats": list(of: "CameraFormat")],
            required: ["device", "formats"]
        ),
        "CameraFormat": object(
            [
                "format": text, "description": text, "shown": boolean,
                "sizes": list(of: "CameraSize"),
            ],
            required: ["format", "description", "shown", "sizes"]
        ),
        "CameraSize": object(
            [
                "width": count, "height": count, "max_width": count, "max_height": count,
                "width_step": count, "height_step": count,
                "frame_rates": ["type": "array", "items": amount], "min_frame_rate": amount,
                "max_frame_rate": amount,
            ],
            required: ["width", "height", "frame_rates"]
        ),
        "CameraControls": object(
            ["device": text, "controls": list(of: "CameraControl")],
            required: ["device", "controls"]
        ),
        "CameraControl": object(
            [
                "name": text, "label": text,
                "type": choice(["integer", "boolean", "menu", "bitmask", "button"]),
                "value": controlValue, "default": controlValue, "minimum": wholeNumber,
                "maximum": wholeNumber, "step": wholeNumber, "menu": list(of: "CameraMenuItem"),
                "read_only": boolean, "active": boolean,
            ],
            required: ["name", "label", "type", "read_only", "active"]
        ),
        "CameraMenuItem": object(
            ["value": wholeNumber, "label": text],
            required: ["value", "label"]
        ),
        "CameraControlPatch": [
            "type": "object",
            "description": "Controls by their names; a menu takes a value or a label.",
            "additionalProperties": ["anyOf": [wholeNumber, boolean, text]],
        ],
    ]

    private static let wholeNumber: JSONValue = ["type": "integer"]
    private static let controlValue: JSONValue = ["anyOf": [wholeNumber, boolean]]
}
