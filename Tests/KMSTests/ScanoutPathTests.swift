import Testing

@testable import KMS

@Suite struct ScanoutPathTests {
    private static let formats = ScanoutPath.Formats(primary: 1, overlay: 2)

    private static func path(
        _ connector: ConnectorState,
        among others: [ConnectorState] = [],
        crtcs: [UInt32],
        _ planes: [PlaneState]
    ) -> ScanoutPath? {
        ScanoutPath.choose(
            for: connector,
            among: [connector] + others,
            crtcs: crtcs.map { ObjectID($0) },
            planes: planes,
            formats: formats
        )
    }

    /// Two CRTCs, 10 and 11, each with a primary and an overlay plane.
    private static let twoPipes = [
        plane(20, .primary, possibleCRTCs: 0b01),
        plane(21, .primary, possibleCRTCs: 0b10),
        plane(22, .overlay, possibleCRTCs: 0b01),
        plane(23, .overlay, possibleCRTCs: 0b10),
        plane(24, .cursor, possibleCRTCs: 0b11),
    ]

    /// The connector's possible CRTCs, the one that drives it, the CRTC on which
    /// there is something already, and the answer.
    @Test(
        arguments: [
            (0b11, nil, nil, 10),
            (0b10, nil, nil, 11),
            (0b11, 11, 11, 11),  // what drives it already
            (0b11, nil, 10, 11),  // not what someone else uses
            (0b01, nil, 10, 10),  // unless there is nothing else
            (0b100, nil, nil, nil),
            (0, nil, nil, nil),
        ] as [(UInt32, UInt32?, UInt32?, UInt32?)]
    )
    func takesTheCRTCThatDrivesTheConnectorElseAnIdleOne(
        possible: UInt32,
        current: UInt32?,
        busy: UInt32?,
        expected: UInt32?
    ) {
        var planes = Self.twoPipes
        if busy == 10 { planes[0].currentCRTC = ObjectID(10) }
        if busy == 11 { planes[1].currentCRTC = ObjectID(11) }
        let connector = connector(1, possibleCRTCs: possible, currentCRTC: current)
        let path = Self.path(connector, crtcs: [10, 11], planes)
        #expect(path?.crtc.rawValue == expected)
        // Each CRTC has its own planes here.
        #expect(path?.primary.rawValue == expected.map { $0 + 10 })
        #expect(path?.overlay?.plane.rawValue == expected.map { $0 + 12 })
    }

    @Test func planesThatCannotShowTheFormatAreLeftOut() {
        let planes = [
            plane(20, .primary, formats: [3]),
            plane(21, .primary),
            plane(22, .overlay, formats: [1]),
            plane(23, .overlay),
        ]
        let path = Self.path(connector(1), crtcs: [10], planes)
        #expect(path?.primary.rawValue == 21)
        #expect(path?.overlay?.plane.rawValue == 23)
    }

    @Test func aCRTCWithoutAPrimaryPlaneIsNoWay() {
        #expect(Self.path(connector(1), crtcs: [10], [plane(20, .overlay)]) == nil)
    }

    @Test func aCursorPlaneIsNoOverlay() {
        let path = Self.path(connector(1), crtcs: [10], [plane(20, .primary), plane(21, .cursor)])
        #expect(path?.primary.rawValue == 20)
        #expect(path?.overlay == nil)
    }

    @Test func planesThatOthersLeftBehindAreKnown() {
        let planes = [
            plane(20, .primary, on: 10),
            plane(21, .overlay, on: 10),
            plane(22, .overlay, on: 10),
            plane(23, .cursor, on: 10),
            plane(24, .overlay, possibleCRTCs: 0b11, on: 11),
            plane(25, .overlay),
        ]
        let path = Self.path(connector(1), crtcs: [10, 11], planes)
        #expect(path?.overlay?.plane.rawValue == 21)
        #expect(path?.foreignPlanes.map(\.rawValue) == [22, 23])
    }

    @Test func connectorsOnTheSameCRTCAreKnown() {
        let others = [
            connector(2, "DP-1", currentCRTC: 10),
            connector(3, "DP-2", .disconnected, currentCRTC: 10),
            connector(4, "DP-3", currentCRTC: 11),
            connector(5, "DP-4"),
        ]
        let planes = [plane(20, .primary, on: 10)]
        let path = Self.path(
            connector(1, currentCRTC: 10),
            among: others,
            crtcs: [10, 11],
            planes
        )
        #expect(path?.foreignConnectors.map(\.rawValue) == [2, 3])
        #expect(path?.abandoned == nil)
    }

    @Test func aCRTCOfAnotherConnectorIsNotIdleEvenWhenItShowsNothing() {
        let path = Self.path(
            connector(1, possibleCRTCs: 0b11),
            among: [connector(2, "DP-1", currentCRTC: 10)],
            crtcs: [10, 11],
            Self.twoPipes
        )
        #expect(path?.crtc.rawValue == 11)
        #expect(path?.foreignConnectors.isEmpty == true)
    }

    /// The connector is on CRTC 11, which has no primary plane for it.
    @Test(arguments: [(nil, [21, 22]), (10, [21, 22]), (11, nil)] as [(UInt32?, [UInt32]?)])
    func aCRTCThatIsLeftWithoutAConnectorIsKnown(another: UInt32?, expected: [UInt32]?) {
        let planes = [
            plane(20, .primary, possibleCRTCs: 0b01),
            plane(21, .primary, possibleCRTCs: 0b10, on: 11, formats: [3]),
            plane(22, .overlay, possibleCRTCs: 0b11, on: 11),
        ]
        let path = Self.path(
            connector(1, possibleCRTCs: 0b11, currentCRTC: 11),
            among: [connector(2, "DP-1", currentCRTC: another)],
            crtcs: [10, 11],
            planes
        )
        #expect(path?.crtc.rawValue == 10)
        #expect(path?.abandoned?.planes.map(\.rawValue) == expected)
        #expect(path?.abandoned?.crtc.rawValue == expected.map { _ in 11 })
    }

    @Test func anOverlayBelowThePrimaryPlaneIsNotTaken() {
        let planes = [
            plane(20, .primary, depth: .fixed(1)),
            plane(21, .overlay, depth: .fixed(0)),
            plane(22, .overlay, depth: .fixed(2)),
        ]
        #expect(Self.path(connector(1), crtcs: [10], planes)?.overlay?.plane.rawValue == 22)
    }
}

@Suite struct PlaneStackingTests {
    @Test(
        arguments: [
            (.unknown, .unknown, true, nil, nil),
            (.fixed(0), .unknown, true, nil, nil),
            (.fixed(0), .fixed(1), true, nil, nil),
            (.fixed(1), .fixed(1), false, nil, nil),
            (.fixed(2), .fixed(1), false, nil, nil),
            (.fixed(0), .adjustable(0...3), true, nil, 1),
            (.fixed(0), .adjustable(2...3), true, nil, 2),
            (.fixed(3), .adjustable(0...3), false, nil, nil),
            (.adjustable(0...3), .fixed(2), true, 0, nil),
            (.adjustable(2...3), .fixed(2), false, nil, nil),
            (.adjustable(0...3), .adjustable(0...3), true, 0, 1),
            (.adjustable(1...3), .adjustable(4...6), true, 1, 4),
            (.adjustable(1...3), .adjustable(0...1), false, nil, nil),
        ] as [(PlaneState.Depth, PlaneState.Depth, Bool, UInt64?, UInt64?)]
    )
    func theUpperPlaneIsAbove(
        lower: PlaneState.Depth,
        upper: PlaneState.Depth,
        isPossible: Bool,
        lowerValue: UInt64?,
        upperValue: UInt64?
    ) {
        let stacking = PlaneStacking(lower: lower, upper: upper)
        #expect((stacking != nil) == isPossible)
        #expect(stacking?.lower == lowerValue)
        #expect(stacking?.upper == upperValue)
    }
}
