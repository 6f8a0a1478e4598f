internal import ControlAPI
internal import Ingest
internal import Lettering
internal import Media
internal import Presentation

extension PlaceholderWish {
    /// What a file or a client says of placeholders.
    init(_ fields: FieldValues<PlaceholderFields>) {
        self.init()
        tellsReason = fields.detail
        message = fields.text
        image = fields.image
        background = fields.background.flatMap(TextColor.init).map { RGBColor($0) }
        switch fields.keepLast {
        case "forever"?: keepsLast = .some(nil)
        case let text?: keepsLast = PlaceholderFields.seconds(text).map { .some(.seconds($0)) }
        case nil: break
        }
    }
}

extension RGBColor {
    /// As that of a text, without its alpha.
    fileprivate init(_ color: TextColor) {
        self.init(red: color.red, green: color.green, blue: color.blue)
    }
}
