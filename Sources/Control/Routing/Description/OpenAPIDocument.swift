internal import ControlAPI
internal import HTTPTypes

/// The API's description, OpenAPI 3.1, made from the routes and the limits
/// that requests are checked against.
enum OpenAPIDocument {
    /// - Parameters:
    ///   - routes: What there is.
    ///   - schemas: What the routes refer to, but `Problem`, which all do.
    /// - Returns: The document.
    static func make(_ routes: [Route], _ schemas: [String: Schema]) -> JSONValue {
        var paths: [String: [String: JSONValue]] = [:]
        for route in routes {
            paths[route.path, default: [:]][route.method.rawValue.lowercased()] = operation(route)
        }
        return .object([
            "openapi": "3.1.0",
            "info": [
                "title": "pipd",
                "version": "1",
                "description":
                    "Steers and measures a pipd daemon. Over its control socket everything is permitted; elsewhere a token says who asks, and `x-least-role` who may: `anyone`, `viewer`, `operator`, `admin`, or nobody but over the control socket (`local`). Every refusal is an `application/problem+json` document whose `detail` names what would be accepted.",
            ],
            "servers": [["url": "http://pipd"]],
            "paths": .object(paths.mapValues { .object($0) }),
            "components": [
                "schemas": .object(schemas.merging(["Problem": problem]) { $1 }.mapValues(\.json))
            ],
        ])
    }

    private static func operation(_ route: Route) -> JSONValue {
        var responses = route.answers
        for (status, description) in route.allRefusals {
            responses[status] = RouteText.content(
                description,
                ["application/problem+json": .named("Problem")]
            )
        }
        var operation: [String: JSONValue] = [
            "operationId": .string(route.name),
            "summary": .string(route.summary),
            "x-least-role": .string("\(route.role)"),
            "responses": .object(Dictionary(uniqueKeysWithValues: responses.map { ("\($0)", $1) })),
        ]
        if !route.parameters.isEmpty { operation["parameters"] = .array(route.parameters) }
        operation["requestBody"] = route.body.map(requestBody)
        return .object(operation)
    }

    private static func requestBody(_ body: Route.Body) -> JSONValue {
        let schema: JSONValue = ["schema": RouteText.either(body.schemas).json]
        let content = body.mediaTypes.map { ($0, schema) }
        return [
            "required": .boolean(body.isRequired),
            "content": .object(Dictionary(uniqueKeysWithValues: content)),
        ]
    }

    private static var problem: Schema {
        .object(
            [
                "type": .choice(ControlError.Problem.self).described(
                    "Why a stream can never be shown, where that is the problem; asking again does not help."
                ),
                "status": .count, "title": .text, "detail": .text,
            ],
            optional: ["routes": .list(of: .text)]
        )
    }
}
