internal import CPixels

/// The instructions that rows of pixels are made with.
package enum PixelInstructions: CaseIterable, Sendable {
    /// None of our own: libyuv does everything, with what it finds.
    case plain
    case avx2
    case avx512

    /// What this processor has most of.
    package static let best = Self(cpixels_best_level())

    /// All that this processor has.
    package static var available: [Self] {
        allCases.filter { $0.level.rawValue <= best.level.rawValue }
    }

    private init(_ level: cpixels_level) {
        self =
            switch level {
            case CPIXELS_AVX512: .avx512
            case CPIXELS_AVX2: .avx2
            default: .plain
            }
    }

    var level: cpixels_level {
        switch self {
        case .plain: CPIXELS_PLAIN
        case .avx2: CPIXELS_AVX2
        case .avx512: CPIXELS_AVX512
        }
    }

    /// What they add to the compositor's description.
    var name: String? {
        switch self {
        case .plain: nil
        case .avx2: "AVX2"
        case .avx512: "AVX-512"
        }
    }
}
