import Media
import Platform
import TestSupport
import Testing

@testable import Demuxing
@testable import Ingest
@testable import Stills

/// Packets tell which picture is shown, and decoding everything finds the same one.
@Suite struct PictureFinderTests {
    private static let clips = [
        ("closed.mp4", "-c copy"), ("closed.ts", "-c copy"),
        ("open.ts", "-c:v libx264 -bf 3 -g 8 -x264-params open-gop=1:b-adapt=0"),
        ("mpeg2.ts", "-c:v mpeg2video -bf 2 -g 9"), ("motion.mkv", "-c:v mjpeg"),
        ("edited.mp4", "-c copy -ss 0.55"),
    ]

    private func finder(_ path: String, at time: MediaTime) throws -> PictureFinder {
        let limit = SearchLimit(
            deadline: MonotonicClock.now() + .milliseconds(60_000),
            isCancelled: { false }
        )
        return PictureFinder(
            source: try FilePackets(
                StreamConfiguration(id: StreamID(sanitizing: "clip"), url: path),
                probing: .thorough,
                limit: limit
            ),
            time: time,
            tolerance: .zero,
            limit: limit
        )
    }

    @Test(arguments: clips) func bothWaysFindThePicture(name: String, options: String) throws {
        let path = try Clips.make("finder-\(name)", "-i \(Clips.h264()) \(options)")
        for picture in try Oracle(of: path).pictures {
            let briefly = try finder(path, at: picture.pts).findByPackets()
            let thoroughly = try finder(path, at: picture.pts).findByDecoding()
            for found in [briefly, thoroughly] {
                #expect(found?.tier == .exact, "\(picture.pts.seconds)")
                #expect(found?.digest == picture.digest, "\(picture.pts.seconds)")
            }
        }
    }

    /// From the damage to the end of its group; what is shown before it is answered.
    @Test func aDamagedGroupIsDecodedToSee() throws {
        let clip = try Clips.noisyTransport("libx264", isReordered: false)
        let packets = try TransportPackets(clip)
        let hit = packets.video(of: 20)
        let place = hit[hit.count / 2]
        let path = try packets.write("finder-damaged.ts", without: place..<place + 1)
        let pictures = try Oracle(of: clip).pictures
        let answered = try pictures.indices.filter { index in
            try finder(path, at: pictures[index].pts).findByPackets() != nil
        }
        // The one before may be meant by the mark.
        #expect(Array(pictures.indices).filter { !answered.contains($0) } == Array(19..<32))
    }
}
