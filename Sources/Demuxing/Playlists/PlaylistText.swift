/// Why libavformat is not given a playlist.
package enum PlaylistRefusal: Hashable, Sendable {
    /// The playlists of one call are longer than `PlaylistMeter.limit`.
    case tooLong
    /// They name more segments than `PlaylistMeter.mostSegments`.
    case hasTooManySegments
    /// It names playlists, where libavformat expects segments.
    case isMaster
    case namesNoSegments
    /// Its segments are encrypted in a way that libavformat decrypts beyond their ends.
    case isEncrypted
    /// A tag says what cannot be.
    case isMalformed(String)
}

/// A playlist of HLS, looked at before libavformat reads it.
///
/// libavformat's demuxer takes a playlist line by line, and stays half changed where a
/// line is wrong. A rendition without segments and SAMPLE-AES that begins on the way end the
/// program; a playlist that has become one of another kind, has no segments any more,
/// or breaks off half changed leads it past checks that it does not have. So it is shown
/// no such playlist: one that it refuses at the first line changes nothing.
///
/// Lines are read here just as they are there, with their faults.
struct PlaylistText {
    /// What a playlist begins with.
    static let mark = Array("#EXTM3U".utf8)
    /// Longer lines are cut off there.
    private static let longestLine = 4_095
    /// More than any file has; what a million of them add up to is still a number.
    private static let byteRanges: ClosedRange<Int64> = 0...(1 << 40)

    private var segments = 0
    private let mostSegments: Int
    /// Whether the next line that is no tag is a segment.
    private var announcesSegment = false
    /// Whether the source begins with it, and may name further ones.
    private let isFirst: Bool

    private init(isFirst: Bool, mostSegments: Int) {
        self.isFirst = isFirst
        self.mostSegments = mostSegments
    }

    /// What was found in a playlist.
    struct Finding: Hashable, Sendable {
        /// Why libavformat must not read it: the first reason that its lines give; nil where
        /// it may.
        let refusal: PlaylistRefusal?
        /// Up to that.
        let segments: Int
    }

    /// Looks a playlist through.
    ///
    /// - Parameters:
    ///   - text: All of it.
    ///   - isFirst: Whether the source begins with it; later ones can only name segments.
    ///   - mostSegments: How many it may name.
    /// - Returns: What its lines say, up to the first that is refused.
    static func look(at text: [UInt8], isFirst: Bool, mostSegments: Int) -> Finding {
        var reader = Self(isFirst: isFirst, mostSegments: mostSegments)
        let ends: Set<UInt8> = [0x0A, 0x0D, 0]
        var start = 0
        while start < text.count {
            let end = text[start...].firstIndex(where: ends.contains) ?? text.count
            let line = text[start..<min(end, start + longestLine)]
            if let refusal = reader.take(line) {
                return Finding(refusal: refusal, segments: reader.segments)
            }
            start = end + 1
        }
        let isUseful = isFirst || reader.segments > 0
        return Finding(
            refusal: isUseful ? nil : .namesNoSegments,
            segments: reader.segments
        )
    }

    private mutating func take(_ untrimmed: ArraySlice<UInt8>) -> PlaylistRefusal? {
        let length = untrimmed.lastIndex { !Self.isSpace($0) }
        let line = untrimmed[..<(length.map { $0 + 1 } ?? untrimmed.startIndex)]
        guard line.first == UInt8(ascii: "#") else {
            if announcesSegment, !line.isEmpty {
                segments += 1
                announcesSegment = false
                if segments > mostSegments { return .hasTooManySegments }
            }
            return nil
        }
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        return take(String(decoding: line[..<colon], as: UTF8.self), line[(colon + 1)...])
    }

    private mutating func take(_ tag: String, _ value: ArraySlice<UInt8>) -> PlaylistRefusal? {
        switch tag {
        case "#EXTINF": announcesSegment = true
        case "#EXT-X-KEY" where Self.attribute("METHOD", in: value).starts(with: "SAMPLE-AES".utf8):
            return .isEncrypted
        case "#EXT-X-STREAM-INF" where !isFirst, "#EXT-X-MEDIA" where !isFirst:
            return .isMaster
        case "#EXT-X-MAP" where Self.attribute("URI", in: value).isEmpty,
            "#EXT-X-TARGETDURATION" where !Self.isDuration(value),
            "#EXT-X-BYTERANGE" where !Self.isByteRange(value):
            return .isMalformed(tag)
        default: break
        }
        return nil
    }
}

extension PlaylistText {
    private static func isDuration(_ text: ArraySlice<UInt8>) -> Bool {
        (0..<Int64.max / 1_000_000).contains(number(text))
    }

    /// `SIZE` or `SIZE@OFFSET`.
    private static func isByteRange(_ text: ArraySlice<UInt8>) -> Bool {
        guard byteRanges.contains(number(text)) else { return false }
        guard let at = text.firstIndex(of: UInt8(ascii: "@")) else { return true }
        return byteRanges.contains(number(text[(at + 1)...]))
    }

    /// As `strtoll` reads it: zero where there is none, the nearest where it is too large.
    private static func number(_ text: ArraySlice<UInt8>) -> Int64 {
        var rest = text.drop(while: isSpace)
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
    private static func attribute(_ name: String, in text: ArraySlice<UInt8>) -> [UInt8] {
        var found: [UInt8] = []
        var rest = text
        while true {
            rest = rest.drop { isSpace($0) || $0 == UInt8(ascii: ",") }
            guard let equals = rest.firstIndex(of: UInt8(ascii: "=")) else { return found }
            let isIt = rest[..<equals].elementsEqual(name.utf8)
            rest = rest[(equals + 1)...]
            let value = takeValue(from: &rest)
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
    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || (0x09...0x0D).contains(byte)
    }
}
