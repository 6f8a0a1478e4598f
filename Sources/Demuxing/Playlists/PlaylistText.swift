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
struct PlaylistText {
    /// What a playlist begins with.
    static let mark = Array("#EXTM3U".utf8)
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
        var lines = PlaylistLines(text)
        while let line = lines.next() {
            if let refusal = reader.take(line) {
                return Finding(refusal: refusal, segments: reader.segments)
            }
        }
        let isUseful = isFirst || reader.segments > 0
        return Finding(
            refusal: isUseful ? nil : .namesNoSegments,
            segments: reader.segments
        )
    }

    private mutating func take(_ line: PlaylistLine) -> PlaylistRefusal? {
        guard line.isComment else {
            if announcesSegment, !line.text.isEmpty {
                segments += 1
                announcesSegment = false
                if segments > mostSegments { return .hasTooManySegments }
            }
            return nil
        }
        return line.tag.flatMap { take($0, $1) }
    }

    private mutating func take(_ tag: String, _ value: PlaylistValue) -> PlaylistRefusal? {
        switch tag {
        case "#EXTINF": announcesSegment = true
        case "#EXT-X-KEY" where value.attribute("METHOD").starts(with: "SAMPLE-AES".utf8):
            return .isEncrypted
        case "#EXT-X-STREAM-INF" where !isFirst, "#EXT-X-MEDIA" where !isFirst:
            return .isMaster
        case "#EXT-X-MAP" where value.attribute("URI").isEmpty,
            "#EXT-X-TARGETDURATION" where !Self.isDuration(value),
            "#EXT-X-BYTERANGE" where !Self.isByteRange(value):
            return .isMalformed(tag)
        default: break
        }
        return nil
    }

    private static func isDuration(_ value: PlaylistValue) -> Bool {
        (0..<Int64.max / 1_000_000).contains(value.number)
    }

    /// `SIZE` or `SIZE@OFFSET`.
    private static func isByteRange(_ value: PlaylistValue) -> Bool {
        guard byteRanges.contains(value.number) else { return false }
        guard let offset = value.part(behind: UInt8(ascii: "@")) else { return true }
        return byteRanges.contains(offset.number)
    }
}
