internal import ControlAPI
internal import Foundation
internal import HTTPTypes
internal import NIOCore
internal import TestSupport
internal import Testing

/// The API's description as a server gives it.
struct Description: Sendable {
    let document: JSONValue
    /// The operations as `METHOD path`.
    let operations: [String: JSONValue]

    private static let task = Task { try await Self(asked: ()) }

    /// Asked for once.
    static var current: Self {
        get async throws { try await task.value }
    }

    private init(asked: Void) async throws {
        let answer = try await answer(Exchange(.get, "/v1/openapi.json", gives: 200))
        // Not as a request is parsed: this document has more values than one may.
        document = try JSONText.decode(JSONValue.self, from: Data(answer.body.readableBytesView))
        var operations: [String: JSONValue] = [:]
        for (path, item) in document["paths"]?.members ?? [:] {
            for (method, operation) in item.members {
                operations["\(method.uppercased()) \(path)"] = operation
            }
        }
        self.operations = operations
    }

    /// What is wrong with `value` by the schema of that name; empty if nothing is.
    func errors(in value: JSONValue, by schema: String) -> [String] {
        errors(in: value, against: ["$ref": .string("#/components/schemas/\(schema)")])
    }

    func errors(in value: JSONValue, against schema: JSONValue) -> [String] {
        JSONSchema(document: document).errors(in: value, against: schema)
    }
}
