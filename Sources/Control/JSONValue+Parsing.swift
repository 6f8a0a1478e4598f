internal import ControlAPI
internal import FoundationEssentials

extension JSONValue {
    /// Parses a document.
    ///
    /// - Throws: 400 for text that is not JSON, and for more of it than any request has.
    init(parsing bytes: [UInt8]) throws(ControlError) {
        guard !bytes.isEmpty else {
            throw .badRequest("The body is empty; accepted is a JSON object.")
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
            throw .badRequest(
                "The body has too many values; accepted are \(JSONShape.maximumValues)."
            )
        }
        do {
            self = try JSONText.decode(JSONValue.self, from: Data(bytes))
        } catch {
            throw .badRequest("The body is not JSON; accepted is a JSON object.")
        }
    }
}

/// How large a document is for who decodes it, without decoding it.
private struct JSONShape {
    static let maximumDepth = 16
    static let maximumValues = 1024

    /// How many arrays and objects are open at the same time, at most.
    private(set) var depth = 0
    /// How many commas there are: one fewer than values, where there is one.
    private(set) var commas = 0

    /// What is inside of strings does not count.
    init(of bytes: [UInt8]) {
        var open = 0
        var (isInString, isEscaped) = (false, false)
        for byte in bytes {
            if isInString {
                isInString = isEscaped || byte != UInt8(ascii: "\"")
                isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
                continue
            }
            switch byte {
            case UInt8(ascii: "\""): isInString = true
            case UInt8(ascii: "["), UInt8(ascii: "{"): open += 1
            case UInt8(ascii: "]"), UInt8(ascii: "}"): open -= 1
            case UInt8(ascii: ","): commas += 1
            default: break
            }
            depth = max(depth, open)
        }
    }
}
