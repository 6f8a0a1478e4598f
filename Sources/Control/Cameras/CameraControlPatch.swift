internal import ControlAPI
internal import Media

/// Reads what a client wants a camera set to.
enum CameraControlPatch {
    /// The values by the names of their controls. Which there are, and what they
    /// accept, is for the camera to say.
    ///
    /// - Throws: 422 for what no control accepts.
    static func values(_ json: JSONValue) throws(ControlError) -> [String: JSONValue] {
        guard case .object(let members) = json else {
            throw .unprocessable(
                "The body is not a JSON object; accepted is an object of controls and values."
            )
        }
        for (name, value) in members.sorted(by: { $0.key < $1.key }) {
            switch value {
            case .boolean, .integer, .string: continue
            default:
                throw .unprocessable(
                    "`\(name)` is of another kind; accepted is a whole number, a boolean or the "
                        + "label of a menu."
                )
            }
        }
        return members
    }
}
