/// What a stream that plays may be told.
public struct StreamPatchFields: FieldList {
    public static let all = Self()

    public let paused = Field.flag("paused", "Whether it holds its picture")
    public let position = Field.number(
        "position",
        0...1e9,
        "Seconds from its start to go to; beyond its end, its last picture"
    )

    public var rules: [FieldRule] { [paused.rule, position.rule] }
}
