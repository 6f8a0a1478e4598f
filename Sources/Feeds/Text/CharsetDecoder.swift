internal import Glibc

/// Reads the rarer encodings through the C library's `iconv`.
///
/// Not through libxml2, which prints what it cannot decode, and looks for markup in what it made
/// of the bytes: so nothing that `XMLScan` has not seen can come of an encoding.
enum CharsetDecoder {
    private static let others: Set<String> = [
        "shift_jis", "euc-jp", "iso-2022-jp", "euc-kr", "gb2312", "gbk", "gb18030", "big5",
        "koi8-r", "koi8-u", "tis-620", "macintosh",
    ]

    /// Whether it is one of those that feeds are written in. `iconv` knows hundreds.
    private static func isKnown(_ name: String) -> Bool {
        if others.contains(name) { return true }
        return ["iso-8859-", "windows-125"].contains { family in
            let number = name.utf8.dropFirst(family.utf8.count)
            return name.hasPrefix(family) && (1...2).contains(number.count)
                && number.allSatisfy { (0x30...0x39).contains($0) }
        }
    }

    /// - Parameters:
    ///   - bytes: The text.
    ///   - name: Of its encoding, in lower case.
    /// - Returns: The text as UTF-8, with U+FFFD for what is none; nil where nobody knows the
    ///   encoding.
    static func utf8(_ bytes: [UInt8], from name: String) -> [UInt8]? {
        guard isKnown(name), let converter = iconv_open("UTF-8", name),
            Int(bitPattern: converter) != -1
        else { return nil }
        defer { iconv_close(converter) }
        var (input, output) = (bytes, [UInt8]())
        input.withUnsafeMutableBytes { convert($0, with: converter, to: &output) }
        return output
    }

    private static func convert(
        _ input: UnsafeMutableRawBufferPointer,
        with converter: iconv_t,
        to output: inout [UInt8]
    ) {
        var next = input.baseAddress?.assumingMemoryBound(to: CChar.self)
        var count = input.count
        while count > 0 {
            let before = count
            var result = 0
            output += [UInt8](unsafeUninitializedCapacity: 4_096) { part, filled in
                part.withMemoryRebound(to: CChar.self) { part in
                    var (end, room) = (part.baseAddress, part.count)
                    result = iconv(converter, &next, &count, &end, &room)
                    filled = part.count - room
                }
            }
            // It stopped for want of room, or at what it does not know.
            guard result == -1, errno != E2BIG || count == before else { continue }
            output += "\u{FFFD}".utf8
            next = next.map { $0 + 1 }
            count -= 1
        }
    }
}
