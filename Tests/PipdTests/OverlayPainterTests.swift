import Compositing
import ControlAPI
import Imaging
import Media
import Presentation
import Testing

@testable import pipd

@Suite struct OverlayPainterTests {
    private let size = PixelSize(width: 640, height: 360)

    /// Without a window unless one is given.
    private func scene(_ window: PixelRect? = nil) -> OverlayScene {
        OverlayScene(size: size, main: PixelRect(size), window: window, names: [:])
    }

    private func text(_ text: String, at spot: String) throws -> (id: String, overlay: Overlay) {
        var fields = FieldValues<OverlayFields>()
        (fields.text, fields.at) = (text, spot)
        return ("a", try #require(Overlay(fields)))
    }

    private func message(_ count: Int = 1) -> MessageQueue.Message {
        MessageQueue.Message(
            String(repeating: "please ring twice ", count: count),
            for: .seconds(10)
        )
    }

    @Test func aMessageLiesBesideWhatIsThere() throws {
        var painter = OverlayPainter()
        let hint = try text("hint", at: "bottom")
        let parts = painter.parts(
            [hint],
            message(),
            on: scene(),
            at: 0,
            noting: { id, flaw in
                Issue.record("\(id ?? "message"): \(flaw)")
            }
        ).parts
        let (overlay, message) = (try #require(parts.first), try #require(parts.last))
        #expect(parts.count == 2)
        #expect(overlay.bounds.intersection(message.bounds).isEmpty)
    }

    /// Rather over an overlay of the whole screen than not at all, and never over the window.
    @Test func aMessageLiesOverOverlaysBeforeItIsLost() throws {
        var painter = OverlayPainter()
        let window = PixelRect(x: 400, y: 200, width: 200, height: 120)
        var fields = FieldValues<OverlayFields>()
        (fields.text, fields.size, fields.at) = ("M", 1, "center")
        let sheet = (id: "a", overlay: try #require(Overlay(fields)))
        let (parts, _) = painter.parts([sheet], message(), on: scene(window), at: 0) { _, _ in }
        let bounds = try #require(parts.last?.bounds)
        #expect(parts.count == 2 && bounds.intersection(window).isEmpty)
    }

    /// In a room that has it whole, where there is one.
    @Test func aMessageIsCutNowhereElseThanItMust() throws {
        let half = PixelRect(x: 330, y: 60, width: 300, height: 290)
        for (count, isCut) in [(14, false), (120, true)] {
            var painter = OverlayPainter()
            var flaws: [OverlayFlaw] = []
            let (parts, _) = painter.parts([], message(count), on: scene(half), at: 0) { _, flaw in
                flaws.append(flaw)
            }
            #expect(parts.count == 1)
            #expect(flaws.map(\.isSeen) == (isCut ? [true] : []), "\(flaws)")
        }
    }

    /// Twelve lines have no room anywhere.
    @Test func aMessageIsCutToALowPlaceBeforeItIsLost() throws {
        let window = PixelRect(x: 0, y: 60, width: 640, height: 240)
        for count in [6, 120] {
            var painter = OverlayPainter()
            var flaws: [OverlayFlaw] = []
            let (_, place) = painter.parts([], message(count), on: scene(window), at: 0) {
                flaws.append($1)
            }
            #expect(try #require(place).intersection(window).isEmpty)
            #expect(flaws.map(\.isSeen) == (count == 6 ? [] : [true]), "\(flaws)")
        }
    }

    @Test func whereTheWindowIsAllOverItSaysSo() {
        var painter = OverlayPainter()
        var flaws: [OverlayFlaw] = []
        let (parts, _) = painter.parts([], message(), on: scene(PixelRect(size)), at: 0) {
            _,
            flaw in
            flaws.append(flaw)
        }
        #expect(parts.isEmpty && flaws.map(\.isSeen) == [false])
    }

    /// All four values of a pixel, since the colours are multiplied by alpha.
    @Test(arguments: [(1.0, 255), (0.5, 127), (0.25, 63)] as [(Double, UInt8)])
    func opacityLetsShineThrough(opacity: Double, value: UInt8) throws {
        var fields = FieldValues<OverlayFields>()
        (fields.text, fields.at, fields.background) = ("M", "top", "#FFFFFF")
        (fields.color, fields.opacity) = ("#FFFFFF", opacity)
        var painter = OverlayPainter()
        let overlay = (id: "a", overlay: try #require(Overlay(fields)))
        let part = painter.parts([overlay], nil, on: scene(), at: 0) { _, _ in }.parts.first
        let pixels = try #require(part?.pixels)
        let middle = 4 * (Int(part?.bounds.width ?? 0) * Int(part?.bounds.height ?? 0) / 2)
        #expect(pixels[middle..<middle + 4].allSatisfy { $0 == value })
    }

    private func flaws(_ edit: (inout FieldValues<OverlayFields>) -> Void) throws -> [String] {
        var fields = FieldValues<OverlayFields>()
        edit(&fields)
        var painter = OverlayPainter()
        var flaws: [String] = []
        let overlay = (id: "a", overlay: try #require(Overlay(fields)))
        _ = painter.parts([overlay], nil, on: scene(), at: 0) { flaws.append("\($1)") }
        return flaws
    }

    /// It would lie over the main picture, with no window around it; where that is to be, messages
    /// are not.
    @Test func nothingLiesInAWindowBeforeThatIsThere() throws {
        var painter = OverlayPainter()
        var scene = scene(PixelRect(x: 0, y: 180, width: 640, height: 180))
        var fields = FieldValues<OverlayFields>()
        (fields.text, fields.anchor) = ("a", "pip")
        let overlay = (id: "a", overlay: try #require(Overlay(fields)))
        for isEmpty in [true, false] {
            scene.isWindowEmpty = isEmpty
            var flaws: [String] = []
            let (parts, place) = painter.parts([overlay], message(), on: scene, at: 0) {
                flaws.append("\($1)")
            }
            #expect(parts.count == (isEmpty ? 1 : 2))
            #expect((place?.maxY ?? 360) <= 180)
            #expect(flaws == (isEmpty ? ["not shown: nothing is in the PIP window yet"] : []))
        }
    }

    @Test func whatIsNotSeenAsItWasAskedForSaysSo() throws {
        #expect(try flaws { $0.text = "a" }.isEmpty)
        for blanks in ["\u{2800}", "\u{200B}\u{2800}"] {
            let flaws = try flaws { $0.text = blanks }
            #expect(
                flaws == ["not shown: there is nothing to see of it"],
                "\(blanks.unicodeScalars.map(\.value))"
            )
        }
        #expect(try flaws { ($0.text, $0.opacity) = ("a", 0.001) }[0].contains("opacity"))
        #expect(
            try flaws { ($0.text, $0.color, $0.background) = ("a", "#FFFFFF00", "none") }[0]
                .contains("transparent")
        )
        #expect(try flaws { ($0.text, $0.color) = ("a", "#FFFFFF00") }.isEmpty)
        #expect(
            try flaws { $0.text = "a\u{F8FE0}" }[0].hasPrefix("not shown whole: letters without")
        )
        for fields in [
            try flaws { $0.caption = "pip" }, try flaws { ($0.text, $0.anchor) = ("a", "pip") },
        ] {
            #expect(fields == ["not shown: there is no PIP window now"])
        }
        #expect(
            try flaws { ($0.text, $0.margin) = (String(repeating: "W", count: 38), 0.45) }[0]
                .contains("no room for its margin")
        )
        #expect(try flaws { ($0.text, $0.margin) = ("a", 0.45) }.isEmpty)
        for (format, reason) in [("%9999999d", "too long"), ("%", nil), ("a%5", nil)] {
            let flaw = try flaws { $0.clock = format }.first
            #expect(reason.map { flaw?.contains($0) == true } ?? (flaw == nil), "\(format)")
        }
    }

    /// Its border is not touched, wherever it is.
    @Test func aMessageKeepsOffTheWindow() throws {
        for y in stride(from: Int32(0), through: 240, by: 8) {
            var painter = OverlayPainter()
            let window = PixelRect(x: 220, y: y, width: 200, height: 120)
            let place = painter.parts([], message(), on: scene(window), at: 0) { _, _ in }.message
            let bounds = try #require(place)
            #expect(bounds.intersection(window.insetBy(-3)).isEmpty)
        }
    }

    /// Over neither a warning nor an overlay, also where that takes a smaller one.
    @Test(arguments: [nil, PixelRect(x: 160, y: 90, width: 320, height: 180)] as [PixelRect?])
    func aToastLiesOverNothing(window: PixelRect?) throws {
        var painter = OverlayPainter()
        let clock = try text("12:34", at: "top-right")
        let scene = scene(window)
        let (parts, place) = painter.parts([clock], message(2), on: scene, at: 0) { _, _ in }
        let picture = Bitmap(
            bgrx: [UInt8](repeating: 80, count: 4 * 320 * 180),
            size: PixelSize(width: 320, height: 180)
        )
        let overlays = parts.map(\.bounds)
        let toast = painter.toast(picture, number: 7, on: scene, besides: overlays, place)
        for other in overlays + [window ?? .zero] {
            #expect(other.intersection(toast.bounds).isEmpty)
        }
        #expect(toast.pixels.count == 4 * Int(toast.bounds.width) * Int(toast.bounds.height))
    }
}
