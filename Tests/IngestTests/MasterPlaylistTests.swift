import Media
import Presentation
import Testing

@testable import Decoding
@testable import Demuxing

/// What a playlist of playlists offers, and what libavformat is given of it.
@Suite struct MasterPlaylistTests {
    private func parse(
        _ lines: String,
        canDecode: @escaping (String) -> Bool = { _ in true }
    ) -> MasterPlaylist? {
        MasterPlaylist(Array("#EXTM3U\n\(lines)".utf8), canDecode: canDecode)
    }

    private static let three = """
        #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="en",URI="en.m3u8"
        #EXT-X-MEDIA:TYPE=VIDEO,GROUP-ID="v",NAME="left",URI="left.m3u8"
        #EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=9,URI="i.m3u8"
        #EXT-X-STREAM-INF:BANDWIDTH=800000,RESOLUTION=640x360,CODECS="avc1.4d,mp4a.40.2",AUDIO="a"
        low.m3u8
        #EXT-X-STREAM-INF:AVERAGE-BANDWIDTH=2000000,BANDWIDTH=3000000,RESOLUTION=1280x720,\
        FRAME-RATE=29.970,VIDEO="v"
        # a remark
        high.m3u8?x=1,2
        #EXT-X-STREAM-INF:BANDWIDTH=64000,CODECS="mp4a.40.2"
        sound.m3u8
        """

    @Test func attributesAreRead() throws {
        let master = try #require(parse(Self.three, canDecode: { $0 != "mp4a.40.2" }))
        #expect(
            master.variants == [
                Variant(bitRate: 800_000, size: PixelSize(width: 640, height: 360)),
                Variant(
                    bitRate: 2_000_000,
                    size: PixelSize(width: 1280, height: 720),
                    frameRate: Hertz(text: "29.970")
                ),
            ]
        )
    }

    @Test func oneVariantIsLeftWithoutSound() throws {
        let master = try #require(parse(Self.three, canDecode: { $0 != "mp4a.40.2" }))
        let low = String(decoding: master.text(with: 0), as: UTF8.self)
        #expect(low.contains("low.m3u8"))
        for other in ["high", "sound", "en.m3u8", "i.m3u8", "left", "2000000"] {
            #expect(!low.contains(other), "\(other)")
        }
        let high = String(decoding: master.text(with: 1), as: UTF8.self)
        #expect(high.contains("high.m3u8?x=1,2") && high.contains("left.m3u8"))
        #expect(high.hasPrefix("#EXTM3U\n"))
        #expect(!high.contains("low.m3u8") && !high.contains("en.m3u8"))
        // What is left of it is the same again.
        #expect(
            MasterPlaylist(master.text(with: 1)) { _ in true }?.variants == [master.variants[1]]
        )
    }

    /// The same address with other sound is one variant; its rate is the lower one.
    @Test func anAddressCountsOnce() throws {
        let lines = """
            #EXT-X-STREAM-INF:BANDWIDTH=900,AUDIO="hi"
            a.m3u8
            #EXT-X-STREAM-INF:BANDWIDTH=700,AUDIO="lo"
            a.m3u8
            #EXT-X-STREAM-INF:BANDWIDTH=500
            b.m3u8
            """
        let master = try #require(parse(lines))
        #expect(master.variants.map(\.bitRate) == [700, 500])
        let text = String(decoding: master.text(with: 0), as: UTF8.self)
        #expect(text.split(separator: "\n").count { $0 == "a.m3u8" } == 1)
    }

    @Test func whatCannotBeDecodedIsNoneUnlessNothingElseIsThere() throws {
        let lines = """
            #EXT-X-STREAM-INF:BANDWIDTH=1,CODECS="x"
            a.m3u8
            #EXT-X-STREAM-INF:BANDWIDTH=2,CODECS="y"
            b.m3u8
            """
        #expect(parse(lines) { $0 == "y" }?.variants.map(\.bitRate) == [2])
        #expect(parse(lines) { _ in false }?.variants.map(\.bitRate) == [1, 2])
    }

    @Test(arguments: [
        "", "#EXTINF:1,\na.ts", "#EXT-X-STREAM-INF:BANDWIDTH=1",
        "#EXT-X-STREAM-INF:BANDWIDTH=1\n#a",
    ])
    func otherPlaylistsNameNone(lines: String) {
        #expect(parse(lines) == nil)
    }

    @Test(arguments: [
        ("BANDWIDTH=-5", 0), ("BANDWIDTH=99999999999999999999", 0), ("", 0),
        ("BANDWIDTH=12,RESOLUTION=0x9", 12), ("BANDWIDTH=12,RESOLUTION=9x9x9", 12),
        ("BANDWIDTH=12,RESOLUTION=99999x9", 12), ("BANDWIDTH=12,FRAME-RATE=-1", 12),
        ("AVERAGE-BANDWIDTH=0,BANDWIDTH=12", 12),
    ])
    func whatMakesNoSenseIsNotSaid(attributes: String, rate: Int) throws {
        let master = try #require(parse("#EXT-X-STREAM-INF:\(attributes)\na.m3u8"))
        #expect(master.variants == [Variant(bitRate: rate)])
    }

    @Test(arguments: [
        ("avc1.64001f,mp4a.40.2", true), ("mp4a.40.2", false), ("hvc1.1.6.L93.B0", true),
        ("avc1.42e00a, ac-3", true), ("dvh1.05.01", false), ("avc1.4d401e,xyz1", false),
        ("vp09.00.10.08", true), ("av01.0.04M.08", true), ("", false), (",", false),
    ])
    func codecsAreKnownByTheirTags(names: String, isDecodable: Bool) throws {
        try MediaLibraries.loadForReading()
        #expect(NamedCodecs.areDecodable(names) == isDecodable)
    }
}
