internal import ArgumentParser
internal import ControlAPI

extension ArgumentHelp {
    /// A field's own words.
    init(_ rule: FieldRule, valueName: String? = nil) {
        self.init(rule.help, valueName: valueName)
    }
}

/// The members of an object as one word: `group=wall,epoch=2026-01-01T00:00:00Z`. Whether they
/// are accepted is for the daemon to say, but for their names. What names none goes on with the
/// text before: `text=Back soon, we hope`.
struct MemberWords<Fields: FieldList>: FieldReader {
    private var members: [String: String] = [:]

    /// - Throws: `ValidationError` that says what would be accepted.
    init(_ argument: String) throws {
        var last: String?
        for part in argument.split(separator: ",", omittingEmptySubsequences: false) {
            let name = String(part.prefix { $0 != "=" })
            if name.count < part.count {
                let value = String(part.dropFirst(name.count + 1))
                guard Fields.all.rules.contains(where: { $0.name == name }) else {
                    throw Self.isUnknown(name)
                }
                guard members.updateValue(value, forKey: name) == nil else {
                    throw ValidationError("'\(name)' is given twice; accepted: once.")
                }
                last = name
            } else {
                guard let last else { throw Self.isUnknown(name) }
                members[last, default: ""] += ",\(part)"
            }
        }
    }

    private static func isUnknown(_ name: String) -> ValidationError {
        let names = Fields.all.rules.map(\.name).joined(separator: ", ")
        return ValidationError(
            "'\(name)' is none of \(names). Accepted: NAME=VALUE, with a comma before the next"
                + (hasText ? "; a text may have commas, but no = behind one." : ".")
        )
    }

    /// Whether a member accepts commas.
    private static var hasText: Bool {
        Fields.all.rules.contains { !$0.accepted.isEmpty && $0.accepts("a,b") }
    }

    func value(of rule: FieldRule) -> JSONValue? {
        guard let text = members[rule.name] else { return nil }
        if case .flag = rule.kind, let flag = Bool(text) { return .boolean(flag) }
        return .string(text)
    }
}

/// What a stream is told besides its address.
struct StreamOptions: ParsableArguments {
    private static let all = StreamFields.all

    @Flag(help: ArgumentHelp(all.loop.rule)) var loop = false
    @Option(help: ArgumentHelp(all.transport.rule)) var transport: String?
    @Option(help: ArgumentHelp(all.timeout.rule)) var timeout: Double?
    @Option(help: ArgumentHelp(all.size.rule)) var size: String?
    @Option(help: ArgumentHelp(all.fps.rule)) var fps: Double?
    @Option(help: ArgumentHelp(all.format.rule)) var format: String?
    @Option(help: ArgumentHelp(all.threads.rule)) var threads: Int?
    @Flag(inversion: .prefixedNo, exclusivity: .exclusive, help: ArgumentHelp(all.live.rule))
    var live: Bool?
    @Flag(help: ArgumentHelp(all.keepWarm.rule)) var keepWarm = false
    @Option(help: ArgumentHelp(all.lookback.rule)) var lookback: Double?
    @Option(help: ArgumentHelp(all.decoding.rule)) var decoding: String?
    @Option(help: ArgumentHelp(all.variant.rule)) var variant: String?
    @Option(help: ArgumentHelp(all.sync.rule), transform: MemberWords.init(_:))
    var sync: MemberWords<SyncFields>?
    @Option(help: ArgumentHelp(all.placeholder.rule), transform: MemberWords.init(_:))
    var placeholder: MemberWords<PlaceholderFields>?

    /// What was said.
    var fields: FieldValues<StreamFields> {
        var fields = FieldValues<StreamFields>()
        fields.loop = loop ? true : nil
        fields.transport = transport
        fields.timeout = timeout
        fields.size = size
        fields.fps = fps
        fields.format = format
        fields.threads = threads
        fields.live = live
        fields.keepWarm = keepWarm ? true : nil
        fields.lookback = lookback
        fields.decoding = decoding
        fields.variant = variant
        fields.sync = sync.map { FieldValues($0) }
        fields.placeholder = placeholder.map { FieldValues($0) }
        return fields
    }
}

/// How the picture-in-picture window is to be.
struct WindowOptions: ParsableArguments {
    private static let all = PIPFields.all

    @Option(help: ArgumentHelp(all.corner.rule)) var corner: String?
    @Option(help: ArgumentHelp(all.size.rule)) var size: Double?
    @Option(help: ArgumentHelp(all.margin.rule)) var margin: Double?
    @Option(help: ArgumentHelp(all.x.rule)) var x: Double?
    @Option(help: ArgumentHelp(all.y.rule)) var y: Double?
    @Option(help: ArgumentHelp(all.border.rule)) var border: Int?
    @Option(help: ArgumentHelp(all.radius.rule)) var radius: Int?
    @Option(help: ArgumentHelp(all.opacity.rule)) var opacity: Double?
    @Option(help: ArgumentHelp(all.gravity.rule)) var gravity: String?
    @Option(help: ArgumentHelp(all.aspect.rule)) var aspect: String?

    /// What was said.
    var fields: FieldValues<PIPFields> {
        var fields = FieldValues<PIPFields>()
        fields.corner = corner
        fields.size = size
        fields.margin = margin
        fields.x = x
        fields.y = y
        fields.border = border
        fields.radius = radius
        fields.opacity = opacity
        fields.gravity = gravity
        fields.aspect = aspect
        return fields
    }
}

/// What lies over the picture.
struct OverlayOptions: ParsableArguments {
    private static let all = OverlayFields.all

    @Option(help: ArgumentHelp(all.text.rule)) var text: String?
    @Option(help: ArgumentHelp(all.clock.rule, valueName: "format")) var clock: String?
    @Option(help: ArgumentHelp(all.zone.rule)) var zone: String?
    @Option(help: ArgumentHelp(all.locale.rule)) var locale: String?
    @Option(help: ArgumentHelp(all.caption.rule, valueName: "view")) var caption: String?
    @Option(help: ArgumentHelp(all.image.rule, valueName: "path")) var image: String?
    @Option(help: ArgumentHelp(all.anchor.rule)) var anchor: String?
    @Option(help: ArgumentHelp(all.at.rule)) var at: String?
    @Option(help: ArgumentHelp(all.size.rule)) var size: Double?
    @Option(help: ArgumentHelp(all.margin.rule)) var margin: Double?
    @Option(help: ArgumentHelp(all.width.rule)) var width: Double?
    @Option(help: ArgumentHelp(all.color.rule)) var color: String?
    @Option(help: ArgumentHelp(all.background.rule)) var background: String?
    @Option(help: ArgumentHelp(all.opacity.rule)) var opacity: Double?

    /// What was said.
    var fields: FieldValues<OverlayFields> {
        var fields = FieldValues<OverlayFields>()
        fields.text = text
        fields.clock = clock
        fields.zone = zone
        fields.locale = locale
        fields.caption = caption
        fields.image = image
        fields.anchor = anchor
        fields.at = at
        fields.size = size
        fields.margin = margin
        fields.width = width
        fields.color = color
        fields.background = background
        fields.opacity = opacity
        return fields
    }
}

/// How a playlist is played.
struct PlaylistOptions: ParsableArguments {
    private static let all = PlaylistFields.all

    @Option(help: ArgumentHelp(all.loop.rule)) var loop: String?
    @Flag(inversion: .prefixedNo, exclusivity: .exclusive, help: ArgumentHelp(all.shuffle.rule))
    var shuffle: Bool?
    @Option(help: ArgumentHelp(all.imageDuration.rule)) var imageDuration: Double?
    @Option(help: ArgumentHelp(all.preload.rule)) var preload: Int?
    @Option(help: ArgumentHelp(all.sync.rule), transform: MemberWords.init(_:))
    var sync: MemberWords<SyncFields>?

    /// What was said.
    var fields: FieldValues<PlaylistFields> {
        var fields = FieldValues<PlaylistFields>()
        fields.loop = loop
        fields.shuffle = shuffle
        fields.imageDuration = imageDuration
        fields.preload = preload
        fields.sync = sync.map { FieldValues($0) }
        return fields
    }
}

/// How a feed is looked at.
struct FeedOptions: ParsableArguments {
    private static let all = FeedFields.all

    @Option(help: ArgumentHelp(all.refresh.rule)) var refresh: Int?
    @Option(help: ArgumentHelp(all.maxItems.rule)) var maxItems: Int?

    /// What was said.
    var fields: FieldValues<FeedFields> {
        var fields = FieldValues<FeedFields>()
        fields.refresh = refresh
        fields.maxItems = maxItems
        return fields
    }
}
