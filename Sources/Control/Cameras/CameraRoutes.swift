internal import ControlAPI
internal import HTTPTypes
internal import Hummingbird
internal import Media

/// The cameras of the machine.
struct CameraRoutes: RouteArea {
    let backend: any CamerasBackend

    private static let device = RouteText.pathParameter("device", "The camera, such as `video0`.")
    private static let refusals = [
        404: "There is no such camera.", 409: "The camera may not be opened.",
    ]

    var routes: [Route] { [list, formats, controls, patchControls] }

    private var list: Route {
        Route(
            method: .get,
            path: "/v1/cameras",
            name: "listCameras",
            summary: "Every camera of the machine",
            role: .viewer,
            answers: [200: RouteText.json("Every camera.", "CameraList")]
        ) { _ in try Response(json: CameraList(cameras: try await backend.cameras())) }
    }

    private var formats: Route {
        Route(
            method: .get,
            path: "/v1/cameras/{device}/formats",
            name: "getCameraFormats",
            summary: "Formats, sizes and rates of a camera",
            role: .viewer,
            parameters: [Self.device],
            answers: [200: RouteText.json("What it can deliver.", "CameraFormats")],
            refusals: Self.refusals
        ) { call in try Response(json: await backend.cameraFormats(call.parameter("device"))) }
    }

    private var controls: Route {
        Route(
            method: .get,
            path: "/v1/cameras/{device}/controls",
            name: "getCameraControls",
            summary: "What can be set on a camera",
            role: .viewer,
            parameters: [Self.device],
            answers: [200: RouteText.json("What can be set.", "CameraControls")],
            refusals: Self.refusals
        ) { call in try Response(json: await backend.cameraControls(call.parameter("device"))) }
    }

    private var patchControls: Route {
        Route(
            method: .patch,
            path: "/v1/cameras/{device}/controls",
            name: "setCameraControls",
            summary: "Set controls of a camera, all or none",
            role: .operator,
            parameters: [Self.device],
            body: .mergePatch("CameraControlPatch"),
            answers: [200: RouteText.json("The controls as they are now.", "CameraControls")],
            refusals: [
                404: "There is no such camera.",
                409: "The camera may not be opened, or the control not be set now.",
                422: "There is no such control, or it does not accept the value.",
            ]
        ) { call in
            let device = call.parameter("device")
            let values = try CameraControlPatch.values(try await call.json())
            await call.note("Sets up camera \(device)")
            return try Response(json: await backend.setCameraControls(device, values))
        }
    }
}
