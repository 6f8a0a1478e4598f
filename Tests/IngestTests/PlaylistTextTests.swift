import Testing

@testable import Demuxing

/// Which playlists libavformat may read.
@Suite struct PlaylistTextTests {
    private func refusal(_ lines: String, isFirst: Bool = false) -> PlaylistRefusal? {
        look("#EXTM3U\n\(lines)", isFirst: isFirst).refusal
    }

    private func look(
        _ text: String,
        isFirst: Bool = false,
        mostSegments: Int = 100
    ) -> PlaylistText.Finding {
        PlaylistText.look(at: Array(text.utf8), isFirst: isFirst, mostSegments: mostSegments)
    }

    /// Segments that are named, and how many may be.
    @Test(arguments: [(3, 3, 3), (4, 3, 4), (1, 0, 1), (0, 0, 0)])
    func segmentsAreCountedUpToTheLimit(named: Int, most: Int, counted: Int) {
        let text = "#EXTM3U\n" + String(repeating: "#EXTINF:1,\na.ts\n", count: named)
        let finding = look(text, isFirst: true, mostSegments: most)
        #expect(finding.refusal == (named > most ? .hasTooManySegments : nil))
        #expect(finding.segments == counted)
    }

    @Test(arguments: [
        "#EXTINF:1,\na.ts", "#EXTINF:1,\r\na.ts\r\n", "#EXTINF:1,\ra.ts\r",
        "#EXT-X-VERSION:3\n#EXTINF:1,\n#EXT-X-BYTERANGE:376@188\na.ts\n#EXT-X-ENDLIST",
        "#EXT-X-BYTERANGE:0\n#EXTINF:1,\na.ts",
        "#EXT-X-MAP:URI=\"init.mp4\",BYTERANGE=\"700@0\"\n#EXTINF:1,\na.m4s",
        "#EXT-X-MAP: BYTERANGE=1 ,URI=init.mp4\n#EXTINF:1,\na.m4s",
        "#EXT-X-KEY:METHOD=AES-128,URI=\"SAMPLE-AES\"\n#EXTINF:1,\na.ts",
        "#EXT-X-TARGETDURATION:10\n#EXT-X-MEDIA-SEQUENCE:7\n#EXTINF:1,\na.ts",
        "#EXT-X-I-FRAME-STREAM-INF:URI=\"i.m3u8\"\n#EXTINF:1,\na.ts",
    ])
    func aPlaylistOfSegmentsIsRead(lines: String) {
        #expect(refusal(lines) == nil)
        #expect(refusal(lines, isFirst: true) == nil)
    }

    @Test(arguments: [
        "#EXT-X-STREAM-INF:BANDWIDTH=1\na.m3u8", "#EXTINF:1,\na.ts\n#EXT-X-STREAM-INF:\n",
        "#EXT-X-MEDIA:TYPE=AUDIO,URI=\"a.m3u8\",GROUP-ID=\"a\"\n#EXTINF:1,\na.ts",
    ])
    func onlyTheFirstMayNamePlaylists(lines: String) {
        #expect(refusal(lines) == .isMaster)
        #expect(refusal(lines, isFirst: true) == nil)
    }

    @Test(arguments: ["", "#EXT-X-ENDLIST", "#EXTINF:1,\n", "#EXTINF:1,\n   \n\n", "a.ts\n"])
    func onlyTheFirstMayNameNoSegments(lines: String) {
        #expect(refusal(lines) == .namesNoSegments)
        #expect(refusal(lines, isFirst: true) == nil)
    }

    @Test(arguments: [
        ("#EXT-X-BYTERANGE", ":-1"), ("#EXT-X-BYTERANGE", ":9223372036854775807@1"),
        ("#EXT-X-BYTERANGE", ":1@99999999999999999999"), ("#EXT-X-BYTERANGE", ":1@ -9"),
        ("#EXT-X-TARGETDURATION", ":-1"), ("#EXT-X-TARGETDURATION", ":10000000000000"),
        ("#EXT-X-MAP", ":"), ("#EXT-X-MAP", ":URI=\"\""), ("#EXT-X-MAP", ":URI=a,URI=,"),
        ("#EXT-X-MAP", ":XURI=\"a\",URL=\"b\""), ("#EXT-X-MAP", ":A=\"\\\",URI=a"),
    ])
    func whatCannotBeIsRefused(tag: String, rest: String) {
        #expect(refusal("\(tag)\(rest)\n#EXTINF:1,\na.ts") == .isMalformed(tag))
    }

    @Test(arguments: [
        "METHOD=SAMPLE-AES", "METHOD=SAMPLE-AES-CTR", "METHOD=\"SAMPLE\\-AES\"",
        "URI=\"k,METHOD=NONE\",METHOD=SAMPLE-AES", "METHOD=NONE,METHOD=SAMPLE-AES",
    ])
    func whatLibavformatDecryptsBeyondItsEndIsRefused(attributes: String) {
        let lines = "#EXTINF:1,\na.ts\n#EXT-X-KEY:\(attributes)\n#EXTINF:1,\nb.ts"
        #expect(refusal(lines) == .isEncrypted)
        #expect(refusal(lines, isFirst: true) == .isEncrypted)
    }

    /// libavformat cuts a line off, and takes a zero byte for its end.
    @Test func linesAreThoseOfLibavformat() {
        let long = String(repeating: "x", count: 4_095)
        #expect(refusal("#EXTINF:1,\n\(long)#EXT-X-STREAM-INF:\n") == nil)
        #expect(refusal("#EXTINF:1,\na.ts\0#EXT-X-STREAM-INF:BANDWIDTH=1\n") == .isMaster)
    }
}
