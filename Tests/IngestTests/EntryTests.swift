import Testing

@testable import Demuxing
@testable import Ingest

/// A file's first picture comes as soon as its packet is decoded.
@Suite struct EntryTests {
    /// Whether a decoder would hold the first picture back, and no other comes before it.
    private static let areHeldBack = [
        "b2.mp4": true,
        "pyramid.mp4": true,
        "open-gop.mp4": true,
        "varying.mp4": true,
        "baseline.mp4": false,
        "b0.mp4": false,
        // What nothing follows is not proved to be the first.
        "one.mp4": false,
        "fragments.mp4": true,
        "mpeg4.mp4": true,
        "b2.ts": true,
    ]

    @Test(arguments: ContainerIndexTests.clips.filter { areHeldBack[$0.name] != nil })
    func thePacketsTellWhetherAPictureIsHeldBack(clip: ContainerIndexTests.Clip) throws {
        let session = try session(try clip.make(), .thorough)
        #expect(session.holdsEntryBack() == Self.areHeldBack[clip.name])
    }

    @Test func theFirstPictureTakesOnePacket() throws {
        let path = try Clips.h264()
        let (patient, hurried) = (try session(path), try session(path))
        hurried.hurry()
        #expect(try steps(hurried, to: 1) == 1)
        #expect(try steps(patient, to: 1) > 3)
    }

    @Test func aSeekForgetsWhatWasReadAhead() throws {
        let session = try session(try Clips.h264())
        session.hurry()
        _ = try steps(session, to: 1)
        session.hurry()
        try session.seek(to: nil)
        #expect(try pictures(session) == 40)
    }

    /// How many pictures come up to the end.
    private func pictures(_ session: MediaSession) throws -> Int {
        var count = 0
        while true {
            switch try session.step() {
            case .picture: count += 1
            case .endOfStream: return count
            case .corrupt, .unreadable, .nothing, .joining, .turned: break
            }
        }
    }

    /// How many steps it takes until so many pictures have come.
    private func steps(_ session: MediaSession, to pictures: Int) throws -> Int {
        var (steps, came) = (0, 0)
        while came < pictures {
            steps += 1
            switch try session.step() {
            case .picture: came += 1
            case .endOfStream: return steps
            case .corrupt, .unreadable, .nothing, .joining, .turned: break
            }
        }
        return steps
    }

    private func session(
        _ path: String,
        _ probing: Demuxer.Probing = .playing
    ) throws -> MediaSession {
        try MediaSession(
            demuxer: OwnedDemuxer(ContainerIndexTests.open(path, probing)),
            configuration: .init(threads: 1, isLive: false, awaitsKeyFrame: false)
        )
    }
}
