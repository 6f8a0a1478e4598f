internal import Foundation
internal import Media
internal import Testing

@testable import Capture
@testable import Decoding
@testable import Demuxing
@testable internal import Ingest

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

    /// From now on libav gets no memory in this process.
    private static func leaveNoMemory() throws {
        try MediaLibraries.loadForReading()
        // Whatever version is loaded.
        let versions = (50..<80).lazy.map { dlopen("libavutil.so.\($0)", RTLD_LAZY | RTLD_NOLOAD) }
        let library = try #require(versions.compactMap { $0 }.first)
        let setLimit = try #require(dlsym(library, "av_max_alloc"))
        unsafeBitCast(setLimit, to: (@convention(c) (Int) -> Void).self)(16)
    }
}
