internal import ControlAPI
internal import Media

extension StreamDefinition {
    /// - Throws: 422 for unknown keys, values that are not accepted, and a
    ///   missing `url`.
    init(json: JSONValue) throws(ControlError) {
        let reader = try MemberReader(
            json,
            accepted: StreamFields.all.rules.map(\.name) + ["url"]
        )
        guard let url = try reader.string("url", accepting: "an address or a path") else {
            throw .unprocessable("`url` is missing; accepted is an address or a path.")
        }
        guard url.utf8.count <= StreamLimits.urlBytes else {
            throw .unprocessable(
                "`url` has \(url.utf8.count) bytes; accepted are at most "
                    + "\(StreamLimits.urlBytes)."
            )
        }
        self.init(url: url, try FieldValues(reader))
    }
}
