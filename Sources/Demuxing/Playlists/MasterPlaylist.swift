internal import Media
internal import Presentation

/// A playlist of HLS that names the same video in several forms (RFC 8216, section 4.3.4).
///
/// libavformat's demuxer opens all of them, with a segment of each, and has no way to choose.
/// So it is given the playlist with one of them alone, and without sound.
struct MasterPlaylist {
    /// Those that can be decoded; all where none can.
    let variants: [Variant]
    private let entries: [Entry]
    private let lines: [(text: ArraySlice<UInt8>, role: Role)]

    fileprivate struct Entry {
        let number: Int
        let uri: [UInt8]
        var variant: Variant
        /// Of its alternative pictures, such as other angles; empty for none.
        let group: [UInt8]
        let isDecodable: Bool

        func isSame(as other: Self) -> Bool { uri == other.uri || variant == other.variant }

        init(
            _ number: Int,
            _ uri: ArraySlice<UInt8>,
            _ value: PlaylistValue,
            _ canDecode: (String) -> Bool
        ) {
            func text(_ name: String) -> String {
                String(decoding: value.attribute(name), as: UTF8.self)
            }
            self.number = number
            self.uri = Array(uri)
            group = value.attribute("VIDEO")
            let average = Int(text("AVERAGE-BANDWIDTH")) ?? 0
            variant = Variant(
                bitRate: min(
                    max(0, average > 0 ? average : Int(text("BANDWIDTH")) ?? 0),
                    Self.mostBitRate
                ),
                size: PixelSize(text: text("RESOLUTION")).flatMap { Self.isSize($0) ? $0 : nil },
                frameRate: Hertz(text: text("FRAME-RATE"))
            )
            let codecs = text("CODECS")
            isDecodable = codecs.isEmpty || canDecode(codecs)
        }

        /// More is taken for that: a playlist may say anything.
        private static let mostBitRate = 1_000_000_000_000

        private static func isSize(_ size: PixelSize) -> Bool {
            (1...65_535).contains(size.width) && (1...65_535).contains(size.height)
        }
    }

    /// Whose a line is.
    fileprivate enum Role {
        case common
        /// Of the variant of a number.
        case variant(Int)
        /// Of every variant with that group of pictures.
        case group([UInt8])
        case unused
    }

    /// Returns nil for a playlist that names no variants.
    ///
    /// - Parameters:
    ///   - text: All of it.
    ///   - canDecode: Whether there is a decoder for what the attribute `CODECS` names.
    init?(_ text: [UInt8], canDecode: @escaping (String) -> Bool) {
        var reader = Reader(canDecode: canDecode)
        var rest = PlaylistLines(text)
        while let line = rest.next() { reader.take(line) }
        let decodable = reader.entries.filter(\.isDecodable)
        entries = decodable.isEmpty ? reader.entries : decodable
        guard !entries.isEmpty else { return nil }
        variants = entries.map(\.variant)
        lines = reader.lines
    }

    /// The playlist with one of `variants` alone.
    func text(with index: Int) -> [UInt8] {
        let entry = entries[index]
        var text: [UInt8] = []
        for line in lines {
            let isKept =
                switch line.role {
                case .common: true
                case .variant(let number): number == entry.number
                case .group(let group): group == entry.group
                case .unused: false
                }
            if isKept { text += line.text + [UInt8(ascii: "\n")] }
        }
        return text
    }
}

extension MasterPlaylist {
    private struct Reader {
        let canDecode: (String) -> Bool
        private(set) var entries: [Entry] = []
        private(set) var lines: [(text: ArraySlice<UInt8>, role: Role)] = []
        /// What is said of the variant that the next line names.
        private var announced: PlaylistValue?
        private var count = 0

        init(canDecode: @escaping (String) -> Bool) {
            self.canDecode = canDecode
        }

        mutating func take(_ line: PlaylistLine) {
            lines.append((line.text, role(of: line)))
        }

        private mutating func role(of line: PlaylistLine) -> Role {
            guard let (name, value) = line.tag else {
                guard !line.isComment, !line.text.isEmpty else { return .common }
                return name(line.text)
            }
            switch name {
            case "#EXT-X-STREAM-INF":
                announced = value
                return .variant(count)
            case "#EXT-X-MEDIA":
                let isPicture = value.attribute("TYPE").elementsEqual("VIDEO".utf8)
                return isPicture ? .group(value.attribute("GROUP-ID")) : .unused
            case "#EXT-X-I-FRAME-STREAM-INF": return .unused
            default: return .common
            }
        }

        /// A line names a playlist.
        private mutating func name(_ uri: ArraySlice<UInt8>) -> Role {
            guard let value = announced.take() else { return .common }
            defer { count += 1 }
            note(Entry(count, uri, value, canDecode))
            return .variant(count)
        }

        /// The same with other sound, or at another place, is the same here.
        private mutating func note(_ entry: Entry) {
            if let known = entries.firstIndex(where: entry.isSame(as:)) {
                let rate = min(entries[known].variant.bitRate, entry.variant.bitRate)
                entries[known].variant.bitRate = rate
            } else {
                entries.append(entry)
            }
        }
    }
}
