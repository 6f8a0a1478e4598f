internal import ControlAPI

/// Pieces of the OpenAPI document that routes are described with.
enum RouteText {
    /// Why what is to last is refused.
    static let unwritable = "What is to be kept cannot be written."
    static let full = "There is no room for what is to be kept."
    /// Why a small picture cannot be had at once.
    static let thumbnailLater =
        "Not now: it is being made, there is no memory for it, what makes it is away, or the daemon "
        + "is stopping."

    static func json(_ description: String, _ schema: String) -> JSONValue {
        content(description, ["application/json": .named(schema)])
    }

    /// - Parameters:
    ///   - description: What it is.
    ///   - content: By media type.
    /// - Returns: An answer.
    static func content(_ description: String, _ content: [String: Schema]) -> JSONValue {
        [
            "description": .string(description),
            "content": .object(content.mapValues { ["schema": $0.json] }),
        ]
    }

    /// A part of the path that is there to be filled in.
    static func pathParameter(
        _ name: String,
        _ description: String,
        pattern: String? = nil
    ) -> JSONValue {
        var schema: [String: JSONValue] = ["type": "string", "minLength": 1]
        schema["pattern"] = pattern.map { .string($0) }
        return [
            "name": .string(name), "in": "path", "required": true, "schema": .object(schema),
            "description": .string(description),
        ]
    }

    /// A part of what stands behind the path's `?`.
    static func queryParameter(
        _ name: String,
        _ description: String,
        _ schema: Schema,
        isRequired: Bool = false
    ) -> JSONValue {
        [
            "name": .string(name), "in": "query", "required": .boolean(isRequired),
            "schema": schema.json, "description": .string(description),
        ]
    }

    static func either(_ schemas: [String]) -> Schema {
        schemas.count > 1 ? .any(of: schemas.map(Schema.named)) : .named(schemas[0])
    }
}
