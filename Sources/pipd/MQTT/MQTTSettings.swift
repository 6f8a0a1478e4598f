internal import Control
internal import ControlAPI
internal import Glibc
internal import Media
internal import Platform

/// The broker, and what this pipd is called there: the section `mqtt`.
struct MQTTSettings: Hashable, Sendable {
    var host: String
    var port: Int
    /// Whether the broker is talked to over TLS.
    var isSecure: Bool
    var user: String?
    /// A path; the file is read at each attempt to connect.
    var passwordFile: String?
    /// A path; nil: the certificates that the system trusts.
    var authorities: String?
    /// What topics begin with.
    var base = "pipd"
    /// What topics of this pipd go on with.
    var id: String
    /// The groups whose commands are obeyed as well.
    var groups: [String] = []
    var image = Images.onDemand
    /// What topics of Home Assistant's discovery begin with; nil where it is told nothing.
    var discovery: String? = "homeassistant"

    /// How often a picture of the view is published.
    enum Images: Hashable, Sendable {
        /// Only when it is asked for.
        case never
        /// Then, and when all else is said.
        case onDemand
        /// The same, and after each such time.
        case every(Nanoseconds)
    }

    /// With more, topics would have more slashes than some brokers take.
    private static let mostBaseParts = 3
    private static let mostPasswordBytes = 4096
    /// Those that a system trusts are a quarter of it.
    private static let mostAuthorityBytes = 1 << 20
    /// Each is a subscription.
    private static let mostGroups = 16

    /// - Parameters:
    ///   - section: What the file says.
    ///   - environment: Where credentials are: `CREDENTIALS_DIRECTORY`, which the service manager
    ///     sets.
    ///   - machine: What the machine is called.
    /// - Throws: `ConfigurationError` naming the key and what would be accepted.
    init(
        _ section: ConfigurationSection,
        _ environment: [String: String],
        machine: String
    ) throws(ConfigurationError) {
        try section.accept([
            "url", "user", "password_file", "ca_file", "base", "id", "groups", "image",
            "discovery",
        ])
        (host, port, isSecure) = try Self.broker(section)
        user = try section.string("user")
        let folder = Self.folder(of: section.file, environment)
        passwordFile = try Self.path("password_file", in: section, folder)
        if passwordFile != nil, user == nil {
            throw section.error("password_file", "needs user beside it")
        }
        authorities = try Self.path("ca_file", in: section, folder)
        if authorities != nil, !isSecure {
            throw section.error("ca_file", "needs a url that begins with mqtts://")
        }
        id = try Self.id(section, machine: machine)
        base = try Self.base(section) ?? base
        groups = try Self.groups(section)
        image = try Self.image(section)
        discovery = try Self.discovery(section)
    }

    /// Its name and its port.
    var broker: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }

    /// Whether the same password goes the same way to the same broker.
    func hasSecrets(of other: Self?) -> Bool {
        guard let other else { return false }
        return (passwordFile, authorities) == (other.passwordFile, other.authorities)
            && (host, port, isSecure) == (other.host, other.port, other.isSecure)
    }

    /// What is in the file of the password, without a line's end; nil where there is no file.
    ///
    /// - Throws: `FileFailure` where it cannot be read, or is no text that a broker can be sent.
    func password() throws(FileFailure) -> String? {
        guard let passwordFile else { return nil }
        let bytes = try Self.read(passwordFile, "password_file", atMost: Self.mostPasswordBytes)
        guard let text = String(validating: bytes, as: UTF8.self), !text.utf8.contains(0) else {
            let cause = Errno(rawValue: EILSEQ)
            throw FileFailure(key: "password_file", path: passwordFile, cause: cause)
        }
        return String(text.prefix { !$0.isNewline })
    }

    /// The file with the certificates that are trusted; nil: the system's.
    ///
    /// - Throws: `FileFailure` where it cannot be read, of which the library says nothing, and where
    ///   it is a pipe, for whose writer the library would wait.
    func readableAuthorities() throws(FileFailure) -> String? {
        guard let authorities else { return nil }
        _ = try Self.read(authorities, "ca_file", atMost: Self.mostAuthorityBytes)
        return authorities
    }

    private static func read(
        _ path: String,
        _ key: String,
        atMost limit: Int
    ) throws(FileFailure) -> [UInt8] {
        do throws(SystemCallError) {
            return try SmallFile.read(path, atMost: limit)
        } catch {
            throw FileFailure(key: key, path: path, cause: error.errno)
        }
    }

    /// Why a file that the section names is not used.
    struct FileFailure: Error, CustomStringConvertible {
        let key: String
        let path: String
        let cause: Errno

        var description: String { "\(key): \(OutsideText.shown(path)): \(cause)" }
    }

    private static func broker(
        _ section: ConfigurationSection
    ) throws(ConfigurationError) -> (host: String, port: Int, isSecure: Bool) {
        guard let url = try section.string("url") else { throw section.error(nil, "has no url") }
        let accepted: MessageText =
            "accepted: mqtt://HOST, or mqtts://HOST for TLS, with :PORT or without"
        guard let scheme = SourceText.scheme(of: url), ["mqtt", "mqtts"].contains(scheme) else {
            throw section.error("url", "is \(quoted(url)); \(accepted)")
        }
        let rest = url.dropFirst(scheme.utf8.count + 3)
        guard !rest.contains("@") else {
            throw section.error("url", "says a user; accepted: user and password_file beside it")
        }
        guard let place = HostAuthority(rest), place.port != 0 else {
            throw section.error("url", "is \(quoted(url)); \(accepted)")
        }
        let isSecure = scheme == "mqtts"
        return (place.host, place.port ?? (isSecure ? 8883 : 1883), isSecure)
    }

    /// Where files are that the configuration names without a folder.
    private static func folder(of file: String, _ environment: [String: String]) -> String {
        if let credentials = environment["CREDENTIALS_DIRECTORY"] { return credentials }
        return file.lastIndex(of: "/").map { String(file[..<$0]) } ?? "."
    }

    private static func path(
        _ key: String,
        in section: ConfigurationSection,
        _ folder: String
    ) throws(ConfigurationError) -> String? {
        guard let path = try section.string(key) else { return nil }
        guard !path.isEmpty else { throw section.error(key, "is empty; accepted: a file") }
        return path.hasPrefix("/") ? path : "\(folder)/\(path)"
    }

    private static func id(
        _ section: ConfigurationSection,
        machine: String
    ) throws(ConfigurationError) -> String {
        let text = try section.string("id")
        let id = text ?? String(machine.prefix { $0 != "." })
        // A topic of a group begins with it.
        guard StreamLimits.isID(id), id != "group" else {
            throw section.error(
                "id",
                "is \(quoted(id)); accepted: 1 to 64 of letters, digits, . _ and -, and not group"
            )
        }
        return id
    }

    private static func base(_ section: ConfigurationSection) throws(ConfigurationError) -> String?
    {
        try words("base", section)
    }

    private static func discovery(
        _ section: ConfigurationSection
    ) throws(ConfigurationError) -> String? {
        let words = try words("discovery", section) ?? "homeassistant"
        return words == "none" ? nil : words
    }

    /// Words with slashes between.
    private static func words(
        _ key: String,
        _ section: ConfigurationSection
    ) throws(ConfigurationError) -> String? {
        guard let base = try section.string(key) else { return nil }
        let parts = base.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count <= mostBaseParts, parts.allSatisfy({ StreamLimits.isID(String($0)) })
        else {
            throw section.error(
                key,
                "is \(quoted(base)); accepted: up to \(mostBaseParts) words of letters, digits, . _"
                    + " and -, with / between, such as pipd"
            )
        }
        return base
    }

    private static func image(_ section: ConfigurationSection) throws(ConfigurationError) -> Images
    {
        switch try section.string("image") {
        case nil, "on-demand": return .onDemand
        case "never": return .never
        case .some(let text):
            guard let seconds = Int(text), (5...86_400).contains(seconds) else {
                throw section.error(
                    "image",
                    "is \(quoted(text)); accepted: on-demand, never, or seconds from 5 to 86400"
                )
            }
            return .every(.seconds(Double(seconds)))
        }
    }

    private static func groups(
        _ section: ConfigurationSection
    ) throws(ConfigurationError) -> [String] {
        let groups = try section.strings("groups") ?? []
        if let wrong = groups.first(where: { !StreamLimits.isID($0) }) {
            throw section.error(
                "groups",
                "has \(quoted(wrong)); accepted: 1 to 64 of letters, digits, . _ and -"
            )
        }
        guard groups.count <= mostGroups, Set(groups).count == groups.count else {
            throw section.error(
                "groups",
                "is not accepted; accepted: up to \(mostGroups) names, each once"
            )
        }
        return groups
    }
}
