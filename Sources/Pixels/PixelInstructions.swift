internal import CPixels

/// The instructions that rows of pixels are made with.
package enum PixelInstructions: CaseIterable, Sendable {
    /// C, as it is compiled for any processor: what the others are compared with.
    case plain
    /// Registers of 128 bits: SSE4.1, or NEON.
    case bits128
    /// AVX2.
    case bits256
    /// AVX-512.
    case bits512

    /// What this processor has most of.
    package static let best = available.last ?? .plain

    /// All that this processor has, from the plainest to the widest.
    package static var available: [Self] { allCases.filter { cpixels_has($0.level) != 0 } }

    /// What they are called on this kind of processor.
    package var name: String { String(cString: cpixels_name(level)) }

    var level: cpixels_level {
        switch self {
        case .plain: CPIXELS_PLAIN
        case .bits128: CPIXELS_128
        case .bits256: CPIXELS_256
        case .bits512: CPIXELS_512
        }
    }

    var kernels: UnsafePointer<cpixels_kernels> { cpixels_kernels(level) }
}
