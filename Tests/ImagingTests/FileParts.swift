/// The parts of a JPEG file up to its pixels, read as ITU-T T.81 says.
struct JPEGParts {
    struct Segment {
        let marker: UInt8
        let payload: [UInt8]
    }

    private(set) var segments: [Segment] = []

    /// Nil where the file is not well-formed.
    init?(_ file: [UInt8]) {
        guard file.prefix(2) == [0xFF, 0xD8], file.suffix(2) == [0xFF, 0xD9] else { return nil }
        var place = 2
        while segments.last?.marker != 0xDA {
            guard place + 4 <= file.count, file[place] == 0xFF else { return nil }
            let length = Int(file[place + 2]) << 8 | Int(file[place + 3])
            guard length >= 2, place + 2 + length <= file.count else { return nil }
            let payload = Array(file[(place + 4)..<(place + 2 + length)])
            segments.append(Segment(marker: file[place + 1], payload: payload))
            place += 2 + length
        }
    }

    private var frame: [UInt8] { segments.first { $0.marker == 0xC0 }?.payload ?? [] }
    var height: Int { Int(frame[1]) << 8 | Int(frame[2]) }
    var width: Int { Int(frame[3]) << 8 | Int(frame[4]) }
    /// Samples of luma for one of colour, across and down in one number.
    var lumaSampling: UInt8 { frame[7] }
}

/// The directories of an EXIF segment, read as TIFF 6.0 and Exif 2.32 say.
struct ExifParts {
    /// Values by tag, of the types that are one number or four bytes.
    private(set) var values: [Int: Int] = [:]

    /// Nil where the segment is not well-formed.
    init?(_ payload: [UInt8]) {
        guard payload.starts(with: Array("Exif\0\0II*\0".utf8)) else { return nil }
        let tiff = Array(payload.dropFirst(6))
        guard let image = Self.directory(tiff, at: Self.number(tiff, 4, bytes: 4)) else {
            return nil
        }
        values = image
        guard let place = image[0x8769] else { return }
        guard let exif = Self.directory(tiff, at: place) else { return nil }
        values.merge(exif) { first, _ in first }
    }

    private static func directory(_ tiff: [UInt8], at start: Int) -> [Int: Int]? {
        guard start + 2 <= tiff.count else { return nil }
        let count = number(tiff, start, bytes: 2)
        guard start + 2 + count * 12 + 4 <= tiff.count else { return nil }
        var values: [Int: Int] = [:]
        var lastTag = 0
        for index in 0..<count {
            let entry = start + 2 + index * 12
            let tag = number(tiff, entry, bytes: 2)
            // Tags are in ascending order.
            guard tag > lastTag else { return nil }
            lastTag = tag
            let isShort = number(tiff, entry + 2, bytes: 2) == 3
            values[tag] = number(tiff, entry + 8, bytes: isShort ? 2 : 4)
        }
        guard number(tiff, start + 2 + count * 12, bytes: 4) == 0 else { return nil }
        return values
    }

    private static func number(_ bytes: [UInt8], _ place: Int, bytes count: Int) -> Int {
        (0..<count).reduce(0) { $0 | Int(bytes[place + $1]) << (8 * $1) }
    }
}

/// The chunks of a PNG file, read as its specification says.
struct PNGParts {
    struct Chunk {
        let name: String
        let payload: [UInt8]
    }

    private(set) var chunks: [Chunk] = []

    /// Nil where the file is not well-formed.
    init?(_ file: [UInt8]) {
        guard file.starts(with: [0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10]) else { return nil }
        var place = 8
        while place < file.count {
            guard place + 12 <= file.count else { return nil }
            let length = file[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
            guard place + 12 + length <= file.count else { return nil }
            let name = String(decoding: file[place + 4..<place + 8], as: UTF8.self)
            let payload = Array(file[place + 8..<place + 8 + length])
            chunks.append(Chunk(name: name, payload: payload))
            place += 12 + length
        }
    }

    var width: Int { chunks[0].payload[0..<4].reduce(0) { $0 << 8 | Int($1) } }
    var height: Int { chunks[0].payload[4..<8].reduce(0) { $0 << 8 | Int($1) } }
}
