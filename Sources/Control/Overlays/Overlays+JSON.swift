internal import ControlAPI
internal import Media

extension FieldValues<OverlayFields> {
    /// - Throws: 422 for unknown keys, values that are not accepted, and none or several of what
    ///   an overlay consists of.
    init(json: JSONValue) throws(ControlError) {
        let fields = OverlayFields.all
        try self.init(
            // A report that is sent back says the same.
            MemberReader(json, accepted: fields.rules.map(\.name) + ["id", "reason"])
        )
        let names = fields.contents.map(\.name)
        guard members.keys.count(where: names.contains) == 1 else {
            let list = names.map { "`\($0)`" }.joined(separator: ", ")
            throw .unprocessable("Accepted is one of \(list), and no other of them.")
        }
        if let (name, need) = fields.misplaced(in: self) {
            throw .unprocessable("`\(name)` \(need).")
        }
    }
}

extension FieldValues<MessageFields> {
    /// - Throws: 422 for unknown keys, values that are not accepted, and a missing `text`.
    init(json: JSONValue) throws(ControlError) {
        let fields = MessageFields.all
        try self.init(MemberReader(json, accepted: fields.rules.map(\.name)))
        guard self.text != nil else {
            throw .unprocessable("`text` is missing; accepted are \(fields.text.rule.accepted).")
        }
    }
}
