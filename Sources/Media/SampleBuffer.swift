/// Everything about a picture's form but its pixels.
public struct FormatDescription: Hashable, Sendable, BitwiseCopyable {
    public var pixelFormat: PixelFormat
    /// The visible pixels as stored, before rotation.
    public var size: PixelSize
    public var sampleAspectRatio: SampleAspectRatio
    public var rotation: Rotation
    public var colorimetry: Colorimetry

    public init(
        pixelFormat: PixelFormat,
        size: PixelSize,
        sampleAspectRatio: SampleAspectRatio = .square,
        rotation: Rotation = .none,
        colorimetry: Colorimetry? = nil
    ) {
        self.pixelFormat = pixelFormat
        self.size = size
        self.sampleAspectRatio = sampleAspectRatio
        self.rotation = rotation
        self.colorimetry = colorimetry ?? .assumed(for: size)
    }

    /// The size as shown: after rotation, the shorter-sampled side stretched until
    /// pixels are square, so that nothing of the picture is lost.
    public var displaySize: PixelSize {
        let aspect = sampleAspectRatio.value
        let width = (Double(size.width) * max(aspect, 1)).rounded()
        let height = (Double(size.height) / min(aspect, 1)).rounded()
        let stretched = PixelSize(width: Int32(width), height: Int32(height))
        return rotation.exchangesAxes ? stretched.transposed : stretched
    }

    /// Width over height as shown, after rotation and with square pixels.
    public var displayAspectRatio: Double {
        guard !size.isEmpty else { return 1 }
        let stored = Double(size.width) * sampleAspectRatio.value / Double(size.height)
        return rotation.exchangesAxes ? 1 / stored : stored
    }
}

/// Names one decoded picture of one stream: a slot of that stream's pool.
public struct PictureID: RawRepresentable, Hashable, Sendable, BitwiseCopyable {
    public let rawValue: UInt16

    public init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    /// Of a picture that has no slot, or none yet.
    public static let none = Self(rawValue: .max)
}

/// The MD5 of a picture's visible pixels, packed as libav packs raw video.
public struct PictureDigest: Hashable, Sendable, BitwiseCopyable {
    public var high: UInt64
    public var low: UInt64

    /// Both halves big-endian, so that they print in the order of the bytes.
    public init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }
}

extension PictureDigest: CustomStringConvertible {
    /// 32 lower-case hexadecimal digits.
    public var description: String { Self.hexadecimal(high) + Self.hexadecimal(low) }

    private static func hexadecimal(_ value: UInt64) -> String {
        let digits = String(value, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}

/// A picture, when it is to be shown, and how.
///
/// A plain value: copying it neither retains nor releases the picture, whose
/// slot its pool keeps until it is released by name.
public struct SampleBuffer: Hashable, Sendable, BitwiseCopyable {
    public var picture: PictureID
    /// Which of the stream's seeks it is behind; 0 before the first.
    public var epoch: UInt16 = 0
    public var format: FormatDescription
    /// Counts the stream's decoded pictures from 0, over reconnections and loops.
    public var number: UInt64
    public var pts: MediaTime
    /// How long it is meant to stay; zero where the stream does not say.
    public var duration: Nanoseconds
    public var attachments: Attachments
    /// When the decoder delivered it.
    public var decoded: MonotonicTime
    /// Present when digests were asked for.
    public var digest: PictureDigest?

    public init(
        picture: PictureID,
        format: FormatDescription,
        number: UInt64,
        pts: MediaTime,
        duration: Nanoseconds = .zero,
        attachments: Attachments = [],
        decoded: MonotonicTime,
        digest: PictureDigest? = nil
    ) {
        self.picture = picture
        self.format = format
        self.number = number
        self.pts = pts
        self.duration = duration
        self.attachments = attachments
        self.decoded = decoded
        self.digest = digest
    }

    /// How a display layer treats the sample.
    public struct Attachments: OptionSet, Hashable, Sendable, BitwiseCopyable {
        public let rawValue: UInt8

        public init(rawValue: UInt8) {
            self.rawValue = rawValue
        }

        /// Show at the next scanout, whatever the timestamp.
        public static let displayImmediately = Self(rawValue: 1)
        /// Advance time, show nothing.
        public static let doNotDisplay = Self(rawValue: 2)
        /// The first sample after a seek, a loop or a reconnection: its
        /// timestamp bears no relation to those before it.
        public static let discontinuity = Self(rawValue: 4)
        /// Not from the stream: a placeholder made by the program. Never counted as a received frame.
        public static let placeholder = Self(rawValue: 8)
        /// Made from incomplete data, or refers to a picture that was, as far as anyone knows:
        /// what is missing looks plausible at best. Shown as any other.
        public static let damaged = Self(rawValue: 16)
        /// Decoded with less than the codec asks for, or refers to a picture that was:
        /// alike, but not exact.
        public static let approximate = Self(rawValue: 32)
        /// The first sample behind the end of a source that begins again.
        public static let loop = Self(rawValue: 64)
    }
}

/// Why a frame was never shown. The raw value is the label of the metric.
public enum DropReason: String, Hashable, Sendable, CaseIterable {
    /// Beyond the frame rate cap.
    case rate
    /// Its time had passed when it arrived.
    case late
    /// A newer one was due at the same scanout.
    case superseded
    /// A queue was full.
    case overflow
    /// Discarded by a flush: a command, a reconnection, a layer rebuilt.
    case flush
    /// The decoder could not make a picture of it.
    case decodeError = "decode_error"
    /// A picture whose format or size cannot be shown.
    case format
    /// No view shows the stream, or no output is there.
    case noOutput = "no_output"

    /// Position in `allCases`, for tables of counters.
    public var index: Int {
        switch self {
        case .rate: 0
        case .late: 1
        case .superseded: 2
        case .overflow: 3
        case .flush: 4
        case .decodeError: 5
        case .format: 6
        case .noOutput: 7
        }
    }
}
