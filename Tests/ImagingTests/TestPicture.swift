import FrameTransport
import Imaging
import Media
import TestSupport

/// A picture that a test makes, in any format.
struct TestPicture {
    let format: FormatDescription
    private(set) var components: [[UInt8]]
    private let padding: Int
    /// Luma and colour differences; or red, green and blue; or luma.
    let channels: [Channel]
    /// Pixels that share a sample of colour.
    let grid: (x: Int, y: Int)

    /// - Parameters:
    ///   - format: Its form; every sample is 0 at first.
    ///   - padding: Bytes between the rows, an even number.
    init(_ format: FormatDescription, padding: Int = 6) {
        self.format = format
        self.padding = padding
        let pixelFormat = format.pixelFormat
        channels = Self.channels(of: pixelFormat)
        grid =
            switch pixelFormat {
            case .i420, .nv12, .i010, .p010: (2, 2)
            case .i422, .yuyv: (2, 1)
            default: (1, 1)
            }
        components = (0..<pixelFormat.componentCount).map { component in
            let rowBytes = pixelFormat.rowBytes(component: component, width: format.size.width)
            let rows = pixelFormat.rows(component: component, height: format.size.height)
            return [UInt8](repeating: 0, count: (rowBytes + padding) * rows - padding)
        }
    }

    /// Every sample is drawn: extremes as often as all else together.
    static func noise(_ format: FormatDescription, seed: UInt64) -> Self {
        var random = SeededGenerator(seed: seed)
        var picture = Self(format)
        picture.fill { _, _, _ in
            switch UInt8.random(in: 0...3, using: &random) {
            case 0: 0
            case 1: 1023
            default: Int.random(in: 0...1023, using: &random)
            }
        }
        return picture
    }

    /// Sets every sample to what `value` says of 0 to 1023, by its channel and
    /// its place among the samples of that channel.
    mutating func fill(_ value: (_ channel: Int, _ x: Int, _ y: Int) -> Int) {
        for channel in 0..<channels.count {
            let (width, height) = sampleCounts(channel)
            for y in 0..<height {
                for x in 0..<width { set(channel, x, y, to: value(channel, x, y)) }
            }
        }
    }

    /// Its image. The memory that is read ends with the last sample, so that
    /// AddressSanitizer sees what is read beyond.
    func bitmap(
        fitting box: PixelSize = .largest,
        _ fit: ImageFit = .contain,
        orientation: ImageOrientation = .displayed
    ) throws -> Bitmap {
        let bases = components.map { bytes in
            let base = UnsafeMutableRawPointer.allocate(byteCount: bytes.count, alignment: 2)
            base.copyMemory(from: bytes, byteCount: bytes.count)
            return base
        }
        defer { for base in bases { base.deallocate() } }
        let parts = bases.indices.map { index in
            PictureComponents.Component(
                base: UnsafeRawPointer(bases[index]),
                bytesPerRow: bytesPerRow(index)
            )
        }
        let picture = PictureComponents(
            parts[0],
            parts.count > 1 ? parts[1] : nil,
            parts.count > 2 ? parts[2] : nil
        )
        return try Bitmap(picture, format: format, fitting: box, fit, orientation: orientation)
    }

    private func bytesPerRow(_ component: Int) -> Int {
        format.pixelFormat.rowBytes(component: component, width: format.size.width) + padding
    }
}

extension TestPicture {
    /// Where the samples of one kind are: the component, the first one's byte,
    /// bytes to the next, and what a word of 10 bits is shifted by.
    struct Channel {
        var component = 0
        var offset = 0
        var step = 1
        var wordShift: Int?
    }

    private static func channels(of format: PixelFormat) -> [Channel] {
        switch format {
        case .i420, .i422, .i444: (0..<3).map { Channel(component: $0) }
        case .gray8: [Channel()]
        case .nv12:
            [Channel(), Channel(component: 1, step: 2), Channel(component: 1, offset: 1, step: 2)]
        case .yuyv: [Channel(step: 2), Channel(offset: 1, step: 4), Channel(offset: 3, step: 4)]
        case .bgra: [2, 1, 0].map { Channel(offset: $0, step: 4) }
        case .rgba: [0, 1, 2].map { Channel(offset: $0, step: 4) }
        case .i010: (0..<3).map { Channel(component: $0, step: 2, wordShift: 0) }
        case .p010:
            [
                Channel(step: 2, wordShift: 6), Channel(component: 1, step: 4, wordShift: 6),
                Channel(component: 1, offset: 2, step: 4, wordShift: 6),
            ]
        }
    }

    func sampleCounts(_ channel: Int) -> (width: Int, height: Int) {
        let grid = channel == 0 ? (x: 1, y: 1) : grid
        return (
            (Int(format.size.width) + grid.x - 1) / grid.x,
            (Int(format.size.height) + grid.y - 1) / grid.y
        )
    }

    /// 8 or 10.
    var bits: Int { channels[0].wordShift == nil ? 8 : 10 }

    func sample(_ channel: Int, _ x: Int, _ y: Int) -> Int {
        let place = channels[channel]
        let offset = place.offset + y * bytesPerRow(place.component) + x * place.step
        let bytes = components[place.component]
        guard let shift = place.wordShift else { return Int(bytes[offset]) }
        return (Int(bytes[offset]) | Int(bytes[offset + 1]) << 8) >> shift
    }

    private mutating func set(_ channel: Int, _ x: Int, _ y: Int, to value: Int) {
        let place = channels[channel]
        let offset = place.offset + y * bytesPerRow(place.component) + x * place.step
        guard let shift = place.wordShift else {
            components[place.component][offset] = UInt8(value >> 2)
            return
        }
        let word = value << shift
        components[place.component][offset] = UInt8(word & 0xFF)
        components[place.component][offset + 1] = UInt8(word >> 8)
    }
}
