import Media
import Testing

@testable import KMS

@Suite struct ConnectorChoiceTests {
    static let connectors = [
        connector(1, "DP-1", .disconnected),
        connector(2, "VGA-1", .unknown),
        connector(3, "HDMI-A-1"),
        connector(4, "HDMI-A-2"),
        connector(5, "HDMI-A-3", modes: []),  // just being plugged in
    ]

    @Test(
        arguments: [
            (nil, nil, 3),  // the first that is connected, not the first that may be
            (nil, 4, 4),  // the one that is shown stays
            (nil, 1, 3),  // unless it went
            ("HDMI-A-2", nil, 4),
            ("HDMI-A-2", 3, 4),
            ("VGA-1", nil, 2),
            ("DP-1", nil, nil),
            ("HDMI-A-3", nil, nil),
            ("eDP-1", nil, nil),
        ] as [(String?, UInt32?, UInt32?)]
    )
    func takesTheNamedElseTheCurrentElseTheFirstConnected(
        name: String?,
        current: UInt32?,
        expected: UInt32?
    ) {
        let chosen = ConnectorChoice.choose(
            from: Self.connectors,
            named: name,
            current: current.map { ObjectID($0) }
        )
        #expect(chosen?.id.rawValue == expected)
    }

    @Test func takesOneThatMayBeConnectedWhenNoneIs() {
        let chosen = ConnectorChoice.choose(from: Array(Self.connectors.prefix(2)), named: nil)
        #expect(chosen?.name == "VGA-1")
    }
}

@Suite struct HotplugDecisionTests {
    private static let shown = connector(7)

    private static func decide(_ now: ConnectorState?) -> HotplugDecision {
        HotplugDecision.decide(
            shown: shown,
            mode: shown.modes[0],
            now: now
        ) { ModeChoice(of: $0.modes, preference: .preferred).candidates.first }
    }

    /// What happens to the connector, and what follows.
    @Test(
        arguments: [
            ("nothing", .goOn),
            ("unplugged", .lost),
            ("no modes", .lost),
            ("another display", .setModeAnew),
            ("EDID came late", .setModeAnew),
            ("another preference", .setModeAnew),
            ("more modes, same preference", .goOn),
            ("link failed", .setModeAnew),
        ] as [(String, HotplugDecision)]
    )
    func decides(event: String, expected: HotplugDecision) {
        var now = Self.shown
        switch event {
        case "unplugged": now.connection = .disconnected
        case "no modes": now.modes = []
        case "another display": now.identification = [0, 255]
        case "EDID came late":
            now.identification = [0, 255]
            now.modes = [mode(3840, 2160, preferred: true)]
        case "another preference": now.modes = [mode(800, 600, preferred: true)] + now.modes
        case "more modes, same preference": now.modes.append(mode(640, 480))
        case "link failed": now.isLinkBad = true
        default: break
        }
        #expect(Self.decide(now) == expected)
    }

    @Test func aConnectorThatIsGoneIsLost() {
        #expect(Self.decide(nil) == .lost)
    }
}

@Suite struct DeviceChoiceTests {
    private static func card(_ number: Int, _ connectors: (String, Bool)...)
        -> DeviceChoice.Candidate
    {
        .usable(
            path: "/dev/dri/card\(number)",
            connectors: connectors.map { DeviceChoice.Connection(name: $0.0, isConnected: $0.1) }
        )
    }

    private static let denied = KMSError.permissionDenied(path: "/dev/dri/card0")
    private static let legacy = KMSError.notAtomic(path: "/dev/dri/card1", driver: "old")

    @Test(
        arguments: [
            ([card(0, ("DP-1", false)), card(1, ("HDMI-A-1", true))], nil, 1),
            ([card(0, ("DP-1", false)), card(1, ("HDMI-A-1", false))], nil, 0),
            ([card(0, ("DP-1", true)), card(1, ("HDMI-A-1", true))], nil, 0),
            ([card(0, ("DP-1", true)), card(1, ("HDMI-A-1", false))], "HDMI-A-1", 1),
            ([card(0, ("DP-1", false)), card(1, ("DP-1", true))], "DP-1", 1),
            ([card(0), card(1, ("DP-1", false))], "DP-1", 1),
            ([.unusable(denied), card(1, ("DP-1", true))], nil, 1),
            ([.unusable(.noDevice), .unusable(legacy), card(2)], nil, 2),
        ] as [([DeviceChoice.Candidate], String?, Int)]
    )
    func takesTheFirstWithADisplay(
        candidates: [DeviceChoice.Candidate],
        name: String?,
        expected: Int
    ) throws {
        #expect(try DeviceChoice.choose(from: candidates, connector: name) == expected)
    }

    @Test(
        arguments: [
            ([], nil, .noDevice),
            ([.unusable(.noDevice)], nil, .noDevice),
            ([.unusable(.noDevice), .unusable(legacy), .unusable(denied)], nil, legacy),
            ([.unusable(denied)], "DP-1", denied),
            (
                [card(0, ("DP-1", true)), card(1, ("DP-2", false))], "DP-3",
                .noSuchConnector(name: "DP-3", accepted: ["DP-1", "DP-2"])
            ),
        ] as [([DeviceChoice.Candidate], String?, KMSError)]
    )
    func saysWhyThereIsNone(
        candidates: [DeviceChoice.Candidate],
        name: String?,
        expected: KMSError
    ) {
        #expect(throws: expected) {
            try DeviceChoice.choose(from: candidates, connector: name)
        }
    }
}
