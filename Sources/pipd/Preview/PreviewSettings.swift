internal import Control

/// How the composed view is shown to clients: the section `preview` of `web`.
struct PreviewSettings: Hashable, Sendable {
    /// In pixels, where a client does not say.
    var width = PreviewWidth.w640
    /// Pictures a second, at most.
    var rate = 10
    /// Who may look at a time.
    var clients = 16

    /// What there is without the section.
    init() {}

    /// - Throws: `ConfigurationError` naming the key and what would be accepted.
    init(_ section: ConfigurationSection) throws(ConfigurationError) {
        try section.accept(["width", "fps", "clients"])
        if let pixels = try section.integer("width", in: 1...PreviewWidth.w1920.rawValue) {
            width = PreviewWidth(atLeast: pixels)
        }
        rate = try section.integer("fps", in: 1...30) ?? rate
        clients = try section.integer("clients", in: 1...48) ?? clients
    }
}
