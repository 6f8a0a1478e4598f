import FrameTransport
import Media
import TestSupport

@testable import Decoding
@testable import Stills

/// What the `ffmpeg` and `ffprobe` programs find in a clip, decoding it from start to end.
struct Oracle: Sendable {
    struct Picture: Hashable, Sendable {
        var pts: MediaTime
        var duration: Nanoseconds
        var digest: String
    }

    struct Mismatch: Error {
        let description: String
    }

    /// As they are shown.
    let pictures: [Picture]

    /// - Parameters:
    ///   - path: The clip.
    ///   - interval: For a clip without times: those that it is played at.
    /// - Throws: When a program fails, or they differ in the number of pictures.
    init(of path: String, interval: Nanoseconds? = nil) throws {
        let text = try ClipCache.output(
            "ffprobe",
            [
                "-v", "quiet", "-select_streams", "v:0", "-show_entries",
                "stream=time_base:frame=best_effort_timestamp,pkt_duration", "-of", "default=nk=0",
                path,
            ]
        )
        let times = Self.times(in: text)
        let digests = try Clips.referenceDigests(of: path)
        guard times.count == digests.count else {
            throw Mismatch(
                description: "\(path): \(times.count) times, \(digests.count) pictures"
            )
        }
        var pictures: [Picture] = []
        for (time, digest) in zip(times, digests) {
            let duration = time.duration ?? interval ?? .milliseconds(40)
            // A picture without a time follows the one before it.
            let next = pictures.last.map { $0.pts + $0.duration } ?? .zero
            pictures.append(Picture(pts: time.pts ?? next, duration: duration, digest: digest))
        }
        self.pictures = pictures
    }

    /// What a search must answer.
    struct Answer: Hashable {
        var pts: MediaTime
        var digest: String
        var tier: PictureTier
    }

    func answer(at time: MediaTime, tolerance: Nanoseconds) -> Answer? {
        guard let first = pictures.first, let last = pictures.last else { return nil }
        let picture = pictures.last { $0.pts <= time } ?? first
        let end = picture == last ? last.pts + last.duration : .init(nanoseconds: .max)
        let distance = time < first.pts ? first.pts - time : time < end ? nil : time - end
        let tier: PictureTier =
            switch distance {
            case nil: .exact
            case .some(let distance): distance <= tolerance ? .relaxed : .nearest
            }
        return Answer(pts: picture.pts, digest: picture.digest, tier: tier)
    }

    /// Every picture's time, the middle of every interval, the last moment of some, and
    /// times outside.
    var interestingTimes: [MediaTime] {
        guard let first = pictures.first, let last = pictures.last else { return [] }
        let end = last.pts + last.duration
        let ends = pictures.dropFirst().map(\.pts) + [end]
        let starts = pictures.map(\.pts)
        let middles = zip(starts, ends).map { $0 + ($1 - $0) / 2 }
        let inside = starts + middles + ends.suffix(5).map { $0 - Nanoseconds(1) }
        let outside = [
            first.pts - Nanoseconds(1), first.pts - .milliseconds(300),
            first.pts - .milliseconds(5_000), end, end + .milliseconds(50),
            end + .milliseconds(90_000),
        ]
        return inside + outside
    }

    /// Every second picture's time, and times outside.
    var startsAndOutside: [MediaTime] {
        let starts = pictures.indices.filter { $0 % 2 == 0 }.map { pictures[$0].pts }
        return starts + interestingTimes.suffix(6)
    }

    private static func times(
        in text: String
    ) -> [(pts: MediaTime?, duration: Nanoseconds?)] {
        var scale = (numerator: Int64(1), denominator: Int64(1))
        var times: [(pts: Int64?, duration: Int64?)] = []
        for line in text.split(separator: "\n") {
            let parts = line.split(separator: "=")
            if line == "[FRAME]" { times.append((nil, nil)) }
            guard parts.count == 2 else { continue }
            let value = Int64(parts[1])
            switch parts[0] {
            case "best_effort_timestamp": times[times.count - 1].pts = value
            case "pkt_duration": times[times.count - 1].duration = value
            case "time_base":
                let terms = parts[1].split(separator: "/").compactMap { Int64($0) }
                if terms.count == 2 { scale = (terms[0], terms[1]) }
            default: break
            }
        }
        func nanoseconds(_ ticks: Int64) -> Int64 {
            let count = ticks * scale.numerator * 2_000_000_000
            // To the nearest, halves away from zero, as libav rounds.
            return (count / scale.denominator + (count < 0 ? -1 : 1)) / 2
        }
        return times.map {
            (
                $0.pts.map { MediaTime(nanoseconds: nanoseconds($0)) },
                $0.duration.map { Nanoseconds(nanoseconds($0)) }
            )
        }
    }
}

extension FoundPicture {
    var digest: String {
        picture.withComponents { "\(PictureDigest(packing: $0, format: picture.format))" }
    }

    /// In the form of an oracle's answer.
    var answer: Oracle.Answer { .init(pts: picture.pts, digest: digest, tier: tier) }
}
