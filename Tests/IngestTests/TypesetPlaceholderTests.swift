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
            let (columns, rows) = (picture.columns, picture.rows)
            let (left, right) = (try #require(columns.first), try #require(columns.last))
            let (top, bottom) = (try #require(rows.first), try #require(rows.last))
            #expect(abs(left + right - 639) <= 6)
            #expect(abs(top + bottom - 359) <= 20)
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
            Self.size, PixelSize(width: 1080, height: 1920), PixelSize(width: 64, height: 36),
        ] {
            let message = String(repeating: "the connection was refused ", count: 30)
            let picture = try DrawnPlaceholder(title, message, size)
            let margin = Int(size.width) / 16
            #expect(picture.columns.first.map { $0 >= margin } == true, "\(size)")
            #expect(picture.columns.last.map { $0 < Int(size.width) - margin } == true, "\(size)")
        }
    }

    /// Whole lines: nothing is drawn on the first and the last row, whatever else is left out.
    @Test(
        arguments: [
            (64, 36), (128, 42), (128, 32), (64, 24), (200, 40), (96, 96), (320, 60), (640, 360),
        ] as [(Int32, Int32)]
    )
    func nothingIsCutAtTheEdges(width: Int32, height: Int32) throws {
        let scratch = FileManager.default.temporaryDirectory
            .appendingPathComponent("placeholder-\(width)x\(height).png")
        try Data(base64Encoded: Self.png)?.write(to: scratch)
        defer { try? FileManager.default.removeItem(at: scratch) }
        var style = PlaceholderStyle()
        for image in [nil, scratch.path] {
            style.image = image
            for title in ["dead", String(repeating: "W", count: 64)] {
                for message in ["no signal", String(repeating: "and more words ", count: 13)] {
                    let size = PixelSize(width: width, height: height)
                    let picture = try DrawnPlaceholder(title, message, size, style)
                    let rows = picture.rows
                    #expect(rows.first.map { $0 > 0 } == true, "\(title) \(message)")
                    #expect(rows.last.map { $0 < Int(height) - 1 } == true, "\(title) \(message)")
                }
            }
        }
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

    /// Those with anything that differs from the ground.
    var columns: [Int] { (0..<Int(size.width)).filter { x in rows(at: x).contains { $0 != 32 } } }

    var rows: [Int] {
        let width = Int(size.width)
        return (0..<Int(size.height)).filter { y in
            luma[y * width..<(y + 1) * width].contains { $0 != 32 }
        }
    }

    private func rows(at x: Int) -> [UInt8] {
        stride(from: x, to: luma.count, by: Int(size.width)).map { luma[$0] }
    }
}
