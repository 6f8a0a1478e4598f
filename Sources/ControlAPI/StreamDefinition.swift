/// What a client says of a stream that it defines.
///
/// Whether the address can be opened by this build is for the backend to check.
public struct StreamDefinition: Hashable, Sendable {
    /// An address with a scheme, or a path.
    public var url: String
    /// Whether a file starts again at its end.
    public var loop: Bool
    /// How RTSP sends its packets: `auto`, `tcp` or `udp`.
    public var transport: String
    /// Seconds without data after which a connection counts as lost.
    public var timeout: Double
    /// Whether it is decoded while nobody shows it, so that it appears at once.
    public var keepWarm: Bool
    /// How it is decoded where it is shown small: `full` or `fast`.
    public var decoding: String
    /// Seconds of a live stream's past that are kept for screenshots; 0 keeps none.
    public var lookback: Double

    public init(url: String) {
        self.url = url
        loop = false
        transport = "auto"
        timeout = 5
        keepWarm = false
        decoding = "full"
        lookback = 0
    }
}

/// The values that a stream's definition accepts.
public enum StreamLimits {
    public static let transports = ["auto", "tcp", "udp"]
    public static let decodings = ["full", "fast"]
    public static let timeout = 0.1...600.0
    public static let lookback = 0.0...60.0
    public static let urlBytes = 2048
    /// What an ID looks like, as a regular expression of ECMA-262.
    public static let idPattern = "^[A-Za-z0-9_][A-Za-z0-9._-]{0,63}$"

    public static let idBytes = 64

    /// Whether `text` is a stream's ID: 1–64 of letters, digits, `.`, `_` and
    /// `-`, not starting with `.` or `-`.
    public static func isID(_ text: String) -> Bool {
        let bytes = text.utf8
        guard (1...idBytes).contains(bytes.count), bytes.first != 0x2D, bytes.first != 0x2E else {
            return false
        }
        return bytes.allSatisfy { byte in
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F: true
            default: false
            }
        }
    }
}
