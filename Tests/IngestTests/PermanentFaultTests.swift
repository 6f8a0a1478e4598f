import FrameTransport
import Glibc
import Media
import Platform
import Testing

@testable import Addressing
@testable import Decoding
@testable import Ingest
@testable import Stills
@testable import Streams

/// Sources that can never be shown, for as long as they are what they are.
@Suite struct PermanentFaultTests {
    private static func encrypted() throws -> String {
        let source = try Clips.h264()
        return try Clips.make(
            "encrypted.mp4",
            "-i \(source) -c copy -encryption_scheme cenc-aes-ctr"
                + " -encryption_key 76a6c65c5ea762046bd749a2e632ccbb"
                + " -encryption_kid a7e61c373e219033c21091fa607bf3b8"
        )
    }

    /// It used to be decoded for ever, one error a packet.
    @Test func whatIsEncryptedIsNotDecoded() throws {
        let player = try Player(Self.encrypted()) { $0.loop = true }
        #expect(player.waitFor { $0.failure == .encrypted })
        let status = player.stream.status
        #expect(status.state == .failed)
        #expect(status.reason?.contains("is encrypted") == true)
        #expect(status.corruptPackets == 0)
        #expect(player.waits { $0.events.count == 1 })
        #expect(player.ledger.snapshot().received == 0)
    }

    @Test func aPictureOfWhatIsEncryptedIsRefusedWithThatReason() throws {
        let error = #expect(throws: StillError.self) {
            try PictureSearchTests.search(Self.encrypted(), at: .zero)
        }
        guard case .source(let cause)? = error else { throw error ?? .cancelled }
        #expect(cause.kind == .encrypted)
    }

    /// Left alone for a minute, but not once it is another file.
    @Test func aFileThatBecomesVideoIsShown() throws {
        let good = try Clips.bytes(of: Clips.h264())
        let path = try Clips.write("becomes.mp4", Clips.bytes(of: Self.encrypted()))
        let player = try Player(path)
        #expect(player.waitFor { $0.state == .failed })
        #expect(truncate(path, 0) == 0)
        _ = try Clips.write("becomes.mp4", good)
        #expect(player.playToEnd())
        #expect(player.samples.count == 40)
    }

    /// Its recorder has only begun.
    @Test func aPlaylistWithoutSegmentsIsAwaited() throws {
        let head = "#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:2\n"
        let path = try Clips.write("begun.m3u8", head.utf8)
        let player = try Player(path)
        #expect(player.waitFor { $0.failure != nil })
        let status = player.stream.status
        #expect(status.state == .reconnecting)
        #expect(status.reason?.contains("names no segments yet") == true, "\(status)")
        let whole = try Clips.make(
            "whole.m3u8",
            "-i \(Clips.h264()) -c copy -hls_time 1 -hls_playlist_type vod"
        )
        _ = try Clips.write("begun.m3u8", Clips.bytes(of: whole))
        #expect(player.playToEnd())
        #expect(player.samples.count == 40)
    }
}

/// What a stream's times count from.
@Suite struct TimeBaseTests {
    private static func make(_ container: String) throws -> String {
        let source = try Clips.h264()
        // Sound that begins before the picture, as in most recordings.
        return try Clips.make(
            "timed.\(container)",
            "-f lavfi -i sine=d=1.6 -itsoffset 0.1 -i \(source) -map 0 -map 1 -c:v copy -c:a mp2 "
                + (container == "m3u8" ? "-hls_time 1 -hls_playlist_type vod " : "")
                + "-output_ts_offset 7"
        )
    }

    @Test(arguments: ["ts", "m3u8", "mkv"])
    func timesCountFromTheStart(container: String) throws {
        let path = try Self.make(container)
        let first = try PictureSearchTests.search(path, at: .zero, from: .stream)
        #expect(first.tier == .exact)
        #expect(first.start > .zero)
        #expect(first.picture.pts - first.start <= .milliseconds(250))
        let later = try PictureSearchTests.search(path, at: .milliseconds(1000), from: .stream)
        #expect(later.tier == .exact)
        let distance = later.picture.pts - later.start
        #expect(distance > .milliseconds(950) && distance <= .milliseconds(1000), "\(distance)")
    }

    /// Libavformat rounds the start to microseconds, which a tick of 1/90000 s is not.
    @Test(arguments: ["ts", "m3u8"])
    func theFirstPictureIsTheStart(container: String) throws {
        let path = try Clips.make(
            "odd.\(container)",
            "-i \(Clips.h264()) -c copy -output_ts_offset 7.03334"
        )
        let first = try PictureSearchTests.search(path, at: .zero, from: .stream)
        #expect(first.picture.pts - first.start == .zero)
    }

    @Test(arguments: ["ts", "m3u8", "mp4"])
    func thePositionEndsAtTheDuration(container: String) throws {
        let player = try Player(Self.make(container))
        #expect(player.playToEnd())
        let status = player.stream.status
        let position = try #require(status.position)
        let duration = try #require(status.duration)
        let rest = duration - (position - .zero)
        // Playlists add up their segments' durations, and leave out what sound was first.
        let difference = max(rest, .zero - rest)
        #expect(difference < .milliseconds(300), "\(position) of \(duration)")
    }
}
