internal import Addressing
internal import Media

/// Sentences that say what a camera has, for a wish that it cannot meet.
enum CameraOfferText {
    /// None of the camera's formats is shown.
    static func nothingUsable(_ offer: CameraOffer) -> String {
        let names = offer.formats.prefix(8).map { name($0) }
        let has = names.isEmpty ? "no format at all" : names.joined(separator: ", ")
        let taken = CameraCode.allCases.map(\.rawValue).joined(separator: ", ")
        return "the camera offers \(has); shown are \(taken)"
    }

    static func noFormat(_ wish: CameraWish, _ offer: CameraOffer) -> String {
        "the camera does not offer \(wish.code?.rawValue ?? "that format"), but \(codes(offer.formats))"
    }

    static func noSize(_ wish: CameraWish, _ offer: CameraOffer) -> String {
        "the camera does not offer \(described(wish)), but \(sizes(offer))"
    }

    /// All sizes are larger than what is handled.
    static func noPhoto(_ bounds: PixelSize, _ offer: CameraOffer) -> String {
        "the camera has no picture within \(bounds), but \(sizes(offer))"
    }

    static func noRate(_ wish: CameraWish, _ offer: CameraOffer) -> String {
        let rate = wish.rate.map { number($0) } ?? "that many"
        let asked = described(wish)
        let rates = offer.formats.flatMap(\.sizes)
            .filter { size in wish.size.map { size.contains($0) } ?? true }
            .compactMap(\.rates.highest)
        let best = rates.max { $0.value < $1.value }.map { number($0) } ?? "fewer"
        let others = fastEnough(wish, offer)
        return "the camera does not reach \(rate) pictures a second with \(asked), but \(best)"
            + (others.isEmpty ? "" : "; with \(others.joined(separator: ", ")) it does")
    }

    /// The size that the driver gave instead of the one that was set.
    static func adjusted(_ wish: CameraWish, to size: PixelSize) -> String {
        "the camera does not offer \(described(wish)), but \(size)"
    }

    /// The driver delivers fields, which are not put together here.
    static func halved(_ format: CameraFormat) -> String {
        """
        the camera delivers \(format.mode.size) interlaced, each half picture by itself, which \
        is not supported; shown are whole pictures only
        """
    }

    private static func described(_ wish: CameraWish) -> String {
        let parts = [wish.size.map { "\($0)" }, wish.code?.rawValue].compactMap { $0 }
        return parts.isEmpty ? "any size" : parts.joined(separator: " ")
    }

    private static func codes(_ formats: [CameraOffer.Format]) -> String {
        var names: [String] = []
        for case let code? in formats.map(\.code) where !names.contains(code.rawValue) {
            names.append(code.rawValue)
        }
        return names.joined(separator: ", ")
    }

    /// Each size once, smallest first, twelve at most.
    private static func sizes(_ offer: CameraOffer) -> String {
        list(offer.formats.flatMap(\.sizes))
    }

    private static func fastEnough(_ wish: CameraWish, _ offer: CameraOffer) -> [String] {
        guard wish.size != nil, let rate = wish.rate else { return [] }
        let sizes = offer.formats.flatMap(\.sizes).filter { $0.rates.lowest(reaching: rate) != nil }
        return sizes.isEmpty ? [] : [list(sizes)]
    }

    private static func list(_ sizes: [CameraOffer.Size]) -> String {
        var names: [String] = []
        for size in sizes.sorted(by: { $0.largest.area < $1.largest.area }) {
            let name =
                size.smallest == size.largest
                ? "\(size.largest)" : "\(size.smallest) to \(size.largest)"
            if !names.contains(name) { names.append(name) }
        }
        let rest = names.count > 12 ? ", …" : ""
        return names.prefix(12).joined(separator: ", ") + rest
    }

    private static func name(_ format: CameraOffer.Format) -> String {
        let text = format.fourCC.text
        return format.description.isEmpty ? text : "\(text) (\(format.description))"
    }

    /// A rate with at most two decimal places, such as `12.5`.
    static func number(_ rate: Hertz) -> String {
        let text = rate.decimal
        return text.contains(".") && text.hasSuffix("0") ? String(text.dropLast()) : text
    }
}

extension PixelSize {
    /// Pixels in all.
    var area: Int64 { Int64(width) * Int64(height) }
}

extension FourCC {
    /// Its characters, without the spaces at the end; what cannot be printed is `?`.
    var text: String {
        var bytes = (0..<4).map { UInt8(truncatingIfNeeded: rawValue >> (8 * UInt32($0))) }
        while bytes.last == 0x20 { bytes.removeLast() }
        return String(
            decoding: bytes.map { (0x20...0x7E).contains($0) ? $0 : 0x3F },
            as: UTF8.self
        )
    }
}
