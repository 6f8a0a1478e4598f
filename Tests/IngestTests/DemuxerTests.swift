import Media
import Testing

@testable import Decoding
@testable import Demuxing
@testable import Ingest

@Suite struct DemuxerTests {
    /// A playlist is read to its end before its first segment.
    @Test(arguments: [("dry.m3u8", false), ("dry.ts", true)])
    func onlyWhatCarriesTheVideoItselfRunsDry(name: String, isDry: Bool) throws {
        let clip = try Clips.make(name, "-i \(Clips.h264()) -c copy")
        var demuxer = try ContainerIndexTests.open(clip, .thorough)
        var packets = try PacketQueue()
        func append() -> Bool {
            packets.append { (packet) throws(AVError) in try demuxer.read(into: packet) } != nil
        }
        #expect(append())
        while append() {
            if packets.count > 1 { packets.removeFirst() }
        }
        #expect(demuxer.isDry == isDry)
    }
}
