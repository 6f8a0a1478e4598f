internal import ControlAPI
internal import Ingest
internal import Lettering
internal import Media
internal import Presentation

extension PlaceholderStyle {
    /// - Parameters:
    ///   - fields: What is said of a stream's.
    ///   - general: What is said of all, for what is not.
    init(
        _ fields: FieldValues<PlaceholderFields>,
        over general: FieldValues<PlaceholderFields>
    ) {
        self.init()
        tellsReason = fields.detail ?? general.detail ?? tellsReason
        message = fields.text ?? general.text
        image = fields.image ?? general.image
        let color = fields.background ?? general.background
        background = color.flatMap(TextColor.init).map { RGBColor($0) } ?? background
        switch fields.keepLast ?? general.keepLast {
        case "forever"?: keepsLast = nil
        case let text?:
            keepsLast = PlaceholderFields.seconds(text).map { .seconds($0) } ?? keepsLast
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
