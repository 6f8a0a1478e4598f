import Media
import Platform
import Testing

@testable import KMS

@Suite struct HotplugTests {
    private static let small = Stage.small
    private static let large = Stage.large

    @Test func unpluggedAndPluggedInAgain() throws {
        let stage = try Stage()
        let picture = Picture(of: stage.screen?.mode)
        _ = try stage.show(picture)
        stage.host.after(10) { stage.plug([]) }
        #expect(stage.next() == .deactivated)
        #expect(stage.screen?.waiting == .noDisplay)
        #expect(stage.screen?.mode == nil)
        #expect(stage.device.isDark)
        #expect(stage.device.holdings == 0)
        #expect(throws: KMSError.inactive) { try stage.present(picture) }
        stage.host.after(10) { stage.plug([Self.small]) }
        #expect(stage.next() == .activated)
        _ = try stage.show(picture)
        #expect(picture.isShown(stage.device.pixels()))
        #expect(stage.screen?.counts.hotplugs == 2)
        #expect(stage.close() == 0)
    }

    @Test func anotherDisplayGetsItsOwnMode() throws {
        let stage = try Stage()
        _ = try stage.show(Picture(of: stage.screen?.mode))
        stage.host.after(10) { stage.plug([Self.large], edid: [1]) }
        #expect(stage.next() == .activated)
        #expect(stage.screen?.mode?.pictureSize == Self.large.size)
        let picture = Picture(of: stage.screen?.mode, 3)
        _ = try stage.show(picture)
        #expect(picture.isShown(stage.device.pixels()))
        #expect(stage.device.framebuffers.count == 2)
        #expect(stage.device.complaints.isEmpty)
    }

    /// The kernel guesses modes until the display has said what it is.
    @Test func anEDIDThatComesLate() throws {
        let stage = try Stage([connector(7, modes: [mode(32, 16)])])
        #expect(stage.screen?.mode?.pictureSize == PixelSize(width: 32, height: 16))
        stage.host.after(300) { stage.plug([Self.small], edid: [0, 255, 255]) }
        #expect(stage.next() == .activated)
        #expect(stage.screen?.mode?.pictureSize == Self.small.size)
        // The same again changes nothing.
        stage.host.after(10) { stage.plug([Self.small], edid: [0, 255, 255]) }
        #expect(stage.next(within: 100) == .deadline)
        #expect(stage.device.modeSets == 2)
    }

    /// A connector has no modes for a moment while its display is plugged in.
    @Test func aDisplayIsShownWhenItsModesAreThere() throws {
        let stage = try Stage([connector(7, modes: [])])
        #expect(stage.screen?.waiting == .noDisplay)
        stage.host.after(10) { stage.plug([Self.small]) }
        #expect(stage.next() == .activated)
    }

    @Test func aBadLinkIsTrainedAnew() throws {
        let stage = try Stage()
        stage.device.connectors[0].isLinkBad = true
        stage.host.after(10) { stage.host.tell(.anything) }
        let trained = stage.device.modeSets
        stage.device.refusal = { request in
            if request.setsMode { stage.device.connectors[0].isLinkBad = false }
            return nil
        }
        #expect(stage.next() == .activated)
        #expect(stage.device.modeSets == trained + 1)
        #expect(stage.device.committed[7]?["link-status"] == 0)
    }

    @Test func otherConnectorsDisturbNobody() throws {
        let stage = try Stage()
        let asked = stage.device.looks.count
        stage.host.after(10) { stage.host.tell(.connectors([ObjectID(9)])) }
        stage.host.after(20) { stage.host.tell(.connectors([ObjectID(7)])) }
        #expect(stage.next(within: 100) == .deadline)
        #expect(stage.device.looks.dropFirst(asked) == [false, true])
        #expect(stage.device.modeSets == 1)
    }

    /// Where the kernel tells nothing, such as in a network namespace.
    @Test func changesAreFoundWithoutBeingTold() throws {
        let stage = try Stage(isToldOfChanges: false)
        let start = stage.host.now
        stage.host.after(100) { stage.device.connectors[0].connection = .disconnected }
        #expect(stage.next() == .deactivated)
        #expect(stage.host.now == start + .milliseconds(2000))
        stage.host.after(100) { stage.device.connectors[0].connection = .connected }
        #expect(stage.next() == .activated)
        #expect(stage.host.now == start + .milliseconds(4000))
    }

    @Test(arguments: [true, false])
    func theDisplayMovesToAnotherDevice(isTold: Bool) throws {
        let stage = try Stage(isToldOfChanges: isTold)
        let other = FakeDevice("/dev/dri/card1", [connector(7, "HDMI-A-1", .disconnected)])
        stage.host.devices.append(other)
        stage.host.after(10) { stage.plug([]) }
        #expect(stage.next() == .deactivated)
        other.connectors[0] = connector(7, modes: [Self.large])
        stage.host.after(10) { stage.host.tell(isTold ? .anything : .nothing) }
        #expect(stage.next() == .activated)
        #expect(stage.screen?.mode?.pictureSize == Self.large.size)
        #expect(stage.device.master == .nobody)
        #expect(stage.device.holdings == 0)
    }
}

@Suite struct TakenDisplayTests {
    @Test func theTerminalIsSwitchedAwayAndBack() throws {
        let stage = try Stage()
        let picture = Picture(of: stage.screen?.mode)
        for _ in 0..<3 {
            _ = try stage.show(picture)
            stage.host.after(5) { stage.host.askForFront() }
            #expect(stage.next() == .deactivated)
            #expect(stage.screen?.waiting == .switchedAway)
            // The other one has the display now, and had a picture there all the time.
            #expect(stage.device.master == .nobody)
            #expect(stage.device.showsForeignPicture)
            #expect(stage.device.complaints.isEmpty)
            #expect(stage.device.holdings == 0)
            // Neither news nor time bring it back.
            stage.host.after(5) { stage.host.tell(.anything) }
            #expect(stage.next(within: 6000) == .deadline)
            stage.host.after(5) { stage.host.giveFrontBack() }
            #expect(stage.next() == .activated)
        }
        #expect(stage.close() == 0)
    }

    /// Anyone may send the signal: nobody waits for the front then.
    @Test func aSignalOfSomeoneElseKeepsTheTerminal() throws {
        let stage = try Stage(prepare: { $0.showForeignPicture() })
        _ = try stage.show(Picture(of: stage.screen?.mode))
        stage.host.otherTerminalWaits = false
        stage.host.after(5) { stage.host.askForFront() }
        #expect(stage.next() == .activated)
        #expect(stage.screen?.mode != nil)
        #expect(stage.device.complaints.isEmpty)
        // What was there before pipd is still known.
        #expect(stage.close() == 0)
        #expect(stage.device.showsForeignPicture)
    }

    @Test func anotherProcessTakesTheDisplayDuringAPicture() throws {
        let stage = try Stage()
        let picture = Picture(of: stage.screen?.mode)
        _ = try stage.show(picture)
        stage.device.master = .otherProcess
        stage.device.showForeignPicture()
        try stage.present(picture)
        #expect(stage.next() == .deactivated)
        #expect(stage.screen?.waiting == .masterTaken)
        #expect(stage.screen?.counts.mastersLost == 1)
        #expect(stage.device.showsForeignPicture)
        let start = stage.host.now
        stage.host.after(600) { stage.device.master = .nobody }
        #expect(stage.next() == .activated)
        #expect(stage.host.now == start + .milliseconds(750))
        #expect(stage.screen?.counts.mastersLost == 1)
        #expect(stage.close() == 0)
    }

    /// Without privileges a new opening becomes the master, an old one does not.
    @Test func withoutPrivilegesTheDeviceIsOpenedAnew() throws {
        let stage = try Stage(prepare: { device in
            device.isPrivileged = false
            device.master = .otherProcess
        })
        #expect(stage.screen?.waiting == .masterTaken)
        let openings = stage.device.openings
        stage.host.after(100) { stage.device.master = .nobody }
        #expect(stage.next() == .activated)
        #expect(stage.device.openings == openings + 1)
        #expect(stage.close() == 0)
    }
}
