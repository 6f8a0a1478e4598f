/// What the picture and the movie of a live photo have in common: Apple's telephones write it into
/// both. They use UUIDs.
public struct ContentIdentifier: Hashable, Sendable {
    public let text: String

    /// Returns nil for other than 8 to 64 letters, digits and hyphens of ASCII.
    public init?(_ text: String) {
        let isText = text.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "-"):
                true
            default: false
            }
        }
        guard isText, (8...64).contains(text.utf8.count) else { return nil }
        self.text = text
    }
}

/// What Apple's telephones write into their part of Exif, the maker note: a directory like those of
/// TIFF 6.0, whose offsets count from the beginning of the note.
enum AppleNote {
    private static let beginning = Array("Apple iOS\0".utf8)

    /// Returns nil where there is none.
    static func contentIdentifier(in note: [UInt8]) -> ContentIdentifier? {
        guard note.starts(with: beginning), Array(note.dropFirst(12).prefix(2)) == Array("MM".utf8),
            let count = note.number(of: 2, at: 14)
        else { return nil }
        for entry in stride(from: 16, to: 16 + 12 * count, by: 12) {
            guard let tag = note.number(of: 2, at: entry) else { return nil }
            guard tag == 0x0011 else { continue }
            guard note.number(of: 2, at: entry + 2) == 2,
                let length = note.number(of: 4, at: entry + 4),
                let start = note.number(of: 4, at: entry + 8), start + length <= note.count
            else { return nil }
            let text = note[start..<start + length].prefix { $0 != 0 }
            return ContentIdentifier(String(decoding: text, as: UTF8.self))
        }
        return nil
    }
}
