internal import Media

/// What a stream may be told besides its address.
///
/// Nobody else says what these are: files, requests, their description and the options of
/// `pipctl streams add` follow.
public struct StreamFields: FieldList {
    public static let all = Self()

    public let loop = Field.flag("loop", "Start again at the end")
    public let transport = Field.choice(
        "transport",
        ["auto", "tcp", "udp"],
        "How RTSP sends its packets"
    )
    public let timeout = Field.number(
        "timeout",
        0.1...600,
        "Seconds without data after which it counts as lost"
    )
    public let size = Field.text(
        "size",
        like: StreamLimits.sizePattern,
        accepting: "WxH, 16x16 to \(PixelSize.largest)",
        "The size of a camera's pictures",
        isAccepted: StreamLimits.isSize
    )
    public let fps = Field.rate("fps", 1...240, "Pictures a second of a camera at least")
    public let format = Field.choice(
        "format",
        ["auto", "NV12", "YU12", "YUYV", "MJPEG"],
        "The format of a camera's pictures"
    )
    public let threads = Field.integer("threads", 1...16, "Threads that decode it")
    public let live = Field.flag("live", "Show the newest picture rather than every one")
    public let keepWarm = Field.flag("keep_warm", "Decode it while no view shows it, too")
    public let lookback = Field.number(
        "lookback",
        0...60,
        "Seconds of a live stream's past to keep for screenshots"
    )
    public let decoding = Field.choice(
        "decoding",
        ["full", "fast"],
        "How it is decoded where it is shown small"
    )
    public let variant = Field.text(
        "variant",
        like: StreamLimits.variantPattern,
        accepting: "auto, highest, lowest, or the size to stay within as WxH",
        "Which of an HLS stream's variants is played",
        isAccepted: StreamLimits.isVariant
    )
    public let sync = Field<FieldValues<SyncFields>>.members(
        "sync",
        "The wall whose time a file has",
        required: ["group"]
    )
    public let placeholder = Field<FieldValues<PlaceholderFields>>.members(
        "placeholder",
        "What is shown in its place while it is lost",
        required: []
    )

    public var rules: [FieldRule] {
        [
            loop.rule, transport.rule, timeout.rule, size.rule, fps.rule, format.rule,
            threads.rule, live.rule, keepWarm.rule, lookback.rule, decoding.rule, variant.rule,
            sync.rule, placeholder.rule,
        ]
    }
}

/// What a client or a file says of a stream.
///
/// Whether the address can be opened by this build is for who opens it to check.
@dynamicMemberLookup
public struct StreamDefinition: Hashable, Sendable {
    /// An address with a scheme, or a path.
    public var url: String
    public var fields: FieldValues<StreamFields>

    public init(url: String, _ fields: FieldValues<StreamFields> = .init()) {
        self.url = url
        self.fields = fields
    }

    public subscript<Value>(dynamicMember field: KeyPath<StreamFields, Field<Value>>) -> Value? {
        fields[dynamicMember: field]
    }
}

/// The values that a stream's definition accepts.
public enum StreamLimits {
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

    private static let sideLimits = 16...Int(PixelSize.largestSide)
    /// The same as a regular expression.
    private static let side =
        "(1[6-9]|[2-9][0-9]|[1-9][0-9]{2}|[1-7][0-9]{3}|80[0-9]{2}|81[0-8][0-9]|819[0-2])"
    /// What a picture's size looks like, as a regular expression of ECMA-262.
    static let sizePattern = "^\(side)x\(side)$"

    /// What a choice of a variant looks like, likewise.
    static let variantPattern = "^(\(variantNames.joined(separator: "|"))|\(side)x\(side))$"
    private static let variantNames = ["auto", "highest", "lowest"]

    static func isVariant(_ text: String) -> Bool { variantNames.contains(text) || isSize(text) }

    /// Whether `text` is what `sizePattern` describes.
    static func isSize(_ text: String) -> Bool { sides(text, in: sideLimits) != nil }

    /// The two numbers of a size such as `1280x720`: without a sign, or a zero in front.
    ///
    /// - Returns: nil for anything else, and beyond `limits`.
    public static func sides(
        _ text: String,
        in limits: ClosedRange<Int>
    ) -> (width: Int, height: Int)? {
        let sides = text.split(separator: "x", omittingEmptySubsequences: false)
        let pixels = sides.compactMap { side in
            Int(side).flatMap { limits.contains($0) && String($0) == side ? $0 : nil }
        }
        return sides.count == 2 && pixels.count == 2 ? (pixels[0], pixels[1]) : nil
    }
}
