internal import Imaging
internal import Media

/// What stands in a PNG file before its pixels: its size, and the texts that thumbnails have.
///
/// The file may be anybody's: of what it says nothing is believed but what is there.
struct PNGHeader: Hashable {
    let size: PixelSize
    /// By key; of several with one key the first.
    private(set) var texts: [PNGText.Key: String] = [:]

    static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    /// What every whole file ends with: the chunk `IEND`.
    static let end: [UInt8] = [0, 0, 0, 0, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82]
    /// A chunk's length, name and checksum.
    static let frameBytes = 12

    /// What came of reading a file's first bytes.
    enum Outcome: Hashable {
        case header(PNGHeader)
        /// The pixels lie further behind.
        case needsMore
        case isGarbage
    }

    /// Reads a file's first bytes, up to its pixels. Compressed texts (`zTXt`) are passed over.
    static func read(_ bytes: [UInt8]) -> Outcome {
        let start = bytes.prefix(signature.count)
        guard start.elementsEqual(signature) else {
            return signature.starts(with: start) ? .needsMore : .isGarbage
        }
        var header: Self?
        var place = signature.count
        while place + 8 <= bytes.count {
            let chunk = PNGChunk(bytes, at: place)
            if chunk.hasPixels { return header.map { .header($0) } ?? .isGarbage }
            guard chunk.isPossible else { return .isGarbage }
            guard chunk.end <= bytes.count else { return .needsMore }
            if header == nil { header = Self(chunk) } else { header?.take(chunk) }
            guard header != nil else { return .isGarbage }
            place = chunk.end
        }
        return .needsMore
    }

    /// Nil for anything but a whole `IHDR` of a picture with pixels.
    private init?(_ chunk: PNGChunk) {
        guard chunk.name == Array("IHDR".utf8), chunk.length == 13, chunk.isWhole,
            let width = Int32(exactly: chunk.number(at: 0)),
            let height = Int32(exactly: chunk.number(at: 4)), width > 0, height > 0
        else { return nil }
        size = PixelSize(width: width, height: height)
    }

    private mutating func take(_ chunk: PNGChunk) {
        guard chunk.name == Array("tEXt".utf8), chunk.length <= PNGText.mostBytes, chunk.isWhole
        else { return }
        let payload = chunk.payload
        guard let zero = payload.firstIndex(of: 0),
            let key = PNGText.Key(rawValue: String(decoding: payload[..<zero], as: UTF8.self)),
            texts[key] == nil
        else { return }
        texts[key] = String(decoding: payload[(zero + 1)...], as: UTF8.self)
    }
}

/// A chunk of a PNG file (ISO/IEC 15948, 5.3), of which the first eight bytes are there.
private struct PNGChunk {
    private let bytes: [UInt8]
    private let start: Int
    let length: Int

    init(_ bytes: [UInt8], at start: Int) {
        self.bytes = bytes
        self.start = start
        length = Self.number(bytes, at: start)
    }

    var name: [UInt8] { Array(bytes[(start + 4)..<(start + 8)]) }

    /// Behind its checksum; within `Int` whatever the file says.
    var end: Int { start + PNGHeader.frameBytes + length }

    var hasPixels: Bool { name == Array("IDAT".utf8) || name == Array("IEND".utf8) }

    /// Whether it has a length and a name that a chunk can have.
    var isPossible: Bool {
        length <= Int(Int32.max) && name.allSatisfy { (0x41...0x5A).contains($0 & 0xDF) }
    }

    /// Only where all of it is there.
    var payload: ArraySlice<UInt8> { bytes[(start + 8)..<(end - 4)] }

    /// Whether the checksum is right. Only where all of it is there.
    var isWhole: Bool {
        let checksum = try? CRC32Checksum.of(bytes[(start + 4)..<(end - 4)])
        return checksum.map { Int($0) == Self.number(bytes, at: end - 4) } ?? false
    }

    func number(at offset: Int) -> Int { Self.number(bytes, at: start + 8 + offset) }

    private static func number(_ bytes: [UInt8], at place: Int) -> Int {
        bytes[place..<(place + 4)].reduce(0) { $0 << 8 | Int($1) }
    }
}
