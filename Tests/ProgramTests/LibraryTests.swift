internal import Foundation
internal import Glibc
internal import Testing

/// FFmpeg's libraries are in memory where something needs them.
@Suite(.timeLimit(.minutes(30))) struct LibraryTests {
    /// Whether a library is mapped once a picture was shown.
    private func maps(_ library: String, showing stream: String) throws -> Bool {
        let daemon = try Daemon.ready(["--stream", stream])
        let path = "/proc/\(daemon.program.processID)/maps"
        let maps = try Programs.run("cat", [path], in: daemon.scratch).output
        #expect(maps.contains("/libc.so"))
        daemon.expectCleanStop()
        return maps.contains("/\(library).so")
    }

    @Test(arguments: ["libavutil", "libavcodec", "libavformat", "libswscale"])
    func theTestPatternNeedsNone(library: String) throws {
        #expect(try !maps(library, showing: "demo"))
    }

    @Test func aFileNeedsThem() throws {
        #expect(try maps("libavformat", showing: Clips.good()))
    }
}
