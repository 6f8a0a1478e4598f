internal import ControlAPI

extension FieldValues<StreamPatchFields> {
    /// - Throws: 422 for unknown keys and values that are not accepted.
    init(json: JSONValue) throws(ControlError) {
        try self.init(MemberReader(json, accepted: StreamPatchFields.all.rules.map(\.name)))
    }
}
