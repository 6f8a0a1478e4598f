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
        default:
            return nil
        }
    }

    private static func responses(_ endpoint: Endpoint) -> [String: JSONValue] {
        var responses = successes(endpoint)
        for (status, description) in refusals(endpoint) {
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
        case .openAPI:
            ["200": content("This document.", "application/json", ["type": "object"])]
        case .snapshot:
            ["200": content("The composed picture.", "image/png", ["type": "string"])]
        case .cameras: ["200": json("Every camera.", "CameraList")]
        case .cameraFormats: ["200": json("What it can deliver.", "CameraFormats")]
        case .cameraControls: ["200": json("What can be set.", "CameraControls")]
        case .patchCameraControls: ["200": json("The controls as they are now.", "CameraControls")]
        }
    }

    private static func refusals(_ endpoint: Endpoint) -> [Int: String] {
        // These can happen to any request, before a route sees it.
        var refusals = [
            400: "This is not an HTTP/1.1 request, or its body is not JSON.",
            401: "The token is missing or wrong (TCP only).",
            408: "The request's body did not arrive in time.",
            413: "The request's body is too large.",
            431: "The request's line and header fields are too large.",
            503: "Not now: too many connections, or the daemon is stopping.",
        ]
        switch endpoint {
        case .health:
            refusals[503] = "No frame reaches the output; `detail` says why."
        case .stream:
            refusals[404] = "There is no such stream."
        case .putStream:
            refusals[409] = "There are as many streams as there may be."
            refusals[415] = "The body's media type is not accepted."
            refusals[422] = "A value is not accepted."
        case .deleteStream:
            refusals[404] = "There is no such stream."
            refusals[409] = "The stream cannot be removed now."
        case .patchView:
            refusals[409] = "The view cannot be changed now."
            refusals[415] = "The body's media type is not accepted."
            refusals[422] = "A value is not accepted, or a stream does not exist."
        case .snapshot:
            refusals[503] = "There is no picture now."
        case .cameraFormats, .cameraControls:
            refusals[404] = "There is no such camera."
            refusals[409] = "The camera may not be opened."
        case .patchCameraControls:
            refusals[404] = "There is no such camera."
            refusals[409] = "The camera may not be opened, or the control not be set now."
            refusals[415] = "The body's media type is not accepted."
            refusals[422] = "There is no such control, or it does not accept the value."
        case .metrics, .status, .streams, .view, .events, .openAPI, .cameras:
            break
        }
        return refusals
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
            "Server-sent events until either side ends them; `data` is an `Event`. A client that leaves more than \(EventHub.queueCapacity) events or \(EventHub.queueByteCapacity) bytes unread is sent `overflow` as the last one.",
            "text/event-stream",
            ["type": "string"]
        )
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

extension Endpoint {
    /// The operation's name in the document.
    fileprivate var name: String {
        switch self {
        case .health: "getHealth"
        case .metrics: "getMetrics"
        case .status: "getStatus"
        case .streams: "listStreams"
        case .stream: "getStream"
        case .putStream: "putStream"
        case .deleteStream: "deleteStream"
        case .view: "getView"
        case .patchView: "patchView"
        case .events: "followEvents"
        case .openAPI: "getDescription"
        case .snapshot: "takeSnapshot"
        case .cameras: "listCameras"
        case .cameraFormats: "getCameraFormats"
        case .cameraControls: "getCameraControls"
        case .patchCameraControls: "setCameraControls"
        }
    }

    fileprivate var summary: String {
        switch self {
        case .health: "Whether frames, or the held frame, reach the output"
        case .metrics: "Metrics, as OpenMetrics or Prometheus text by `Accept`"
        case .status: "What the daemon is, shows and uses"
        case .streams: "Every stream"
        case .stream: "One stream"
        case .putStream: "Define or replace a stream"
        case .deleteStream: "Remove a stream"
        case .view: "Which stream is shown where, and how"
        case .patchView: "Change the view (JSON merge patch)"
        case .events: "Follow what happens"
        case .openAPI: "This document"
        case .snapshot: "The composed picture as PNG"
        case .cameras: "Every camera of the machine"
        case .cameraFormats: "Formats, sizes and rates of a camera"
        case .cameraControls: "What can be set on a camera"
        case .patchCameraControls: "Set controls of a camera, all or none"
        }
    }
}
