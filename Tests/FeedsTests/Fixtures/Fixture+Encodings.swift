extension Fixture {
    private static func feed(_ title: String, declaring encoding: String?) -> String {
        let declared = encoding.map { " encoding=\"\($0)\"" } ?? ""
        return """
            <?xml version="1.0"\(declared)?><rss version="2.0"><channel><title>\(title)</title>
            <item><guid>1</guid><enclosure url="https://h/a.mp4"/></item></channel></rss>
            """
    }

    private static func shown(_ title: String) -> String {
        "F \"\(title)\"\nI 1 \"\"\n- https://h/a.mp4"
    }

    /// A feed in which `title` stands for `~`.
    private static func bytes(_ title: [UInt8], declaring encoding: String?) -> [UInt8] {
        let parts = Array(feed("~", declaring: encoding).utf8).split(separator: UInt8(ascii: "~"))
        return Array(parts[0]) + title + Array(parts[1])
    }

    private static func utf16(_ text: String, isBigEndian: Bool, hasMark: Bool) -> [UInt8] {
        let units = (hasMark ? [0xFEFF] : []) + Array(text.utf16)
        return units.flatMap { unit in
            let (high, low) = (UInt8(unit >> 8), UInt8(unit & 0xFF))
            return isBigEndian ? [high, low] : [low, high]
        }
    }

    static let encodings: [Self] = [
        Self("UTF-8 with a mark", "\u{FEFF}" + feed("Käse", declaring: nil), shows: shown("Käse")),
        Self(
            "UTF-16, little-endian",
            bytes: utf16(feed("Käse 🧀", declaring: "UTF-16"), isBigEndian: false, hasMark: true),
            shows: shown("Käse 🧀")
        ),
        Self(
            "UTF-16, big-endian, without a mark",
            bytes: utf16(feed("Käse", declaring: "utf-16"), isBigEndian: true, hasMark: false),
            shows: shown("Käse")
        ),
        Self(
            "ISO-8859-1",
            bytes: bytes([0x4B, 0xE4, 0x73, 0x65], declaring: "ISO-8859-1"),
            shows: shown("Käse")
        ),
        Self(
            "windows-1252",
            bytes: bytes([0x93, 0x4B, 0xE4, 0x94, 0x20, 0x80], declaring: "Windows-1252"),
            shows: shown("“Kä” €")
        ),
        Self(
            "ISO-8859-15",
            bytes: bytes([0xA4, 0x20, 0xE4], declaring: "ISO-8859-15"),
            shows: shown("€ ä")
        ),
        Self(
            "Shift_JIS",
            bytes: bytes([0x93, 0xFA, 0x96, 0x7B], declaring: "Shift_JIS"),
            shows: shown("日本")
        ),
        Self(
            "EUC-JP that was cut off by bytes",
            bytes: bytes([0xC6, 0xFC, 0xCB], declaring: "EUC-JP"),
            shows: shown("日\u{FFFD}")
        ),
        Self(
            "KOI8-R, as only the server says",
            bytes: bytes([0xEB, 0xC9, 0xD4], declaring: nil),
            type: "text/xml; charset=\"KOI8-R\"",
            shows: shown("Кит")
        ),
        Self(
            "a declaration goes before what the server says",
            bytes: Array(feed("Käse", declaring: "utf-8").utf8),
            type: "text/xml; charset=iso-8859-1",
            shows: shown("Käse")
        ),
        Self(
            "windows-1252 that nobody declares",
            bytes: bytes([0x4B, 0xE4, 0x73, 0x65, 0x80], declaring: "utf-8"),
            shows: shown("Käse€")
        ),
        Self(
            "UTF-8 that was cut off by bytes",
            bytes: bytes(Array("äöü".utf8) + [0xE2, 0x82], declaring: "utf-8"),
            shows: shown("äöü\u{FFFD}")
        ),
    ]

    /// What is no XML, or hardly, and read all the same.
    static let faults: [Self] = [
        Self(
            "white space before the declaration",
            "\n  \n" + feed("F", declaring: "utf-8"),
            shows: shown("F")
        ),
        Self("control characters", feed("a\u{1}\u{B}b\u{1F}", declaring: nil), shows: shown("a b")),
        Self(
            "something behind the end",
            feed("F", declaring: nil) + "<script>x</script> & so on",
            shows: shown("F")
        ),
        Self(
            "instructions and comments",
            "<?xml-stylesheet href=\"a.xsl\"?><!-- > <rss> -->\n"
                + feed("F<!-- a -- b -->", declaring: nil),
            shows: shown("F")
        ),
        Self(
            "names in other cases",
            """
            <RSS><Channel><TITLE>F</TITLE><Item><GUID>1</GUID><pubdate>1 May 2024</pubdate>
            <Enclosure URL="https://h/a.mp4"/></Item></Channel></RSS>
            """,
            shows: "F \"F\"\nI 1 \"\" @1714521600000000\n- https://h/a.mp4"
        ),
    ]
}
