internal import ControlAPI
internal import Ingest
internal import Media
internal import MediaLink
internal import Pipeline
internal import Platform
internal import Presentation

/// What the daemon is to do: the command line over the configuration file over
/// the defaults.
struct Settings {
    var pipeline = PipelineConfiguration()
    var streams: [StreamConfiguration] = []
    private(set) var playlists: [PlaylistConfiguration] = []
    /// What the media process is told.
    private(set) var media = MediaSettings(library: LibrarySettings())
    /// The streams that the command line named, by `--stream` or `--main`.
    private(set) var asked: [StreamID] = []
    private(set) var view = ViewState()
    /// In place of lost streams of which the file says nothing else.
    private(set) var placeholder = PlaceholderStyle()
    /// The files that placeholders show, each with where it is named.
    var placeholderImages: [String: String] {
        let own = streams.compactMap { stream in
            stream.placeholder.image.map { ($0, "streams.\(stream.id).placeholder") }
        }
        let usual = placeholder.image.map { [($0, "placeholder")] } ?? []
        return Dictionary(usual + own) { first, _ in first }
    }
    /// What lies over the picture, by ID.
    private(set) var overlays: [String: FieldValues<OverlayFields>] = [:]
    var web = WebSettings()
    /// The broker; nil without one.
    private(set) var mqtt: MQTTSettings?
    var images = ImageSettings()
    /// The library that somebody wants to have, unlike the one that is there without being
    /// asked for.
    private(set) var configuredLibrary: String?
    /// Whether there is nothing in the configuration file.
    private(set) var isFileEmpty = false

    /// The most pictures that may be shown in a second; zero: any number.
    static let rates = 0.0...1000

    /// Puts both together.
    ///
    /// - Parameters:
    ///   - arguments: The command line.
    ///   - file: The configuration file; its messages name lines, these name options.
    ///   - present: Streams that clients have made, which can be shown as well.
    /// - Throws: `ConfigurationError` naming the option or stream and what would be accepted.
    init(
        _ arguments: Arguments,
        over file: ConfigurationFile,
        present: Set<StreamID> = []
    ) throws(ConfigurationError) {
        playlists = file.playlists.map(\.playlist)
        overlays = file.overlays
        placeholder = PlaceholderWish(file.placeholder).over(PlaceholderStyle())
        media = MediaSettings(feeds: file.feeds, library: file.mediaLibrary)
        var resolver = try StreamResolver(
            file: file,
            present: present.union(playlists.map(\.id)),
            digests: arguments.frameHash
        )
        var named: [StreamID] = []
        for text in arguments.streams {
            named.append(try resolver.resolve(text, option: "--stream"))
        }
        asked = named
        var chosenMain: StreamID?
        if let text = arguments.main {
            let main = try resolver.resolve(text, option: "--main")
            chosenMain = main
            asked.append(main)
        }
        if chosenMain == nil { chosenMain = arguments.pip ? named.dropFirst().first : named.first }
        if chosenMain == nil, let main = file.main {
            chosenMain = try resolver.resolve(main.text, option: main.location)
        }
        let isDemoImplied = chosenMain == nil
        if isDemoImplied { chosenMain = try resolver.resolve("demo", option: "main") }
        view.main = chosenMain
        view.gravity = file.gravity ?? view.gravity
        view.transition = file.transition ?? view.transition
        view.placement = file.pip.placement
        if let pip = file.pip.stream {
            view.pip = try resolver.resolve(pip.text, option: pip.location)
        }
        view.isPIPEnabled = file.pip.isEnabled ?? false
        if arguments.pip {
            view.pip = named.first ?? view.pip
            if view.pip == nil { view.pip = try resolver.resolve("demo", option: "--pip") }
            view.isPIPEnabled = true
        }
        streams = resolver.streams
        try checkCount(file, isDemoImplied: isDemoImplied)
        images = ImageSettings.standard(ProcessEnvironment.current())
        configuredLibrary = file.images.library
        if configuredLibrary == nil, images.isServices, let usual = images.library {
            media.library.add(usualImages: usual)
        }
        images.library = configuredLibrary ?? images.library
        images.directories = file.images.directories
        isFileEmpty = file.isEmpty
        try readOutput(arguments, file)
        try readPacing(arguments, file)
        web = file.web
        mqtt = file.mqtt
        guard arguments.listen == nil else {
            throw ConfigurationError(
                location: "--listen",
                message: "is no option any more; accepted: web: { listen: HOST:PORT } in the"
                    + " configuration, with tokens that pipctl token create makes"
            )
        }
    }

    private func checkCount(
        _ file: ConfigurationFile,
        isDemoImplied: Bool
    ) throws(ConfigurationError) {
        if let playlist = file.playlists.dropFirst(Pipeline.playlistLimit).first {
            throw ConfigurationError(
                location: playlist.location,
                message: "there are \(file.playlists.count) playlists; accepted: up to"
                    + " \(Pipeline.playlistLimit)"
            )
        }
        for section in file.playlists
        where streams.contains(where: { $0.id == section.playlist.id }) {
            throw ConfigurationError(
                location: section.location,
                message: "\(section.playlist.id) is a stream's ID too; accepted: one of its own"
            )
        }
        let limit = Pipeline.streamLimit - playlists.count
        guard streams.count > limit else { return }
        // The first one that is too many, unless that is the demo which nobody wrote.
        let isDemoOneOfThem = isDemoImplied && !file.streams.contains { $0.id.name == "demo" }
        let first = file.streams.dropFirst(limit).first ?? (isDemoImplied ? file.streams.last : nil)
        let demo: MessageText =
            isDemoOneOfThem ? " with demo, which main is while it names no other" : ""
        throw ConfigurationError(
            location: first?.location ?? "--stream",
            message: "there are \(streams.count) streams\(demo); accepted: up to \(limit)"
        )
    }

    /// Of all that can be shown.
    var ids: [StreamID] { streams.map(\.id) + playlists.map(\.id) }

    private mutating func readOutput(
        _ arguments: Arguments,
        _ file: ConfigurationFile
    ) throws(ConfigurationError) {
        let option = arguments.output.map { PlacedText(text: $0, location: "--output") }
        let kind = option ?? file.outputKind ?? PlacedText(text: "auto", location: "--output")
        pipeline.output = try OutputSetting.parse(
            kind,
            mode: file.mode,
            rotation: file.rotation
        )
        guard let name = arguments.compositor else {
            pipeline.compositor = file.compositor ?? pipeline.compositor
            return
        }
        guard let compositor = CompositorKind(rawValue: name) else {
            let accepted = CompositorKind.allCases.map(\.rawValue).joined(separator: ", ")
            throw ConfigurationError(
                location: "--compositor",
                message: "is \(quoted(name)); accepted: \(accepted)"
            )
        }
        pipeline.compositor = compositor
    }

    private mutating func readPacing(
        _ arguments: Arguments,
        _ file: ConfigurationFile
    ) throws(ConfigurationError) {
        if let text = arguments.maxFPS {
            guard let rate = Double(text), Self.rates.contains(rate) else {
                throw ConfigurationError(
                    location: "--max-fps",
                    message: "is \(quoted(text)); accepted: a number from 0 (no cap) to"
                        + " \(Int(Self.rates.upperBound))"
                )
            }
            pipeline.maximumRate = Self.hertz(rate)
        } else if let rate = file.maxFPS {
            pipeline.maximumRate = Self.hertz(rate)
        }
        if let seconds = arguments.duration {
            guard seconds > 0, seconds <= 1e9 else {
                throw ConfigurationError(
                    location: "--duration",
                    message: "is \(seconds); accepted: more than 0 seconds, up to 1000000000"
                )
            }
            pipeline.duration = .seconds(seconds)
        }
        pipeline.once = arguments.once
        pipeline.clock = arguments.clock == .virtual ? .virtual : .realtime
        readMemory(ProcessEnvironment.current())
        pipeline.preloadBytes = file.preload.bytes ?? pipeline.preloadBytes
        pipeline.itemVariant = file.preload.variant ?? pipeline.itemVariant
        if pipeline.clock == .virtual, case .kms = pipeline.output {
            throw ConfigurationError(
                location: "--clock",
                message: "is virtual, and displays keep their own time; accepted with it:"
                    + " --output headless[:WxH@R]"
            )
        }
    }

    /// Whether playlists go on where they were: where that is kept, and time is that of people.
    private mutating func readMemory(_ environment: [String: String]) {
        guard MediaPlace.standard(environment).directory != nil, !pipeline.once,
            pipeline.clock == .realtime
        else { return }
        let seconds = environment["PIPD_PLAYLIST_PATIENCE"].flatMap(Double.init)
        pipeline.playlistPatience =
            seconds.flatMap { (0...600).contains($0) ? .seconds($0) : nil }
            ?? PipelineConfiguration.usualPlaylistPatience
    }

    /// A rate to a thousandth; nil for zero: no cap.
    private static func hertz(_ rate: Double) -> Hertz? {
        rate == rate.rounded()
            ? Hertz(numerator: Int32(rate))
            : Hertz(numerator: Int32((rate * 1000).rounded()), denominator: 1000)
    }
}

/// What is made at the start, and stays until the end.
extension Settings {
    /// The keys of the file whose values only a restart puts in force.
    ///
    /// - Parameter running: What the daemon runs with.
    /// - Returns: Those that are different.
    func keysForARestart(over running: Settings) -> [String] {
        let (new, old) = (pipeline, running.pipeline)
        let differences = [
            "output": new.output != old.output, "compositor": new.compositor != old.compositor,
            "max_fps": new.maximumRate != old.maximumRate,
            "preload": new.preloadBytes != old.preloadBytes || new.itemVariant != old.itemVariant,
            "web": web != running.web,
        ]
        return differences.filter(\.value).keys.sorted()
    }

    /// Such as `max_fps and web change with a restart only`.
    static func needOfRestart(_ keys: [String]) -> String {
        let verb = keys.count == 1 ? "changes" : "change"
        return "\(keys.joined(separator: " and ")) \(verb) with a restart only"
    }
}
