internal import Glibc
internal import Media

/// What an image will hardly have more bytes than, by what another attempt at it had.
///
/// How bytes shrink with quality and size depends on what the image shows. The
/// numbers below are for those that shrink slowest, of noise, grain, gradients,
/// text, blocks, waves and frames of video: 19 of 20 images come out below.
struct SizeModel {
    private let attempt: ByteBudget.Attempt
    private let format: ImageFormat
    /// Whether the attempt was scaled down, so that its edges are soft already.
    private let isSoft: Bool
    /// The attempt's bits a pixel, above those that any image of its size has.
    private let bits: Double

    init(_ attempt: ByteBudget.Attempt, bytes: Int, format: ImageFormat, isSoft: Bool) {
        self.attempt = attempt
        self.format = format
        self.isSoft = isSoft
        bits = Double(max(bytes - format.leastBytes(attempt), 1)) * 8 / attempt.size.pixels
    }

    /// The bytes that another attempt will hardly exceed.
    func bytes(_ next: ByteBudget.Attempt) -> Double {
        let share = next.size.pixels / attempt.size.pixels
        let bits = format == .jpeg ? jpegBits(next.quality, share) : pngBits(share)
        return Double(format.leastBytes(next)) + bits * next.size.pixels / 8
    }

    /// Bits go with a power of libjpeg's quantiser, which is higher over longer
    /// distances. What a pixel takes in a smaller image goes with a power of the
    /// size; it hardly rises where there is much of it already.
    private func jpegBits(_ quality: Double, _ share: Double) -> Double {
        let distance = log(Self.quantiser(quality) / Self.quantiser(attempt.quality))
        let power = bits < 0.3 ? 0.3 : 0.4 + 0.06 * distance
        let coarser = bits * exp(-distance * power)
        return coarser * pow(share, min(0.65 + 0.15 * coarser, 0.95) - 1)
    }

    /// Drawings take next to nothing up to when they are scaled: then their edges
    /// are soft, and repeat nowhere. No pixel takes more than its three bytes.
    private func pngBits(_ share: Double) -> Double {
        let growth =
            if isSoft {
                1.1 * pow(share, -0.2)
            } else if bits < 4 {
                4.5 * pow(share, -0.55)
            } else if bits < 8 {
                2.5 * pow(share, -0.3)
            } else {
                1.15 * pow(share, -0.05)
            }
        return min(bits * growth, 24.3)
    }

    /// How coarse libjpeg quantises at a quality, in percent of its tables.
    private static func quantiser(_ quality: Double) -> Double {
        let percent = max(quality * 100, 1)
        return max(percent < 50 ? 5000 / percent : 200 - 2 * percent, 1)
    }
}

extension ImageFormat {
    /// Bytes of a file that are there whatever it shows: tables, or chunks.
    var overhead: Int { self == .jpeg ? 701 : 159 }

    /// What no image of this size and quality is below.
    func leastBytes(_ attempt: ByteBudget.Attempt) -> Int {
        let (width, height) = (Int(attempt.size.width), Int(attempt.size.height))
        switch self {
        case .jpeg:
            // An even block of 8x8 takes 6 bits of luma and 4 of each colour.
            let hasFullColor = JPEGCompressor.hasFullColor(attempt.quality)
            let (side, bits) = hasFullColor ? (8, 14) : (16, 32)
            let blocks = ((width + side - 1) / side) * ((height + side - 1) / side)
            return overhead + blocks * bits / 8
        case .png:
            // Deflate makes one byte of 1,032 at best.
            return overhead + width * height * 3 / 1032
        }
    }

    /// What no image of this size at a low quality is above.
    func mostBytes(_ size: PixelSize) -> Int {
        let (width, height) = (Int(size.width), Int(size.height))
        switch self {
        case .jpeg:
            // As `tjBufSize`: 3 bytes a pixel of 4:2:0 in whole blocks of 16x16.
            return overhead + 3 * ((width + 15) & ~15) * ((height + 15) & ~15)
        case .png:
            // Rows and their filters, stored in blocks of 4 KiB or more; and some
            // for tags that later versions of libavcodec may write.
            let raw = (3 * width + 1) * height
            return overhead + 100 + raw + raw / 4096 * 20
        }
    }
}

extension PixelSize {
    static let onePixel = Self(width: 1, height: 1)

    fileprivate var pixels: Double { Double(width) * Double(height) }
}
