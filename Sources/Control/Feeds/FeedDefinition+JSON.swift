internal import ControlAPI
internal import Media

extension FeedDefinition {
    /// - Throws: 422 for unknown keys, values that are not accepted, and a missing `url`.
    init(json: JSONValue) throws(ControlError) {
        let address = Self.address.rule
        let reader = try MemberReader(
            json,
            accepted: FeedFields.all.rules.map(\.name) + [address.name]
        )
        guard let url = try reader.value(of: address)?.stringValue else {
            throw .unprocessable("`\(address.name)` is missing; accepted is \(address.accepted).")
        }
        self.init(url: url, try FieldValues(reader))
    }
}
