import Ingest
import Media
import Pipeline
import Testing

/// A stream that asks for it is decoded with less care, but only while it is small.
@Suite(.serialized) struct FastDecodingTests {
    private let clips = try? Clips()

    /// Three groups of 30 pictures; what is decoded differently begins when the window is known.
    @Test(
        arguments: [
            (.fast, "clip", true), (.full, "clip", false), (.fast, nil, false),
        ] as [(StreamConfiguration.Decoding, String?, Bool)]
    )
    func onlyASmallPictureDiffers(
        decoding: StreamConfiguration.Decoding,
        pip: String?,
        differs: Bool
    ) throws {
        let clip = try #require(clips).make("fast.mp4", rate: "30", frames: 90, "libx264 -g 30")
        let run = try present(
            Scenario(
                streams: [("clip", clip), ("demo", "demo")],
                main: pip == nil ? "clip" : "demo",
                pip: pip,
                mode: "320x180@30",
                once: true,
                digests: true,
                decoding: decoding
            )
        )
        let reference = try Clips.frameHashes(of: clip)
        let shown = run.presented("clip")
        #expect(shown.map(\.n) == Array(0..<90))
        let different = shown.filter { $0.md5 != reference[$0.n] }.map(\.n)
        #expect(different.isEmpty != differs)
        // Key pictures are made with all care.
        #expect(!different.contains(30) && !different.contains(60))
    }
}
