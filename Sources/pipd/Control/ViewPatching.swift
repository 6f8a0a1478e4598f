internal import ControlAPI
internal import Ingest
internal import Media
internal import Presentation

/// Puts what a client asked for into the controller.
enum ViewPatching {
    /// Applies a patch that has been checked for its ranges.
    static func apply(_ patch: ViewPatch, to controller: inout PIPController) {
        if patch.endsShow { controller.shows.endCurrent() }
        if patch.swap { controller.swap() }
        set(&controller.state.main, patch.main)
        set(&controller.state.pip, patch.pip.stream)
        if let gravity = patch.gravity.flatMap(VideoGravity.init) {
            controller.state.gravity = gravity
        }
        if let transition = patch.transition.flatMap(ViewTransition.init) {
            controller.state.transition = transition
        }
        if let isEnabled = patch.pip.enabled { controller.state.isPIPEnabled = isEnabled }
        controller.state.placement = placement(controller.state.placement, patch.pip)
    }

    private static func set(_ stream: inout StreamID?, _ patched: Patched<String>) {
        switch patched {
        case .unchanged: break
        case .removed: stream = nil
        // A name that is no ID is that of no stream: the pipeline refuses it by its ID.
        case .set(let name):
            stream = StreamID(name) ?? StreamID(sanitizing: OutsideText.shown(name))
        }
    }

    /// The window as it is then.
    static func placement(_ old: PIPPlacement, _ patch: PIPPatch) -> PIPPlacement {
        var style = old.style
        if let border = patch.border { style.borderWidth = Int32(border) }
        if let radius = patch.radius { style.cornerRadius = Int32(radius) }
        if let opacity = patch.opacity { style.opacity = opacity }
        return PIPPlacement(
            position: patch.place.map { position($0, old.position) } ?? old.position,
            size: patch.size ?? old.size,
            margin: patch.margin ?? old.margin,
            style: style,
            aspect: patch.aspect.flatMap(WindowAspect.init) ?? old.aspect,
            gravity: patch.gravity.flatMap(VideoGravity.init) ?? old.gravity
        )
    }

    private static func position(
        _ place: PIPPlace,
        _ old: PIPPlacement.Position
    ) -> PIPPlacement.Position {
        switch (place, old) {
        case (.corner(let name), _): Corner(rawValue: name).map { .corner($0) } ?? old
        case (.free(let x, let y), .free(let oldX, let oldY)): .free(x: x ?? oldX, y: y ?? oldY)
        case (.free(let x, let y), .corner): .free(x: x ?? 1, y: y ?? 1)
        }
    }
}
