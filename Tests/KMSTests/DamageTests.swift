import CDRM
import Media
import Testing

@testable import KMS

@Suite struct DamageLedgerTests {
    private static let size = PixelSize(width: 100, height: 50)

    private static func rect(_ x: Int32, _ y: Int32, _ width: Int32, _ height: Int32) -> PixelRect {
        PixelRect(x: x, y: y, width: width, height: height)
    }

    @Test func newBuffersLackEverything() {
        var ledger = DamageLedger(size: Self.size)
        #expect(ledger.take(for: .first) == PixelRect(Self.size))
        #expect(ledger.take(for: .second) == PixelRect(Self.size))
        #expect(ledger.take(for: .first).isEmpty)
    }

    /// The buffers are written by turns; each lacks what the other got last time.
    @Test func aBackBufferLacksWhatItMissed() {
        var ledger = DamageLedger(size: Self.size)
        _ = ledger.take(for: .first)
        _ = ledger.take(for: .second)
        ledger.record(Self.rect(0, 0, 10, 10))
        #expect(ledger.take(for: .first) == Self.rect(0, 0, 10, 10))
        ledger.record(Self.rect(20, 5, 10, 10))
        #expect(ledger.take(for: .second) == Self.rect(0, 0, 30, 15))
        ledger.record(Self.rect(50, 40, 10, 10))
        #expect(ledger.take(for: .first) == Self.rect(20, 5, 40, 45))
        ledger.record(.zero)
        #expect(ledger.take(for: .second) == Self.rect(50, 40, 10, 10))
        #expect(ledger.take(for: .first).isEmpty)
    }

    /// What the display refused it goes on lacking, whatever is written into the buffers.
    @Test func theDisplayLacksWhatItDidNotTake() {
        var ledger = DamageLedger(size: Self.size)
        #expect(ledger.unshown == PixelRect(Self.size))
        ledger.presented()
        ledger.record(Self.rect(0, 0, 10, 10))
        _ = ledger.take(for: .first)
        ledger.record(Self.rect(20, 5, 10, 10))
        #expect(ledger.unshown == Self.rect(0, 0, 30, 15))
        ledger.presented()
        #expect(ledger.unshown.isEmpty)
    }

    @Test func damageOutsideOfThePictureIsCutOff() {
        var ledger = DamageLedger(size: Self.size)
        _ = ledger.take(for: .first)
        ledger.record(Self.rect(-10, 40, 1000, 1000))
        #expect(ledger.take(for: .first) == Self.rect(0, 40, 100, 10))
    }
}

@Suite struct TurningTests {
    /// Any pixel of the rectangle, turned on its own, is in the turned rectangle.
    @Test(arguments: Rotation.allCases)
    func aTurnedRectangleHoldsItsTurnedPixels(rotation: Rotation) {
        let picture = PixelSize(width: 7, height: 4)
        let rect = PixelRect(x: 2, y: 1, width: 3, height: 2)
        var pixels: Set<PixelRect> = []
        for y in rect.y..<rect.maxY {
            for x in rect.x..<rect.maxX {
                let pixel = PixelRect(x: x, y: y, width: 1, height: 1)
                pixels.insert(pixel.turned(rotation, in: picture))
            }
        }
        let turned = rect.turned(rotation, in: picture)
        #expect(pixels.count == 6)
        #expect(pixels.allSatisfy { $0.intersection(turned) == $0 })
        #expect(turned.size == rect.size.turned(rotation))
        let back = Rotation(nearestToDegrees: -Double(rotation.rawValue))
        #expect(turned.turned(back, in: picture.turned(rotation)) == rect)
    }

    /// Where the top left pixel of a picture of 7x4 goes.
    @Test(
        arguments: [
            (.none, 0, 0), (.clockwise90, 3, 0), (.halfTurn, 6, 3), (.clockwise270, 0, 6),
        ] as [(Rotation, Int32, Int32)]
    )
    func turnsClockwise(rotation: Rotation, x: Int32, y: Int32) {
        let corner = PixelRect(x: 0, y: 0, width: 1, height: 1)
        let turned = corner.turned(rotation, in: PixelSize(width: 7, height: 4))
        #expect(turned == PixelRect(x: x, y: y, width: 1, height: 1))
    }
}

@Suite struct BufferPairTests {
    /// Odd sizes; rows have room at their end, as drivers have them.
    @Test(arguments: Rotation.allCases)
    func writesThatPartAndNothingElse(rotation: Rotation) throws {
        let size = PixelSize(width: 37, height: 21)
        let part = PixelRect(x: 5, y: 3, width: 19, height: 17)  // more than a strip
        let (picture, expected) = (Picture(size), Picture(size))
        let device = FakeDevice("/dev/dri/card0", [])
        let pair = try BufferPair(
            on: device.open(),
            size: size.turned(rotation),
            format: cdrm_FORMAT_XRGB8888,
            rotation: rotation
        )
        func write(_ damage: PixelRect) throws -> DumbMemory {
            // Nothing is in use: it is the first of the two each time.
            let id = pair.write(picture.buffer, damage: damage, over: nil, unless: ScanoutState())
            return try #require(device.framebuffers[id.rawValue].flatMap { device.memories[$0] })
        }
        #expect(picture.isShown(try write(.zero), turned: rotation))
        for y in 0..<size.height {
            for x in 0..<size.width {
                let pixel = PixelRect(x: x, y: y, width: 1, height: 1)
                let value = UInt32(y * size.width + x + 2)
                picture.fill(pixel, value)
                if part.intersection(pixel) == pixel { expected.fill(pixel, value) }
            }
        }
        let memory = try write(part)
        #expect(expected.isShown(memory, turned: rotation))
        // What is behind the last pixel of each row is as `DumbBuffer` left it.
        let row = 4 * Int(size.turned(rotation).width)
        let pitch = Int(memory.plane.pitch)
        let bytes = UnsafeRawBufferPointer(start: memory.base, count: memory.byteCount)
        #expect(bytes.indices.allSatisfy { $0 % pitch < row || bytes[$0] == 0 })
        #expect(try write(.zero).base == memory.base)
        #expect(expected.isShown(memory, turned: rotation))
    }
}
