internal import Foundation
internal import FrameTransport
internal import Media
internal import Testing

@testable import Capture
@testable import Decoding
@testable import Demuxing
@testable internal import Ingest
@testable import Stills

/// What libav is refused is an error.
@Suite struct ScarceMemoryTests {
    @Test func whatLibavHasNoMemoryForIsThrown() async {
        await #expect(processExitsWith: .success) {
            try Self.leaveMemory(of: 16)
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

    /// Another attempt may find it, unlike what the file does not have.
    @Test func aPictureThatThereIsNoMemoryForIsNotMissing() async {
        await #expect(processExitsWith: .success) {
            // 3 MB of pixels in a few kB.
            let path = try Clips.make(
                "scarce.png",
                "-f lavfi -i color=red:1000x1000 -frames:v 1 -pix_fmt rgb24"
            )
            // So large that two threads decode it where it is played, too.
            let wide = try Clips.make(
                "scarce-wide.png",
                "-f lavfi -i color=red:2400x1400 -frames:v 1 -pix_fmt rgb24"
            )
            try Self.leaveMemory(of: 1 << 20)
            #expect(throws: StillError.noMemory) { try PictureSearchTests.search(path, at: .zero) }
            let player = try Player(wide)
            #expect(player.play { $0.stream.status.state == .failed })
            #expect(player.ledger.snapshot().dropped[.decodeError] ?? 0 > 0)
        }
    }

    /// From now on libav gets no more bytes at a time in this process.
    private static func leaveMemory(of bytes: Int) throws {
        try MediaLibraries.loadForReading()
        // Whatever version is loaded.
        let versions = (50..<80).lazy.map { dlopen("libavutil.so.\($0)", RTLD_LAZY | RTLD_NOLOAD) }
        let library = try #require(versions.compactMap { $0 }.first)
        let setLimit = try #require(dlsym(library, "av_max_alloc"))
        unsafeBitCast(setLimit, to: (@convention(c) (Int) -> Void).self)(bytes)
    }
}
