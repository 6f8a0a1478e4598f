/// What a field is called, accepts and means: all that reading it from a file or a request,
/// describing it and offering it as an option is made from.
public struct FieldRule: Sendable {
    public enum Kind: Sendable {
        case flag
        case choice([String])
        case number(ClosedRange<Double>)
        /// A number that a file may write as a fraction, such as `30000/1001`.
        case rate(ClosedRange<Double>)
        case integer(ClosedRange<Int>)
        /// A number of seconds, or the same as text, which a regular expression describes.
        case seconds(ClosedRange<Double>, like: String)
        /// A text that a regular expression of ECMA-262 describes, what that accepts in words,
        /// and whether it accepts a text.
        case text(like: String, accepting: String, @Sendable (String) -> Bool)
        /// An object with members of its own, and which of them it must have.
        case members([FieldRule], required: [String])
    }

    public let name: String
    public let kind: Kind
    /// What it means, with its unit; no full stop at the end.
    public let text: String

    /// The meaning with what is accepted, for people.
    public var help: String {
        switch kind {
        case .flag, .seconds: "\(text)."
        case .choice(let names):
            "\(text): \(names.dropLast().joined(separator: ", ")) or \(names.last ?? "")."
        case .number(let range), .rate(let range): "\(text), \(Self.words(range))."
        case .integer(let range): "\(text), \(range.lowerBound) to \(range.upperBound)."
        case .text(_, let accepted, _): "\(text): \(accepted)."
        case .members(let rules, _):
            "\(text): \(rules.map { "\($0.name)=…" }.joined(separator: ","))."
        }
    }

    /// The names of which it is one; none for what is no choice.
    public var names: [String] {
        if case .choice(let names) = kind { names } else { [] }
    }

    /// What a text is to be, in words; empty for what is no text.
    public var accepted: String {
        if case .text(_, let accepted, _) = kind { accepted } else { "" }
    }

    /// Whether it accepts a text; anything is as good where it is no text.
    public func accepts(_ value: String) -> Bool {
        if case .text(_, _, let isAccepted) = kind { isAccepted(value) } else { true }
    }

    /// Such as `0.1 to 600`.
    public static func words(_ range: ClosedRange<Double>) -> String {
        "\(brief(range.lowerBound)) to \(brief(range.upperBound))"
    }

    /// Without a trailing `.0`.
    public static func brief(_ number: Double) -> String {
        number == number.rounded() ? "\(Int(number))" : "\(number)"
    }
}

/// A field whose values are of one type.
public struct Field<Value: FieldValue>: Sendable {
    public let rule: FieldRule

    fileprivate init(_ name: String, _ kind: FieldRule.Kind, _ text: String) {
        rule = FieldRule(name: name, kind: kind, text: text)
    }
}

extension Field<Bool> {
    public static func flag(_ name: String, _ text: String) -> Self { Self(name, .flag, text) }
}

extension Field<Double> {
    public static func number(
        _ name: String,
        _ range: ClosedRange<Double>,
        _ text: String
    ) -> Self {
        Self(name, .number(range), text)
    }

    public static func rate(_ name: String, _ range: ClosedRange<Double>, _ text: String) -> Self {
        Self(name, .rate(range), text)
    }

    public static func seconds(
        _ name: String,
        _ range: ClosedRange<Double>,
        like pattern: String,
        _ text: String
    ) -> Self {
        Self(name, .seconds(range, like: pattern), text)
    }
}

extension Field where Value: RawRepresentable<String> & CaseIterable {
    /// One of the cases of an enumeration, by its name.
    public static func choice(_ name: String, _ text: String) -> Self {
        Self(name, .choice(Value.allCases.map(\.rawValue)), text)
    }
}

extension Field<Int> {
    public static func integer(_ name: String, _ range: ClosedRange<Int>, _ text: String) -> Self {
        Self(name, .integer(range), text)
    }
}

extension Field<String> {
    public static func choice(_ name: String, _ names: [String], _ text: String) -> Self {
        Self(name, .choice(names), text)
    }

    /// - Parameters:
    ///   - name: Its name.
    ///   - pattern: A regular expression of ECMA-262.
    ///   - accepted: The same in words.
    ///   - text: What it means.
    ///   - isAccepted: The same as code.
    /// - Returns: A field of such texts.
    public static func text(
        _ name: String,
        like pattern: String,
        accepting accepted: String,
        _ text: String,
        isAccepted: @escaping @Sendable (String) -> Bool
    ) -> Self {
        Self(name, .text(like: pattern, accepting: accepted, isAccepted), text)
    }
}

extension Field {
    /// An object that has fields of its own.
    public static func members<Fields: FieldList>(
        _ name: String,
        _ text: String,
        required: [String]
    ) -> Self where Value == FieldValues<Fields> {
        Self(name, .members(Fields.all.rules, required: required), text)
    }
}

/// What a field may hold.
public protocol FieldValue: Hashable, Sendable {
    init?(_ json: JSONValue)
    var json: JSONValue { get }
}

extension FieldValue where Self: RawRepresentable<String> {
    public init?(_ json: JSONValue) {
        guard let value = json.stringValue.flatMap(Self.init(rawValue:)) else { return nil }
        self = value
    }

    public var json: JSONValue { .string(rawValue) }
}

extension Bool: FieldValue {
    public init?(_ json: JSONValue) {
        guard let value = json.booleanValue else { return nil }
        self = value
    }

    public var json: JSONValue { .boolean(self) }
}

extension Int: FieldValue {
    public init?(_ json: JSONValue) {
        guard case .integer(let value) = json else { return nil }
        self = value
    }

    public var json: JSONValue { .integer(self) }
}

extension Double: FieldValue {
    public init?(_ json: JSONValue) {
        guard let value = json.doubleValue else { return nil }
        self = value
    }

    public var json: JSONValue { .number(self) }
}

extension String: FieldValue {
    public init?(_ json: JSONValue) {
        guard let value = json.stringValue else { return nil }
        self = value
    }

    public var json: JSONValue { .string(self) }
}

/// The fields of one kind of object.
public protocol FieldList: Sendable {
    static var all: Self { get }
    /// Every one of them, in the order in which files have them.
    var rules: [FieldRule] { get }
}

/// Where the values of fields are read from, each checked against its rule.
public protocol FieldReader {
    associatedtype Failure: Error

    /// - Parameter rule: Of the field.
    /// - Returns: A value that it accepts; nil where none is given.
    /// - Throws: When the value is not accepted, with what would be.
    func value(of rule: FieldRule) throws(Failure) -> JSONValue?
}

/// The values that an object's fields have, each accepted by its field's rule; nil where a
/// field is not given.
@dynamicMemberLookup
public struct FieldValues<Fields: FieldList>: Hashable, Sendable {
    /// By the fields' names.
    public private(set) var members: [String: JSONValue] = [:]

    /// None.
    public init() {}

    /// - Throws: As the reader.
    public init<Reader: FieldReader>(_ reader: Reader) throws(Reader.Failure) {
        for rule in Fields.all.rules { members[rule.name] = try reader.value(of: rule) }
    }

    public subscript<Value>(dynamicMember field: KeyPath<Fields, Field<Value>>) -> Value? {
        get { members[Fields.all[keyPath: field].rule.name].flatMap(Value.init) }
        set { members[Fields.all[keyPath: field].rule.name] = newValue?.json }
    }
}

extension FieldValues: FieldValue {
    public init?(_ json: JSONValue) {
        guard case .object(let members) = json else { return nil }
        self.members = members
    }

    public var json: JSONValue { .object(members) }
}
