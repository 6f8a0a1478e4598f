/// What lies over the picture, as files and requests say it.
public struct OverlayFields: FieldList {
    public static let all = Self()

    private static let textLimit = 1000
    private static let colorPattern = "#[0-9A-Fa-f]{6}([0-9A-Fa-f]{2})?"

    public let text = Field.text(
        "text",
        like: #"^[\s\S]{1,\#(textLimit)}$"#,
        accepting: "1 to \(textLimit) characters",
        "A text"
    ) { (1...textLimit).contains($0.unicodeScalars.count) }
    public let clock = Field.text(
        "clock",
        like: #"^[^\u0000]{1,100}$"#,
        accepting: "1 to 100 characters, none of them NUL, such as '%H:%M'",
        "The time, as strftime(3) formats it"
    ) { (1...100).contains($0.unicodeScalars.count) && !$0.unicodeScalars.contains("\0") }
    public let zone = Field.text(
        "zone",
        like: "^(?=.{1,64}$)[A-Za-z0-9_+-]+(/[A-Za-z0-9_+-]+){0,2}$",
        accepting: "a name of the system's, such as 'Europe/Rome', of at most 64 characters",
        "The clock's time zone; without it, the system's",
        isAccepted: isZone
    )
    public let locale = Field.text(
        "locale",
        like: "^[A-Za-z0-9_.@-]{1,64}$",
        accepting: "a name that `locale -a` lists, such as 'it_IT.UTF-8'",
        "The language of the clock's names",
        isAccepted: isLocale
    )
    public let caption = Field.choice(
        "caption",
        ["main", "pip"],
        "The name of the stream in a view"
    )
    public let image = Field.text(
        "image",
        like: #"^/[^\u0000-\u001f\u007f]{1,\#(pathBytes - 1)}$"#,
        accepting: "an absolute path of a PNG file, at most \(pathBytes) bytes",
        "A picture, with its transparency"
    ) { path in
        path.hasPrefix("/") && (2...pathBytes).contains(path.utf8.count)
            && path.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
    }
    public let anchor = Field.choice(
        "anchor",
        ["output", "main", "pip"],
        "What it is placed in: the whole output, the main picture, the PIP window"
    )
    public let at = Field.choice(
        "at",
        [
            "top-left", "top", "top-right", "left", "center", "right", "bottom-left", "bottom",
            "bottom-right",
        ],
        "Where in that it is"
    )
    public let size = Field.number(
        "size",
        0.01...1,
        "The height of a line, or of the picture, as a fraction of the output's"
    )
    public let margin = Field.number(
        "margin",
        0...0.5,
        "The distance from the edge, as a fraction of the output's height"
    )
    public let width = Field.number(
        "width",
        0.05...1,
        "How wide it may be, as a fraction of what it is placed in; longer lines break"
    )
    public let color = Field.text(
        "color",
        like: "^\(colorPattern)$",
        accepting: "#RRGGBB or #RRGGBBAA",
        "The colour of the letters",
        isAccepted: isColor
    )
    public let background = Field.text(
        "background",
        like: "^(none|\(colorPattern))$",
        accepting: "none, #RRGGBB or #RRGGBBAA",
        "The colour behind the letters"
    ) { $0 == "none" || isColor($0) }
    public let opacity = Field.number("opacity", 0...1, "How much of it is seen")

    /// What it consists of: each overlay has one of them.
    public var contents: [FieldRule] { [text.rule, clock.rule, caption.rule, image.rule] }

    public var rules: [FieldRule] {
        contents + [
            zone.rule, locale.rule, anchor.rule, at.rule, size.rule, margin.rule, width.rule,
            color.rule, background.rule, opacity.rule,
        ]
    }

    /// A field that has no meaning beside the content, as nothing would come of it.
    ///
    /// - Parameter values: With one content.
    /// - Returns: The first such field's name, and what it needs; nil where there is none.
    public func misplaced(in values: FieldValues<Self>) -> (name: String, need: String)? {
        let members = values.members
        if values.clock == nil {
            for rule in [zone.rule, locale.rule] where members[rule.name] != nil {
                return (rule.name, "goes with \(clock.rule.name) alone")
            }
        }
        guard values.image != nil else { return nil }
        for rule in [color.rule, background.rule] where members[rule.name] != nil {
            return (rule.name, "goes with letters, not with \(image.rule.name)")
        }
        return nil
    }

    private static let pathBytes = 4095

    private static func isZone(_ text: String) -> Bool {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        return (1...3).contains(parts.count) && text.utf8.count <= 64
            && parts.allSatisfy { part in
                !part.isEmpty && part.utf8.allSatisfy { isWord($0) || $0 == 0x2B }
            }
    }

    private static func isLocale(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count)
            && text.utf8.allSatisfy { isWord($0) || $0 == 0x2E || $0 == 0x40 }
    }

    /// A letter or digit of ASCII, `_` or `-`.
    private static func isWord(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x5F, 0x2D: true
        default: false
        }
    }

    static func isColor(_ text: String) -> Bool {
        let digits = text.utf8.dropFirst()
        return text.hasPrefix("#") && [6, 8].contains(digits.count)
            && digits.allSatisfy {
                UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0
                    || UInt8(ascii: "a")...UInt8(ascii: "f") ~= $0 | 0x20
            }
    }
}

extension FieldValues<OverlayFields> {
    /// What it is placed in: a caption in the view that it names, unless something else is said.
    public var usedAnchor: String { self.anchor ?? self.caption ?? "output" }

    /// Where in that.
    public var usedSpot: String { self.at ?? "bottom-left" }
}

/// Something that lies over the picture.
public struct OverlayReport: Hashable, Sendable {
    /// Those that there can be.
    public static let limit = 8

    public var id: String
    public var fields: FieldValues<OverlayFields>
    /// Whether it is not shown, or not whole, and why; nil where nothing is known to be wrong.
    public var reason: String?

    public init(id: String, fields: FieldValues<OverlayFields>, reason: String? = nil) {
        self.id = id
        self.fields = fields
        self.reason = reason
    }
}

/// Every one of them, in the order of their IDs.
public struct OverlayList: Hashable, Sendable, Codable {
    public var overlays: [OverlayReport]

    public init(overlays: [OverlayReport]) {
        self.overlays = overlays
    }
}

extension OverlayReport: Codable {
    /// Takes what is there: the daemon has checked it.
    private struct Members: FieldReader {
        let json: JSONValue

        func value(of rule: FieldRule) -> JSONValue? { json[rule.name] }
    }

    public init(from decoder: any Decoder) throws {
        let json = try JSONValue(from: decoder)
        guard let id = json["id"]?.stringValue else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "An overlay has no id.")
            )
        }
        self.init(
            id: id,
            fields: FieldValues(Members(json: json)),
            reason: json["reason"]?.stringValue
        )
    }

    public func encode(to encoder: any Encoder) throws {
        var members = fields.members
        members["id"] = .string(id)
        members["reason"] = reason.map { .string($0) }
        try JSONValue.object(members).encode(to: encoder)
    }
}

/// What a message to those in front of the screen may say.
public struct MessageFields: FieldList {
    public static let all = Self()

    private static let textLimit = 300

    public let text = Field.text(
        "text",
        like: #"^(?=[\s\S]*[^\s\u0000-\u001f\u007f-\u009f\ufeff])[\s\S]{1,\#(textLimit)}$"#,
        accepting: "1 to \(textLimit) characters, not blanks alone",
        "What it says"
    ) { text in
        (1...textLimit).contains(text.unicodeScalars.count)
            && text.unicodeScalars.contains { !isBlank($0) }
    }
    public let seconds = Field.number("seconds", 0.5...3600, "For how many seconds it is shown")
    public let level = Field.choice("level", ["info", "warning"], "How urgent it is")

    public var rules: [FieldRule] { [text.rule, seconds.rule, level.rule] }

    /// White space, control characters and the mark of files.
    private static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F...0x9F, 0xFEFF: true
        default: scalar.properties.isWhitespace
        }
    }
}

/// The messages that are shown, and wait to be.
public struct MessageList: Hashable, Sendable, Codable {
    /// Those that there can be at once.
    public static let limit = 16

    /// What is shown; nil while nothing is.
    public var shown: String?
    /// How many wait for their turn.
    public var waiting: Int
    /// Whether what is shown is not seen, or not whole, and why; nil where nothing is known to be
    /// wrong.
    public var reason: String?

    public init(shown: String?, waiting: Int, reason: String? = nil) {
        self.shown = shown
        self.waiting = waiting
        self.reason = reason
    }
}
