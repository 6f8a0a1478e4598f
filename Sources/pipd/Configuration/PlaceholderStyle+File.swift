internal import ControlAPI
internal import Ingest
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
        background = color.flatMap(RGBColor.init(hexadecimal:)) ?? background
        switch fields.keepLast ?? general.keepLast {
        case "forever"?: keepsLast = nil
        case let text?:
            keepsLast = PlaceholderFields.seconds(text).map { .seconds($0) } ?? keepsLast
        case nil: break
        }
    }
}

extension RGBColor {
    /// `#RRGGBB`; nil for anything else.
    fileprivate init?(hexadecimal text: String) {
        guard text.hasPrefix("#"), let value = UInt32(text.dropFirst(), radix: 16) else {
            return nil
        }
        self.init(
            red: UInt8(value >> 16 & 0xFF),
            green: UInt8(value >> 8 & 0xFF),
            blue: UInt8(value & 0xFF)
        )
    }
}
