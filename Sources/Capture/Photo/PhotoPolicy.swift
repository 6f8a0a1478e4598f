internal import Addressing
internal import Media

/// Chooses the mode for a photo from what a camera offers.
///
/// The largest area first; of several formats of that size one that needs no
/// decoding, since Motion JPEG has lost detail; then one that delivers five
/// pictures a second, so that the exposure settles soon; then as for video. The
/// rate is that of video, too: 30, or what comes near.
enum PhotoPolicy {
    /// What is preferred, not demanded.
    static let usefulRate = 5.0

    /// - Throws: `CameraError.notOffered` with a sentence that says what is.
    static func choose(from offer: CameraOffer) throws(CameraError) -> CameraMode {
        let known = offer.formats.filter { $0.code != nil }
        guard !known.isEmpty else { throw .notOffered(CameraOfferText.nothingUsable(offer)) }
        let best = known.flatMap { format in
            format.sizes.compactMap { candidate(format, $0) }
        }
        .min { $0.isBetter(than: $1) }
        guard let best else {
            throw .notOffered(CameraOfferText.noPhoto(.largest, CameraOffer(formats: known)))
        }
        return best.mode
    }

    private struct Candidate {
        let mode: CameraMode
        let isEmulated: Bool

        func isBetter(than other: Self) -> Bool {
            let (area, otherArea) = (mode.size.area, other.mode.size.area)
            if area != otherArea { return area > otherArea }
            let (isRaw, otherIsRaw) = (mode.code != .mjpeg, other.mode.code != .mjpeg)
            if isRaw != otherIsRaw { return isRaw }
            if isUseful != other.isUseful { return isUseful }
            if isEmulated != other.isEmulated { return other.isEmulated }
            return mode.code.rank < other.mode.code.rank
        }

        private var isUseful: Bool { (mode.rate?.value ?? 0) >= usefulRate }
    }

    private static func candidate(
        _ format: CameraOffer.Format,
        _ size: CameraOffer.Size
    ) -> Candidate? {
        guard let code = format.code, let largest = size.largest(within: .largest) else {
            return nil
        }
        let rate = size.rates.lowest(reaching: CameraNegotiation.usualRate) ?? size.rates.highest
        return Candidate(
            mode: CameraMode(code: code, fourCC: format.fourCC, size: largest, rate: rate),
            isEmulated: format.isEmulated
        )
    }
}
