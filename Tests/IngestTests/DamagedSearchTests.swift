import FrameTransport
import Media
import Platform
import TestSupport
import Testing

@testable import Addressing
@testable import Decoding
@testable import Stills

/// Cut and damaged files: what is found is whole, and its tier is true.
@Suite struct DamagedSearchTests {
    private static let tolerance = Nanoseconds.milliseconds(150)

    private static let containers = [
        ("mp4", "-movflags +faststart"), ("mkv", ""), ("ts", ""),
    ]

    /// H.264 with B-frames, in noise: damage does not go unnoticed.
    ///
    /// The encoder's threads are named, for the clip to be the same on every machine: which
    /// bytes are hit decides whether a decoder can see it.
    private static func clip(_ container: String, _ options: String) throws -> String {
        try Clips.make(
            "whole-\(container).\(container)",
            "-f lavfi -i testsrc2=160x120:r=25,noise=alls=20:allf=t -frames:v 40 -c:v libx264 "
                + "-preset veryfast -threads 3 -bf 2 -g 10 -pix_fmt yuv420p \(options)"
        )
    }

    /// Checks every time: pictures against the whole clip, tiers against that and what is left.
    ///
    /// - Returns: How many answers were exact.
    private func check(_ path: String, whole: Oracle, at times: [MediaTime]) throws -> Int {
        var exact = 0
        let left = try Self.packetTimes(of: path)
        var wrong: [String] = []
        for time in times {
            let found = try PictureSearchTests.search(path, at: time, tolerance: Self.tolerance)
            guard let picture = whole.pictures.first(where: { $0.digest == found.digest }),
                picture.pts == found.picture.pts
            else {
                wrong.append("\(time.seconds): \(found.answer) is no picture of the clip")
                continue
            }
            if let lie = lie(found, of: picture, at: time, whole, left) { wrong.append(lie) }
            if found.tier == .exact { exact += 1 }
        }
        #expect(wrong.isEmpty, "\(wrong.count) of \(times.count): \(wrong.prefix(5))")
        return exact
    }

    /// What is untrue of an answer; nil where nothing is.
    private func lie(
        _ found: FoundPicture,
        of picture: Oracle.Picture,
        at time: MediaTime,
        _ whole: Oracle,
        _ left: [MediaTime]
    ) -> String? {
        let own = picture.pts + picture.duration
        let next = whole.pictures.first { $0.pts > picture.pts }?.pts ?? own
        // A container that does not say that packets are missing shows the one before.
        let nextLeft = left.first { $0 > picture.pts } ?? own
        let isTrue = [next, nextLeft].contains { end in
            let interval = ShownInterval(start: picture.pts, end: end)
            let distance = interval.distance(to: time)
            return switch found.tier {
            case .exact: interval.contains(time)
            case .relaxed: distance <= Self.tolerance
            case .nearest: distance > Self.tolerance
            }
        }
        return isTrue ? nil : "\(time.seconds): \(found.tier) of \(picture.pts.seconds)"
    }

    /// When the pictures of the packets that are left are shown.
    private static func packetTimes(of path: String) throws -> [MediaTime] {
        let text = try ClipCache.output(
            "ffprobe",
            [
                "-v", "quiet", "-select_streams", "v:0", "-show_entries", "packet=pts_time",
                "-of", "csv=p=0", path,
            ]
        )
        return text.split(separator: "\n")
            .compactMap { Double($0.split(separator: ",")[0]) }
            .map { MediaTime(nanoseconds: Int64(($0 * 1e9).rounded())) }
            .sorted()
    }

    @Test(arguments: containers, [0.25, 0.62, 0.9, 0.999])
    func aCutFileAnswersWithWhatIsLeft(container: (String, String), part: Double) throws {
        let path = try Self.clip(container.0, container.1)
        let bytes = try Clips.bytes(of: path)
        let cut = try Clips.write(
            "cut-\(part).\(container.0)",
            bytes.prefix(Int(Double(bytes.count) * part))
        )
        let whole = try Oracle(of: path)
        let times = whole.startsAndOutside
        let exact = try check(cut, whole: whole, at: times)
        // Most of what is left answers exactly.
        #expect(Double(exact) > Double(times.count) * part * 0.6)
        #expect(exact < times.count)
    }

    /// Cut at its beginning, in its middle, and before its last bytes.
    @Test(arguments: [40, 1_000, -8])
    func ofAGIFThatIsCutInItsSecondPictureTheFirstIsLeft(place: Int) throws {
        let path = try Clips.make("whole.gif", "-f lavfi -i testsrc2=160x120:r=10 -frames:v 3")
        let places = try ClipCache.output(
            "ffprobe",
            ["-v", "quiet", "-show_entries", "packet=pos", "-of", "csv=p=0", path]
        ).split(separator: "\n").compactMap { Int($0.split(separator: ",")[0]) }
        try #require(places.count == 3 && places[2] - places[1] > 1_100, "\(places)")
        let end = place > 0 ? places[1] + place : places[2] + place
        let cut = try Clips.write("cut\(place).gif", Clips.bytes(of: path).prefix(end))
        let whole = try Oracle(of: path)
        let times = [0, 50, 100, 150, 250].map { MediaTime.zero + .milliseconds($0) }
        #expect((1...2).contains(try check(cut, whole: whole, at: times)))
        let found = try PictureSearchTests.search(cut, at: times[3])
        #expect(found.digest == whole.pictures[0].digest && found.tier != .exact)
    }

    @Test(arguments: containers, [0.3, 0.55, 0.8])
    func aHoleIsAnsweredWithWholePicturesAround(
        container: (String, String),
        place: Double
    ) throws {
        let path = try Self.clip(container.0, container.1)
        var bytes = try Clips.bytes(of: path)
        let start = Int(Double(bytes.count) * place)
        // Sixteen packets of MPEG-TS, whose counter of four bits then misses nothing.
        let length = 3_000
        bytes.replaceSubrange(start..<start + length, with: repeatElement(0, count: length))
        let damaged = try Clips.write("hole-\(place).\(container.0)", bytes)
        let whole = try Oracle(of: path)
        let times = whole.startsAndOutside
        let exact = try check(damaged, whole: whole, at: times)
        #expect(exact > times.count / 2)
        #expect(exact < times.count - 6)
    }

    /// A packet of a key picture, which is 13 of H.265 and 16 of H.264, of a neighbour,
    /// or of one further on: its first, one from the middle, or its last.
    @Test(arguments: Clips.transportCodecs, [13, 14, 16, 20])
    func aLostPacketIsNeverPartOfAnExactAnswer(codec: String, picture: Int) throws {
        let clip = try Clips.noisyTransport(codec)
        let whole = try Oracle(of: clip)
        let packets = try TransportPackets(clip)
        let hit = packets.video(of: picture)
        for place in [hit[0], hit[hit.count / 2], hit[hit.count - 1]] {
            let lost = place..<place + 1
            let path = try packets.write("search-\(picture)-\(codec).ts", without: lost)
            var exact = 0
            // From the middle of the group before to the end of the one that is hit.
            for index in stride(from: 8, to: 40, by: 2) {
                let sent = whole.pictures[index]
                let time = sent.pts + sent.duration / 2
                let found = try PictureSearchTests.search(path, at: time, tolerance: Self.tolerance)
                guard found.tier == .exact else { continue }
                exact += 1
                #expect(found.digest == sent.digest, "\(place): \(time.seconds)")
            }
            #expect((5..<16).contains(exact), "\(place): \(exact)")
        }
    }

    /// Without reordering a seek lands right at the key picture that is asked for.
    @Test(arguments: Clips.transportCodecs)
    func aDamagedKeyPictureThatASeekLandsOnIsNotExact(codec: String) throws {
        let clip = try Clips.noisyTransport(codec, isReordered: false)
        let packets = try TransportPackets(clip)
        let hit = packets.video(of: 32)
        let place = hit[hit.count / 2]
        let path = try packets.write("landing-\(codec).ts", without: place..<place + 1)
        let whole = try Oracle(of: clip)
        for (index, isExact) in [(31, false), (32, false), (40, false), (48, true), (16, true)] {
            let sent = whole.pictures[index]
            let found = try PictureSearchTests.search(path, at: sent.pts)
            #expect((found.tier == .exact) == isExact, "\(index)")
            #expect((found.digest == sent.digest) == isExact, "\(index)")
        }
    }

    @Test func theBeginningOfAStreamThatWasJoinedIsNotWhole() throws {
        let path = try Self.clip("ts", "")
        let bytes = try Clips.bytes(of: path)
        // The tables, and what comes in the middle of a group.
        let packet = 188
        let from = bytes.count / packet / 12 * packet
        let joined = try Clips.write(
            "joined.ts",
            Array(bytes.prefix(3 * packet)) + bytes.dropFirst(from)
        )
        let whole = try Oracle(of: path)
        #expect(try check(joined, whole: whole, at: whole.startsAndOutside) > 15)
    }

    /// Without a whole picture anywhere a damaged one is better than none, and no more than that.
    @Test func aSingleDamagedPictureIsNeverExact() throws {
        let path = try Clips.make(
            "one-noisy.mkv",
            "-f lavfi -i testsrc2=160x120,noise=alls=60 -frames:v 1 -c:v libx264 "
                + "-pix_fmt yuv420p -x264-params slices=4"
        )
        var bytes = try Clips.bytes(of: path)
        let middle = bytes.count * 2 / 3
        bytes.replaceSubrange(middle..<middle + 400, with: repeatElement(0xFF, count: 400))
        let damaged = try Clips.write("one-damaged.mkv", bytes)
        do {
            let found = try PictureSearchTests.search(damaged, at: .zero)
            #expect(found.tier != .exact)
        } catch let error as StillError {
            guard case .source(let cause) = error, cause.kind == .notMedia else { throw error }
        }
    }

    @Test(
        arguments: [
            ("missing.mp4", SourceError.Kind.notFound), ("text.mp4", .notMedia),
            ("empty.mp4", .notMedia), ("sound.mp4", .noVideo),
        ]
    )
    func aFileWithoutVideoIsSaidToBeOne(name: String, kind: SourceError.Kind) throws {
        var path = "\(Clips.directory)/still-\(name)"
        switch name {
        case "text.mp4": path = try Clips.write("still-\(name)", Array("not a video\n".utf8))
        case "empty.mp4": path = try Clips.write("still-\(name)", [])
        case "sound.mp4": path = try Clips.make("still-\(name)", "-f lavfi -i sine -t 1 -c:a aac")
        default: break
        }
        let error = #expect(throws: StillError.self) {
            try PictureSearchTests.search(path, at: .zero)
        }
        guard case .source(let cause) = error else {
            Issue.record("\(error as Any)")
            return
        }
        #expect(cause.kind == kind, "\(cause)")
    }
}
