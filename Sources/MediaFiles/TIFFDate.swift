/// The date that a camera or a scanner writes into a TIFF file, which has what Exif has, in
/// directories that may be anywhere in it. TIFF 6.0; Exif 2.32, 4.6.
struct TIFFDate {
    private let order: ByteOrder

    /// When it was taken. Blocking.
    ///
    /// - Returns: Nil for what is no TIFF file, or does not tell it.
    static func taken(in file: borrowing OpenedFile) -> MediaDate? {
        guard let head = file.bytes(at: 0, count: 8), let order = ByteOrder(head),
            head.number(of: 2, at: 2, order) == 42, let first = head.number(of: 4, at: 4, order)
        else { return nil }
        let tiff = Self(order: order)
        guard let image = tiff.entries(at: first, in: file)[0x8769],
            let place = image.number(of: 4, at: 8, order)
        else { return nil }
        let camera = tiff.entries(at: place, in: file)
        guard let time = tiff.text(of: camera[0x9003], in: file) else { return nil }
        return MediaDate(
            exif: time,
            fraction: tiff.text(of: camera[0x9291], in: file),
            offset: tiff.text(of: camera[0x9011], in: file)
        )
    }

    /// Those of a directory, each of 12 bytes, by their tags.
    private func entries(at place: Int, in file: borrowing OpenedFile) -> [Int: [UInt8]] {
        guard let count = file.bytes(at: Int64(place), count: 2)?.number(of: 2, at: 0, order),
            let bytes = file.bytes(at: Int64(place) + 2, count: 12 * count)
        else { return [:] }
        let entries = stride(from: 0, to: bytes.count, by: 12).map { Array(bytes[$0..<$0 + 12]) }
        return Dictionary(
            entries.compactMap { entry in entry.number(of: 2, at: 0, order).map { ($0, entry) } },
            uniquingKeysWith: { first, _ in first }
        )
    }

    /// Of an entry that has one; without what fills it.
    private func text(of entry: [UInt8]?, in file: borrowing OpenedFile) -> String? {
        guard let entry, entry.number(of: 2, at: 2, order) == 2,
            let count = entry.number(of: 4, at: 4, order),
            let place = entry.number(of: 4, at: 8, order), count <= 64
        else { return nil }
        let bytes =
            count <= 4 ? Array(entry[8..<8 + count]) : file.bytes(at: Int64(place), count: count)
        return bytes.flatMap { MediaDate.text(of: $0) }
    }
}

/// Which byte of a number comes first.
enum ByteOrder {
    case big, little

    /// As the header of TIFF tells it.
    init?(_ header: [UInt8]) {
        if header.starts(with: Array("MM".utf8)) {
            self = .big
        } else if header.starts(with: Array("II".utf8)) {
            self = .little
        } else {
            return nil
        }
    }
}

extension [UInt8] {
    /// An unsigned number.
    ///
    /// - Parameters:
    ///   - bytes: How many it has, 1 to 4.
    ///   - place: Of the first one, not below 0.
    ///   - order: Of its bytes.
    /// - Returns: Nil where not all of them are there.
    func number(of bytes: Int, at place: Int, _ order: ByteOrder = .big) -> Int? {
        guard place <= count - bytes else { return nil }
        let digits = self[place..<place + bytes]
        return order == .big
            ? digits.reduce(0) { $0 << 8 | Int($1) }
            : digits.reversed().reduce(0) { $0 << 8 | Int($1) }
    }
}
