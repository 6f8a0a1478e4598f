import FrameTransport
import Ingest
import Media
import Pipeline
import Testing

/// Pictures that are borrowed while a stream plays.
@Suite struct BorrowTests {
    /// A picture as it was borrowed.
    private struct Seen: Hashable {
        let n: Int
        let md5: String
    }

    @Test func whatIsBorrowedIsOnTheScreen() throws {
        var seen: [Seen] = []
        let run = try run(main: "a") { pipeline in
            if let picture = Self.borrow("a", from: pipeline) { seen.append(picture) }
            return seen.count >= 20
        }
        let presented = Set(run.presented("a").map { Seen(n: $0.n, md5: $0.md5 ?? "") })
        #expect(!seen.isEmpty)
        #expect(seen.allSatisfy { presented.contains($0) })
        #expect(seen.map(\.n) == seen.map(\.n).sorted())
    }

    @Test func aStreamThatNobodyShowsHasOneAsWell() throws {
        var seen: Seen?
        _ = try run(main: "b") { pipeline in
            seen = Self.borrow("a", from: pipeline)
            return seen != nil
        }
        #expect(seen != nil)
    }

    @Test func aBorrowedPictureOutlivesItsStream() throws {
        var pixels: [UInt8] = []
        _ = try run(main: "a") { pipeline in
            guard let id = StreamID("a"), let source = pipeline.source(of: id),
                let picture = source.borrowDisplayed()
            else { return false }
            let before = Self.firstRow(picture)
            pipeline.stop()
            pixels = Self.firstRow(picture)
            #expect(pixels == before)
            return true
        }
        #expect(pixels.count == 64)
    }

    @Test func nothingIsBorrowedOfAStreamThatIsNotThere() throws {
        _ = try run(main: "a") { pipeline in
            #expect(Self.borrow("nobody", from: pipeline) == nil)
            return true
        }
    }

    private func run(main: String, until isDone: @escaping (Pipeline) -> Bool) throws -> Run {
        var scenario = Scenario(
            streams: [("a", "test:64x36@30"), ("b", "test:64x36@30")],
            main: main
        )
        scenario.digests = true
        scenario.isDone = isDone
        return try present(scenario)
    }

    private static func borrow(_ name: String, from pipeline: Pipeline) -> Seen? {
        guard let id = StreamID(name), let source = pipeline.source(of: id),
            let picture = source.borrowDisplayed()
        else { return nil }
        return Seen(
            n: Int(picture.sample.number),
            md5: picture.sample.digest.map { "\($0)" } ?? ""
        )
    }

    private static func firstRow(_ picture: borrowing BorrowedPicture) -> [UInt8] {
        guard let luma = picture.components.first else { return [] }
        return Array(UnsafeRawBufferPointer(start: luma.base, count: 64))
    }
}
