import Media
import Platform
import TestSupport
import Testing

@testable import Demuxing
@testable import Ingest
@testable import Stills

/// What a run calls whole is what was sent, whichever decoder is at work.
@Suite struct DecodingRunTests {
    /// Where a damaged clip is joined, and with what.
    enum Way: CaseIterable {
        /// As a file is played: from its start.
        case played
        /// As a live stream is: the decoder waits until its pictures are whole.
        case joined
        /// As is searched: the decoder gives out whatever it has.
        case searched

        fileprivate func run(_ stream: CodedStream) throws(AVError) -> DecodingRun {
            try DecodingRun(
                stream,
                decoder: self == .searched
                    ? stream.makeDecoder(alone: false)
                    : stream.makeDecoder(threads: 1, isLive: false),
                damage: DamageWatch(isJoined: self != .played, waits: self != .searched)
            )
        }
    }

    /// The pictures that come out of a run, and whether each is damaged.
    private func pictures(
        of path: String,
        _ way: Way
    ) throws -> [(time: MediaTime?, digest: String, isDamaged: Bool)] {
        let source = try FilePackets(
            StreamConfiguration(id: StreamID(sanitizing: "clip"), url: path),
            probing: .thorough,
            limit: SearchLimit(
                deadline: MonotonicClock.now() + .milliseconds(60_000),
                isCancelled: { false }
            )
        )
        var run = try way.run(source.stream)
        var pictures: [(time: MediaTime?, digest: String, isDamaged: Bool)] = []
        var packet = try source.next()
        while true {
            if let packet {
                packet.withPacket {
                    run.note($0, packet.facts)
                    _ = try? run.decode($0)
                }
            } else {
                try? run.drain()
            }
            while case .picture? = try? run.receive() {
                let time = UnsafePointer(run.frame).coded(in: run.stream).time
                let digest = PictureDigest(packing: run.frame).map { "\($0)" } ?? ""
                pictures.append((time, digest, run.isDamaged()))
            }
            guard packet != nil else { return pictures }
            packet = try source.next()
        }
    }

    @Test(arguments: Clips.transportCodecs, Way.allCases)
    func whatCountsAsWholeWasSent(codec: String, way: Way) throws {
        let clip = try Clips.noisyTransport(codec)
        let sent = try Oracle(of: clip).pictures
        #expect(try pictures(of: clip, way).map(\.digest) == sent.map(\.digest))
        let packets = try TransportPackets(clip)
        for picture in [13, 14, 16, 20] {
            let hit = packets.video(of: picture)[0]
            let name = "run-\(picture)-\(codec)-\(way).ts"
            let path = try packets.write(name, without: hit..<hit + 1)
            let came = try pictures(of: path, way)
            let whole = came.filter { !$0.isDamaged }
            let lies = whole.filter { picture in
                !sent.contains { ($0.pts, $0.digest) == (picture.time, picture.digest) }
            }
            #expect(lies.isEmpty, "\(picture): \(lies)")
            // All but what is damaged of one group and of those beside it.
            #expect(whole.count >= 32 && came.count > whole.count, "\(picture): \(whole.count)")
        }
    }
}
