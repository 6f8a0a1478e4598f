import Addressing
import Foundation
import FrameTransport
import Media
import Presentation
import Testing

@testable import Decoding
@testable import Drawing

/// Placeholders in type.
@Suite struct TypesetPlaceholderTests {
    private static let size = PixelSize(width: 640, height: 360)
    /// Two by two pixels, white.
    private static let png =
        "iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAAAAABX3VL4AAAA"
        + "DklEQVR4nGP4/5/h/38AC/oD/eAlihAAAAAASUVORK5CYII="

    @Test func lettersAreSmoothAndWithoutColour() throws {
        let picture = try DrawnPlaceholder("front door", "no signal", Self.size)
        #expect(Set(picture.luma).count > 60)
        #expect(picture.luma.min() == 32)
        #expect(picture.luma.max() == 235)
        #expect(picture.blue.allSatisfy { $0 == 128 })
        #expect(picture.red.allSatisfy { $0 == 128 })
    }

    /// Letters are dark on a light ground, with a library and without.
    @Test(arguments: [nil, "libnowhere.so"])
    func theGroundIsOfItsColour(library: String?) throws {
        var style = PlaceholderStyle()
        style.background = RGBColor(red: 255, green: 255, blue: 0)
        let light = try DrawnPlaceholder("door", "no signal", Self.size, style, library: library)
        #expect(light.luma[0] == 219 && light.blue[0] == 16 && light.luma.min() ?? 0 < 40)
        style.background = RGBColor(red: 0, green: 0, blue: 0)
        style.image = "/nowhere/logo.png"
        let dark = try DrawnPlaceholder("door", "no signal", Self.size, style, library: library)
        #expect(dark.luma[0] == 16 && dark.luma.max() == 235)
    }

    @Test func itIsInTheMiddle() throws {
        for (title, message) in [("door", "no signal"), ("", "no signal"), ("gate", "")] {
            let picture = try DrawnPlaceholder(title, message, Self.size)
            let columns = try #require(picture.columns)
            let rows = try #require(picture.rows)
            #expect(abs(columns.lowerBound + columns.upperBound - 639) <= 6)
            #expect(abs(rows.lowerBound + rows.upperBound - 359) <= 20)
        }
    }

    @Test(
        arguments: [
            "\u{645}\u{631}\u{62D}\u{628}\u{627}", "\u{4F60}\u{597D}", "W", "a\u{301}\u{323}",
            String(repeating: "W", count: 64), String(repeating: "long name ", count: 40),
            "\u{202E}\u{0}\u{1B}[31m", String(repeating: "\u{1F34E}", count: 100),
        ]
    )
    func anyNameHasMargins(_ title: String) throws {
        for size in [
            Self.size, PixelSize(width: 270, height: 480), PixelSize(width: 64, height: 36),
        ] {
            let message = String(repeating: "the connection was refused ", count: 30)
            let picture = try DrawnPlaceholder(title, message, size)
            let margin = Int(size.width) / 16
            #expect(picture.rows != nil && picture.isEmpty(besides: margin), "\(size)")
        }
    }

    /// Whole lines: nothing is drawn on the first and the last row, whatever else is left out. So is
    /// the image, a third as high as the picture, unless there is room for all of it.
    @Test(
        arguments: [
            (64, 36, true), (128, 42, true), (128, 32, false), (64, 24, false), (200, 40, true),
            (96, 96, true), (320, 60, true), (640, 360, true),
        ] as [(Int32, Int32, Bool)]
    )
    func nothingIsCutAtTheEdges(width: Int32, height: Int32, hasRoom: Bool) throws {
        let scratch = FileManager.default.temporaryDirectory
            .appendingPathComponent("placeholder-\(width)x\(height).png")
        try Data(base64Encoded: Self.png)?.write(to: scratch)
        defer { try? FileManager.default.removeItem(at: scratch) }
        let size = PixelSize(width: width, height: height)
        var style = PlaceholderStyle()
        style.image = scratch.path
        let side = Int(min(Double(height), Double(width) * 9 / 16) / 3)
        var images: [Int] = []
        for title in ["dead", String(repeating: "W", count: 64)] {
            for message in ["no signal", String(repeating: "and more words ", count: 13)] {
                let bare = try DrawnPlaceholder(title, message, size)
                let picture = try DrawnPlaceholder(title, message, size, style)
                for rows in [try #require(bare.rows), try #require(picture.rows)] {
                    #expect(rows.lowerBound > 0, "\(title) \(message)")
                    #expect(rows.upperBound < Int(height) - 1, "\(title) \(message)")
                }
                images.append(picture.whiteRows(inMiddle: side))
            }
        }
        #expect(images.allSatisfy { [0, side].contains($0) }, "\(images)")
        #expect((images[0] == side) == hasRoom, "\(images)")
    }

    @Test(
        arguments: [(1, 1), (16, 16), (17, 3), (3, 17), (8191, 1), (1, 8191)] as [(Int32, Int32)]
    )
    func anySizeIsDrawn(width: Int32, height: Int32) throws {
        let picture = try DrawnPlaceholder(
            "door",
            "no signal",
            PixelSize(width: width, height: height)
        )
        #expect(picture.luma.count == Int(width) * Int(height))
    }

    /// Opaque red, as people make its I420.
    @Test func emojiHaveTheirColour() throws {
        let picture = try DrawnPlaceholder("\u{1F34E}", "", Self.size)
        #expect(picture.red.contains { $0 > 190 })
        #expect(picture.luma.allSatisfy { 16...235 ~= $0 })
    }

    @Test func withoutTheLibraryItIsDrawnInDots() throws {
        let dots = try DrawnPlaceholder("door", "no signal", Self.size, library: "libmissing.so.0")
        #expect(Set(dots.luma) == [32, 170, 235])
    }

    /// Dots have no edges between light and dark.
    @Test func aNoticeIsInType() throws {
        let notice = NoticePicture(noStreamOn: PixelSize(width: 640, height: 360))
        let luma = try #require(notice.components.first)
        let bytes = UnsafeRawBufferPointer(start: luma.base, count: luma.bytesPerRow * 360)
        #expect(Set(bytes).count > 20)
        #expect(bytes.allSatisfy { 16...235 ~= $0 })
    }

    /// On the placeholders' ground and with their words, but without their image.
    @Test func aNoticeLooksLikePlaceholders() throws {
        var style = PlaceholderStyle()
        style.background = RGBColor(red: 255, green: 255, blue: 255)
        style.image = "/nowhere/logo.png"
        let size = PixelSize(width: 640, height: 360)
        func luma(_ style: PlaceholderStyle) throws -> [UInt8] {
            let notice = NoticePicture(noStreamOn: size, style)
            let luma = try #require(notice.components.first)
            return Array(UnsafeRawBufferPointer(start: luma.base, count: luma.bytesPerRow * 360))
        }
        let bare = try luma(style)
        #expect(bare.first == 235)
        style.message = "back soon"
        let worded = try luma(style)
        #expect(worded.count { $0 < 200 } > bare.count { $0 < 200 })
    }
}

/// A placeholder's components, without what is between their rows.
private struct DrawnPlaceholder {
    let size: PixelSize
    let luma: [UInt8]
    let blue: [UInt8]
    let red: [UInt8]

    init(
        _ title: String,
        _ message: String,
        _ size: PixelSize,
        _ style: PlaceholderStyle = PlaceholderStyle(),
        library: String? = nil
    ) throws {
        self.size = size
        let frame = try FrameStorage.allocate()
        defer { FrameStorage.free(frame) }
        let text = PlaceholderText(title: title, message: message)
        let canvas = try #require(I420Canvas(allocating: size, in: frame))
        if let library {
            PlaceholderPicture.draw(text, style, on: canvas, library: library)
        } else {
            PlaceholderPicture.draw(text, style, on: canvas)
        }
        func rows(_ component: I420Canvas.Component, _ divisor: Int32) -> [UInt8] {
            let (width, height) = ((size.width - 1) / divisor + 1, (size.height - 1) / divisor + 1)
            return (0..<Int(height)).flatMap { row in
                UnsafeBufferPointer(
                    start: component.base + row * component.bytesPerRow,
                    count: Int(width)
                )
            }
        }
        luma = rows(canvas.luma, 1)
        blue = rows(canvas.blueDifference, 2)
        red = rows(canvas.redDifference, 2)
    }

    // By C: millions of pixels take long in a debug build.

    /// From the first row that something is on to the last; nil: on none.
    var rows: ClosedRange<Int>? {
        let ground = [UInt8](repeating: 32, count: Int(size.width))
        let inked = (0..<Int(size.height)).filter { !has(ground, atColumn: 0, ofRow: $0) }
        return inked.first.flatMap { first in inked.last.map { first...$0 } }
    }

    /// The columns, as above.
    var columns: ClosedRange<Int>? {
        guard let rows else { return nil }
        let (width, ground) = (Int(size.width), [UInt8](repeating: 32, count: Int(size.width)))
        let first = (0..<width).first { end in
            rows.contains { !has(Array(ground.prefix(end + 1)), atColumn: 0, ofRow: $0) }
        }
        let last = (0..<width).last { start in
            rows.contains { !has(Array(ground[start...]), atColumn: start, ofRow: $0) }
        }
        return first.flatMap { first in last.map { first...$0 } }
    }

    /// Whether nothing is on so many columns at either side.
    func isEmpty(besides margin: Int) -> Bool {
        let ground = [UInt8](repeating: 32, count: margin)
        return (0..<Int(size.height)).allSatisfy {
            has(ground, atColumn: 0, ofRow: $0)
                && has(ground, atColumn: Int(size.width) - margin, ofRow: $0)
        }
    }

    /// How many rows are white for so many columns in the middle.
    func whiteRows(inMiddle columns: Int) -> Int {
        let white = [UInt8](repeating: 235, count: columns)
        let first = (Int(size.width) - columns) / 2
        return (0..<Int(size.height)).count { has(white, atColumn: first, ofRow: $0) }
    }

    private func has(_ values: [UInt8], atColumn x: Int, ofRow y: Int) -> Bool {
        luma.withUnsafeBytes { luma in
            values.withUnsafeBytes { values in
                let place = luma.baseAddress.map { $0 + y * Int(size.width) + x }
                guard let place, let wanted = values.baseAddress else { return false }
                return memcmp(place, wanted, values.count) == 0
            }
        }
    }
}
