internal import ControlAPI

extension StreamDefinition {
    /// - Throws: 422 for unknown keys, values that are not accepted, and a
    ///   missing `url`.
    init(json: JSONValue) throws(ControlError) {
        let reader = try MemberReader(
            json,
            accepted: [
                "format", "fps", "keep_warm", "loop", "max_fps", "size", "timeout", "transport",
                "url",
            ]
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
        timeout = try reader.number("timeout", in: StreamLimits.timeout) ?? timeout
        maximumRate = try reader.number("max_fps", in: StreamLimits.rate)
        frameRate = try reader.number("fps", in: StreamLimits.rate)
        format = try reader.string("format", accepting: "a pixel format, such as 'NV12'")
        size = try Self.size(reader)
    }

    /// `WIDTHxHEIGHT`, each from 1 to 8192.
    private static func size(_ reader: MemberReader) throws(ControlError) -> String? {
        let accepted = "a size such as '1280x720', each side from 1 to 8192"
        guard let text = try reader.string("size", accepting: accepted) else { return nil }
        let sides = text.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
        guard sides.count == 2, sides.allSatisfy({ (1...8192).contains($0 ?? 0) }) else {
            throw reader.refusal("size", .string(text), accepted)
        }
        return text
    }
}
