internal import ControlAPI
internal import Media

/// Reads the members of a JSON object strictly: what is unknown, of another
/// type or out of range is refused, with what would be accepted.
struct MemberReader {
    private let members: [String: JSONValue]
    /// The object's own name with a dot, such as `pip.`; empty at the top.
    private let prefix: String

    /// - Parameters:
    ///   - value: Must be an object.
    ///   - name: The object's name in messages; empty at the top.
    ///   - accepted: The keys that it may have.
    ///   - removable: Those whose value may be `null`, which is as if they were not there.
    /// - Throws: 422 for another kind of value and for other keys.
    init(
        _ value: JSONValue,
        name: String = "",
        accepted: [String],
        removable: [String] = []
    ) throws(ControlError) {
        let accepted = accepted.sorted()
        prefix = name.isEmpty ? "" : name + "."
        guard case .object(let members) = value else {
            let subject = name.isEmpty ? "The body" : "`\(name)`"
            throw .unprocessable("\(subject) is \(value.kind); accepted is an object.")
        }
        for key in members.keys.sorted() where !accepted.contains(key) {
            let list = accepted.map { "`\($0)`" }.joined(separator: ", ")
            throw .unprocessable("`\(prefix)\(key)` is unknown; accepted are \(list).")
        }
        self.members = members.filter { $0.value != .null || !removable.contains($0.key) }
    }

    subscript(key: String) -> JSONValue? { members[key] }

    func boolean(_ key: String) throws(ControlError) -> Bool? {
        guard let value = members[key] else { return nil }
        guard let boolean = value.booleanValue else {
            throw refusal(key, value, "`true` or `false`")
        }
        return boolean
    }

    func string(_ key: String, accepting what: String) throws(ControlError) -> String? {
        guard let value = members[key] else { return nil }
        guard let text = value.stringValue, !text.isEmpty else {
            throw refusal(key, value, what)
        }
        return text
    }

    func choice(_ key: String, of choices: [String]) throws(ControlError) -> String? {
        guard let value = members[key] else { return nil }
        guard let text = value.stringValue, choices.contains(text) else {
            let list = choices.map { "`\($0)`" }.joined(separator: ", ")
            throw refusal(key, value, "one of \(list)")
        }
        return text
    }

    /// One of a type's values, by its name.
    func choice<Choice: RawRepresentable<String> & CaseIterable>(
        _ key: String,
        of type: Choice.Type
    ) throws(ControlError) -> Choice? {
        try choice(key, of: type.allCases.map(\.rawValue)).flatMap(Choice.init)
    }

    func number(
        _ key: String,
        in range: ClosedRange<Double>
    ) throws(ControlError) -> Double? {
        guard let value = members[key] else { return nil }
        guard let number = value.doubleValue, range.contains(number) else {
            throw refusal(
                key,
                value,
                "a number from \(range.lowerBound) to \(range.upperBound)"
            )
        }
        return number
    }

    func integer(_ key: String, in range: ClosedRange<Int>) throws(ControlError) -> Int? {
        guard let value = members[key] else { return nil }
        guard case .integer(let number) = value, range.contains(number) else {
            throw refusal(
                key,
                value,
                "a whole number from \(range.lowerBound) to \(range.upperBound)"
            )
        }
        return number
    }

    /// A number, or the same as text.
    private func seconds(
        _ key: String,
        in range: ClosedRange<Double>
    ) throws(ControlError) -> Double? {
        guard let value = members[key] else { return nil }
        let number = value.stringValue.map(Self.decimal) ?? value.doubleValue
        guard let number, range.contains(number) else {
            throw refusal(
                key,
                value,
                "a number of seconds from \(FieldRule.words(range)), negative for back from now, "
                    + "or one as a string"
            )
        }
        return number
    }

    private static func decimal(_ text: String) -> Double? {
        guard text.hasPrefix("-") else { return PlainDecimal.value(of: text[...]) }
        return PlainDecimal.value(of: text.dropFirst()).map { -$0 }
    }

    /// A stream's ID that may be removed with `null`.
    func streamID(_ key: String) throws(ControlError) -> Patched<String> {
        guard let value = members[key] else { return .unchanged }
        if value == .null { return .removed }
        guard let id = value.stringValue, StreamLimits.isID(id) else {
            throw refusal(key, value, "the ID of a stream, or `null` for none")
        }
        return .set(id)
    }

    /// Names the field, its value and what would be accepted.
    func refusal(_ key: String, _ value: JSONValue, _ accepted: String) -> ControlError {
        .unprocessable("`\(prefix)\(key)` is \(value.shortText); accepted is \(accepted).")
    }
}

extension MemberReader: FieldReader {
    func value(of rule: FieldRule) throws(ControlError) -> JSONValue? {
        switch rule.kind {
        case .flag: return try boolean(rule.name)?.json
        case .choice(let names): return try choice(rule.name, of: names)?.json
        case .number(let range), .rate(let range): return try number(rule.name, in: range)?.json
        case .integer(let range): return try integer(rule.name, in: range)?.json
        case .seconds(let range, _): return try seconds(rule.name, in: range)?.json
        case .text(_, let accepted, let isAccepted):
            guard let value = self[rule.name] else { return nil }
            guard let text = value.stringValue, isAccepted(text) else {
                throw refusal(rule.name, value, accepted)
            }
            return value
        case .members(let rules, let required):
            guard let value = self[rule.name] else { return nil }
            let reader = try Self(value, name: rule.name, accepted: rules.map(\.name))
            var members: [String: JSONValue] = [:]
            for rule in rules { members[rule.name] = try reader.value(of: rule) }
            for name in required where members[name] == nil {
                throw .unprocessable("`\(rule.name).\(name)` is missing.")
            }
            return .object(members)
        }
    }
}

extension JSONValue {
    /// The kind of value with its article.
    fileprivate var kind: String {
        switch self {
        case .null: "`null`"
        case .boolean: "a boolean"
        case .integer, .number: "a number"
        case .string: "a string"
        case .array: "an array"
        case .object: "an object"
        }
    }

    /// The value itself where it is short, else its kind.
    fileprivate var shortText: MessageText {
        switch self {
        case .boolean(let value): "`\(value)`"
        case .integer(let value): "\(value)"
        case .number(let value): "\(value)"
        case .string(let value) where value.utf8.count <= 64: "'\(value)'"
        case .string: "a string of \(kindLength) bytes"
        default: "\(kind)"
        }
    }

    private var kindLength: Int { stringValue?.utf8.count ?? 0 }
}
