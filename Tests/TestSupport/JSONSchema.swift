public import ControlAPI
internal import Foundation

/// Checks values against JSON Schema 2020-12, as far as the API's document
/// uses it; a keyword that it does not know is an error of its own.
public struct JSONSchema {
    /// Where `$ref` points into.
    private let document: JSONValue

    private static let annotations: Set = ["description", "examples"]

    /// - Parameter document: Where `$ref` points into.
    public init(document: JSONValue) {
        self.document = document
    }

    /// What is wrong with `value`, each with its path; empty if nothing is.
    ///
    /// - Parameters:
    ///   - value: What is checked.
    ///   - schema: What it is to be.
    ///   - path: Where it is.
    /// - Returns: A line for each.
    public func errors(
        in value: JSONValue,
        against schema: JSONValue,
        at path: String = "$"
    ) -> [String] {
        guard case .object(let keywords) = schema else { return ["\(path): no schema"] }
        return keywords.flatMap { keyword, rule in
            errors(keyword, rule, keywords, value, path)
        }
    }

    private func errors(
        _ keyword: String,
        _ rule: JSONValue,
        _ schema: [String: JSONValue],
        _ value: JSONValue,
        _ path: String
    ) -> [String] {
        switch keyword {
        case "$ref": return errors(in: value, against: resolve(rule), at: path)
        case "anyOf":
            let options = rule.elements ?? []
            let fits = options.contains { errors(in: value, against: $0, at: path).isEmpty }
            return fits ? [] : ["\(path): fits none of anyOf"]
        case "type":
            return value.isOfType(rule.stringValue ?? "") ? [] : ["\(path): not \(rule)"]
        case "enum": return rule.elements?.contains(value) == true ? [] : ["\(path): \(value)"]
        case "pattern", "minLength", "maxLength":
            return value.fits(keyword, rule) ? [] : ["\(path): \(keyword)"]
        case "minimum", "maximum":
            let (number, limit) = (value.doubleValue ?? 0, rule.doubleValue ?? 0)
            let fits = keyword == "minimum" ? number >= limit : number <= limit
            return fits ? [] : ["\(path): \(number) beyond \(limit)"]
        case "minItems", "maxItems":
            let (count, limit) = (value.elements?.count ?? 0, Int(rule.doubleValue ?? 0))
            let fits = keyword == "minItems" ? count >= limit : count <= limit
            return fits ? [] : ["\(path): \(count) beyond \(limit)"]
        case "items":
            return (value.elements ?? []).flatMap { errors(in: $0, against: rule, at: path + "[]") }
        case "required":
            return (rule.elements ?? []).compactMap(\.stringValue)
                .filter { value[$0] == nil }.map { "\(path): no \($0)" }
        case "properties", "additionalProperties":
            return memberErrors(keyword, rule, schema, value, path)
        default:
            return Self.annotations.contains(keyword) ? [] : ["\(path): unknown \(keyword)"]
        }
    }

    private func memberErrors(
        _ keyword: String,
        _ rule: JSONValue,
        _ schema: [String: JSONValue],
        _ value: JSONValue,
        _ path: String
    ) -> [String] {
        guard case .object(let members) = value else { return [] }
        return members.flatMap { name, member -> [String] in
            let property = schema["properties"]?[name]
            if keyword == "properties" {
                return property.map { errors(in: member, against: $0, at: "\(path).\(name)") } ?? []
            }
            guard property == nil else { return [] }
            if rule == false { return ["\(path): \(name) is not described"] }
            return errors(in: member, against: rule, at: "\(path).\(name)")
        }
    }

    private func resolve(_ reference: JSONValue) -> JSONValue {
        (reference.stringValue ?? "").split(separator: "/").dropFirst()
            .reduce(document) { $0[String($1)] ?? .null }
    }
}

extension JSONValue {
    fileprivate func isOfType(_ type: String) -> Bool {
        switch self {
        case .null: type == "null"
        case .boolean: type == "boolean"
        case .integer: type == "integer" || type == "number"
        case .number: type == "number"
        case .string: type == "string"
        case .array: type == "array"
        case .object: type == "object"
        }
    }

    fileprivate func fits(_ keyword: String, _ rule: JSONValue) -> Bool {
        let text = stringValue ?? ""
        switch keyword {
        case "minLength": return Double(text.count) >= rule.doubleValue ?? 0
        case "maxLength": return Double(text.count) <= rule.doubleValue ?? 0
        default:
            return text.range(of: rule.stringValue ?? "", options: .regularExpression) != nil
        }
    }
}

extension JSONValue {
    /// Those of an object; empty for what is none.
    public var members: [String: JSONValue] {
        if case .object(let members) = self { members } else { [:] }
    }
}
