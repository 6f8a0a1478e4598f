internal import ControlAPI
internal import Media

extension ViewPatch {
    /// Reads a JSON merge patch (RFC 7396) of a `ViewReport`, which may also
    /// say `"swap": true`.
    ///
    /// - Throws: 422 for unknown keys and values that are not accepted.
    init(json: JSONValue) throws(ControlError) {
        let reader = try MemberReader(json, accepted: ["gravity", "main", "pip", "swap"])
        self.init()
        main = try reader.streamID("main")
        gravity = try reader.choice("gravity", of: ViewLimits.gravities)
        swap = try reader.boolean("swap") ?? false
        if let window = reader["pip"] { pip = try PIPPatch(json: window) }
    }
}

extension PIPPatch {
    /// - Throws: 422 for unknown keys and values that are not accepted.
    init(json: JSONValue) throws(ControlError) {
        // `window` is only reported: what it follows from is in the report too.
        let reader = try MemberReader(
            json,
            name: "pip",
            accepted: [
                "aspect", "border", "corner", "enabled", "gravity", "margin", "opacity", "radius",
                "size", "stream", "window", "x", "y",
            ]
        )
        self.init()
        enabled = try reader.boolean("enabled")
        stream = try reader.streamID("stream")
        size = try reader.number("size", in: ViewLimits.size)
        margin = try reader.number("margin", in: ViewLimits.margin)
        border = try reader.integer("border", in: ViewLimits.border)
        radius = try reader.integer("radius", in: ViewLimits.radius)
        opacity = try reader.number("opacity", in: ViewLimits.opacity)
        gravity = try reader.choice("gravity", of: ViewLimits.gravities)
        aspect = try Self.aspect(reader)
        place = try Self.place(reader)
    }

    private static func aspect(_ reader: MemberReader) throws(ControlError) -> String? {
        guard let value = reader["aspect"] else { return nil }
        guard let text = value.stringValue, ViewLimits.isAspect(text) else {
            throw reader.refusal("aspect", value, "'source', or a ratio such as '16:9'")
        }
        return text
    }

    /// `corner` and `x`, `y` exclude each other; `null` removes, which leaves
    /// the other one or, if all are removed, nothing to change.
    private static func place(_ reader: MemberReader) throws(ControlError) -> PIPPlace? {
        let corner =
            try absent(reader, "corner")
            ? nil : reader.choice("corner", of: ViewLimits.corners)
        let x = try absent(reader, "x") ? nil : reader.number("x", in: ViewLimits.position)
        let y = try absent(reader, "y") ? nil : reader.number("y", in: ViewLimits.position)
        guard let corner else {
            return x == nil && y == nil ? nil : .free(x: x, y: y)
        }
        guard x == nil, y == nil else {
            throw .unprocessable(
                "`pip.corner` and `pip.x`, `pip.y` are both given; accepted is one of them."
            )
        }
        return .corner(corner)
    }

    private static func absent(_ reader: MemberReader, _ key: String) -> Bool {
        reader[key] == nil || reader[key] == .null
    }
}
