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
        if let text = try section.string("memory") {
            guard let bytes = Self.bytes(text), Self.range.contains(bytes) else {
                throw section.error(
                    "memory",
                    "is \(quoted(text)); accepted: 16MiB to 16GiB, in KiB, MiB or GiB"
                )
            }
            self.bytes = bytes
        }
        variant = try section.value(of: StreamFields.all.variant.rule)?.stringValue
            .map(VariantWish.init(text:))
    }

    private static let range = (16 << 20)...(16 << 30)

    /// Such as `192MiB`; nil for what says no number of bytes.
    private static func bytes(_ text: String) -> Int? {
        let units = [("KiB", 10), ("MiB", 20), ("GiB", 30)]
        guard let (unit, shift) = units.first(where: { text.hasSuffix($0.0) }),
            let number = Int(text.dropLast(unit.utf8.count)), (0...(1 << 30)).contains(number)
        else { return nil }
        return number << shift
    }
}
