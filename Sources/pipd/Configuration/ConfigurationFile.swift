internal import ControlAPI
internal import Ingest
internal import Media
internal import MediaLink
internal import Pipeline
internal import Platform
internal import Presentation

/// What a configuration file says. A field the file leaves out is nil.
struct ConfigurationFile {
    /// Whether there is nothing in it.
    var isEmpty = false
    var outputKind: PlacedText?
    var mode: PlacedText?
    var rotation = Rotation.none
    var compositor: CompositorKind?
    var maxFPS: Double?
    var main: PlacedText?
    /// How the picture fills the main view.
    var gravity: VideoGravity?
    var transition: ViewTransition?
    var pip = PIPSection()
    /// What is shown in place of lost streams, unless a stream says otherwise.
    var placeholder = FieldValues<PlaceholderFields>()
    var images = ImagesSection()
    var streams: [StreamSection] = []
    var playlists: [PlaylistSection] = []
    var preload = PreloadSetting()
    /// By their IDs.
    var feeds: [String: FeedDefinition] = [:]
    var mediaLibrary = LibrarySettings()
    var web = WebSettings()
    /// nil without a broker.
    var mqtt: MQTTSettings?
    /// By their IDs.
    var overlays: [String: FieldValues<OverlayFields>] = [:]

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
        var address: SourceAddress
        var fields: FieldValues<StreamFields>
        /// `FILE:LINE`, for messages.
        var location: String
    }

    /// One entry of `playlists`.
    struct PlaylistSection {
        var playlist: PlaylistConfiguration
        /// `FILE:LINE`, for messages.
        var location: String
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
        guard let root, !root.isNull else {
            file.isEmpty = true
            return file
        }
        let section = try ConfigurationSection(root, name: "the file", file: name)
        try section.accept([
            "output", "compositor", "max_fps", "main", "gravity", "transition", "pip",
            "placeholder",
            "images", "streams", "playlists", "preload", "feeds", "library", "web", "overlays",
            "mqtt",
        ])
        if let output = try section.section("output") { try file.readOutput(output) }
        file.compositor = try section.choice("compositor")
        file.maxFPS = try section.number("max_fps", in: Settings.rates)
        file.main = try section.placed("main")
        let looks = ViewFields.all
        file.gravity = try section.value(of: looks.gravity.rule)?.stringValue
            .flatMap(VideoGravity.init)
        file.transition = try section.value(of: looks.transition.rule)?.stringValue
            .flatMap(ViewTransition.init)
        if let pip = try section.section("pip") { try file.readPIP(pip) }
        file.placeholder =
            try section.value(of: StreamFields.all.placeholder.rule)
            .flatMap(FieldValues.init) ?? file.placeholder
        if let images = try section.section("images") { try file.readImages(images) }
        if let streams = try section.section("streams") { try file.readStreams(streams) }
        if let playlists = try section.section("playlists") { try file.readPlaylists(playlists) }
        if let preload = try section.section("preload") {
            file.preload = try PreloadSetting(preload)
        }
        if let feeds = try section.section("feeds") { try file.readFeeds(feeds) }
        if let library = try section.section("library") {
            file.mediaLibrary = try LibrarySettings(library, images: file.images.library)
        }
        if let web = try section.section("web") { file.web = try WebSettings(web) }
        if let mqtt = try section.section("mqtt") {
            file.mqtt = try MQTTSettings(
                mqtt,
                ProcessEnvironment.current(),
                machine: MachineName.current
            )
        }
        if let overlays = try section.section("overlays") { try file.readOverlays(overlays) }
        return file
    }

    private mutating func readOverlays(
        _ section: ConfigurationSection
    ) throws(ConfigurationError) {
        guard section.entries.count <= OverlayReport.limit else {
            throw section.error(nil, "has more than the \(OverlayReport.limit) accepted")
        }
        for entry in section.entries {
            overlays[try section.id(entry, of: "overlay").name] = try FieldValues(
                entry,
                in: section
            )
        }
    }

    private mutating func readPlaylists(
        _ section: ConfigurationSection
    ) throws(ConfigurationError) {
        for entry in section.entries {
            playlists.append(
                PlaylistSection(
                    playlist: try PlaylistConfiguration(entry, in: section),
                    location: section.location(of: entry.key)
                )
            )
        }
    }

    private mutating func readFeeds(_ section: ConfigurationSection) throws(ConfigurationError) {
        guard section.entries.count <= FeedDefinition.mostFeeds else {
            throw section.error(nil, "has more than the \(FeedDefinition.mostFeeds) accepted")
        }
        for entry in section.entries {
            feeds[try section.id(entry, of: "feed").name] = try FeedDefinition(entry, in: section)
        }
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
        try section.accept(["stream"] + PIPFields.all.rules.map(\.name))
        pip.stream = try section.placed("stream")
        let window = PIPPatch(try FieldValues(section))
        // Unlike a client, a file does not say where the window was.
        guard (window.x == nil) == (window.y == nil), window.x == nil || window.corner == nil else {
            throw section.error("x", "needs y beside it and no corner")
        }
        pip.isEnabled = window.enabled
        pip.placement = ViewPatching.placement(pip.placement, window)
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
            streams.append(try Self.readStream(section.id(entry), section.section(entry)))
        }
    }

    private static func readStream(
        _ id: StreamID,
        _ section: ConfigurationSection
    ) throws(ConfigurationError) -> StreamSection {
        try section.accept(["url"] + StreamFields.all.rules.map(\.name))
        guard let url = try section.string("url") else {
            throw section.error(nil, "has no url")
        }
        let location = section.location(of: "url")
        let address = try ConfigurationError.address(url, at: location)
        let fields: FieldValues<StreamFields> = try FieldValues(section)
        if let refusal = CameraRule.refusal(of: fields, at: address) {
            throw section.error(refusal.field, refusal.reason)
        }
        return StreamSection(id: id, address: address, fields: fields, location: location)
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
