import TestSupport
import Testing

/// What tests of all targets rely on.
@Suite struct ClipTests {
    @Test func aNameIsThatOfOneClip() throws {
        let picture = "-f lavfi -i testsrc2=size=16x16 -frames:v 1"
        for _ in 0..<2 { _ = try Clips.make("one-clip.png", picture) }
        #expect(throws: ClipCache.NameIsTaken.self) {
            try Clips.make("one-clip.png", picture + " -pix_fmt gray")
        }
    }
}
