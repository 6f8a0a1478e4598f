public import ControlAPI

/// The cameras of the machine.
public protocol CamerasBackend: Sendable {
    /// Every camera of the machine, in the order of their numbers.
    ///
    /// - Throws: `.unavailable` when the system has no thread to ask them on.
    func cameras() async throws(ControlError) -> [CameraReport]

    /// What a camera can deliver.
    ///
    /// - Throws: `.notFound`, naming the cameras that there are; `.conflict` for
    ///   one that may not be opened.
    func cameraFormats(_ device: String) async throws(ControlError) -> CameraFormatsReport

    /// What can be set on a camera.
    ///
    /// - Throws: As `cameraFormats`.
    func cameraControls(_ device: String) async throws(ControlError) -> CameraControlsReport

    /// Sets controls of a camera by their names: all of them or, where one is
    /// not accepted, none.
    ///
    /// - Parameters:
    ///   - device: The camera, such as `video0`.
    ///   - values: Booleans, whole numbers, and the labels of menus.
    /// - Returns: All controls as they are then.
    /// - Throws: As `cameraFormats`; `.unprocessable` naming the control and what
    ///   it accepts; `.conflict` for one that is locked while the camera streams.
    func setCameraControls(
        _ device: String,
        _ values: [String: JSONValue]
    ) async throws(ControlError) -> CameraControlsReport
}
