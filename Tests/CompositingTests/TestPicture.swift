import FrameTransport
import Media
import Presentation
import Synchronization

/// A picture in memory of its own, of any format.
final class TestPicture {
    let format: FormatDescription
    private(set) var memory: [UnsafeMutableRawBufferPointer] = []
    private var rowBytes: [Int] = []
    /// Tells it from every other picture, also where memory is used again.
    private let number = UInt64(TestPicture.count.add(1, ordering: .relaxed).newValue)

    private static let count = Atomic<Int>(0)

    /// Makes a picture of colours given for each pixel.
    ///
    /// Samples of colour that several pixels share are the mean of theirs. Rows
    /// are padded by 32 bytes that no picture shows.
    init(_ format: FormatDescription, color: (_ x: Int, _ y: Int) -> Color) {
        self.format = format
        allocate(padding: 32)
        for component in 0..<format.pixelFormat.componentCount {
            fill(component) { color($0, $1).samples(as: format) }
        }
    }

    /// Makes a picture of packed bytes, as `ffmpeg -f rawvideo` writes them.
    init(_ format: FormatDescription, packed bytes: [UInt8]) {
        self.format = format
        allocate(padding: 0)
        var position = 0
        for buffer in memory {
            buffer.copyBytes(from: bytes[position..<position + buffer.count])
            position += buffer.count
        }
    }

    deinit {
        for buffer in memory { buffer.deallocate() }
    }

    /// Overwrites its pixels, and stays the same picture by its number.
    func blacken() {
        for buffer in memory { buffer.initializeMemory(as: UInt8.self, repeating: 16) }
    }

    var components: PictureComponents {
        func component(_ index: Int) -> PictureComponents.Component? {
            guard index < memory.count, let base = memory[index].baseAddress else { return nil }
            return PictureComponents.Component(base: base, bytesPerRow: rowBytes[index])
        }
        guard let first = component(0) else { return PictureComponents() }
        return PictureComponents(first, component(1), component(2))
    }

    /// A sample of this picture.
    func sample() -> SampleBuffer {
        SampleBuffer(
            picture: PictureID(rawValue: 0),
            format: format,
            number: number,
            pts: .zero,
            decoded: MonotonicTime(nanoseconds: 0)
        )
    }

    private func allocate(padding: Int) {
        let pixelFormat = format.pixelFormat
        for component in 0..<pixelFormat.componentCount {
            let row = pixelFormat.rowBytes(component: component, width: format.size.width) + padding
            let rows = pixelFormat.rows(component: component, height: format.size.height)
            let buffer = UnsafeMutableRawBufferPointer.allocate(
                byteCount: row * rows,
                alignment: 64
            )
            buffer.initializeMemory(as: UInt8.self, repeating: 0xA5)
            memory.append(buffer)
            rowBytes.append(row)
        }
    }

    private func fill(_ component: Int, samples: (Int, Int) -> SIMD3<Double>) {
        let (width, height) = (Int(format.size.width), Int(format.size.height))
        let rows = format.pixelFormat.rows(component: component, height: format.size.height)
        let grid = format.pixelFormat.sharing(component: component)
        let columns = (width + grid.across - 1) / grid.across
        for row in 0..<rows {
            for column in 0..<columns {
                var sum = SIMD3<Double>.zero
                var count = 0.0
                for y in row * grid.down..<min((row + 1) * grid.down, height) {
                    for x in column * grid.across..<min((column + 1) * grid.across, width) {
                        sum += samples(x, y)
                        count += 1
                    }
                }
                let offset = row * rowBytes[component]
                store(sum / count, component, memory[component], offset, column)
            }
        }
    }

    private func store(
        _ value: SIMD3<Double>,
        _ component: Int,
        _ buffer: UnsafeMutableRawBufferPointer,
        _ row: Int,
        _ column: Int
    ) {
        func byte(_ value: Double) -> UInt8 { UInt8(min(max(value.rounded(), 0), 255)) }
        func word(_ value: Double, shift: Int) -> UInt16 {
            UInt16(min(max((value * 4).rounded(), 0), 1023)) << shift
        }
        func put(_ value: UInt16, at offset: Int) {
            buffer.storeBytes(of: value.littleEndian, toByteOffset: row + offset, as: UInt16.self)
        }
        switch format.pixelFormat {
        case .i420, .i422, .i444, .gray8:
            buffer[row + column] = byte(value[component])
        case .nv12:
            if component == 0 { return buffer[row + column] = byte(value.x) }
            buffer[row + 2 * column] = byte(value.y)
            buffer[row + 2 * column + 1] = byte(value.z)
        case .yuyv:
            // A pair of pixels; luma is filled for both by `storeLuma`.
            buffer[row + 4 * column + 1] = byte(value.y)
            buffer[row + 4 * column + 3] = byte(value.z)
        case .i010:
            put(word(value[component], shift: 0), at: 2 * column)
        case .p010:
            if component == 0 { return put(word(value.x, shift: 6), at: 2 * column) }
            put(word(value.y, shift: 6), at: 4 * column)
            put(word(value.z, shift: 6), at: 4 * column + 2)
        case .bgra, .rgba:
            let isRedFirst = format.pixelFormat == .rgba
            buffer[row + 4 * column] = byte(isRedFirst ? value.x : value.z)
            buffer[row + 4 * column + 1] = byte(value.y)
            buffer[row + 4 * column + 2] = byte(isRedFirst ? value.z : value.x)
            buffer[row + 4 * column + 3] = 0x40
        }
    }

    /// Fills the luma of YUYV, whose pairs share only their colour.
    fileprivate func storeLuma(_ luma: (Int, Int) -> Double) {
        let width = Int(format.size.width)
        for y in 0..<Int(format.size.height) {
            for x in 0..<(width + 1) / 2 * 2 {
                let value = min(max(luma(min(x, width - 1), y).rounded(), 0), 255)
                memory[0][y * rowBytes[0] + 2 * x] = UInt8(value)
            }
        }
    }

    /// Makes a picture, whatever its format.
    static func make(
        _ format: FormatDescription,
        color: @escaping (_ x: Int, _ y: Int) -> Color
    ) -> TestPicture {
        let picture = TestPicture(format, color: color)
        if format.pixelFormat == .yuyv {
            picture.storeLuma { color($0, $1).samples(as: format).x }
        }
        return picture
    }
}

extension PixelFormat {
    /// Pixels that share one entry of a component.
    fileprivate func sharing(component: Int) -> (across: Int, down: Int) {
        switch self {
        case .yuyv: (2, 1)
        case .i420, .nv12, .i010, .p010: component == 0 ? (1, 1) : (2, 2)
        case .i422: component == 0 ? (1, 1) : (2, 1)
        case .i444, .bgra, .rgba, .gray8: (1, 1)
        }
    }
}

/// A colour as a test means it.
enum Color {
    /// 0…255 each.
    case rgb(Double, Double, Double)
    /// The codes of 8-bit video, whatever they stand for.
    case codes(Double, Double, Double)

    static let red = rgb(255, 0, 0)
    static let green = rgb(0, 255, 0)
    static let blue = rgb(0, 0, 255)
    static let yellow = rgb(255, 255, 0)
    static let black = rgb(0, 0, 0)
    static let white = rgb(255, 255, 255)
    static let gray = rgb(128, 128, 128)

    /// Codes on the scale of 8 bits: luma and colour differences, or red, green, blue.
    func samples(as format: FormatDescription) -> SIMD3<Double> {
        switch self {
        case .codes(let first, let second, let third):
            return SIMD3(first, second, third)
        case .rgb(let red, let green, let blue):
            let rgb = SIMD3(red, green, blue)
            return format.pixelFormat.isRGB ? rgb : Standard(format.colorimetry).codes(of: rgb)
        }
    }
}

/// The standards' equations, written down independently of the compositors.
struct Standard {
    let red: Double
    let blue: Double
    let isLimited: Bool

    init(_ colorimetry: Colorimetry) {
        (red, blue) =
            switch colorimetry.matrix {
            case .bt601: (0.299, 0.114)
            case .bt709: (0.2126, 0.0722)
            case .bt2020: (0.2627, 0.0593)
            }
        isLimited = colorimetry.range == .limited
    }

    /// 8-bit codes of a colour of 0…255.
    func codes(of rgb: SIMD3<Double>) -> SIMD3<Double> {
        let luma = (red * rgb.x + (1 - red - blue) * rgb.y + blue * rgb.z) / 255
        let blueDifference = (rgb.z / 255 - luma) / (2 * (1 - blue))
        let redDifference = (rgb.x / 255 - luma) / (2 * (1 - red))
        guard isLimited else {
            return SIMD3(255 * luma, 128 + 255 * blueDifference, 128 + 255 * redDifference)
        }
        return SIMD3(16 + 219 * luma, 128 + 224 * blueDifference, 128 + 224 * redDifference)
    }

    /// The colour, 0…255 each, of 8-bit codes.
    func rgb(of codes: SIMD3<Double>) -> SIMD3<Double> {
        let luma = isLimited ? (codes.x - 16) / 219 : codes.x / 255
        let blueDifference = (codes.y - 128) / (isLimited ? 224 : 255)
        let redDifference = (codes.z - 128) / (isLimited ? 224 : 255)
        let r = luma + 2 * (1 - red) * redDifference
        let b = luma + 2 * (1 - blue) * blueDifference
        let g = (luma - red * r - blue * b) / (1 - red - blue)
        return (SIMD3(r, g, b) * 255).clamped(lowerBound: .zero, upperBound: .init(repeating: 255))
    }
}
