/// The name of a stream: 1–64 of letters, digits, `.`, `_` and `-`; not starting
/// with `-` or `.`, so that it is safe in flags, file names and addresses.
public struct StreamID: Hashable, Comparable, Sendable {
    public let name: String

    /// Returns nil for a name that breaks the rule.
    public init?(_ name: String) {
        let bytes = name.utf8
        guard (1...64).contains(bytes.count), bytes.first != 0x2D, bytes.first != 0x2E else {
            return nil
        }
        guard bytes.allSatisfy(Self.isAllowed) else { return nil }
        self.name = name
    }

    /// The nearest valid name to any text: other characters become `-`.
    public init(sanitizing text: String) {
        let kept = text.utf8.prefix(64).map { Self.isAllowed($0) ? $0 : 0x2D }
        let trimmed = kept.drop { $0 == 0x2D || $0 == 0x2E }
        name = trimmed.isEmpty ? "stream" : String(decoding: trimmed, as: UTF8.self)
    }

    /// In the order of their names.
    public static func < (one: Self, other: Self) -> Bool { one.name < other.name }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F: true
        default: false
        }
    }
}

extension StreamID: CustomStringConvertible {
    public var description: String { name }
}

/// The two places of the screen. The raw value is the label of metrics and logs.
public enum ViewName: String, Hashable, Sendable, CaseIterable {
    case main
    case pip
}

/// Where a stream stands. The raw value is the label of the metric.
public enum StreamState: String, Hashable, Sendable, CaseIterable {
    /// Being opened for the first time.
    case connecting
    /// Pictures arrive.
    case playing
    /// Open, but no picture came for longer than the stream's cadence allows.
    case stalled
    /// Lost; the next attempt is waited for or under way.
    case reconnecting
    /// Its end was reached and it does not loop.
    case ended
    /// What is there cannot be shown, such as a file without video. Looked at again now
    /// and then, and when it is another.
    case failed

    public var index: Int {
        switch self {
        case .connecting: 0
        case .playing: 1
        case .stalled: 2
        case .reconnecting: 3
        case .ended: 4
        case .failed: 5
        }
    }

    public init?(index: Int) {
        guard Self.allCases.indices.contains(index) else { return nil }
        self = Self.allCases[index]
    }
}
