internal import Glibc
internal import Testing

/// What is said again and again does not fill the log.
@Suite(.timeLimit(.minutes(30))) struct RepeatedMessageTests {
    @Test func manyReloadsAreCounted() throws {
        let scratch = try Scratch()
        let file = try scratch.write("pipd.yml", "main: demo\n")
        let daemon = try Daemon.ready(["--config", file], in: scratch)
        // One every five seconds is told; this is more than a reload takes on any machine.
        for _ in 0..<40 {
            daemon.program.send(SIGHUP)
            try #require(daemon.manager.first { $0.hasPrefix("RELOADING=1\n") } != nil)
            try #require(daemon.manager.first { $0.hasPrefix("READY=1\n") } != nil)
        }
        let lines = daemon.program.errors.split(separator: "\n")
        let told = lines.count { $0.hasSuffix("configuration reloaded") }
        #expect((5..<40).contains(told), "\(told)")
        // What it says of a bad file is not lost among them.
        try scratch.write("pipd.yml", "main: [\n")
        daemon.program.send(SIGHUP)
        try #require(daemon.manager.first { $0.hasPrefix("RELOADING=1\n") } != nil)
        try #require(daemon.manager.first { $0.hasPrefix("READY=1\n") } != nil)
        #expect(daemon.program.errors.contains("configuration not reloaded, nothing changed"))
        daemon.expectCleanStop()
    }

    /// Six pictures of two sizes in a loop, as two senders on one port would give them.
    @Test func manySizesOfAStreamAreCounted() throws {
        let scratch = try Scratch()
        let parts = try ["96x64", "160x90"].enumerated().map { number, size in
            try Clips.make(
                "size-\(size).ts",
                "-f lavfi -i testsrc2=s=\(size):r=30 -frames:v 3 -c:v libx264 -preset ultrafast"
                    + " -pix_fmt yuv420p -output_ts_offset \(0.1 * Double(number))"
            )
        }
        let clip = try scratch.write("sizes.ts", parts.flatMap { Files.bytes(of: $0) })
        let file = try scratch.write(
            "pipd.yml",
            "main: door\nstreams:\n  door: { url: \(clip), loop: true }\n"
        )
        let daemon = try Daemon.ready(["--config", file], in: scratch)
        let haveComeMany = try daemon.eventually {
            try daemon.metrics()["pipd_layer_resizes_total{layer=\"main\"}"] ?? 0 >= 30
        }
        #expect(haveComeMany)
        let lines = daemon.program.errors.split(separator: "\n")
        #expect(lines.count { $0.contains("layer main is") } < 30)
        daemon.expectCleanStop()
    }
}
