import Media
import Presentation

extension SampleBuffer {
    /// A sample for tests of order and status: number `n` at `n` 30ths of a second.
    static func test(
        _ number: Int,
        pts: MediaTime? = nil,
        decoded: MonotonicTime? = nil,
        attachments: Attachments = [],
        pixelFormat: PixelFormat = .i420,
        size: PixelSize = PixelSize(width: 64, height: 48)
    ) -> Self {
        let offset = Hertz.thirty.interval * Int64(number)
        return Self(
            picture: PictureID(rawValue: UInt16(truncatingIfNeeded: number)),
            format: FormatDescription(pixelFormat: pixelFormat, size: size),
            number: UInt64(number),
            pts: pts ?? .zero + offset,
            attachments: attachments,
            decoded: decoded ?? .milliseconds(1000) + offset
        )
    }
}

extension SampleBufferDisplayLayer {
    static func test(
        _ pacing: Pacing = .file,
        capacity: Int = 4,
        refresh: Hertz = .thirty
    ) -> Self {
        Self(
            configuration: .init(
                pacing: pacing,
                capacity: capacity,
                refreshInterval: refresh.interval
            )
        )
    }
}

/// Collects what a layer gives up.
struct Discards {
    var numbers: [Int] = []
    var reasons: [DropReason] = []

    mutating func add(_ sample: SampleBuffer, _ reason: DropReason) {
        numbers.append(Int(sample.number))
        reasons.append(reason)
    }
}
