internal import ControlAPI
internal import Media

extension StreamDefinition {
    /// - Throws: 422 for unknown keys, values that are not accepted, and a
    ///   missing `url`.
    init(json: JSONValue) throws(ControlError) {
        let reader = try MemberReader(
            json,
            accepted: ["decoding", "keep_warm", "lookback", "loop", "timeout", "transport", "url"]
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
        self.init(url: url)
        loop = try reader.boolean("loop") ?? loop
        keepWarm = try reader.boolean("keep_warm") ?? keepWarm
        transport = try reader.choice("transport", of: StreamLimits.transports) ?? transport
        decoding = try reader.choice("decoding", of: StreamLimits.decodings) ?? decoding
        timeout = try reader.number("timeout", in: StreamLimits.timeout) ?? timeout
        lookback = try reader.number("lookback", in: StreamLimits.lookback) ?? lookback
    }
}
