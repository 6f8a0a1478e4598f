internal import CPixels
package import Media

/// Turns planes of a picture before they are scaled.
struct Turning {
    private let rotation: Rotation
    private let places: [ScratchLayout.Place]

    /// Returns nil where nothing is turned.
    init?(_ plan: PicturePlan, in layout: inout ScratchLayout) {
        guard plan.mapping.rotation != .none else { return nil }
        rotation = plan.mapping.rotation
        let color = plan.kind.colorSize(plan.region.size)
        var places: [ScratchLayout.Place] = []
        for size in plan.kind == .gray ? [plan.region.size] : [plan.region.size, color, color] {
            let (width, height) =
                rotation.exchangesAxes ? (size.height, size.width) : (size.width, size.height)
            places.append(layout.place(rowBytes: Int(width), rows: Int(height)))
        }
        self.places = places
    }

    func turn(_ planes: Planes, memory: borrowing ScratchMemory) -> Planes {
        var turned = Planes(first: turn(planes.first, places[0], memory))
        if let second = planes.second { turned.second = turn(second, places[1], memory) }
        if let third = planes.third { turned.third = turn(third, places[2], memory) }
        return turned
    }

    private func turn(
        _ source: Plane,
        _ place: ScratchLayout.Place,
        _ memory: borrowing ScratchMemory
    ) -> Plane {
        let size = rotation.exchangesAxes ? source.size.transposed : source.size
        let target = MutablePlane(memory, place, size)
        cpixels_turn(
            target.row(0),
            target.bytesPerRow,
            source.row(0),
            source.bytesPerRow,
            Int(source.size.width),
            Int(source.size.height),
            1,
            rotation.turn
        )
        return target.readable
    }
}

extension Surface {
    /// Copies all of `source` to here, turned clockwise on the way; this is as
    /// large as it is then. Only writes here.
    package func turn(_ source: Surface, by rotation: Rotation) {
        let size = rotation.exchangesAxes ? source.size.transposed : source.size
        precondition(size == self.size, "A turned surface fills its place")
        cpixels_turn(
            row(0),
            bytesPerRow,
            source.row(0),
            source.bytesPerRow,
            Int(source.size.width),
            Int(source.size.height),
            4,
            rotation.turn
        )
    }
}

extension Rotation {
    fileprivate var turn: cpixels_turn {
        switch self {
        case .none: CPIXELS_UPRIGHT
        case .clockwise90: CPIXELS_CLOCKWISE
        case .halfTurn: CPIXELS_HALF_TURN
        case .clockwise270: CPIXELS_COUNTERCLOCKWISE
        }
    }
}
