import Ingest
import Media
import TestSupport
import Testing

@testable import pipd

@Suite struct LookbackRuleTests {
    @Test(
        arguments: [
            ("rtsp://x/1", nil, true), ("udp://x:1", nil, true), ("rtsp://x/1", false, false),
            ("http://x/a.m3u8", nil, false), ("http://x/a.m3u8", true, true),
            ("/srv/a.mp4", nil, false), ("/srv/a.mp4", true, false), ("demo", nil, false),
            ("/dev/video0", nil, false),
        ] as [(String, Bool?, Bool)]
    )
    func onlyLiveStreamsFromTheNetworkKeepTheirPast(url: String, live: Bool?, keeps: Bool) throws {
        let id = try #require(StreamID("a"))
        var stream = try StreamConfiguration(id: id, url: url)
        stream.live = live
        #expect(LookbackRule.refusal(of: stream) == nil)
        stream.lookback = .milliseconds(5_000)
        #expect((LookbackRule.refusal(of: stream) == nil) == keeps)
    }
}
