internal import ControlAPI
internal import Lettering
internal import Media
internal import Presentation

/// Something that lies over the picture, as it was defined.
struct Overlay: Hashable, Sendable {
    enum Content: Hashable, Sendable {
        case text(String)
        /// As `strftime` formats it, with the names of a zone and a locale.
        case clock(String, zone: String?, locale: String?)
        /// The name of the stream in a view.
        case caption(ViewName)
        /// A PNG file.
        case image(String)
    }

    /// In what it is placed.
    enum Anchor: String, Hashable, Sendable {
        case output
        case main
        case pip
    }

    var content: Content
    var anchor: Anchor
    var spot: OSDPlacement.Spot
    /// A line's or the picture's height, and the distance from the edge: of the output's height.
    var size: Double
    var margin: Double
    /// Whether somebody has said that.
    var isMarginGiven: Bool
    /// Of the anchor's width, at most.
    var width: Double
    var color: TextColor
    /// Nil: none.
    var background: TextColor?
    var opacity: Double

    /// Nil where it has no content.
    init?(_ fields: FieldValues<OverlayFields>) {
        guard let content = Content(fields) else { return nil }
        self.content = content
        let isImage = if case .image = content { true } else { false }
        anchor = Anchor(rawValue: fields.usedAnchor) ?? .output
        spot = OSDPlacement.Spot(rawValue: fields.usedSpot) ?? .bottomLeft
        size = fields.size ?? (isImage ? 0.1 : 0.04)
        margin = fields.margin ?? 0.03
        isMarginGiven = fields.margin != nil
        width = fields.width ?? 0.9
        color = fields.color.flatMap(TextColor.init) ?? .white
        let dim = TextColor(red: 0, green: 0, blue: 0, alpha: 0x90)
        background = fields.background.map(TextColor.init) ?? (isImage ? nil : dim)
        opacity = fields.opacity ?? 1
    }

    /// Of a text's lines: at the side at which it is.
    var alignment: TextStyle.Alignment {
        switch spot {
        case .topLeft, .left, .bottomLeft: .left
        case .top, .center, .bottom: .center
        case .topRight, .right, .bottomRight: .right
        }
    }

    /// Why nothing of it can be seen, wherever it is; nil where it can.
    var reasonUnseen: MessageText? {
        // As of 256 shares.
        if opacity < 1.0 / 512 { return "its opacity is 0, or next to it" }
        if case .image = content { return nil }
        guard color.alpha == 0, background.map({ $0.alpha == 0 }) ?? true else { return nil }
        return "its colour is transparent, and nothing is behind it"
    }
}

extension Overlay.Content {
    fileprivate init?(_ fields: FieldValues<OverlayFields>) {
        if let text = fields.text {
            self = .text(text)
        } else if let format = fields.clock {
            self = .clock(format, zone: fields.zone, locale: fields.locale)
        } else if let view = fields.caption.flatMap(ViewName.init) {
            self = .caption(view)
        } else if let path = fields.image {
            self = .image(path)
        } else {
            return nil
        }
    }
}

extension TextColor {
    /// `#RRGGBB` or `#RRGGBBAA`; nil for anything else.
    init?(_ text: String) {
        guard text.hasPrefix("#"), let digits = UInt32(text.dropFirst(), radix: 16) else {
            return nil
        }
        let value = text.utf8.count == 7 ? digits << 8 | 0xFF : digits
        self.init(
            red: UInt8(value >> 24 & 0xFF),
            green: UInt8(value >> 16 & 0xFF),
            blue: UInt8(value >> 8 & 0xFF),
            alpha: UInt8(value & 0xFF)
        )
    }
}
