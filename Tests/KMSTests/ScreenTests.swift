import Media
import Platform
import TestSupport
import Testing

@testable import KMS

@Suite struct ScreenTests {
    private static let small = Stage.small
    private static let large = Stage.large

    // MARK: Showing

    @Test func startsBlackAndShowsWhatIsPresented() throws {
        let stage = try Stage()
        let mode = try #require(stage.screen?.mode)
        #expect(mode.pictureSize == Self.small.size)
        #expect(mode.hasOverlayPlane && mode.hasVerticalBlank && mode.shortfall == nil)
        #expect(Picture(of: mode, 0).isShown(stage.device.pixels()))
        let picture = Picture(of: mode, 7)
        try stage.present(picture)
        // Not before the next scanout.
        #expect(Picture(of: mode, 0).isShown(stage.device.pixels()))
        #expect(stage.next() == .flipped(at: .milliseconds(1008)))
        #expect(picture.isShown(stage.device.pixels()))
        #expect(stage.next(within: 100) == .deadline)
        #expect(stage.close() == 0)
        #expect(stage.device.complaints.isEmpty)
    }

    /// Damage of pictures that were refused, and that the other buffer missed, is made good.
    @Test(arguments: Rotation.allCases)
    func everyBufferGetsWhatItMissed(rotation: Rotation) throws {
        let stage = try Stage(rotation: rotation)
        let picture = Picture(of: stage.screen?.mode)
        #expect(try stage.show(picture) != nil)
        var random = SeededGenerator(seed: 3)
        for round in 0..<60 {
            let part = PixelRect(
                x: Int32.random(in: 0..<24, using: &random),
                y: Int32.random(in: 0..<24, using: &random),
                width: Int32.random(in: 0...8, using: &random),
                height: Int32.random(in: 0...8, using: &random)
            )
            picture.fill(part, UInt32(round + 2))
            guard round % 5 != 0 else {
                stage.device.refusal = { $0.isFlip ? .invalidArgument : nil }
                #expect(throws: KMSError.self) { try stage.present(picture, damage: part) }
                stage.device.refusal = { _ in nil }
                continue
            }
            _ = try stage.show(picture, damage: part)
            #expect(picture.isShown(stage.device.pixels(), turned: rotation), "round \(round)")
        }
        #expect(stage.screen?.counts.commitsRefused == 12)
        #expect(stage.close() == 0)
    }

    @Test func aWindowLiesOnAPlaneOfItsOwn() throws {
        let stage = try Stage()
        let picture = Picture(of: stage.screen?.mode)
        let place = PixelRect(x: 8, y: 4, width: 16, height: 8)
        let window = Picture(place.size, 99)
        #expect(try #require(stage.screen).refusal(ofOverlayAt: place) == nil)
        try stage.present(picture, window: (window, place, true))
        _ = stage.next()
        #expect(window.isShown(stage.device.pixels(on: 21)))
        #expect(stage.device.committed[21]?["CRTC_X"] == 8)
        // Moved: the same buffer elsewhere.
        let buffer = stage.device.shown[21]
        let moved = PixelRect(x: 20, y: 4, width: 16, height: 8)
        try stage.present(picture, damage: .zero, window: (window, moved, false))
        _ = stage.next()
        #expect(stage.device.shown[21] == buffer)
        #expect(stage.device.committed[21]?["CRTC_X"] == 20)
        // Another size: other buffers, and the old ones go when they are shown no more.
        let larger = Picture(PixelSize(width: 32, height: 16), 5)
        try stage.present(picture, window: (larger, PixelRect(larger.size), true))
        _ = stage.next()
        #expect(larger.isShown(stage.device.pixels(on: 21)))
        #expect(stage.device.framebuffers.count == 4)
        try stage.present(picture)
        _ = stage.next()
        #expect(stage.device.shown[21] == nil)
        #expect(stage.device.complaints.isEmpty)
        #expect(stage.close() == 0)
    }

    /// What was refused is still lacking, though nothing is new by then.
    @Test func aWindowThatWasRefusedIsMadeGood() throws {
        let stage = try Stage()
        let picture = Picture(of: stage.screen?.mode)
        let place = PixelRect(x: 8, y: 4, width: 16, height: 8)
        try stage.present(picture, window: (Picture(place.size, 99), place, true))
        _ = stage.next()
        let window = Picture(place.size, 5)
        stage.device.refusal = { $0.isFlip ? .noSpace : nil }
        #expect(throws: KMSError.self) {
            try stage.present(picture, damage: .zero, window: (window, place, true))
        }
        stage.device.refusal = { _ in nil }
        try stage.present(picture, damage: .zero, window: (window, place, false))
        _ = stage.next()
        #expect(window.isShown(stage.device.pixels(on: 21)))
    }

    @Test func aRefusedWindowIsSaid() throws {
        let stage = try Stage()
        stage.device.refusal = { $0.isTest ? .invalidArgument : nil }
        let place = PixelRect(x: 0, y: 0, width: 16, height: 8)
        let reason = try #require(stage.screen?.refusal(ofOverlayAt: place))
        #expect(reason.hasPrefix("the driver refuses a window of 16x8 on its overlay plane: "))
    }

    // MARK: Devices and drivers

    @Test(arguments: [true, false])
    func theDeviceIsRemovedAndComesBack(duringFlip: Bool) throws {
        let stage = try Stage()
        let picture = Picture(of: stage.screen?.mode)
        _ = try stage.show(picture)
        if duringFlip { try stage.present(picture) }
        stage.host.after(2) { stage.device.isGone = true }
        if !duringFlip { stage.host.after(2) { stage.host.tell(.anything) } }
        #expect(stage.next() == .deactivated)
        #expect(stage.screen?.waiting == .deviceGone)
        #expect(stage.device.holdings == 0)
        let fresh = FakeDevice("/dev/dri/card0", [connector(7, modes: [Self.large])])
        stage.host.after(100) {
            stage.host.devices = [fresh]
            stage.host.tell(.anything)
        }
        #expect(stage.next() == .activated)
        #expect(stage.screen?.mode?.pictureSize == Self.large.size)
    }

    @Test func aCommitOfARemovedDeviceIsNoError() throws {
        let stage = try Stage()
        stage.device.isGone = true
        try stage.present(Picture(of: stage.screen?.mode))
        #expect(stage.next() == .deactivated)
        #expect(stage.screen?.waiting == .deviceGone)
    }

    @Test func aRefusedCommitChangesNothing() throws {
        let stage = try Stage()
        let picture = Picture(of: stage.screen?.mode, 4)
        _ = try stage.show(picture)
        stage.device.refusal = { $0.isFlip ? .noSpace : nil }
        let refusal = KMSError.commitRefused(path: "/dev/dri/card0", errno: .noSpace)
        let next = Picture(of: stage.screen?.mode, 5)
        #expect(throws: refusal) { try stage.present(next) }
        #expect(stage.next(within: 2000) == .deadline)
        #expect(picture.isShown(stage.device.pixels()))
        #expect(stage.screen?.counts.commitsRefused == 1)
        stage.device.refusal = { _ in nil }
        _ = try stage.show(next, damage: .zero)
        #expect(next.isShown(stage.device.pixels()))
    }

    @Test func aModeThatIsRefusedGivesWayToTheNext() throws {
        let stage = try Stage(prepare: { device in
            device.refusal = { request in
                let size = request.value("SRC_W", of: 20) ?? 0
                return request.setsMode && size >> 16 == 64 ? .invalidArgument : nil
            }
        })
        #expect(stage.screen?.mode?.pictureSize == Self.large.size)
        let shortfall = try #require(stage.screen?.mode?.shortfall)
        #expect(shortfall.hasPrefix("the driver refuses 64x32@"))
        #expect(stage.screen?.counts.commitsRefused == 1)
        #expect(stage.device.framebuffers.count == 2)
    }

    @Test func aDriverThatRefusesEveryModeIsAskedAgain() throws {
        let stage = try Stage(prepare: { $0.refusal = { _ in .invalidArgument } })
        let reason = "the driver refuses every mode: DRM_IOCTL_MODE_ATOMIC: Invalid argument"
        #expect(stage.screen?.waiting == .refused(reason))
        #expect(stage.device.holdings == 0)
        stage.host.after(1000) { stage.device.refusal = { _ in nil } }
        #expect(stage.next() == .activated)
        #expect(stage.screen?.waiting == nil)
    }

    @Test func aDeviceWithoutPlanesIsNoWay() throws {
        let stage = try Stage(prepare: { $0.planes = [] })
        #expect(
            stage.screen?.waiting == .refused("/dev/dri/card0 has no way to HDMI-A-1")
        )
    }

    /// The old mode's buffers go first where both have no room.
    @Test func aModeForWhichThereIsRoomOnlyWithoutTheOld() throws {
        let stage = try Stage()
        stage.device.room = 2 * (128 * 4 + 16) * 64
        stage.host.after(10) { stage.plug([Self.large], edid: [1]) }
        #expect(stage.next() == .activated)
        #expect(stage.screen?.mode?.pictureSize == Self.large.size)
        #expect(stage.device.complaints.isEmpty)
    }

    // MARK: Flips

    @Test func flipsThatAreNotConfirmed() throws {
        let stage = try Stage()
        let picture = Picture(of: stage.screen?.mode)
        stage.device.confirmsFlips = false
        try stage.present(picture)
        let start = stage.host.now
        #expect(stage.next() == .activated)
        #expect(stage.host.now == start + .milliseconds(500))
        for pause: Int64 in [1000, 2000, 4000] {
            try stage.present(picture)
            #expect(stage.next() == .deactivated)
            #expect(stage.screen?.waiting == .refused("the display does not confirm pictures"))
            #expect(stage.device.isDark)
            let lost = stage.host.now
            #expect(stage.next() == .activated)
            #expect(stage.host.now == lost + .milliseconds(pause))
        }
        stage.device.confirmsFlips = true
        _ = try stage.show(picture)
        #expect(picture.isShown(stage.device.pixels()))
        #expect(stage.screen?.counts.flipTimeouts == 4)
        #expect(stage.close() == 0)
    }

    @Test func aDriverThatIsStillBusyIsSetAnew() throws {
        let stage = try Stage()
        var isBusy = true
        stage.device.refusal = { request in
            defer { if request.isFlip { isBusy = false } }
            return request.isFlip && isBusy ? .busy : nil
        }
        let picture = Picture(of: stage.screen?.mode)
        try stage.present(picture)
        #expect(stage.next() == .activated)
        _ = try stage.show(picture)
        #expect(picture.isShown(stage.device.pixels()))
        #expect(stage.device.modeSets == 2)
    }

    // MARK: The end

    @Test func whatWasThereBeforeIsRestored() throws {
        let stage = try Stage(prepare: { $0.showForeignPicture() })
        _ = try stage.show(Picture(of: stage.screen?.mode))
        #expect(!stage.device.showsForeignPicture)
        #expect(stage.close() == 0)
        #expect(stage.device.showsForeignPicture)
        #expect(stage.device.master == .nobody)
        #expect(stage.device.complaints.isEmpty)
    }

    @Test func aStoppedWaitSaysSo() throws {
        let stage = try Stage()
        // Nothing else will ever come.
        #expect(stage.screen?.wait(until: nil) == .stopRequested)
    }
}
