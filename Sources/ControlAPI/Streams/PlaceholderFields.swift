/// What is shown in place of a lost stream.
public struct PlaceholderFields: FieldList {
    public static let all = Self()

    public let detail = Field.flag("detail", "Whether it says why the stream is lost")
    public let text = Field.text(
        "text",
        like: #"^[\s\S]{1,200}$"#,
        accepting: "1 to 200 characters",
        "What it says below the stream's name"
    ) { (1...200).contains($0.unicodeScalars.count) }
    public let image = OverlayFields.all.image
    public let background = Field.text(
        "background",
        like: "^#[0-9A-Fa-f]{6}$",
        accepting: "#RRGGBB",
        "The colour of its ground"
    ) { OverlayFields.isColor($0) && $0.utf8.count == 7 }
    public let keepLast = Field.text(
        "keep_last",
        like: #"^(forever|[0-9]{1,4}(\.[0-9]{1,3})?s?)$"#,
        accepting: "'forever', or seconds such as '2s' or '0', at most 9999",
        "How long the last picture stays"
    ) { $0 == "forever" || PlaceholderFields.seconds($0) != nil }

    public var rules: [FieldRule] {
        [detail.rule, text.rule, image.rule, background.rule, keepLast.rule]
    }

    /// The seconds that a `keep_last` is; nil for what is no number.
    public static func seconds(_ text: String) -> Double? {
        let digits = text.hasSuffix("s") ? text.dropLast() : text[...]
        return PlainDecimal.value(of: digits, whole: 4, fraction: 3)
    }
}
