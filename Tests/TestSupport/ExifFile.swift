/// JPEG files with what a camera writes into them, Exif 2.32, 4.5 and 4.6.
public enum ExifFile {
    /// The order of bytes in what is written.
    public enum Order: String, Sendable, CaseIterable {
        case little = "II"
        case big = "MM"
    }

    /// What is written; nil is left out.
    public struct Values: Sendable {
        public var orientation: UInt16?
        public var taken: String?
        public var fraction: String?
        public var offset: String?
        /// Into the note of an Apple telephone.
        public var contentIdentifier: String?

        public init(
            orientation: UInt16? = nil,
            taken: String? = nil,
            fraction: String? = nil,
            offset: String? = nil,
            contentIdentifier: String? = nil
        ) {
            (self.orientation, self.taken) = (orientation, taken)
            (self.fraction, self.offset) = (fraction, offset)
            self.contentIdentifier = contentIdentifier
        }
    }

    /// Puts them into a JPEG file, before all that is in it.
    ///
    /// - Parameters:
    ///   - values: To be written.
    ///   - jpeg: A whole file.
    ///   - order: Of the bytes of numbers.
    /// - Returns: A whole file.
    public static func insert(
        _ values: Values,
        into jpeg: [UInt8],
        _ order: Order = .little
    ) -> [UInt8] {
        let payload = Array("Exif\0\0".utf8) + content(values, order)
        let length = UInt16(payload.count + 2)
        let segment = [0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 0xFF)] + payload
        return jpeg.prefix(2) + segment + jpeg.dropFirst(2)
    }

    /// What is in a JPEG file behind `Exif`, and in other files for itself: a file of TIFF without
    /// a picture.
    public static func content(_ values: Values, _ order: Order = .little) -> [UInt8] {
        Writer(order).tiff(values)
    }

    private struct Writer {
        let order: Order

        init(_ order: Order) { self.order = order }

        private struct Field {
            let tag: UInt16
            let type: UInt16
            let count: UInt32
            let bytes: [UInt8]
        }

        func tiff(_ values: Values) -> [UInt8] {
            let orientation = values.orientation.map {
                Field(tag: 0x0112, type: 3, count: 1, bytes: number($0))
            }
            let camera = [
                text(0x9003, values.taken), text(0x9011, values.offset),
                note(values.contentIdentifier), text(0x9291, values.fraction),
            ].compactMap { $0 }
            let count = orientation == nil ? 1 : 2
            let start = 8 + 2 + 12 * UInt32(count) + 4
            let pointer = Field(tag: 0x8769, type: 4, count: 1, bytes: number(start))
            let image = directory([orientation, pointer].compactMap { $0 }, at: 8)
            return Array(order.rawValue.utf8) + number(UInt16(42)) + number(UInt32(8)) + image
                + directory(camera, at: start)
        }

        private func text(_ tag: UInt16, _ value: String?) -> Field? {
            value.map {
                let bytes = Array($0.utf8) + [0]
                return Field(tag: tag, type: 2, count: UInt32(bytes.count), bytes: bytes)
            }
        }

        /// Big-endian, whatever stands around it; its offsets count from its beginning.
        private func note(_ identifier: String?) -> Field? {
            identifier.map {
                let writer = Writer(.big)
                let text = writer.text(0x0011, $0)
                let bytes =
                    Array("Apple iOS\0\u{0}\u{1}MM".utf8)
                    + writer.directory([text].compactMap { $0 }, at: 14)
                return Field(tag: 0x927C, type: 7, count: UInt32(bytes.count), bytes: bytes)
            }
        }

        /// With what does not fit into its entries behind it.
        private func directory(_ fields: [Field], at start: UInt32) -> [UInt8] {
            var entries = number(UInt16(fields.count))
            var rest: [UInt8] = []
            let end = start + 2 + 12 * UInt32(fields.count) + 4
            for field in fields {
                entries += number(field.tag) + number(field.type) + number(field.count)
                if field.bytes.count <= 4 {
                    entries += field.bytes + [UInt8](repeating: 0, count: 4 - field.bytes.count)
                } else {
                    entries += number(end + UInt32(rest.count))
                    rest += field.bytes
                }
            }
            return entries + number(UInt32(0)) + rest
        }

        private func number<Number: FixedWidthInteger>(_ value: Number) -> [UInt8] {
            withUnsafeBytes(of: order == .little ? value.littleEndian : value.bigEndian) {
                Array($0)
            }
        }
    }
}
