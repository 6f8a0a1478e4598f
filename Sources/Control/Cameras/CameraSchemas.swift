internal import ControlAPI

extension CameraRoutes {
    var schemas: [String: Schema] {
        let value = Schema.any(of: [.integer, .boolean])
        return [
            "Camera": .object(
                [
                    "device": .text, "path": .text, "state": .choice(["free", "busy", "denied"]),
                ],
                optional: ["name": .text, "bus": .text, "driver": .text, "stream": .streamID]
            ),
            "CameraList": .object(["cameras": .list(of: .named("Camera"))]),
            "CameraFormats": .object([
                "device": .text, "formats": .list(of: .named("CameraFormat")),
            ]),
            "CameraFormat": .object([
                "format": .text, "description": .text, "shown": .boolean,
                "sizes": .list(of: .named("CameraSize")),
            ]),
            "CameraSize": .object(
                ["width": .count, "height": .count, "frame_rates": .list(of: .amount)],
                optional: [
                    "max_width": .count, "max_height": .count, "width_step": .count,
                    "height_step": .count, "min_frame_rate": .amount, "max_frame_rate": .amount,
                ]
            ),
            "CameraControls": .object([
                "device": .text, "controls": .list(of: .named("CameraControl")),
            ]),
            "CameraControl": .object(
                [
                    "name": .text, "label": .text,
                    "type": .choice(["integer", "boolean", "menu", "bitmask", "button"]),
                    "read_only": .boolean, "active": .boolean,
                ],
                optional: [
                    "value": value, "default": value, "minimum": .integer, "maximum": .integer,
                    "step": .integer, "menu": .list(of: .named("CameraMenuItem")),
                ]
            ),
            "CameraMenuItem": .object(["value": .integer, "label": .text]),
            "CameraControlPatch": .dictionary(of: .any(of: [.integer, .boolean, .text]))
                .described("Controls by their names; a menu takes a value or a label."),
        ]
    }
}
