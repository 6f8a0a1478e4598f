import FrameTransport
import Media
import Testing

@testable import Addressing
@testable import Ingest
@testable import Streams

/// HLS over HTTP: what has to play, and what must not end the program.
@Suite struct PlaylistTests {
    private let server: PlaylistServer

    init() throws { server = try PlaylistServer() }

    private func digests(_ player: Player) -> [String] {
        player.samples.map { $0.digest.map { "\($0)" } ?? "none" }
    }

    /// The playlist is read again and again, and moves on by a segment each time.
    @Test func aLivePlaylistIsReadAgain() throws {
        let player = try Player(server.url("live")) { $0.digests = true }
        // The last ones are held back until more come.
        #expect(player.play(within: .milliseconds(30_000)) { $0.samples.count >= 90 })
        let reference = try Clips.referenceDigests(of: PlaylistServer.clip())
        #expect(digests(player).prefix(90).elementsEqual(reference.prefix(90)))
        #expect(player.stream.status.reconnects == 0)
    }

    @Test(arguments: [
        ("segments", ""), ("variants-of-a-clip", ""), ("silent", ""),
        ("fragments", "-hls_segment_type fmp4 -hls_fmp4_init_filename fragments-init.mp4"),
        ("ranges", "-hls_flags single_file"),
        ("fragment-ranges", "-hls_segment_type fmp4 -hls_flags single_file"),
        ("enciphered", "-hls_key_info_file \(Clips.directory)/enciphered.info"),
    ])
    func aPlaylistOfAWholeClipPlaysToItsEnd(kind: String, options: String) throws {
        if kind == "enciphered" {
            let key = try Clips.write("enciphered.key", "0123456789abcdef".utf8)
            _ = try Clips.write("enciphered.info", "enciphered.key\n\(key)\n".utf8)
        }
        if !options.isEmpty { _ = try PlaylistServer.clip(kind, options) }
        let player = try Player(server.url(kind)) { $0.digests = true }
        #expect(player.playToEnd(), "\(player.stream.status)")
        #expect(digests(player) == (try Clips.referenceDigests(of: PlaylistServer.clip())))
        #expect(player.stream.status.state == .ended)
    }

    /// What libavformat has no defence against, as its source says.
    @Test(arguments: [
        ("variants", SourceError.Kind.connection, "one of playlists"),
        ("itself", .connection, "one of playlists"),
        ("rendition", .connection, "one of playlists"),
        ("emptied", .notFound, "names no segments"),
        ("leap", .connection, "what cannot be (#EXT-X-BYTERANGE)"),
        ("protected", .encrypted, "is encrypted"),
        ("nested", .connection, "one of playlists"),
    ])
    func aPlaylistThatTurnsIsALoss(kind: String, failure: SourceError.Kind, words: String) throws {
        let player = try Player(server.url(kind))
        // Until it is tried again.
        let isTold = player.play {
            let status = $0.stream.status
            return status.failure == failure && status.reason?.contains(words) == true
        }
        #expect(isTold, "\(player.stream.status)")
        #expect(player.play { $0.stream.status.reconnects >= 2 })
        if kind != "nested" { #expect(!player.samples.isEmpty) }
        #expect(player.stop())
    }

    @Test func segmentsThatArePlaylistsAreALoss() throws {
        let player = try Player(server.url("map"))
        let isTold = player.waitFor {
            $0.reason?.contains("/map/x.m3u8") == true && $0.reconnects >= 1
        }
        #expect(isTold, "\(player.stream.status)")
    }

    @Test(arguments: ["segments", "live", "variants", "nested"])
    func everyConnectionIsClosed(kind: String) throws {
        let player = try Player(server.url(kind))
        #expect(player.play { $0.samples.count >= 60 || $0.stream.status.reconnects >= 2 })
        #expect(player.stop())
        #expect(try server.openConnections() == 0)
    }

    @Test func anEmptySegmentIsPassedOver() throws {
        let player = try Player(server.url("hollow"))
        #expect(player.playToEnd())
        #expect(player.samples.count == 20)
    }
}
