import Media
import Platform
import TestSupport
import Testing

@testable import KMS

@Suite struct RandomFaultTests {
    private static let small = Stage.small
    private static let large = Stage.large

    /// As the case `kms-sequences` of the emulated PC: whatever happens in which order, the
    /// right picture is there afterwards, and nothing has leaked.
    @Test(arguments: 1...12)
    func randomFaults(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let stage = try Stage()
        for round in 0..<12 {
            for _ in 0..<Int.random(in: 3...8, using: &random) {
                randomFault(of: stage, using: &random)
                for _ in 0..<Int.random(in: 0...3, using: &random) {
                    try playOn(stage, within: Int64.random(in: 1...400, using: &random))
                }
            }
            settle(stage)
            try showAgain(stage, round)
        }
        #expect(stage.close() == 0)
        #expect(stage.device.complaints.isEmpty)
    }

    private func randomFault(of stage: Stage, using random: inout SeededGenerator) {
        let device = stage.device
        switch Int.random(in: 0..<9, using: &random) {
        case 0: stage.plug([])
        case 1: stage.plug([Self.small])
        case 2: stage.plug([Self.large], edid: [UInt8.random(in: 0...3, using: &random)])
        case 3: stage.host.askForFront()
        case 4: if !stage.host.hasFront { stage.host.giveFrontBack() }
        case 5:
            if device.master != .nobody || stage.host.hasFront {
                device.master = .otherProcess
                device.showForeignPicture()
            }
        case 6: if device.master == .otherProcess { device.master = .nobody }
        case 7: device.confirmsFlips.toggle()
        default:
            let errno: Platform.Errno = Bool.random(using: &random) ? .busy : .invalidArgument
            let refuses = Bool.random(using: &random)
            device.refusal = { refuses && $0.isFlip ? errno : nil }
        }
    }

    /// As an output does: presents while it may, and takes what comes.
    private func playOn(_ stage: Stage, within milliseconds: Int64) throws {
        if stage.screen?.mode != nil, stage.mayPresent {
            try? stage.present(Picture(of: stage.screen?.mode))
        }
        _ = stage.next(within: milliseconds)
    }

    private func settle(_ stage: Stage) {
        // What was asked for is done first: another terminal may want to the front.
        while stage.next(within: 1) != .deadline {}
        stage.device.confirmsFlips = true
        stage.device.refusal = { _ in nil }
        if stage.device.master == .otherProcess { stage.device.master = .nobody }
        if !stage.host.hasFront { stage.host.giveFrontBack() }
        stage.plug([Self.small])
    }

    private func showAgain(_ stage: Stage, _ round: Int) throws {
        let picture = Picture(Self.small.size, UInt32(round + 10))
        // Each fault may be found only now; the longest pause takes 30 s.
        for _ in 0..<20 where !picture.isShown(stage.device.pixels()) {
            if stage.screen?.mode?.pictureSize == picture.size, stage.mayPresent {
                try stage.present(picture)
            }
            _ = stage.next(within: 31_000)
        }
        #expect(picture.isShown(stage.device.pixels()), "round \(round)")
    }
}
