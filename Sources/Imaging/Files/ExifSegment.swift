/// The APP1 segment that says what a JPEG file's colours are and which way up it is.
///
/// Exif 2.32, 4.5 and 4.6: a little TIFF file with two directories. There is
/// nothing in it but that the image is upright and its colours are sRGB.
enum ExifSegment {
    static let bytes: [UInt8] = {
        let exifOffset: UInt32 = 8 + 2 + 2 * 12 + 4
        let image = directory([
            entry(tag: 0x0112, type: .short, value: 1),  // Orientation: upright.
            entry(tag: 0x8769, type: .long, value: exifOffset),  // ExifIFDPointer.
        ])
        let exif = directory([
            entry(tag: 0x9000, type: .undefined, value: 0x3233_3230),  // ExifVersion: "0232".
            entry(tag: 0xA001, type: .short, value: 1),  // ColorSpace: sRGB.
        ])
        let tiff = Array("II*\0".utf8) + little(8, bytes: 4) + image + exif
        let payload = Array("Exif\0\0".utf8) + tiff
        let length = payload.count + 2
        return [0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 0xFF)] + payload
    }()

    /// A TIFF type, and how many of it an entry here has.
    private enum FieldType {
        case short
        case long
        case undefined

        var code: (type: UInt32, count: UInt32) {
            switch self {
            case .short: (3, 1)
            case .long: (4, 1)
            case .undefined: (7, 4)
            }
        }
    }

    private static func directory(_ entries: [[UInt8]]) -> [UInt8] {
        little(UInt32(entries.count), bytes: 2) + entries.joined() + little(0, bytes: 4)
    }

    private static func entry(tag: UInt32, type: FieldType, value: UInt32) -> [UInt8] {
        little(tag, bytes: 2) + little(type.code.type, bytes: 2)
            + little(type.code.count, bytes: 4) + little(value, bytes: 4)
    }

    private static func little(_ value: UInt32, bytes: Int) -> [UInt8] {
        (0..<bytes).map { UInt8(truncatingIfNeeded: value >> (8 * UInt32($0))) }
    }
}
