internal import Addressing
internal import Media

/// What a stream's configuration asks of its camera; nil leaves the choice open.
struct CameraWish: Hashable, Sendable {
    var size: PixelSize?
    /// At least this rate.
    var rate: Hertz?
    var code: CameraCode?
}

/// What a camera is told to deliver.
struct CameraMode: Hashable, Sendable {
    var code: CameraCode
    /// The kernel's code, which two drivers may use differently for one format.
    var fourCC: FourCC
    var size: PixelSize
    /// What to ask for; nil where the driver takes no rate.
    var rate: Hertz?
}

/// Chooses a camera's mode from what it offers.
///
/// - *Size.* The one asked for; else the largest up to 1920x1080 that reaches
///   the rate.
/// - *Rate.* The lowest that reaches the one asked for, or 30 a second where
///   none is: a camera's own default may be 5. Where the rate was not asked for
///   and nothing reaches 30, the highest.
/// - *Format.* The one asked for; else one that needs no decoding if it reaches
///   the rate, the one with the fewest bytes first, then Motion JPEG.
///
/// A wish is never traded for something else: where it cannot be met, that is
/// said with what the camera has instead.
enum CameraNegotiation {
    /// What is aimed at where nothing is asked for.
    static let usualRate = Hertz.thirty
    /// Up to where size is worth having: what a screen commonly shows.
    static let usualBounds = PixelSize(width: 1920, height: 1080)

    /// - Throws: `CameraError.notOffered` with a sentence that says what is.
    static func choose(
        _ wish: CameraWish,
        from offer: CameraOffer
    ) throws(CameraError) -> CameraMode {
        let known = offer.formats.filter { $0.code != nil }
        guard !known.isEmpty else { throw .notOffered(CameraOfferText.nothingUsable(offer)) }
        let formats = known.filter { wish.code == nil || $0.code == wish.code }
        guard !formats.isEmpty else {
            throw .notOffered(CameraOfferText.noFormat(wish, CameraOffer(formats: known)))
        }
        let sized = candidates(in: formats, wish)
        guard !sized.isEmpty else {
            throw .notOffered(CameraOfferText.noSize(wish, CameraOffer(formats: formats)))
        }
        let fitting = wish.rate == nil ? sized : sized.filter(\.reachesRate)
        guard let best = fitting.min(by: { $0.isBetter(than: $1) }) else {
            throw .notOffered(CameraOfferText.noRate(wish, CameraOffer(formats: formats)))
        }
        return best.mode
    }

    /// One way to run the camera, with what speaks for it.
    private struct Candidate {
        let mode: CameraMode
        let reachesRate: Bool
        let isEmulated: Bool

        var area: Int64 { Int64(mode.size.width) * Int64(mode.size.height) }

        func isBetter(than other: Self) -> Bool {
            if reachesRate != other.reachesRate { return reachesRate }
            let (rate, otherRate) = (mode.rate?.value ?? 0, other.mode.rate?.value ?? 0)
            if !reachesRate, rate != otherRate { return rate > otherRate }
            if area != other.area { return area > other.area }
            if isEmulated != other.isEmulated { return other.isEmulated }
            return mode.code.rank < other.mode.code.rank
        }
    }

    private static func candidates(
        in formats: [CameraOffer.Format],
        _ wish: CameraWish
    ) -> [Candidate] {
        let inBounds = formats.flatMap { format in
            format.sizes.compactMap { size in
                chosenSize(size, wish).flatMap { candidate(format, size.rates, $0, wish) }
            }
        }
        guard inBounds.isEmpty, wish.size == nil else { return inBounds }
        // Nothing as small as that: the smallest there is.
        let all = formats.flatMap { format in
            format.sizes.compactMap { candidate(format, $0.rates, $0.smallest, wish) }
        }
        let smallest = all.min { $0.area < $1.area }
        return all.filter { $0.area == smallest?.area }
    }

    private static func chosenSize(_ size: CameraOffer.Size, _ wish: CameraWish) -> PixelSize? {
        guard let wished = wish.size else { return size.largest(within: usualBounds) }
        return size.contains(wished) ? wished : nil
    }

    private static func candidate(
        _ format: CameraOffer.Format,
        _ rates: CameraOffer.Rates,
        _ size: PixelSize,
        _ wish: CameraWish
    ) -> Candidate? {
        guard let code = format.code else { return nil }
        let target = wish.rate ?? usualRate
        let reached = rates.lowest(reaching: target)
        return Candidate(
            mode: CameraMode(
                code: code,
                fourCC: format.fourCC,
                size: size,
                rate: reached ?? rates.highest
            ),
            reachesRate: reached != nil,
            isEmulated: format.isEmulated
        )
    }
}

extension CameraOffer.Rates {
    /// The lowest rate that is the target or above; a driver that does not say
    /// is asked for the target itself.
    func lowest(reaching target: Hertz) -> Hertz? {
        // 29.97 is 30 for whoever asks for it.
        let limit = target.value * 0.995
        switch self {
        case .unknown: return target
        case .discrete(let rates):
            return rates.filter { $0.value >= limit }.min { $0.value < $1.value }
        case .range(let slowest, let fastest):
            if slowest.value >= target.value { return slowest }
            if fastest.value >= target.value { return target }
            return fastest.value >= limit ? fastest : nil
        }
    }

    /// Nil where the driver does not say.
    var highest: Hertz? {
        switch self {
        case .unknown: nil
        case .discrete(let rates): rates.max { $0.value < $1.value }
        case .range(_, let fastest): fastest
        }
    }
}
