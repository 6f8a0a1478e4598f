internal import ControlAPI
internal import Media

extension ViewPatch {
    /// Reads a JSON merge patch (RFC 7396) of a `ViewReport`, which may also
    /// say `"swap": true`. Its `show` is only reported, but for `null`, which ends that.
    ///
    /// - Throws: 422 for unknown keys and values that are not accepted.
    init(json: JSONValue) throws(ControlError) {
        let looks = ViewFields.all.rules.map(\.name)
        let reader = try MemberReader(json, accepted: looks + ["main", "pip", "show", "swap"])
        self.init()
        main = try reader.streamID("main")
        let fields = try FieldValues<ViewFields>(reader)
        gravity = fields.gravity
        transition = fields.transition
        swap = try reader.boolean("swap") ?? false
        endsShow = reader["show"] == .null
        if let window = reader["pip"] { pip = try PIPPatch(json: window) }
    }
}

extension ShowRequest {
    /// - Throws: 422 for unknown keys and values that are not accepted, and without a stream or
    ///   a time.
    init(json: JSONValue) throws(ControlError) {
        let accepted = ShowFields.all.rules.map(\.name) + ["main"]
        let reader = try MemberReader(json, accepted: accepted)
        let fields = try FieldValues<ShowFields>(reader)
        guard case .set(let main) = try reader.streamID("main") else {
            throw .unprocessable("`main` is missing; accepted is the ID of a stream.")
        }
        guard let seconds = fields.seconds else {
            throw .unprocessable("`seconds` is missing; accepted is how long it is to be shown.")
        }
        self.init(
            main: main,
            seconds: seconds,
            priority: fields.priority ?? 0,
            takesSnapshot: fields.snapshot ?? false,
            showsToast: fields.toast ?? false
        )
    }
}

extension PIPPatch {
    /// `corner` and `x`, `y` exclude each other; `null` removes, which leaves
    /// the other one or, if all are removed, nothing to change.
    static let removable = ["corner", "x", "y"]

    /// - Throws: 422 for unknown keys and values that are not accepted.
    init(json: JSONValue) throws(ControlError) {
        let reader = try MemberReader(
            json,
            name: "pip",
            // `window` is only reported: what it follows from is in the report too.
            accepted: PIPFields.all.rules.map(\.name) + ["stream", "window"],
            removable: Self.removable
        )
        self.init(try FieldValues(reader))
        stream = try reader.streamID("stream")
        guard self.corner == nil || (self.x == nil && self.y == nil) else {
            throw .unprocessable(
                "`pip.corner` and `pip.x`, `pip.y` are both given; accepted is one of them."
            )
        }
    }
}
