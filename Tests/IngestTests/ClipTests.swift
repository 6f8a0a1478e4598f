import Foundation
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

    /// With one lock for all, nobody would come to an end here.
    @Test func whoMakesAClipHoldsUpNoOther() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (outer, inner) = (folder.path + "/outer.m3u8", folder.path + "/inner.m3u8")
        try ClipCache.place(at: outer, ["outer"]) {
            try ClipCache.place(at: inner, ["inner"]) { try Data().write(to: URL(filePath: inner)) }
            try Data().write(to: URL(filePath: outer))
        }
        var isMadeAgain = false
        for path in [outer, inner] {
            let word = URL(filePath: path).deletingPathExtension().lastPathComponent
            try ClipCache.place(at: path, [word]) { isMadeAgain = true }
        }
        #expect(!isMadeAgain)
    }
}
