/// What a request may be refused for, as the API's description says it.
enum OpenAPIRefusals {
    /// By status.
    static func of(_ endpoint: Endpoint) -> [Int: String] {
        // These can happen to any request, before a route sees it.
        var refusals = [
            400: "This is not an HTTP/1.1 request with one `Host`, or its body is not plain JSON.",
            401: "The token is missing or wrong (TCP only).",
            408: "The request's body did not arrive in time.",
            413: "The request's body is too large.",
            417: "`Expect` says something else than `100-continue`.",
            431: "The request's line and header fields are too large.",
            501: "The request's body has a transfer coding other than `chunked`.",
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
            refusals[503] = "Not now: too much is going on, or the daemon is stopping."
        case .deleteStream:
            refusals[404] = "There is no such stream."
            refusals[409] = "The stream cannot be removed now."
        case .patchView:
            refusals[409] = "The view cannot be changed now."
            refusals[415] = "The body's media type is not accepted."
            refusals[422] = "A value is not accepted, or a stream does not exist."
        case .publishEvent:
            refusals[413] = "The event is too large."
            refusals[415] = "The body's media type is not accepted."
            refusals[422] = "A value is not accepted."
        case .snapshot:
            refusals.merge(image) { $1 }
            refusals[409] =
                "The file exists already, or there is no library, or none any more in its place."
            refusals[503] =
                "There is no picture yet, or too much is going on; `detail` says what would work."
        case .screenshot, .photo:
            refusals.merge(image) { $1 }
            refusals[404] = "There is no such stream; `detail` lists those that there are."
            refusals[409] =
                endpoint == .photo
                ? "The stream is no camera, or another photo is being taken; else as for `snapshot`."
                : "The stream cannot be asked for that time, or can never be shown, and `type` says"
                    + " why; else as for `snapshot`."
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

    /// What making an image may end in, whatever it shows.
    private static let image = [
        403:
            "The file is outside of the directories that may be written, or there is no permission.",
        415: "The body's media type is not accepted.",
        422: "A value is not accepted.",
        503: "The stream is not ready, or too much is going on; `detail` says what would work.",
        507: "No space is left for the file.",
    ]
}
