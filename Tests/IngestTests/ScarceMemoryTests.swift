internal import Foundation
internal import Media
internal import Platform
internal import Testing

@testable internal import Addressing
@testable import Capture
@testable import Decoding
@testable import Demuxing
@testable internal import Ingest
@testable internal import Stills

/// What libav is refused is an error.
@Suite struct ScarceMemoryTests {
    @Test func whatLibavHasNoMemoryForIsThrown() async {
        await #expect(processExitsWith: .success) {
            try Self.leaveNoMemory()
            #expect(throws: AVError.self) {
                var options = AVOptions()
                options.set("protocol_whitelist", "file")
                try options.withPointer { _ in }
            }
            #expect(throws: AVError.self) { _ = try PacketQueue() }
            #expect(throws: AVError.self) { try FrameStorage(capacity: 2) }
            #expect(throws: AVError.self) { try OwnedFrame() }
            #expect(throws: AVError.self) { try OwnedPacket() }
            #expect(throws: AVError.self) {
                try CameraDecoder(size: PixelSize(width: 64, height: 64), threads: nil)
            }
            #expect(throws: AVError.self) {
                let gate = InterruptGate(silence: .milliseconds(1_000)) { false }
                _ = try Demuxer.open("file:/dev/null", options: AVOptions(), gate: gate)
            }
        }
    }

    /// Its file may be as good as any.
    @Test func whatADecoderHasNoMemoryForIsNoDamage() async throws {
        let path = try Clips.make("scarce.jpg", "-f lavfi -i testsrc2=1920x1080 -frames:v 1")
        await #expect(processExitsWith: .success) { [path = path as String] in
            try Self.leaveNoMemory(but: 1 << 20)
            let id = try #require(StreamID("a"))
            let search = PictureSearch(try StreamConfiguration(id: id, url: path))
            let limit = SearchLimit(deadline: MonotonicClock.now() + .milliseconds(60_000)) {
                false
            }
            do throws(StillError) {
                _ = try search.find(nearShare: 0.1, within: limit)
                #expect(Bool(false))
            } catch .source(let error) {
                #expect(error.kind == .resources, "\(error)")
            }
        }
    }

    /// From now on libav gets no memory in this process, or no more than so many bytes at a time.
    private static func leaveNoMemory(but bytes: Int = 16) throws {
        try MediaLibraries.loadForReading()
        // Whatever version is loaded.
        let versions = (50..<80).lazy.map { dlopen("libavutil.so.\($0)", RTLD_LAZY | RTLD_NOLOAD) }
        let library = try #require(versions.compactMap { $0 }.first)
        let setLimit = try #require(dlsym(library, "av_max_alloc"))
        unsafeBitCast(setLimit, to: (@convention(c) (Int) -> Void).self)(bytes)
    }
}
