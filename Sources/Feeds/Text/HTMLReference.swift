/// Character references of HTML, by what stands between `&` and `;`.
enum HTMLReference {
    /// - Returns: Nil for what is none, and for characters that no text has.
    static func scalar(_ name: String) -> Unicode.Scalar? {
        guard name.hasPrefix("#") else { return named[name] }
        let digits = name.dropFirst()
        let isHexadecimal = digits.hasPrefix("x") || digits.hasPrefix("X")
        let value = isHexadecimal ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
        guard let value, !digits.dropFirst(isHexadecimal ? 1 : 0).hasPrefix("+") else { return nil }
        // What was meant by these numbers is windows-1252.
        if (0x80...0x9F).contains(value) { return WesternText.scalar(UInt8(value)) }
        return value >= 0x20 || value == 9 || value == 10 ? Unicode.Scalar(value) : " "
    }

    private static let named: [String: Unicode.Scalar] = {
        var result: [String: Unicode.Scalar] = [
            "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'",
            "ndash": "–", "mdash": "—", "hellip": "…", "bull": "•", "euro": "€", "trade": "™",
            "lsquo": "‘", "rsquo": "’", "sbquo": "‚", "ldquo": "“", "rdquo": "”", "bdquo": "„",
            "lsaquo": "‹", "rsaquo": "›", "OElig": "Œ", "oelig": "œ", "Scaron": "Š", "scaron": "š",
            "Yuml": "Ÿ", "ensp": " ", "emsp": " ", "thinsp": " ", "larr": "←", "rarr": "→",
            "minus": "−", "infin": "∞", "hearts": "♥",
        ]
        for (offset, name) in latin1.split(whereSeparator: \.isWhitespace).enumerated() {
            result[String(name)] = Unicode.Scalar(0xA0 + UInt8(offset))
        }
        return result
    }()

    /// From U+00A0 on, one after another.
    private static let latin1 = """
        nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr
        deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34
        iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave
        Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute
        Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave
        eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml
        divide oslash ugrave uacute ucirc uuml yacute thorn yuml
        """
}
