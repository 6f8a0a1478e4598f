public import FoundationEssentials

/// JSON as both sides of the socket write it: keys sorted, slashes as they are.
public enum JSONText {
    /// Encodes a value on one line, without a newline at its end.
    public static func encode(_ value: some Encodable) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(value)
    }

    /// Decodes a value; keys that the type does not know are ignored.
    public static func decode<Value: Decodable>(
        _ type: Value.Type,
        from data: Data
    ) throws -> Value {
        try JSONDecoder().decode(type, from: data)
    }
}
