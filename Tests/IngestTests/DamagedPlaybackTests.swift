import FrameTransport
import Media
import Platform
import Testing

@testable import Addressing

/// Pictures that differ from what was sent say that they are damaged.
@Suite struct DamagedPlaybackTests {
    /// What was played, compared with the pictures that were sent.
    private struct Comparison {
        private(set) var damaged = 0
        /// Pictures that are none of those sent.
        private(set) var broken = 0
        /// Times of pictures that are not what they should be and do not say so.
        private(set) var lies: [Double] = []

        /// - Parameters:
        ///   - samples: As they came.
        ///   - whole: The digests of what was sent, at 25 Hz.
        ///   - start: The time of the first of them.
        init(_ samples: [SampleBuffer], _ whole: [PictureDigest], from start: MediaTime) {
            var last = -1
            for sample in samples {
                let isDamaged = sample.attachments.contains(.damaged)
                damaged += isDamaged ? 1 : 0
                let steps = Int(((sample.pts - start).seconds * 25).rounded())
                // Behind a damaged one a time may have been repaired: by so much at most.
                let step = whole.indices.first {
                    whole[$0] == sample.digest && abs($0 - steps) <= 13
                }
                broken += step == nil ? 1 : 0
                guard !isDamaged else { continue }
                // A copy of the picture before is no picture of its own time.
                if step.map({ $0 <= last }) ?? true { lies.append(sample.pts.seconds) }
                last = step ?? last
            }
        }
    }

    private static func play(_ path: String) throws -> [SampleBuffer] {
        let player = try Player(path) { $0.digests = true }
        #expect(player.playToEnd())
        return player.samples
    }

    /// One packet or a datagram's seven, anywhere but in the first picture, whose gap
    /// libavformat does not report, and the last.
    @Test(arguments: Clips.transportCodecs, [1, 7])
    func whateverIsLostOfAFileNoPictureHidesIt(codec: String, length: Int) throws {
        let clip = try Clips.noisyTransport(codec)
        let packets = try TransportPackets(clip)
        let sent = try Self.play(clip)
        #expect(sent.count == 64)
        let whole = sent.compactMap(\.digest)
        let starts = packets.starts
        let places = packets.video.filter { $0 > starts[1] && $0 + length < starts[60] }
        var broken = 0
        let some = places.indices.filter { $0 % 29 == 0 }.map { places[$0] }
        for place in some + starts[12...17] {
            let lost = place..<place + length
            let path = try packets.write("lost-\(length)-\(codec).ts", without: lost)
            let samples = try Self.play(path)
            let result = Comparison(samples, whole, from: sent[0].pts)
            #expect(result.lies.isEmpty, "\(place): \(result.lies)")
            #expect(result.damaged > 0 && samples.count >= 50, "\(place)")
            // The rest of a group, the one behind it, and what is shown before the next.
            #expect(samples.count - result.damaged >= 16, "\(place): \(result.damaged)")
            broken += result.broken
        }
        #expect(broken > 100)
    }

    /// Muxed again, so that nothing is marked: the decoder fills in a copy of another picture.
    @Test(arguments: [18, 19, 20, 21, 22, 23])
    func aMissingPictureIsNoticedByTheNextOnesNumber(missing: Int) throws {
        let clip = try Clips.noisyTransport("libx264")
        let sent = try Self.play(clip)
        let drop = "noise=drop=eq(n\\,\(missing))"
        let path = try Clips.make("missing-\(missing).ts", "-i \(clip) -c copy -bsf:v \(drop)")
        let samples = try Self.play(path)
        let result = Comparison(samples, sent.compactMap(\.digest), from: sent[0].pts)
        #expect(result.lies.isEmpty, "\(result.lies)")
        #expect(result.broken == 0 || result.damaged > 0)
        #expect(result.damaged < 20)
    }

    @Test(
        arguments: [
            "bframes.mp4", "count-a.ts", "open.ts", "refresh.mp4", "mpeg2.ts", "motion.avi",
        ]
    )
    func wholeFilesHaveNoDamage(name: String) throws {
        let options =
            switch name {
            case "open.ts": "-c:v libx264 -bf 3 -g 8 -x264-params open-gop=1:b-adapt=0"
            case "refresh.mp4": "-c:v libx264 -g 8 -x264-params intra-refresh=1"
            case "mpeg2.ts": "-c:v mpeg2video -bf 2 -g 9"
            case "motion.avi": "-c:v mjpeg"
            default: "-c copy"
            }
        let clip = try Clips.make("undamaged-\(name)", "-i \(Clips.h264()) \(options)")
        let samples = try Self.play(clip)
        #expect(samples.count == 40)
        #expect(samples.allSatisfy { !$0.attachments.contains(.damaged) })
    }

    /// A sender in real datagrams, some of which never arrive.
    @Test(arguments: Clips.transportCodecs)
    func whateverADatagramTakesAwayNoPictureHidesIt(codec: String) throws {
        let clip = try Clips.noisyTransport(codec, pictures: 480)
        let whole = try Self.play(clip).compactMap(\.digest)
        let relay = try LossyRelay(losing: 97)
        defer { relay.kill() }
        let player = try Player(relay.url) {
            $0.digests = true
            // Nothing is sent before it listens, nor again.
            $0.timeout = .milliseconds(60_000)
        }
        #expect(player.waitFor { _ in relay.isHeard })
        try relay.send(clip)
        // Not all of them are taken by a test that is held up.
        #expect(player.play { $0.ledger.snapshot().received >= 320 })
        let first = try #require(
            player.samples.first { !$0.attachments.contains(.damaged) }
        )
        let index = try #require(whole.firstIndex { $0 == first.digest })
        let start = first.pts - Nanoseconds.milliseconds(Int64(index) * 40)
        let result = Comparison(player.samples, whole, from: start)
        #expect(result.lies.isEmpty, "\(result.lies)")
        #expect(result.broken > 10)
        #expect(result.damaged < player.samples.count * 2 / 3, "\(result.damaged)")
    }
}
