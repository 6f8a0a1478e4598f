internal import ControlAPI
internal import Media

extension FieldValues<OverlayFields> {
    /// What an entry of the section `overlays` says.
    ///
    /// - Throws: `ConfigurationError` naming the line and what would be accepted.
    init(
        _ entry: ConfigurationSection.Entry,
        in overlays: ConfigurationSection
    ) throws(ConfigurationError) {
        let section = try overlays.section(entry)
        let fields = OverlayFields.all
        try section.accept(fields.rules.map(\.name))
        try self.init(section)
        let names = fields.contents.map(\.name)
        guard members.keys.count(where: names.contains) == 1 else {
            throw section.error(
                nil,
                "is to have one of \(message: names.joined(separator: ", "))"
            )
        }
        if let (name, need) = fields.misplaced(in: self) {
            throw section.error(name, MessageText(message: need))
        }
    }
}
