internal import Compositing
internal import Imaging
internal import Lettering
internal import Media
internal import Platform
internal import Presentation

/// Why something is not seen, or not all of it.
struct OverlayFlaw: Hashable {
    /// What is seen of it in spite of that.
    enum Sight: Hashable {
        case nothing
        case part
        /// All of it, but otherwise than it was asked for.
        case otherwise
    }

    var reason: MessageText
    var sight = Sight.nothing
    /// Whether it comes and goes with what the view shows, which is nobody's mistake.
    var isPassing = false

    var isSeen: Bool { sight != .nothing }
}

extension OverlayFlaw: CustomStringConvertible {
    var description: String {
        switch sight {
        case .nothing: "not shown: \(reason)"
        case .part: "not shown whole: \(reason)"
        case .otherwise: "not shown as it was asked for: \(reason)"
        }
    }
}

/// Puts the pixels of overlays and messages in their places.
///
/// Thread: bound to that of `OverlayService`.
struct OverlayPainter: ~Copyable {
    private typealias Look = OverlayTiles.Look
    private typealias Tile = OverlayTiles.Tile

    private var tiles = OverlayTiles()
    /// The picture in a corner, as it was asked for last: by its number, on an output of a size.
    private var toast: (number: UInt64, size: PixelSize, bitmaps: [TileBitmap])?

    /// Draws what is to be seen now.
    ///
    /// - Parameters:
    ///   - overlays: In the order in which they lie, the undermost first.
    ///   - message: Over them all.
    ///   - scene: Where.
    ///   - time: Of clocks, in seconds since 1970.
    ///   - note: Told why one is not seen whole, by its ID; nil for a message.
    /// - Returns: Pixels in their places, and the message's place.
    mutating func parts(
        _ overlays: [(id: String, overlay: Overlay)],
        _ message: MessageQueue.Message?,
        on scene: OverlayScene,
        at time: Int64,
        noting note: (String?, OverlayFlaw) -> Void
    ) -> (parts: [OSDPart], message: PixelRect?) {
        var parts: [OSDPart] = []
        var place: PixelRect?
        for (id, overlay) in overlays {
            do throws(LetteringError) {
                let (part, flaw) = try part(overlay, on: scene, at: time)
                if let part { parts.append(part) }
                if let flaw { note(id, flaw) }
            } catch {
                note(id, OverlayFlaw(reason: "\(error)"))
            }
        }
        do throws(LetteringError) {
            if let message {
                let (part, flaw) = try part(message, on: scene, besides: parts.map(\.bounds))
                place = part?.bounds
                if let part { parts.append(part) }
                if let flaw { note(nil, flaw) }
            }
        } catch {
            note(nil, OverlayFlaw(reason: "\(error)"))
        }
        tiles.dropUnused()
        return (parts, place)
    }

    /// A picture in a corner where nothing else is; rather smaller than over an overlay, over that
    /// than over the window, and over that than over a message.
    ///
    /// - Parameters:
    ///   - picture: Of any size.
    ///   - number: Tells it from others.
    ///   - scene: Where.
    ///   - overlays: The places of overlays.
    ///   - message: That of a message.
    /// - Returns: Its pixels in their place.
    mutating func toast(
        _ picture: Bitmap,
        number: UInt64,
        on scene: OverlayScene,
        besides overlays: [PixelRect],
        _ message: PixelRect?
    ) -> OSDPart {
        let bitmaps = framed(picture, number: number, on: scene)
        let message = message.map { [$0] } ?? []
        let window = scene.window.map { [$0] } ?? []
        let place = OSDPlacement.corner(
            for: bitmaps.map(\.size),
            in: scene.size,
            margin: scene.pixels(0.03),
            avoiding: [message + window + overlays, message + window, message]
        )
        let index = bitmaps.firstIndex { $0.size == place.size } ?? 0
        // Keys of tiles are counted from 1.
        let key = number << 1 | UInt64(index) | 1 << 63
        return OSDPart(bounds: place, key: key, pixels: bitmaps[index].pixels)
    }

    /// In two sizes, the larger first; scaled once, however often it is looked at.
    private mutating func framed(
        _ picture: Bitmap,
        number: UInt64,
        on scene: OverlayScene
    ) -> [TileBitmap] {
        if let toast, toast.number == number, toast.size == scene.size { return toast.bitmaps }
        let bitmaps = [1, 2].map { (divisor: Int32) in
            let box = PixelSize(
                width: max(16, scene.size.width / 4 / divisor),
                height: max(16, scene.size.height / 3 / divisor)
            )
            return TileBitmap(picture.scaled(toFit: box), frame: max(1, scene.pixels(0.004)))
        }
        toast = (number, scene.size, bitmaps)
        return bitmaps
    }

    /// Whether so much was dropped since the last time that the heap is to give it back.
    mutating func takeHasDroppedMuch() -> Bool { tiles.takeHasDroppedMuch() }

    /// Nothing is in a corner any more.
    mutating func forgetToast() { toast = nil }

    /// Files may be others by now.
    mutating func forgetImages() { tiles.forgetImages() }

    private mutating func part(
        _ overlay: Overlay,
        on scene: OverlayScene,
        at time: Int64
    ) throws(LetteringError) -> (part: OSDPart?, flaw: OverlayFlaw?) {
        guard let place = scene.place(overlay.anchor) else {
            return (nil, scene.window == nil ? Self.absence(of: .pip) : Self.emptyWindow)
        }
        if let reason = overlay.reasonUnseen { return (nil, OverlayFlaw(reason: reason)) }
        let content: Look.Content
        switch overlay.content {
        case .text(let text): content = .text(text)
        case .clock(let format, let zone, let locale):
            content = .text(try ClockText.text(format, zone: zone, locale: locale, at: time))
        case .caption(let view):
            guard let name = scene.names[view] else { return (nil, Self.absence(of: view)) }
            content = .text(name)
        case .image(let path): content = .image(path)
        }
        let look = Look(
            content: content,
            height: max(1, scene.pixels(overlay.size)),
            width: max(1, Int32(overlay.width * Double(place.width))),
            lines: max(1, min(6, Int(place.height / max(1, scene.pixels(overlay.size))))),
            color: overlay.color,
            background: overlay.background,
            opacity: overlay.opacity,
            alignment: overlay.alignment
        )
        guard let tile = try tiles.tile(look) else { return (nil, Self.nothingToSee) }
        let placement = OSDPlacement(overlay.spot, margin: scene.pixels(overlay.margin))
        let bounds = placement.bounds(of: tile.size, in: place)
        let part = tile.part(at: bounds)
        guard bounds.intersection(PixelRect(scene.size)) == bounds else {
            let reason: MessageText =
                "it is \(tile.size) and reaches beyond the output of \(scene.size)"
            return (part, OverlayFlaw(reason: reason, sight: .part))
        }
        if let flaw = Self.flaw(of: tile, look) { return (part, flaw) }
        guard overlay.isMarginGiven, !placement.keepsMargin(bounds, in: place) else {
            return (part, nil)
        }
        let reason: MessageText = "it is \(tile.size): there is no room for its margin"
        return (part, OverlayFlaw(reason: reason, sight: .otherwise))
    }

    private static func absence(of view: ViewName) -> OverlayFlaw {
        let reason: MessageText =
            view == .pip ? "there is no PIP window now" : "there is no stream in the main view now"
        return OverlayFlaw(reason: reason, isPassing: true)
    }

    private static let emptyWindow =
        OverlayFlaw(reason: "nothing is in the PIP window yet", isPassing: true)

    private static let nothingToSee = OverlayFlaw(reason: "there is nothing to see of it")

    private static func flaw(of tile: Tile, _ look: Look) -> OverlayFlaw? {
        if tile.isCut {
            let reason: MessageText = "it takes more than \(look.lines) lines of that width"
            return OverlayFlaw(reason: reason, sight: .part)
        }
        guard !tile.missing.isEmpty else { return nil }
        let letters = tile.missing.map { String($0) }.joined(separator: " ")
        let reason: MessageText = "letters without a font: \(letters); install a font that has them"
        return OverlayFlaw(reason: reason, sight: .part)
    }

    /// How a message is tried to be set: the letters' part of the output's height, the most lines,
    /// and whether it may lie over overlays, or be cut.
    private struct MessageStyle {
        var size: Double
        var lines: Int
        var isOverOthers = false
        var isCut = false
    }

    /// The best first: rather small than over another overlay, and over that than cut.
    private static let messageStyles: [MessageStyle] = {
        let sizes = [(0.05, 6), (0.035, 6), (0.025, 6), (0.025, 12)]
        let whole = [false, true].flatMap { isOverOthers in
            sizes.map { MessageStyle(size: $0, lines: $1, isOverOthers: isOverOthers) }
        }
        // The more lines, the more of it; in a low place they have no room.
        let cut = [12, 8, 5, 3, 1].map {
            MessageStyle(size: 0.025, lines: $0, isOverOthers: true, isCut: true)
        }
        return whole + cut
    }()

    /// Beside the window, wherever that is, and beside what else is there if that can be.
    private mutating func part(
        _ message: MessageQueue.Message,
        on scene: OverlayScene,
        besides others: [PixelRect]
    ) throws(LetteringError) -> (part: OSDPart?, flaw: OverlayFlaw?) {
        let window = scene.window ?? .zero
        let margin = scene.pixels(0.03)
        // Not against its border either.
        let kept = window.isEmpty ? window : window.insetBy(-margin / 3)
        let rooms = OSDPlacement.rooms(
            in: scene.size,
            beside: window,
            margin: margin
        )
        for style in Self.messageStyles {
            let height = max(1, scene.pixels(style.size))
            for room in rooms {
                let width = room.place.width * 9 / 10
                // Words would be broken.
                guard style.isCut || width >= 10 * height else { continue }
                let look = Self.look(message, height, within: width, lines: style.lines)
                guard let tile = try tiles.tile(look) else { return (nil, Self.nothingToSee) }
                guard style.isCut || !tile.isCut else { continue }
                let bounds = room.placement.bounds(
                    of: tile.size,
                    in: room.place,
                    avoiding: style.isOverOthers ? [] : others
                )
                guard let bounds, bounds.intersection(kept).isEmpty else { continue }
                return (tile.part(at: bounds), Self.flaw(of: tile, look))
            }
        }
        return (nil, OverlayFlaw(reason: "there is no room for it beside the window"))
    }

    private static func look(
        _ message: MessageQueue.Message,
        _ height: Int32,
        within width: Int32,
        lines: Int
    ) -> Look {
        let amber = TextColor(red: 0xFF, green: 0xC1, blue: 0x07)
        return Look(
            content: .text(message.text),
            height: height,
            width: max(1, width),
            lines: lines,
            color: message.isWarning ? .black : .white,
            background: message.isWarning
                ? amber : TextColor(red: 0x10, green: 0x14, blue: 0x18, alpha: 0xE0),
            opacity: 1,
            isBold: message.isWarning
        )
    }
}
