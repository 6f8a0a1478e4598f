public import ControlAPI
internal import FoundationEssentials
public import Media

extension JSONValue {
    /// Parses a document that somebody sent.
    ///
    /// - Parameters:
    ///   - bytes: The document.
    ///   - most: What is accepted where it has too many values; nil: so many values.
    /// - Throws: 400 for text that is not JSON in UTF-8, for more of it than any request has, and for a
    ///   key that an object has twice: which of its values is meant, nobody knows.
    public init(
        parsing bytes: [UInt8],
        most: MessageText? = nil
    ) throws(ControlError) {
        guard !bytes.isEmpty else {
            throw .badRequest("The body is empty; accepted is a JSON object.")
        }
        // The decoder takes UTF-16 and UTF-32 as well, which are full of zeros.
        guard String(validating: bytes, as: UTF8.self) != nil, !bytes.contains(0) else {
            throw .badRequest("The body is no text in UTF-8; accepted is a JSON object.")
        }
        // The decoder's time grows with the cube of the depth and with the number of values: of
        // 500 levels or 20,000 empty arrays it takes a second.
        let shape = JSONShape(of: bytes)
        guard shape.depth <= JSONShape.maximumDepth else {
            throw .badRequest(
                "The body is nested too deeply; accepted are \(JSONShape.maximumDepth) levels."
            )
        }
        guard shape.commas < JSONShape.maximumValues else {
            let accepted = most ?? "\(JSONShape.maximumValues)"
            throw .badRequest("The body has too many values; accepted are \(accepted).")
        }
        if let key = shape.repeatedKey {
            throw .badRequest("The body has the key '\(key)' twice; accepted is each key once.")
        }
        guard !shape.hasTrailingComma else {
            throw .badRequest("The body has a comma with nothing after it; accepted is JSON.")
        }
        do {
            self = try JSONText.decode(JSONValue.self, from: Data(bytes))
        } catch {
            throw .badRequest("The body is not JSON; accepted is a JSON object.")
        }
    }
}
