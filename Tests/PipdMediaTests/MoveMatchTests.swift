import Testing

@testable import MediaStore
@testable import pipd_media

/// Which of several files of the same content a lost one is.
@Suite struct MoveMatchTests {
    /// Paths, and when they were written: of those that came, and which it is.
    @Test(arguments: [
        ([("b/x.mp4", 1), ("c/y.mp4", 7)], "c/y.mp4"),
        ([("b/x.mp4", 7), ("c/y.mp4", 7)], "b/x.mp4"),
        ([("b/x.mp4", 1), ("c/y.mp4", 2)], "b/x.mp4"),
        ([("b/z.mp4", 1), ("c/y.mp4", 2)], "c/y.mp4"),
        ([("b/z.mp4", 7), ("c/y.mp4", 7)], "c/y.mp4"),
    ])
    func itIsTheOneThatIsMostLikeIt(arrivals: [(path: String, modified: Int64)], path: String)
        throws
    {
        let came = try arrivals.enumerated().map {
            try file($0.offset + 2, $0.element.path, $0.element.modified)
        }
        var match = MoveMatch(among: came)
        let found = match.take(try file(1, "a/x.mp4", 7), of: "mark") { _ in "mark" }
        #expect(found?.path == path)
        let other = match.take(try file(1, "a/x.mp4", 7), of: "mark") { _ in "mark" }
        #expect(other != nil && other?.path != path)
    }

    private func file(_ number: Int, _ path: String, _ modified: Int64) throws -> TracedAsset {
        TracedAsset(
            id: try #require(AssetID("\(number)")),
            root: "/srv",
            path: path,
            size: 5,
            modified: modified,
            found: Int64(number),
            content: nil,
            isMissing: false
        )
    }
}
