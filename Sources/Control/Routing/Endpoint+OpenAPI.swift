/// What the API's description calls an endpoint.
extension Endpoint {
    /// The operation's name in the document.
    var name: String {
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
        case .publishEvent: "publishEvent"
        case .openAPI: "getDescription"
        case .snapshot: "takeSnapshot"
        case .screenshot: "takeScreenshot"
        case .photo: "takePhoto"
        case .cameras: "listCameras"
        case .cameraFormats: "getCameraFormats"
        case .cameraControls: "getCameraControls"
        case .patchCameraControls: "setCameraControls"
        }
    }

    var summary: String {
        switch self {
        case .health: "Whether frames, or the held frame, reach the output, and what they show"
        case .metrics: "Metrics, as OpenMetrics or Prometheus text by `Accept`"
        case .status: "What the daemon is, shows and uses"
        case .streams: "Every stream"
        case .stream: "One stream"
        case .putStream: "Define or replace a stream"
        case .deleteStream: "Remove a stream"
        case .view: "Which stream is shown where, and how"
        case .patchView: "Change the view (JSON merge patch)"
        case .events: "Follow what happens"
        case .publishEvent: "Send an event of one's own to all subscribers"
        case .openAPI: "This document"
        case .snapshot: "The composed picture, for the client or for all subscribers"
        case .screenshot: "A picture of a stream, for the client or for all subscribers"
        case .photo: "A still photo of a camera, for the client or for all subscribers"
        case .cameras: "Every camera of the machine"
        case .cameraFormats: "Formats, sizes and rates of a camera"
        case .cameraControls: "What can be set on a camera"
        case .patchCameraControls: "Set controls of a camera, all or none"
        }
    }
}
