internal import ControlAPI
internal import Hummingbird
internal import Media

extension RouteCall {
    /// Reads what stands behind the path's `?`, as the route describes it.
    ///
    /// - Throws: 422 for a parameter that the route does not have, and for one that is given
    ///   twice.
    func query() throws(ControlError) -> MemberReader {
        var types: [String: JSONValue] = [:]
        for parameter in route.parameters where parameter["in"] == "query" {
            types[parameter["name"]?.stringValue ?? ""] = parameter["schema"]?["type"]
        }
        var members: [String: JSONValue] = [:]
        for (key, value) in request.uri.queryParameters {
            let name = String(key)
            guard let type = types[name] else {
                throw .unprocessable(
                    "The parameter '\(name)' is unknown; \(Self.accepted(types.keys.sorted(), route))"
                )
            }
            let text = JSONValue(parameter: String(value), type)
            guard members.updateValue(text, forKey: name) == nil else {
                throw .unprocessable("The parameter '\(name)' is given twice.")
            }
        }
        return try MemberReader(.object(members), accepted: Array(types.keys))
    }

    private static func accepted(_ names: [String], _ route: Route) -> String {
        let list = names.map { "`\($0)`" }.joined(separator: ", ")
        let others = route.body == nil ? "" : ", and a body of JSON"
        return "accepted \(names.count == 1 ? "is" : "are") \(list)\(others)."
    }
}

extension JSONValue {
    /// What the text of a parameter stands for where it is of a type; else the text.
    fileprivate init(parameter text: String, _ type: JSONValue) {
        let areDigits = text.utf8.allSatisfy { (0x30...0x39).contains($0) }
        let isDecimal = text.utf8.allSatisfy { "0123456789.-+eE".utf8.contains($0) }
        switch (type, text) {
        case ("boolean", "true"), ("boolean", "false"): self = .boolean(text == "true")
        case ("integer", _) where areDigits: self = Int(text).map { .integer($0) } ?? .string(text)
        case ("number", _) where isDecimal: self = Double(text).map { .number($0) } ?? .string(text)
        default: self = .string(text)
        }
    }
}
