/// What the numbers in a picture mean as colours.
public struct Colorimetry: Hashable, Sendable, BitwiseCopyable {
    public var matrix: Matrix
    public var range: Range
    public var primaries: Primaries
    public var transfer: Transfer

    public init(
        matrix: Matrix,
        range: Range,
        primaries: Primaries = .bt709,
        transfer: Transfer = .bt709
    ) {
        self.matrix = matrix
        self.range = range
        self.primaries = primaries
        self.transfer = transfer
    }

    /// How luma and colour differences are made from red, green and blue.
    public enum Matrix: UInt8, Hashable, Sendable, BitwiseCopyable, CaseIterable {
        case bt601
        case bt709
        case bt2020

        /// The weights of red and blue in luma; green has the rest.
        public var lumaWeights: (red: Double, blue: Double) {
            switch self {
            case .bt601: (0.299, 0.114)
            case .bt709: (0.2126, 0.0722)
            case .bt2020: (0.2627, 0.0593)
            }
        }
    }

    public enum Range: UInt8, Hashable, Sendable, BitwiseCopyable, CaseIterable {
        /// Luma 16–235, colour 16–240 (of 255).
        case limited
        /// Luma and colour 0–255.
        case full
    }

    public enum Primaries: UInt8, Hashable, Sendable, BitwiseCopyable, CaseIterable {
        case bt601NTSC
        case bt601PAL
        case bt709
        case bt2020
        case p3
    }

    public enum Transfer: UInt8, Hashable, Sendable, BitwiseCopyable, CaseIterable {
        case bt709
        case srgb
        case linear
        case pq
        case hlg
    }

    /// What an untagged picture of this size is taken for: BT.601 up to 576 rows
    /// (and 1024 columns), BT.709 above, limited range; the rule of mpv and GStreamer.
    public static func assumed(for size: PixelSize) -> Self {
        let isStandardDefinition = size.height <= 576 && size.width <= 1024
        return Self(
            matrix: isStandardDefinition ? .bt601 : .bt709,
            range: .limited,
            primaries: isStandardDefinition ? .bt601NTSC : .bt709
        )
    }
}
