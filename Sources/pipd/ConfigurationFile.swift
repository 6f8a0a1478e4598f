internal import Ingest
internal import Media
internal import Presentation

/// What a configuration file says. A field the file leaves out is nil.
struct ConfigurationFile {
    var outputKind: PlacedText?
    var mode: PlacedText?
    var rotation = Rotation.none
    var compositor: String?
    var maxFPS: Double?
    var main: PlacedText?
    var pip = PIPSection()
    /// Whether pictures in place of lost streams say why, unless a stream says otherwise.
    var tellsReasons: Bool?
    var images = ImagesSection()
    var streams: [StreamSection] = []

    /// The section `pip`.
    struct PIPSection {
        var stream: PlacedText?
        var isEnabled: Bool?
        var placement = PIPPlacement()
    }

    /// The section `images`.
    struct ImagesSection {
        var library: String?
        var directories: [String] = []
    }

    /// One entry of `streams`.
    struct StreamSection {
        var id: StreamID
        var url: AddressText
        /// `FILE:LINE`, for messages.
        var location: String
        var loops = false
        var transport: String?
        var timeoutSeconds: Double?
        var threads: Int?
        var isLive: Bool?
        var keepsWarm = false
        /// Nil leaves it at `full`.
        var decoding: String?
        /// Seconds of the past that are kept for screenshots.
        var lookbackSeconds: Double?
        /// Whether the picture in its place says why it is lost.
        var tellsReason: Bool?
        /// A camera's picture size, rate and format; nil leaves them to pipd.
        var size: PixelSize?
        var rate: Hertz?
        var format: String?
    }

    /// Reads a file's text.
    ///
    /// - Parameters:
    ///   - text: YAML.
    ///   - name: The file's name, for messages.
    /// - Returns: What the file sets.
    /// - Throws: `ConfigurationError` naming the line and what would be accepted.
    static func parse(_ text: String, name: String) throws(ConfigurationError) -> Self {
        let text = withoutByteOrderMark(text)
        try ConfigurationBounds.check(text, name: name)
        let root: YAMLNode?
        do throws(YAMLParser.Failure) {
            root = try YAMLParser.parse(text)
        } catch {
            throw ConfigurationError(error, file: name)
        }
        var file = Self()
        guard let root, !root.isNull else { return file }
        let section = try ConfigurationSection(root, name: "the file", file: name)
        try section.accept([
            "output", "compositor", "max_fps", "main", "pip", "placeholder", "images", "streams",
        ])
        if let output = try section.section("output") { try file.readOutput(output) }
        file.compositor = try section.word(
            "compositor",
            among: ["auto", "planes", "gles", "cpu"]
        )
        file.maxFPS = try section.number("max_fps", in: 0...1000)
        file.main = try section.placed("main")
        if let pip = try section.section("pip") { try file.readPIP(pip) }
        file.tellsReasons = try Self.readPlaceholder(section)
        if let images = try section.section("images") { try file.readImages(images) }
        if let streams = try section.section("streams") { try file.readStreams(streams) }
        return file
    }

    /// Some editors begin every file with one, and libyaml knows it only where it finds the
    /// encoding out by itself.
    private static func withoutByteOrderMark(_ text: String) -> String {
        text.unicodeScalars.first == "\u{FEFF}" ? String(text.unicodeScalars.dropFirst()) : text
    }

    private mutating func readOutput(_ section: ConfigurationSection) throws(ConfigurationError) {
        try section.accept(["kind", "mode", "rotation"])
        outputKind = try section.placed("kind")
        mode = try section.placed("mode")
        guard let degrees = try section.placed("rotation") else { return }
        guard let number = Int32(degrees.text), let rotation = Rotation(rawValue: number) else {
            throw section.error("rotation", "is \(quoted(degrees.text)); accepted: 0, 90, 180, 270")
        }
        self.rotation = rotation
    }

    private mutating func readPIP(_ section: ConfigurationSection) throws(ConfigurationError) {
        try section.accept([
            "stream", "enabled", "corner", "x", "y", "size", "margin", "border", "radius",
            "opacity", "gravity", "aspect",
        ])
        pip.stream = try section.placed("stream")
        pip.isEnabled = try section.boolean("enabled")
        let standard = PIPPlacement()
        var style = standard.style
        if let border = try section.integer("border", in: 0...256) {
            style.borderWidth = Int32(border)
        }
        if let radius = try section.integer("radius", in: 0...256) {
            style.cornerRadius = Int32(radius)
        }
        style.opacity = try section.number("opacity", in: 0...1) ?? style.opacity
        pip.placement = PIPPlacement(
            position: try Self.readPosition(section) ?? standard.position,
            size: try section.number("size", in: PIPPlacement.sizes) ?? standard.size,
            margin: try section.number("margin", in: PIPPlacement.margins) ?? standard.margin,
            style: style,
            aspect: try Self.readAspect(section) ?? standard.aspect,
            gravity: try section.word("gravity", among: VideoGravity.allCases.map(\.rawValue))
                .flatMap(VideoGravity.init) ?? standard.gravity
        )
    }

    private static func readAspect(
        _ section: ConfigurationSection
    ) throws(ConfigurationError) -> WindowAspect? {
        guard let text = try section.string("aspect") else { return nil }
        guard let aspect = WindowAspect(text) else {
            throw section.error(
                "aspect",
                "is \(quoted(text)); accepted: source, or W:H such as 16:9"
            )
        }
        return aspect
    }

    private static func readPosition(
        _ section: ConfigurationSection
    ) throws(ConfigurationError) -> PIPPlacement.Position? {
        let x = try section.number("x", in: 0...1)
        let y = try section.number("y", in: 0...1)
        let corner = try section.word("corner", among: Corner.allCases.map(\.rawValue))
        if let x, let y, corner == nil { return .free(x: x, y: y) }
        guard x == nil, y == nil else {
            throw section.error("x", "needs y beside it and no corner")
        }
        return corner.flatMap(Corner.init).map { .corner($0) }
    }

    private static func readPlaceholder(
        _ section: ConfigurationSection
    ) throws(ConfigurationError) -> Bool? {
        guard let placeholder = try section.section("placeholder") else { return nil }
        try placeholder.accept(["detail"])
        return try placeholder.boolean("detail")
    }

    private mutating func readImages(_ section: ConfigurationSection) throws(ConfigurationError) {
        try section.accept(["library", "directories"])
        func directory(_ text: String, _ key: String) throws(ConfigurationError) -> String {
            if let path = ImageSettings.plain(text) { return path }
            throw section.error(
                key,
                "is \(quoted(text)); accepted: an absolute path without . and .."
            )
        }
        if let text = try section.string("library") {
            images.library = try directory(text, "library")
        }
        for text in try section.strings("directories") ?? [] {
            images.directories.append(try directory(text, "directories"))
        }
    }

    private mutating func readStreams(_ section: ConfigurationSection) throws(ConfigurationError) {
        for entry in section.entries {
            guard let id = StreamID(entry.key) else {
                throw section.error(
                    entry.key,
                    "is no stream ID; accepted: 1 to 64 of letters, digits, . _ and -"
                )
            }
            streams.append(try Self.readStream(id, section.section(entry)))
        }
    }

    private static func readStream(
        _ id: StreamID,
        _ section: ConfigurationSection
    ) throws(ConfigurationError) -> StreamSection {
        try section.accept([
            "url", "loop", "transport", "timeout", "size", "fps", "format", "threads", "live",
            "keep_warm", "lookback", "decoding", "placeholder",
        ])
        guard let url = try section.string("url") else {
            throw section.error(nil, "has no url")
        }
        var stream = StreamSection(
            id: id,
            url: AddressText(url),
            location: section.location(of: "url")
        )
        try stream.readCamera(section)
        stream.loops = try section.boolean("loop") ?? false
        stream.transport = try section.word("transport", among: ["auto", "tcp", "udp"])
        stream.timeoutSeconds = try section.number("timeout", in: 0.1...600)
        stream.threads = try section.integer("threads", in: 1...16)
        stream.isLive = try section.boolean("live")
        stream.keepsWarm = try section.boolean("keep_warm") ?? false
        stream.decoding = try section.word(
            "decoding",
            among: StreamConfiguration.Decoding.allCases.map(\.rawValue)
        )
        stream.lookbackSeconds = try section.number("lookback", in: 0...60)
        stream.tellsReason = try readPlaceholder(section)
        return stream
    }
}

extension ConfigurationFile.StreamSection {
    fileprivate mutating func readCamera(
        _ section: ConfigurationSection
    ) throws(ConfigurationError) {
        let isCamera = (try? SourceAddress.parse(url))?.isCamera ?? false
        for key in ["size", "fps", "format"] where section.contains(key) && !isCamera {
            throw section.error(key, "is for cameras only, and \(url) is none")
        }
        if let text = try section.string("size") {
            guard let size = PixelSize(text: text) else {
                throw section.error("size", "is \(quoted(text)); accepted: WxH, 16x16 to 8192x8192")
            }
            self.size = size
        }
        if let text = try section.string("fps") {
            guard let rate = Hertz(text: text), (1...240).contains(rate.value) else {
                throw section.error("fps", "is \(quoted(text)); accepted: a number from 1 to 240")
            }
            self.rate = rate
        }
        let name = try section.word("format", among: CameraCode.names)
        format = name == "auto" ? nil : name
    }
}

extension PixelSize {
    /// Reads `1280x720`; nil outside 16x16 to 8192x8192.
    fileprivate init?(text: String) {
        let sides = text.split(separator: "x", omittingEmptySubsequences: false).map { Int32($0) }
        guard sides.count == 2, let width = sides[0], let height = sides[1],
            (16...8192).contains(width), (16...8192).contains(height)
        else { return nil }
        self.init(width: width, height: height)
    }
}

extension ConfigurationError {
    /// What the YAML parser says, at the line it says it of.
    fileprivate init(_ failure: YAMLParser.Failure, file: String) {
        switch failure {
        case .excess(let excess, let line):
            self.init(location: "\(file):\(line)", message: ConfigurationBounds.message(excess))
        case .syntax(let problem, let line):
            let place = line.map { "\(file):\($0)" } ?? file
            self.init(location: place, message: "not valid YAML: \(problem)")
        }
    }
}
