internal import Media

/// Finds the quality and the size at which an image keeps to a number of bytes,
/// in as few encodes as possible.
///
/// It is told what each attempt came to and says what to try next:
///
///     asked for ─► too large ─► lower quality ─► too large ─► …
///                           └─► lowest quality, smaller size
///
/// The second attempt is one that 19 of 20 images fit with (`SizeModel`). Where
/// the first is far too large, some of what is allowed stays unused: a third of
/// it in the median. The last attempt has a size at which any image fits.
struct ByteBudget {
    /// What to encode next, or what was encoded last.
    private(set) var attempt: Attempt
    /// Images encoded so far.
    private(set) var encodes = 0

    private let maximumBytes: Int
    private let format: ImageFormat
    private let size: PixelSize
    private let lowestQuality: Double
    /// The attempt's share of the largest size's pixels.
    private var area = 1.0

    struct Attempt: Hashable {
        var quality: Double
        var size: PixelSize
    }

    enum Verdict: Hashable {
        /// The attempt is the image.
        case fits
        /// The next attempt is worth encoding.
        case again
        /// No image is small enough.
        case impossible
    }

    /// Attempts at most, the last of them at a size that is sure to fit.
    static let maximumEncodes = 6
    /// Below it JPEG's blocks show: a smaller image is better.
    static let lowestQuality = 0.3

    /// - Parameters:
    ///   - maximumBytes: Any number; there may be no image as small.
    ///   - format: The file's.
    ///   - quality: 0 to 1; the first attempt's.
    ///   - size: The largest size; the first attempt's, unless no image of this
    ///     size can be as small as asked.
    init(maximumBytes: Int, format: ImageFormat, quality: Double, size: PixelSize) {
        self.maximumBytes = maximumBytes
        self.format = format
        self.size = size
        lowestQuality = min(quality, Self.lowestQuality)
        attempt = Attempt(quality: quality, size: size)
        guard format.leastBytes(attempt) > maximumBytes else { return }
        attempt.quality = lowestQuality
        guard format.leastBytes(attempt) > maximumBytes else { return }
        let share = (Double(maximumBytes) - Double(format.overhead)) / Self.startShare
        let least = Double(format.leastBytes(attempt) - format.overhead)
        area = max(share / least, 0)
        attempt.size = scaled(area)
    }

    /// How much of the budget the least that an image can have takes, at the
    /// size that an image too large for any quality starts with.
    private static let startShare = 4.0

    /// Takes note of what the attempt came to, and chooses the next.
    mutating func encoded(_ bytes: Int) -> Verdict {
        encodes += 1
        guard bytes > maximumBytes else { return .fits }
        guard attempt.size != .onePixel, encodes < Self.maximumEncodes else { return .impossible }
        if encodes == Self.maximumEncodes - 1 {
            chooseLast()
        } else {
            chooseNext(after: bytes)
        }
        return .again
    }

    private mutating func chooseNext(after bytes: Int) {
        // From attempt to attempt a little more is left, against being short by little again.
        let margin = 1 - 0.06 * Double(encodes)
        let target = Double(maximumBytes) * margin
        let model = SizeModel(
            attempt,
            bytes: bytes,
            format: format,
            isSoft: attempt.size != size
        )
        if format == .jpeg {
            while attempt.quality > lowestQuality {
                let lower = ((attempt.quality * 100).rounded() - 1) / 100
                attempt.quality = max(lower, lowestQuality)
                if model.bytes(attempt) <= target { return }
            }
        }
        repeat {
            area *= 0.97
            attempt.size = scaled(area)
        } while model.bytes(attempt) > target && attempt.size != .onePixel
    }

    /// As large as an image can be that fits whatever it shows.
    private mutating func chooseLast() {
        attempt.quality = lowestQuality
        while format.mostBytes(attempt.size) > maximumBytes, attempt.size != .onePixel {
            area *= 0.9
            attempt.size = scaled(area)
        }
    }

    /// The largest size's shape with a share of its pixels.
    private func scaled(_ area: Double) -> PixelSize {
        let scale = area.squareRoot()
        return PixelSize(
            width: max(Int32((Double(size.width) * scale).rounded()), 1),
            height: max(Int32((Double(size.height) * scale).rounded()), 1)
        )
    }
}
