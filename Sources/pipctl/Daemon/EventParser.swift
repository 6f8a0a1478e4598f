internal import ControlAPI
internal import FoundationEssentials

/// Cuts bytes into lines, whatever pieces they arrive in.
struct LineSplitter {
    /// The longest line, in bytes: ten times what an event has.
    static let maximumBytes = 1 << 20

    private var pending: [UInt8] = []

    /// The lines completed by `bytes`, without their newlines.
    ///
    /// - Throws: `StrangeAnswer` for a line that does not end.
    mutating func append(_ bytes: some Sequence<UInt8>) throws(StrangeAnswer) -> [String] {
        var lines: [String] = []
        for byte in bytes {
            guard byte == UInt8(ascii: "\n") else {
                guard pending.count < Self.maximumBytes else {
                    throw .longEvent(Self.maximumBytes)
                }
                pending.append(byte)
                continue
            }
            lines.append(String(decoding: pending, as: UTF8.self))
            pending.removeAll(keepingCapacity: true)
        }
        return lines
    }
}

/// Reads server-sent events line by line.
struct EventParser {
    struct Event: Hashable {
        let kind: String
        let data: JSONValue

        var text: String { ReportText.event(kind: kind, data: data) }

        /// The event's data, with its kind as `event`, on one line.
        var jsonLine: String {
            var members: [String: JSONValue] = ["event": .string(kind)]
            if case .object(let others) = data { members.merge(others) { own, _ in own } }
            let bytes = try? JSONText.encode(JSONValue.object(members))
            return bytes.map { String(decoding: $0, as: UTF8.self) + "\n" } ?? ""
        }
    }

    private var kind = ""
    private var data = ""

    /// The event that `line`, an empty one, completes. Comments and fields that
    /// are not needed are skipped, as is data that is not JSON.
    ///
    /// - Throws: `StrangeAnswer` for more data than an event has.
    mutating func append(_ line: String) throws(StrangeAnswer) -> Event? {
        if line.isEmpty {
            defer { (kind, data) = ("", "") }
            guard !data.isEmpty,
                let value = try? JSONText.decode(JSONValue.self, from: Data(data.utf8))
            else { return nil }
            return Event(kind: kind.isEmpty ? "message" : kind, data: value)
        }
        let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2 else { return nil }
        let value = parts[1].hasPrefix(" ") ? parts[1].dropFirst() : parts[1]
        switch parts[0] {
        case "event": kind = String(value)
        case "data":
            data += (data.isEmpty ? "" : "\n") + value
            guard data.utf8.count <= LineSplitter.maximumBytes else {
                throw .longEvent(LineSplitter.maximumBytes)
            }
        default: break
        }
        return nil
    }
}
