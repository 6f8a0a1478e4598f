import FrameTransport
import Media
import Testing

@testable import Addressing
@testable import Decoding
@testable import Drawing
@testable import Ingest
@testable import Streams

@Suite struct TestPatternTests {
    /// The bars' values of the 75 % signal in BT.709, limited range (ITU-R BT.709,
    /// items 3 and 4), from white to black.
    @Test func barsHaveTheirStandardColours() {
        let picture = Drawing(width: 800, height: 320)
        let expected: [(UInt8, UInt8, UInt8)] = [
            (180, 128, 128), (168, 44, 136), (145, 147, 44), (133, 63, 52), (63, 193, 204),
            (51, 109, 212), (28, 212, 120), (16, 128, 128),
        ]
        for (index, color) in expected.enumerated() {
            let found = picture.pixel(x: 100 * index + 50, y: 4)
            #expect(found == color, "bar \(index)")
        }
    }

    /// A viewer, or a test of the whole program, reads the counter off a picture
    /// that was scaled to a quarter.
    @Test(arguments: [0, 7, 123, 999_999, 1_000_042] as [UInt64])
    func theCounterIsReadableAtAQuarterOfTheSize(number: UInt64) {
        let picture = Drawing(width: 1280, height: 720)
        picture.pattern.draw(number, on: picture.canvas)
        #expect(
            picture.digitsReadOffCounter(scaledBy: 4) == String(number % 1_000_000).padded(to: 6)
        )
    }

    @Test(arguments: [(1280, 720), (16, 16), (17, 33), (320, 180), (7680, 16), (16, 4320)])
    func drawingOverAnotherPictureLeavesNothingOfIt(width: Int32, height: Int32) {
        let reused = Drawing(width: width, height: height)
        for number in [59, 3_599_999, 12] as [UInt64] {
            reused.pattern.draw(number, on: reused.canvas)
        }
        let fresh = Drawing(width: width, height: height)
        fresh.pattern.draw(12, on: fresh.canvas)
        #expect(reused.digest == fresh.digest)
    }

    /// Whoever reads a picture needs every row as long as its pixels.
    @Test(arguments: ["63x63", "17x16", "1281x721", "64x64"])
    func rowsHoldAllTheirPixels(size: String) throws {
        let player = try Player("test:\(size)@30")
        var rows: [[Int]] = []
        player.inspect = { sample, components in
            let found = [components.first, components.second, components.third]
            rows.append(
                found.enumerated().map { index, component in
                    (component?.bytesPerRow ?? 0)
                        - sample.format.pixelFormat.rowBytes(
                            component: index,
                            width: sample.format.size.width
                        )
                }
            )
        }
        #expect(player.play { !$0.samples.isEmpty })
        #expect(rows.first?.allSatisfy { $0 >= 0 } == true, "\(rows)")
    }

    @Test(arguments: [(1280, 720), (16, 16), (7680, 4320)])
    func everyPictureDiffersFromTheOneBefore(width: Int32, height: Int32) {
        let picture = Drawing(width: width, height: height)
        var seen: Set<PictureDigest> = []
        for number in 0..<5 {
            picture.pattern.draw(UInt64(number), on: picture.canvas)
            seen.insert(picture.digest)
        }
        #expect(seen.count == 5)
    }

    @Test func timestampsAreExactAfterADay() throws {
        let rate = try #require(Hertz(numerator: 30_000, denominator: 1_001))
        let pattern = TestPattern(size: PixelSize(width: 64, height: 64), rate: rate)
        #expect(pattern.pts(of: 0) == .zero)
        #expect(pattern.pts(of: 1).nanoseconds == 33_366_666)
        // 30000 pictures take 1001 s exactly.
        #expect(pattern.pts(of: 30_000 * 86).nanoseconds == 1_001 * 86 * 1_000_000_000)
    }

    @Test func aStreamOfItFollowsTheConsumerAndLosesNothing() throws {
        let player = try Player("test:64x48@60") { $0.digests = true }
        #expect(player.play { $0.samples.count == 200 })
        #expect(player.samples.map(\.number) == Array(0..<200))
        #expect(Set(player.samples.map(\.digest)).count == 200)
        #expect(player.samples[0].attachments == .discontinuity)
        #expect(player.samples[60].pts.nanoseconds == 1_000_000_000)
        #expect(player.stop())
        let snapshot = player.ledger.snapshot()
        #expect(snapshot.inFlight == 0)
        #expect(snapshot.presented == 200)
        #expect(player.stream.pool.heldCount == 0)
    }

    @Test func onlyWhatTheConsumerHoldsIsInFlight() throws {
        let player = try Player("demo")
        #expect(player.waitFor { $0.state == .playing })
        // Nobody pops: two in the ring, and the one that waits for room.
        #expect(player.waitFor { _ in player.ledger.snapshot().received == 3 })
        #expect(player.stream.pool.heldCount == 2)
    }
}

@Suite struct BitmapFontTests {
    @Test func everyCharacterHasAFormOfItsOwn() {
        let glyphs = (32...126).map { BitmapFont.glyph($0) }
        #expect(Set(glyphs).count == 95)
        #expect(glyphs[0] == 0)
        #expect(glyphs.dropFirst().allSatisfy { $0 != 0 && $0 < 1 << 45 })
    }

    @Test func tailsReachBelowTheLineAndNothingElseDoes() {
        let below = (32...126).filter { BitmapFont.glyph($0) & 0b11111_11111 != 0 }
        #expect(below.map { Character(UnicodeScalar($0)) } == ["g", "j", "p", "q", "y"])
    }

    @Test(arguments: [0, 31, 127, 255] as [UInt8])
    func otherCharactersAreQuestionMarks(character: UInt8) {
        #expect(BitmapFont.glyph(character) == BitmapFont.glyph(0x3F))
    }
}

/// A pattern and memory to draw it into.
private final class Drawing {
    let pattern: TestPattern
    private let storage: PatternStorage
    let canvas: I420Canvas

    init(width: Int32, height: Int32) {
        pattern = TestPattern(size: PixelSize(width: width, height: height), rate: .thirty)
        storage = PatternStorage(pattern: pattern, capacity: 1)
        canvas = storage.canvas(slot: 0)
    }

    var digest: PictureDigest {
        PictureDigest(packing: canvas.components, format: pattern.format)
    }

    func pixel(x: Int, y: Int) -> (UInt8, UInt8, UInt8) {
        let chroma = canvas.blueDifference.bytesPerRow * (y / 2) + x / 2
        return (
            luma(x: x, y: y), canvas.blueDifference.base[chroma], canvas.redDifference.base[chroma]
        )
    }

    /// Compares the middle of each dot of a scaled copy with the font's digits.
    func digitsReadOffCounter(scaledBy scale: Int) -> String {
        // Of the layout: 22 pixels a dot at 720 rows, the panel in the middle of the bars.
        let dot = 22
        let left = (1280 - (6 * 6 - 1 + 4) * dot) / 2 + 2 * dot
        let top = (540 - 11 * dot) / 2 + 2 * dot
        return (0..<6).map { digit in
            var glyph: UInt64 = 0
            for row in 0..<BitmapFont.rows + BitmapFont.descent {
                for column in 0..<5 {
                    let x = (left + (digit * 6 + column) * dot + dot / 2) / scale
                    let y = (top + row * dot + dot / 2) / scale
                    let isSet = average(x: x, y: y, scale: scale) > 128
                    glyph = glyph << 1 | (isSet ? 1 : 0)
                }
            }
            let match = (0x30...0x39).first { BitmapFont.glyph($0) == glyph }
            return match.map { String(UnicodeScalar($0)) } ?? "?"
        }.joined()
    }

    private func average(x: Int, y: Int, scale: Int) -> Int {
        var sum = 0
        for row in 0..<scale {
            for column in 0..<scale {
                sum += Int(luma(x: x * scale + column, y: y * scale + row))
            }
        }
        return sum / (scale * scale)
    }

    private func luma(x: Int, y: Int) -> UInt8 {
        canvas.luma.base[canvas.luma.bytesPerRow * y + x]
    }
}

extension String {
    fileprivate func padded(to count: Int) -> String {
        String(repeating: "0", count: max(0, count - self.count)) + self
    }
}
