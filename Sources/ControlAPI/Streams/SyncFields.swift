/// What a stream is told of the wall that it is part of.
public struct SyncFields: FieldList {
    public static let all = Self()

    public let group = Field.text(
        "group",
        like: StreamLimits.idPattern,
        accepting: "1 to 64 of letters, digits, . _ and -",
        "The name of the wall",
        isAccepted: StreamLimits.isID
    )
    public let epoch = Field.text(
        "epoch",
        like: UTCText.pattern,
        accepting: "a time from 1970 to 2199 such as 2026-01-01T00:00:00Z",
        "When its media began"
    ) { UTCText.seconds($0) != nil }

    public var rules: [FieldRule] { [group.rule, epoch.rule] }
}
