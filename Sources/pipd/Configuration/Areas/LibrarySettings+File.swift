internal import Media
internal import MediaLink
internal import Platform

extension LibrarySettings {
    /// What the section `library` says.
    ///
    /// - Parameters:
    ///   - section: It.
    ///   - images: What `images.library` says, as `ImageSettings.plain` makes it.
    /// - Throws: `ConfigurationError` naming the line and what would be accepted.
    init(
        _ section: ConfigurationSection,
        images: String?
    ) throws(ConfigurationError) {
        try section.accept([
            "roots", "poll", "exclude", "watch", "time_zone", "selection", "thumbnails", "exports",
        ])
        self.init()
        try readRoots(section)
        poll = try section.integer("poll", in: Self.pollSeconds) ?? poll
        switch try section.string("watch") {
        case nil, "auto": watch = .auto
        case "never": watch = .most(0)
        case .some(let text):
            guard let count = Int(text), Self.mostWatches.contains(count) else {
                throw section.error(
                    "watch",
                    "is \(quoted(text)); accepted: auto, never, or how many folders at most"
                )
            }
            watch = .most(count)
        }
        if let patterns = try section.strings("exclude") { exclude = patterns }
        guard exclude.count <= Self.mostPatterns, exclude.allSatisfy({ !$0.isEmpty }) else {
            throw section.error(
                "exclude",
                "is not accepted; accepted: up to \(Self.mostPatterns) patterns such as \"*.tmp\""
            )
        }
        if let rule = try section.section("selection") { selection = try SelectionRule(rule) }
        if let rule = try section.section("thumbnails") {
            thumbnails = try ThumbnailSettings(rule)
        }
        timeZone = try Self.timeZone(section)
        exports = try Self.exports(section)
        if let images { try add(images: images, section) }
    }

    private mutating func readRoots(_ section: ConfigurationSection) throws(ConfigurationError) {
        for element in try section.elements("roots", acceptsOne: true) ?? [] {
            switch element {
            case .text(let text): roots.append(try root(text.text, section))
            case .section(let entry):
                try entry.accept(["path", "quicktime"])
                guard let text = try entry.string("path") else {
                    throw entry.error(nil, "has a folder without path")
                }
                let path = try root(text, section)
                roots.append(path)
                let times = try entry.word("quicktime", among: ["utc", "local"])
                if times == "local" { localMovies.append(path) }
            }
        }
        guard !roots.isEmpty else {
            throw section.error(nil, "has no roots; accepted: a list such as [/srv/media]")
        }
        guard roots.count <= Self.mostRoots else {
            throw section.error("roots", "has more than the \(Self.mostRoots) accepted")
        }
    }

    /// The path that one more root has.
    private func root(
        _ text: String,
        _ section: ConfigurationSection
    ) throws(ConfigurationError) -> String {
        guard let path = ImageSettings.plain(text), path != "/" else {
            throw section.error(
                "roots",
                "has \(quoted(text)); accepted: absolute paths without . and .., other than /"
            )
        }
        if let other = roots.first(where: { Self.overlap($0, path) }) {
            throw section.error(
                "roots",
                "has \(quoted(path)) and \(quoted(other)), of which one is in the other; accepted: "
                    + "folders beside each other"
            )
        }
        return path
    }

    /// What pipd takes is in the library: where it is saved is a root, unless it is in one.
    private mutating func add(
        images: String,
        _ section: ConfigurationSection
    ) throws(ConfigurationError) {
        takenHere = images
        if roots.contains(where: { Self.holds($0, images) }) { return }
        if let root = roots.first(where: { images == "/" || Self.holds(images, $0) }) {
            throw section.error(
                "roots",
                "has \(quoted(root)), which is in images.library, \(quoted(images)); accepted: folders "
                    + "beside or above that"
            )
        }
        roots.append(images)
    }

    /// Takes in where the service saves images as long as the configuration does not say: what pipd
    /// takes is in the library, as if it did. Above a root it is left out, since nobody asked for it.
    ///
    /// - Parameter images: As `ImageSettings.plain` makes it.
    mutating func add(usualImages images: String) {
        guard !roots.isEmpty, images != "/",
            !roots.contains(where: { $0 != images && Self.holds(images, $0) })
        else { return }
        takenHere = images
        if !roots.contains(where: { Self.holds($0, images) }) { roots.append(images) }
    }

    private static func timeZone(
        _ section: ConfigurationSection
    ) throws(ConfigurationError) -> String? {
        guard let name = try section.string("time_zone"), name != "local" else { return nil }
        guard TimeZoneName.isKnown(name) else {
            throw section.error(
                "time_zone",
                "is \(quoted(name)), which this machine does not know; accepted: local, UTC, or a name "
                    + "such as Europe/Berlin (`timedatectl list-timezones`)"
            )
        }
        return name
    }

    private static func exports(
        _ section: ConfigurationSection
    ) throws(ConfigurationError) -> [String] {
        var exports: [String] = []
        for text in try section.strings("exports") ?? [] {
            guard let path = ImageSettings.plain(text), path != "/" else {
                throw section.error(
                    "exports",
                    "has \(quoted(text)); accepted: absolute paths without . and .., other than /"
                )
            }
            exports.append(path)
        }
        guard exports.count <= mostExportDirectories else {
            throw section.error("exports", "has more than the \(mostExportDirectories) accepted")
        }
        return exports
    }

    private static func overlap(_ path: String, _ other: String) -> Bool {
        holds(path, other) || holds(other, path)
    }

    /// Whether a path is that folder's, or beneath it.
    private static func holds(_ folder: String, _ path: String) -> Bool {
        (path + "/").hasPrefix(folder + "/")
    }
}

extension SelectionRule {
    /// What the section `selection` says.
    ///
    /// - Throws: `ConfigurationError` naming the line and what would be accepted.
    fileprivate init(_ section: ConfigurationSection) throws(ConfigurationError) {
        try section.accept(["min", "max", "image"])
        self.init()
        func milliseconds(
            _ key: String,
            in range: ClosedRange<Double>
        ) throws(ConfigurationError) -> Int64? {
            try section.number(key, in: range).map { Int64(($0 * 1_000).rounded()) }
        }
        least = try milliseconds("min", in: Self.boundSeconds) ?? least
        most = try milliseconds("max", in: Self.boundSeconds) ?? most
        image = try milliseconds("image", in: Self.imageSeconds) ?? image
        guard least <= most else {
            let rule: MessageText = "is \(least) ms, and max \(most) ms; accepted: the same or less"
            throw section.error("min", rule)
        }
    }
}

extension ThumbnailSettings {
    /// What the section `thumbnails` says.
    ///
    /// - Throws: `ConfigurationError` naming the line and what would be accepted.
    fileprivate init(_ section: ConfigurationSection) throws(ConfigurationError) {
        try section.accept(["budget", "workers"])
        self.init()
        budget = try section.bytes("budget", in: Self.budgets) ?? budget
        workers = try section.integer("workers", in: 1...Self.mostWorkers) ?? workers
    }
}
