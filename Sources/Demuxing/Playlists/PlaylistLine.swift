/// The lines of a playlist, read just as libavformat's demuxer does, with its faults.
struct PlaylistLines {
    private let text: [UInt8]
    private var start = 0

    /// Longer lines are cut off there.
    private static let longest = 4_095
    private static let ends: Set<UInt8> = [0x0A, 0x0D, 0]

    init(_ text: [UInt8]) {
        self.text = text
    }

    /// The next line; nil at the end.
    mutating func next() -> PlaylistLine? {
        guard start < text.count else { return nil }
        let end = text[start...].firstIndex(where: Self.ends.contains) ?? text.count
        defer { start = end + 1 }
        return PlaylistLine(text[start..<min(end, start + Self.longest)])
    }
}

/// A line of a playlist.
struct PlaylistLine {
    /// Without the spaces at its end.
    let text: ArraySlice<UInt8>

    fileprivate init(_ text: ArraySlice<UInt8>) {
        let last = text.lastIndex { !PlaylistValue.isSpace($0) }
        self.text = text[..<(last.map { $0 + 1 } ?? text.startIndex)]
    }

    /// Whether it is a tag or a remark; else it names a playlist or a segment, or is empty.
    var isComment: Bool { text.first == UInt8(ascii: "#") }

    /// A tag's name and what it says, as in `#NAME:VALUE`.
    var tag: (name: String, value: PlaylistValue)? {
        guard isComment, let colon = text.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        let name = String(decoding: text[..<colon], as: UTF8.self)
        return (name, PlaylistValue(text: text[(colon + 1)...]))
    }
}

/// What a tag says.
struct PlaylistValue {
    let text: ArraySlice<UInt8>

    /// What follows the first such byte; nil where there is none.
    func part(behind byte: UInt8) -> Self? {
        text.firstIndex(of: byte).map { Self(text: text[($0 + 1)...]) }
    }

    /// The number that it begins with, as `strtoll` reads it: zero where there is none, the
    /// nearest where it is too large.
    var number: Int64 {
        var rest = text.drop(while: Self.isSpace)
        let isNegative = rest.first == UInt8(ascii: "-")
        if isNegative || rest.first == UInt8(ascii: "+") { rest = rest.dropFirst() }
        var result: Int64 = 0
        for digit in rest.prefix(while: { (0x30...0x39).contains($0) }) {
            let (tenfold, isTooLarge) = result.multipliedReportingOverflow(by: 10)
            let (sum, overflows) = tenfold.addingReportingOverflow(Int64(digit - 0x30))
            guard !isTooLarge, !overflows else { return isNegative ? .min : .max }
            result = sum
        }
        return isNegative ? -result : result
    }

    /// The value of the last attribute of a name, empty where there is none.
    func attribute(_ name: String) -> [UInt8] {
        var found: [UInt8] = []
        var rest = text
        while true {
            rest = rest.drop { Self.isSpace($0) || $0 == UInt8(ascii: ",") }
            guard let equals = rest.firstIndex(of: UInt8(ascii: "=")) else { return found }
            let isIt = rest[..<equals].elementsEqual(name.utf8)
            rest = rest[(equals + 1)...]
            let value = Self.takeValue(from: &rest)
            if isIt { found = value }
        }
    }

    /// Takes a value that is in quotes or ends at a comma.
    private static func takeValue(from rest: inout ArraySlice<UInt8>) -> [UInt8] {
        guard rest.first == UInt8(ascii: "\"") else {
            let value = rest.prefix { !isSpace($0) && $0 != UInt8(ascii: ",") }
            rest = rest[value.endIndex...]
            return Array(value)
        }
        rest = rest.dropFirst()
        var value: [UInt8] = []
        while let byte = rest.first, byte != UInt8(ascii: "\"") {
            if byte == UInt8(ascii: "\\") {
                guard rest.count > 1 else { break }
                rest = rest.dropFirst()
            }
            value.append(rest[rest.startIndex])
            rest = rest.dropFirst()
        }
        rest = rest.dropFirst()
        return value
    }

    /// As C's `isspace`.
    static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || (0x09...0x0D).contains(byte)
    }
}
