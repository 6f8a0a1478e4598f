internal import ControlAPI
internal import HTTPTypes

/// The API's description, OpenAPI 3.1, made from `Endpoint` and the limits
/// that requests are checked against.
enum OpenAPIDocument {
    static func make() -> JSONValue {
        var paths: [String: [String: JSONValue]] = [:]
        for endpoint in Endpoint.allCases {
            let operation = operation(endpoint)
            paths[endpoint.path, default: [:]][endpoint.method.rawValue.lowercased()] = operation
        }
        return .object([
            "openapi": "3.1.0",
            "info": [
                "title": "pipd",
                "version": "1",
                "description":
                    "Steers and measures a pipd daemon over its Unix socket. Every refusal is an `application/problem+json` document whose `detail` names what would be accepted.",
            ],
            "servers": [["url": "http://pipd"]],
            "paths": .object(paths.mapValues { .object($0) }),
            "components": ["schemas": .object(OpenAPISchemas.all)],
        ])
    }

    private static func operation(_ endpoint: Endpoint) -> JSONValue {
        var operation: [String: JSONValue] = [
            "operationId": .string(endpoint.name),
            "summary": .string(endpoint.summary),
            "responses": .object(responses(endpoint)),
        ]
        if endpoint.path.contains("{id}") { operation["parameters"] = [idParameter(endpoint)] }
        if endpoint.path.contains("{device}") { operation["parameters"] = [deviceParameter] }
        if endpoint == .snapshot { operation["parameters"] = [eventParameter] }
        if [.screenshot, .photo].contains(endpoint) {
            operation["parameters"] = [idParameter(endpoint), eventParameter]
        }
        if let body = requestBody(endpoint) { operation["requestBody"] = body }
        return .object(operation)
    }

    /// A read of an ID that no stream can have is a 404 like any other.
    private static func idParameter(_ endpoint: Endpoint) -> JSONValue {
        var schema: [String: JSONValue] = ["type": "string", "minLength": 1]
        if endpoint == .putStream { schema["pattern"] = .string(StreamLimits.idPattern) }
        return [
            "name": "id", "in": "path", "required": true, "schema": .object(schema),
            "description": "The stream's ID.",
        ]
    }

    private static var deviceParameter: JSONValue {
        [
            "name": "device", "in": "path", "required": true,
            "schema": ["type": "string", "minLength": 1],
            "description": "The camera, such as `video0`.",
        ]
    }

    private static var eventParameter: JSONValue {
        [
            "name": "event", "in": "query", "required": false, "schema": ["type": "boolean"],
            "description":
                "Whether the picture goes to every subscriber of events, as `snapshot`; the body is then the one whose name has `Event` in it.",
        ]
    }

    private static func requestBody(_ endpoint: Endpoint) -> JSONValue? {
        switch endpoint {
        case .putStream:
            return [
                "required": true,
                "content": ["application/json": ["schema": reference("StreamDefinition")]],
            ]
        case .patchView, .patchCameraControls:
            let name = endpoint == .patchView ? "ViewPatch" : "CameraControlPatch"
            let schema: JSONValue = ["schema": reference(name)]
            return [
                "required": true,
                "content": ["application/merge-patch+json": schema, "application/json": schema],
            ]
        case .publishEvent:
            return [
                "required": true,
                "content": ["application/json": ["schema": reference("CustomEvent")]],
            ]
        case .screenshot: return optionalBody(["ScreenshotRequest", "ScreenshotEventRequest"])
        case .photo: return optionalBody(["PhotoRequest", "PhotoEventRequest"])
        case .snapshot: return optionalBody(["SnapshotRequest", "SnapshotEventRequest"])
        default:
            return nil
        }
    }

    private static func optionalBody(_ schemas: [String]) -> JSONValue {
        ["required": false, "content": ["application/json": ["schema": either(schemas)]]]
    }

    private static func responses(_ endpoint: Endpoint) -> [String: JSONValue] {
        var responses = successes(endpoint)
        for (status, description) in OpenAPIRefusals.of(endpoint) {
            responses[String(status)] = [
                "description": .string(description),
                "content": ["application/problem+json": ["schema": reference("Problem")]],
            ]
        }
        return responses
    }

    private static func successes(_ endpoint: Endpoint) -> [String: JSONValue] {
        switch endpoint {
        case .health: ["200": json("Frames reach the output.", "Health")]
        case .metrics: ["200": metrics]
        case .status: ["200": json("What the daemon is, shows and uses.", "Status")]
        case .streams: ["200": json("Every stream.", "StreamList")]
        case .stream: ["200": json("The stream.", "Stream")]
        case .putStream:
            [
                "200": json("The stream was replaced.", "Stream"),
                "201": json("The stream was defined.", "Stream"),
            ]
        case .deleteStream: ["204": ["description": "The stream was removed."]]
        case .view: ["200": json("The view.", "View")]
        case .patchView: ["200": json("The view as it is now.", "View")]
        case .events: ["200": eventStream]
        case .publishEvent: ["200": json("It was sent.", "EventReport")]
        case .openAPI:
            ["200": content("This document.", "application/json", ["type": "object"])]
        case .snapshot: ["200": eventOrImage("The composed picture")]
        case .screenshot: ["200": eventOrImage("A picture of the stream")]
        case .photo: ["200": eventOrImage("A photo")]
        case .cameras: ["200": json("Every camera.", "CameraList")]
        case .cameraFormats: ["200": json("What it can deliver.", "CameraFormats")]
        case .cameraControls: ["200": json("What can be set.", "CameraControls")]
        case .patchCameraControls: ["200": json("The controls as they are now.", "CameraControls")]
        }
    }

    private static var metrics: JSONValue {
        let schema: JSONValue = ["schema": ["type": "string"]]
        return [
            "description": "Every metric.",
            "content": ["text/plain": schema, "application/openmetrics-text": schema],
        ]
    }

    private static var eventStream: JSONValue {
        content(
            "Server-sent events until either side ends them; `data` is an `Event`, for `snapshot` a `SnapshotEvent`, for what clients send their own under `data`. A client that leaves more than \(EventHub.queueCapacity) events or \(EventHub.queueByteCapacity) bytes unread is sent `overflow` as the last one.",
            "text/event-stream",
            ["type": "string"]
        )
    }

    private static func eventOrImage(_ subject: String) -> JSONValue {
        image("\(subject), or the event that carries it.", ["ImageReport", "SnapshotEventReport"])
    }

    /// An image as it is, with its report in a header field, or a report.
    private static func image(_ description: String, _ reports: [String]) -> JSONValue {
        let file: JSONValue = ["schema": ["type": "string"]]
        return [
            "description": .string(description),
            "content": [
                "image/jpeg": file, "image/png": file,
                "application/json": ["schema": either(reports)],
            ],
            "headers": [
                "Pipd-Image": [
                    "description": "With an image: what it is, as one line of JSON.",
                    "content": ["application/json": ["schema": reference("ImageReport")]],
                ]
            ],
        ]
    }

    private static func either(_ schemas: [String]) -> JSONValue {
        guard schemas.count > 1 else { return reference(schemas[0]) }
        return ["anyOf": .array(schemas.map(reference))]
    }

    private static func json(_ description: String, _ schema: String) -> JSONValue {
        content(description, "application/json", reference(schema))
    }

    private static func content(
        _ description: String,
        _ mediaType: String,
        _ schema: JSONValue
    ) -> JSONValue {
        [
            "description": .string(description),
            "content": .object([mediaType: ["schema": schema]]),
        ]
    }

    private static func reference(_ schema: String) -> JSONValue {
        ["$ref": .string("#/components/schemas/\(schema)")]
    }
}
