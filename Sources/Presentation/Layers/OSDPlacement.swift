public import Media

/// Where something lies that is set over the picture.
public struct OSDPlacement: Hashable, Sendable {
    public enum Spot: String, Hashable, Sendable, CaseIterable {
        case topLeft = "top-left"
        case top
        case topRight = "top-right"
        case left
        case center
        case right
        case bottomLeft = "bottom-left"
        case bottom
        case bottomRight = "bottom-right"

        /// 0 at the left, 2 at the right.
        var column: Int32 {
            switch self {
            case .topLeft, .left, .bottomLeft: 0
            case .top, .center, .bottom: 1
            case .topRight, .right, .bottomRight: 2
            }
        }

        /// 0 at the top, 2 at the bottom.
        var row: Int32 {
            switch self {
            case .topLeft, .top, .topRight: 0
            case .left, .center, .right: 1
            case .bottomLeft, .bottom, .bottomRight: 2
            }
        }
    }

    public var spot: Spot
    /// From the edges, in pixels.
    public var margin: Int32

    public init(_ spot: Spot, margin: Int32) {
        self.spot = spot
        self.margin = margin
    }

    /// - Parameters:
    ///   - size: Of what lies there.
    ///   - place: In which.
    /// - Returns: Its place; larger things than there is room for reach out evenly.
    public func bounds(of size: PixelSize, in place: PixelRect) -> PixelRect {
        PixelRect(
            x: place.x + Self.offset(spot.column, margin, size.width, place.width),
            y: place.y + Self.offset(spot.row, margin, size.height, place.height),
            width: size.width,
            height: size.height
        )
    }

    /// - Parameters:
    ///   - bounds: Of what lies there, by `bounds(of:in:)`.
    ///   - place: In which.
    /// - Returns: Whether there is room for its margin.
    public func keepsMargin(_ bounds: PixelRect, in place: PixelRect) -> Bool {
        let hasRoomAcross = spot.column == 1 || bounds.width + 2 * margin <= place.width
        let hasRoomDown = spot.row == 1 || bounds.height + 2 * margin <= place.height
        return hasRoomAcross && hasRoomDown
    }

    /// The same, moved from that edge so far that it lies on none of some obstacles.
    ///
    /// - Parameters:
    ///   - size: Of what lies there.
    ///   - place: In which.
    ///   - obstacles: Any.
    /// - Returns: Nil where that is not all in the place.
    public func bounds(
        of size: PixelSize,
        in place: PixelRect,
        avoiding obstacles: [PixelRect]
    ) -> PixelRect? {
        var bounds = bounds(of: size, in: place)
        // Each turn leaves one behind for good.
        for _ in 0...obstacles.count {
            guard bounds.intersection(place) == bounds else { return nil }
            guard let hit = obstacles.first(where: { !$0.intersection(bounds).isEmpty }) else {
                return bounds
            }
            let gap = margin / 3
            bounds.y = spot.row == 0 ? hit.maxY + gap : hit.y - size.height - gap
        }
        return nil
    }

    /// The corner of an output where a picture lies over as little as can be.
    ///
    /// - Parameters:
    ///   - sizes: That the picture may have, the best first.
    ///   - output: The output's size.
    ///   - margin: From its edges, in pixels.
    ///   - obstacles: What it is to lie on none of; where that cannot be, none of the next.
    /// - Returns: Its place, of one of the sizes.
    public static func corner(
        for sizes: [PixelSize],
        in output: PixelSize,
        margin: Int32,
        avoiding obstacles: [[PixelRect]]
    ) -> PixelRect {
        let spots = [Spot.topRight, .topLeft, .bottomRight, .bottomLeft]
        let places = sizes.flatMap { size in
            spots.map { Self($0, margin: margin).bounds(of: size, in: PixelRect(output)) }
        }
        for others in obstacles {
            let free = places.first { place in
                others.allSatisfy { $0.intersection(place).isEmpty }
            }
            if let free { return free }
        }
        return places.first ?? .zero
    }

    private static func offset(
        _ third: Int32,
        _ margin: Int32,
        _ length: Int32,
        _ room: Int32
    ) -> Int32 {
        guard length + 2 * margin <= room else { return (room - length) / 2 }
        return margin + (room - length - 2 * margin) * third / 2
    }

    /// Where a message may lie without being over a window, the best place first.
    ///
    /// - Parameters:
    ///   - output: The output's size.
    ///   - window: On it.
    ///   - margin: From the edges, in pixels.
    /// - Returns: Each with the part of the output that it is for.
    public static func rooms(
        in output: PixelSize,
        beside window: PixelRect,
        margin: Int32
    ) -> [(place: PixelRect, placement: Self)] {
        let all = PixelRect(output)
        let window = window.intersection(all)
        let below = PixelRect(
            x: 0,
            y: window.maxY,
            width: all.width,
            height: all.height - window.maxY
        )
        let above = PixelRect(x: 0, y: 0, width: all.width, height: window.y)
        let right = PixelRect(
            x: window.maxX,
            y: 0,
            width: all.width - window.maxX,
            height: all.height
        )
        let left = PixelRect(x: 0, y: 0, width: window.x, height: all.height)
        let sides = (left.width > right.width ? [left, right] : [right, left])
            .map { ($0, Spot.bottom) }
        // Letters in a column are hard to read.
        let isWide = sides[0].0.width >= all.width * 2 / 5
        let places =
            [(all, .bottom), (below, .bottom)] + (isWide ? sides.prefix(1) : [])
            + [(above, .top)] + sides.dropFirst(isWide ? 1 : 0) + [(all, .top)]
        return places.filter { !$0.0.isEmpty }.map { ($0, Self($1, margin: margin)) }
    }
}
