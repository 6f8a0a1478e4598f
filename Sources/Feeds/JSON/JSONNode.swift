/// A value of JSON that keeps what a dictionary loses: the order of members, and those of one name.
enum JSONNode {
    case null
    case boolean(Bool)
    case number(Double)
    case string(String)
    case array([JSONNode])
    /// In the text's order.
    case object([(key: String, value: JSONNode)])

    /// A member of an object, the last of its name; nil for another kind of value.
    subscript(key: String) -> JSONNode? {
        guard case .object(let members) = self else { return nil }
        return members.last { $0.key == key }?.value
    }

    /// The elements of an array; none for another kind of value.
    var elements: [JSONNode] {
        guard case .array(let elements) = self else { return [] }
        return elements
    }

    /// A text; nil for an empty one, which says nothing.
    var text: String? {
        guard case .string(let text) = self, !text.isEmpty else { return nil }
        return text
    }

    var number: Double? {
        guard case .number(let value) = self else { return nil }
        return value
    }
}
