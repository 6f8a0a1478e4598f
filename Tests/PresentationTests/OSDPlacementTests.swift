import Media
import Presentation
import Testing

@Suite struct OSDPlacementTests {
    private let size = PixelSize(width: 100, height: 20)
    private let place = PixelRect(x: 10, y: 30, width: 400, height: 200)

    @Test(
        arguments: [
            (.topLeft, 15, 35), (.top, 160, 35), (.topRight, 305, 35), (.left, 15, 120),
            (.center, 160, 120), (.right, 305, 120), (.bottomLeft, 15, 205),
            (.bottom, 160, 205), (.bottomRight, 305, 205),
        ] as [(OSDPlacement.Spot, Int32, Int32)]
    )
    func eachOfNinePlaces(spot: OSDPlacement.Spot, x: Int32, y: Int32) {
        let bounds = OSDPlacement(spot, margin: 5).bounds(of: size, in: place)
        #expect(bounds == PixelRect(x: x, y: y, width: 100, height: 20))
    }

    @Test func whatIsTooLargeReachesOutEvenly() {
        let large = PixelSize(width: 500, height: 20)
        let bounds = OSDPlacement(.bottomLeft, margin: 5).bounds(of: large, in: place)
        #expect((bounds.x, bounds.y) == (-40, 205))
    }

    /// Wherever the window is, a message has places that are not over it.
    @Test(
        arguments: [
            (.zero, 1), (PixelRect(x: 900, y: 600, width: 320, height: 100), 5),
            (PixelRect(x: 500, y: 600, width: 320, height: 120), 4),
            (PixelRect(x: 0, y: 0, width: 1280, height: 720), 1),
        ] as [(PixelRect, Int)]
    )
    func roomsAreBesideTheWindow(window: PixelRect, count: Int) {
        let output = PixelSize(width: 1280, height: 720)
        let rooms = OSDPlacement.rooms(in: output, beside: window, margin: 10)
        #expect(rooms.count == (window == .zero ? 4 : count + 1))
        for (room, spot) in zip([rooms.first, rooms.last], [OSDPlacement.Spot.bottom, .top]) {
            #expect(room?.place == PixelRect(output) && room?.placement.spot == spot)
        }
        let beside = rooms.dropFirst().dropLast()
        #expect(beside.allSatisfy { $0.place.intersection(window).isEmpty })
    }

    /// Letters in a column are hard to read, so narrow rooms come after the upper edge.
    @Test(arguments: [(900, true), (500, false)] as [(Int32, Bool)])
    func aMessageStaysBelowWhereThereIsRoom(windowX: Int32, staysBelow: Bool) throws {
        let rooms = OSDPlacement.rooms(
            in: PixelSize(width: 1280, height: 720),
            beside: PixelRect(x: windowX, y: 600, width: 320, height: 120),
            margin: 10
        )
        let left = PixelRect(x: 0, y: 0, width: windowX, height: 720)
        let beside = try #require(rooms.firstIndex { $0.place == left })
        let above = try #require(rooms.firstIndex { $0.placement.spot == .top })
        #expect((beside < above) == staysBelow)
    }

    /// Away from the edge that it would lie at, past all that is in its way.
    @Test(
        arguments: [
            (.bottom, [PixelRect(x: 0, y: 150, width: 100, height: 50)], 128),
            (
                .bottom,
                [
                    PixelRect(x: 0, y: 150, width: 20, height: 50),
                    PixelRect(x: 40, y: 120, width: 20, height: 20),
                ], 98
            ),
            (.top, [PixelRect(x: 0, y: 0, width: 100, height: 30)], 32),
            (.bottom, [PixelRect(x: 200, y: 150, width: 100, height: 50)], 174),
            (.bottom, [PixelRect(x: 0, y: 10, width: 100, height: 190)], nil),
        ] as [(OSDPlacement.Spot, [PixelRect], Int32?)]
    )
    func obstaclesAreLeftBehind(spot: OSDPlacement.Spot, obstacles: [PixelRect], y: Int32?) {
        let bounds = OSDPlacement(spot, margin: 6).bounds(
            of: PixelSize(width: 88, height: 20),
            in: PixelRect(x: 0, y: 0, width: 100, height: 200),
            avoiding: obstacles
        )
        #expect(bounds?.y == y)
    }

    /// In the first corner where nothing is, smaller before over something, and where nothing is
    /// free over what is the least to be missed.
    @Test func aPictureLiesInTheFreestCorner() {
        let output = PixelSize(width: 1000, height: 500)
        let sizes = [PixelSize(width: 300, height: 200), PixelSize(width: 150, height: 100)]
        func corner(_ obstacles: [[PixelRect]]) -> PixelRect {
            OSDPlacement.corner(for: sizes, in: output, margin: 20, avoiding: obstacles)
        }
        let top = PixelRect(x: 0, y: 0, width: 1000, height: 150)
        let center = PixelRect(x: 250, y: 130, width: 500, height: 240)
        let all = PixelRect(output)
        #expect(corner([[]]) == PixelRect(x: 680, y: 20, width: 300, height: 200))
        #expect(corner([[top]]) == PixelRect(x: 680, y: 280, width: 300, height: 200))
        #expect(corner([[center]]) == PixelRect(x: 830, y: 20, width: 150, height: 100))
        #expect(corner([[all], [top]]) == PixelRect(x: 680, y: 280, width: 300, height: 200))
        #expect(corner([[all]]) == PixelRect(x: 680, y: 20, width: 300, height: 200))
    }
}
