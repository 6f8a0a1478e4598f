public import Media

/// What became of one frame: a line of the frame log.
public struct FrameLogEntry: Sendable {
    public let stream: StreamID
    /// The view that showed it or would have; nil when none shows the stream.
    public let view: ViewName?
    public let sample: SampleBuffer
    public let decision: Decision

    /// Times are relative to the start of the pipeline.
    public enum Decision: Sendable {
        /// Chosen for the scanout at `scheduled`, on the screen from `presented`.
        case presented(scheduled: Nanoseconds, presented: Nanoseconds)
        case dropped(DropReason, at: Nanoseconds)
    }

    /// One JSON object, without a line break.
    public var json: String {
        var fields = [
            "\"stream\":\"\(stream.name)\"",
            "\"layer\":\(view.map { "\"\($0.rawValue)\"" } ?? "null")",
            "\"n\":\(sample.number)",
            "\"pts\":\(Self.seconds(sample.pts.nanoseconds))",
        ]
        switch decision {
        case .presented(let scheduled, let presented):
            fields += [
                "\"decision\":\"presented\"", "\"reason\":null",
                "\"scheduled\":\(Self.seconds(scheduled.count))",
                "\"presented\":\(Self.seconds(presented.count))",
            ]
        case .dropped(let reason, let time):
            fields += [
                "\"decision\":\"dropped\"", "\"reason\":\"\(reason.rawValue)\"",
                "\"scheduled\":\(Self.seconds(time.count))", "\"presented\":null",
            ]
        }
        fields += [
            "\"width\":\(sample.format.size.width)",
            "\"height\":\(sample.format.size.height)",
            "\"format\":\"\(sample.format.pixelFormat.name)\"",
        ]
        if let digest = sample.digest { fields.append("\"md5\":\"\(digest)\"") }
        return "{\(fields.joined(separator: ","))}"
    }

    /// Exact decimal seconds, without trailing zeros.
    private static func seconds(_ nanoseconds: Int64) -> String {
        let sign = nanoseconds < 0 ? "-" : ""
        let (whole, fraction) = nanoseconds.magnitude.quotientAndRemainder(
            dividingBy: 1_000_000_000
        )
        guard fraction > 0 else { return "\(sign)\(whole)" }
        var digits = String(fraction)
        digits = String(repeating: "0", count: 9 - digits.count) + digits
        while digits.last == "0" { digits.removeLast() }
        return "\(sign)\(whole).\(digits)"
    }
}
