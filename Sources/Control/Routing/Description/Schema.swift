internal import ControlAPI

/// What a value of the API looks like, in JSON Schema 2020-12.
struct Schema: Sendable, ExpressibleByDictionaryLiteral {
    let json: JSONValue

    init(_ members: [String: JSONValue]) {
        json = .object(members)
    }

    init(dictionaryLiteral elements: (String, JSONValue)...) {
        self.init(Dictionary(elements) { _, last in last })
    }

    static let boolean: Self = ["type": "boolean"]
    static let text: Self = ["type": "string"]
    static let number: Self = ["type": "number"]
    static let integer: Self = ["type": "integer"]
    static let amount: Self = ["type": "number", "minimum": 0]
    static let count: Self = ["type": "integer", "minimum": 0]
    static let streamID = text(like: StreamLimits.idPattern)

    /// A text that a regular expression of ECMA-262 describes.
    static func text(like pattern: String) -> Self {
        ["type": "string", "pattern": .string(pattern)]
    }

    static func choice(_ values: [String]) -> Self {
        ["type": "string", "enum": .array(values.map { .string($0) })]
    }

    /// One of the cases of an enumeration, by its name.
    static func choice<Choice: RawRepresentable<String> & CaseIterable>(
        _ type: Choice.Type
    ) -> Self {
        choice(type.allCases.map(\.rawValue))
    }

    static func range(_ limits: ClosedRange<Double>) -> Self {
        [
            "type": "number", "minimum": .number(limits.lowerBound),
            "maximum": .number(limits.upperBound),
        ]
    }

    static func range(_ limits: ClosedRange<Int>) -> Self {
        [
            "type": "integer", "minimum": .integer(limits.lowerBound),
            "maximum": .integer(limits.upperBound),
        ]
    }

    static func any(of schemas: [Self]) -> Self {
        ["anyOf": .array(schemas.map(\.json))]
    }

    static func list(of items: Self) -> Self {
        ["type": "array", "items": items.json]
    }

    /// The one of that name.
    static func named(_ name: String) -> Self {
        ["$ref": .string("#/components/schemas/\(name)")]
    }

    /// An object of any members, whose values are alike.
    static func dictionary(of values: Self) -> Self {
        ["type": "object", "additionalProperties": values.json]
    }

    /// An object that has no other members.
    static func object(
        _ required: KeyValuePairs<String, Self> = [:],
        optional: KeyValuePairs<String, Self> = [:]
    ) -> Self {
        object(
            Dictionary(uniqueKeysWithValues: required.map { ($0, $1) } + optional.map { ($0, $1) }),
            required: required.map(\.key)
        )
    }

    static func object(_ members: [String: Self], required: [String]) -> Self {
        var schema: [String: JSONValue] = [
            "type": "object", "properties": .object(members.mapValues(\.json)),
            "additionalProperties": false,
        ]
        if !required.isEmpty { schema["required"] = .array(required.map { .string($0) }) }
        return Self(schema)
    }

    /// The members that fields are.
    static func members(_ fields: some FieldList) -> [String: Self] {
        Dictionary(uniqueKeysWithValues: fields.rules.map { ($0.name, value(of: $0)) })
    }

    /// What a field accepts.
    static func value(of rule: FieldRule) -> Self {
        let schema: Self =
            switch rule.kind {
            case .flag: .boolean
            case .choice(let names): .choice(names)
            case .number(let limits), .rate(let limits): .range(limits)
            case .integer(let limits): .range(limits)
            case .seconds(let limits, let pattern):
                .any(of: [.range(limits), .text(like: pattern)])
            case .text(let pattern, _, _): .text(like: pattern)
            case .members(let rules, let required):
                .object(
                    Dictionary(uniqueKeysWithValues: rules.map { ($0.name, value(of: $0)) }),
                    required: required
                )
            }
        return schema.described("\(rule.text).")
    }

    /// The same, or `null`.
    var orNull: Self { .any(of: [self, ["type": "null"]]) }

    /// The same, with what it means.
    func described(_ text: String) -> Self { with("description", .string(text)) }

    /// The same of fewer names.
    func among(_ names: [String]) -> Self {
        with("enum", .array(names.map { .string($0) }))
    }

    /// The same, with a keyword more, or another value of one.
    func with(_ keyword: String, _ value: JSONValue) -> Self {
        guard case .object(var members) = json else { return self }
        members[keyword] = value
        return Self(members)
    }
}
