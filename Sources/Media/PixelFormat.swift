/// A four-character code, as DRM and V4L2 spell pixel formats.
public struct FourCC: RawRepresentable, Hashable, Sendable, BitwiseCopyable {
    public let rawValue: UInt32

    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// Four ASCII characters; shorter codes are padded with spaces.
    public init(_ code: StaticString) {
        var value: UInt32 = 0
        var shift: UInt32 = 0
        for byte in "\(code)".utf8.prefix(4) {
            value |= UInt32(byte) << shift
            shift += 8
        }
        while shift < 32 {
            value |= 0x20 << shift
            shift += 8
        }
        rawValue = value
    }
}

/// A pixel format that every compositor takes as it is.
///
/// Named as the field names them; the components of a picture (what libav and
/// V4L2 call planes) follow in the order of the name.
public enum PixelFormat: UInt8, Hashable, Sendable, BitwiseCopyable, CaseIterable {
    /// Y, U, V; 8 bits; colour at half the width and half the height.
    case i420
    /// Y, U, V; 8 bits; colour at half the width.
    case i422
    /// Y, U, V; 8 bits; colour at full size.
    case i444
    /// Y, UV interleaved; 8 bits; colour at half the width and half the height.
    case nv12
    /// Y0 U Y1 V in four bytes for two pixels.
    case yuyv
    /// As `i420`, 10 bits in the low part of little-endian 16-bit words.
    case i010
    /// As `nv12`, 10 bits in the high part of little-endian 16-bit words.
    case p010
    /// Blue, green, red, alpha bytes in memory.
    case bgra
    /// Red, green, blue, alpha bytes in memory.
    case rgba
    /// Luma alone; 8 bits.
    case gray8

    /// The name in logs, metrics and the frame log.
    public var name: String {
        switch self {
        case .i420: "I420"
        case .i422: "I422"
        case .i444: "I444"
        case .nv12: "NV12"
        case .yuyv: "YUYV"
        case .i010: "I010"
        case .p010: "P010"
        case .bgra: "BGRA"
        case .rgba: "RGBA"
        case .gray8: "GRAY8"
        }
    }

    /// The code DRM knows the format by.
    public var fourCC: FourCC {
        switch self {
        case .i420: FourCC("YU12")
        case .i422: FourCC("YU16")
        case .i444: FourCC("YU24")
        case .nv12: FourCC("NV12")
        case .yuyv: FourCC("YUYV")
        case .i010: FourCC("YU10")
        case .p010: FourCC("P010")
        case .bgra: FourCC("AR24")
        case .rgba: FourCC("AB24")
        case .gray8: FourCC("R8")
        }
    }

    public var componentCount: Int {
        switch self {
        case .i420, .i422, .i444, .i010: 3
        case .nv12, .p010: 2
        case .yuyv, .bgra, .rgba, .gray8: 1
        }
    }

    /// Whether pixels are red, green and blue already, so that no matrix applies.
    public var isRGB: Bool { self == .bgra || self == .rgba }

    /// Columns and rows of pixels that share one sample of colour.
    public var colorGrid: (across: Int32, down: Int32) {
        switch self {
        case .i420, .nv12, .i010, .p010: (2, 2)
        case .i422, .yuyv: (2, 1)
        case .i444, .bgra, .rgba, .gray8: (1, 1)
        }
    }

    /// Bytes in one row of a component, without padding.
    public func rowBytes(component: Int, width: Int32) -> Int {
        let width = Int(width)
        let half = (width + 1) / 2
        return switch self {
        case .i420, .i422: component == 0 ? width : half
        case .i444, .gray8: width
        case .nv12: component == 0 ? width : 2 * half
        case .yuyv: 4 * half
        case .i010: 2 * (component == 0 ? width : half)
        case .p010: 2 * (component == 0 ? width : 2 * half)
        case .bgra, .rgba: 4 * width
        }
    }

    /// Rows in a component.
    public func rows(component: Int, height: Int32) -> Int {
        let height = Int(height)
        return switch self {
        case .i420, .nv12, .i010, .p010: component == 0 ? height : (height + 1) / 2
        case .i422, .i444, .yuyv, .bgra, .rgba, .gray8: height
        }
    }

    /// Bytes of one packed picture.
    public func pictureBytes(size: PixelSize) -> Int {
        (0..<componentCount).reduce(0) { sum, component in
            sum + rowBytes(component: component, width: size.width)
                * rows(component: component, height: size.height)
        }
    }
}
