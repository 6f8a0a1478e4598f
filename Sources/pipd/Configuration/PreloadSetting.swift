internal import ControlAPI
internal import Media
internal import Presentation

/// The section `preload`: what playlists have open ahead.
struct PreloadSetting: Hashable {
    /// Nil where the file says nothing.
    var bytes: Int?
    var variant: VariantWish?

    init() {}

    /// - Throws: `ConfigurationError` naming the line and what would be accepted.
    init(_ section: ConfigurationSection) throws(ConfigurationError) {
        try section.accept(["memory", "variant"])
        bytes = try section.bytes("memory", in: Self.range)
        variant = try section.value(of: StreamFields.all.variant.rule)?.stringValue
            .map(VariantWish.init(text:))
    }

    private static let range = (16 << 20)...(16 << 30)
}
