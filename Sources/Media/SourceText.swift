/// Taking addresses apart, as text.
///
/// No URL parser: an address may be a bare path, and what libav will make of
/// it counts, not what a standard says.
package enum SourceText {
    /// Schemes that people write, known here or not: what follows them is an address.
    static let schemes: Set<String> = [
        "file", "ftp", "ftps", "hls", "http", "https", "mms", "onvif", "rtmp", "rtmps", "rtp",
        "rtsp", "rtsps", "sftp", "srt", "srtp", "tcp", "tls", "udp", "v4l2",
    ]

    /// The part before `://`, in lower case; nil where there is none.
    package static func scheme(of text: String) -> String? {
        guard let range = text.firstRange(of: "://") else { return nil }
        let scheme = text[..<range.lowerBound]
        let isScheme = scheme.utf8.allSatisfy {
            switch $0 {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2B, 0x2D, 0x2E: true
            default: false
            }
        }
        return isScheme && !scheme.isEmpty ? scheme.lowercased() : nil
    }

    /// The text without spaces and line breaks around it.
    package static func trimmed(_ text: String) -> String {
        let start = text.drop(while: \.isWhitespace)
        guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return text }
        return String(start[...last])
    }

    /// The scheme of what is no address for want of slashes, or of one: it would be taken
    /// for a file, whose name is shown. Nil where there is none.
    package static func brokenScheme(of text: String) -> String? {
        let first = text.drop { $0 == "/" }.prefix { $0 != "/" }
        if text.hasPrefix("//"), first.contains("@") { return "rtsp" }
        let scheme = text.prefix { $0 != ":" }.lowercased()
        guard scheme.count < text.count, schemes.contains(scheme) else { return nil }
        return scheme
    }

    /// Whether an address is the bare path of a file or camera: neither has it a scheme, or looks as
    /// if it were to have one, nor is it a pattern.
    package static func isPath(_ text: String) -> Bool {
        let trimmed = trimmed(text)
        return !text.isEmpty && text != "demo" && !text.hasPrefix("test:")
            && scheme(of: trimmed) == nil && brokenScheme(of: trimmed) == nil
    }

    /// `user:password@host:port` of a network address; empty where there is none.
    package static func authority(of text: String) -> Substring {
        guard let start = text.firstRange(of: "://")?.upperBound else { return "" }
        return text[start...].prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    }

    /// Whether a path is where the kernel or udev puts cameras.
    package static func isCamera(_ text: String) -> Bool {
        if text.hasPrefix("/dev/v4l/") { return true }
        guard text.hasPrefix("/dev/video") else { return false }
        let number = text.dropFirst("/dev/video".count)
        return !number.isEmpty && number.allSatisfy(\.isNumber)
    }

    /// What names a source best: the last path component, else the host, else the text.
    package static func lastComponent(of text: String) -> String {
        var rest = Substring(text)
        if let start = text.firstRange(of: "://")?.upperBound {
            rest = text[start...].prefix { $0 != "?" && $0 != "#" }
            if let at = authority(of: text).lastIndex(of: "@") {
                rest = rest[text.index(after: at)...]
            }
        }
        let last = rest.split(separator: "/").last { !$0.isEmpty }
        return String(last ?? rest)
    }

    /// The text without `%41` escapes; nil where one is broken or names no UTF-8.
    package static func percentDecoded(_ text: Substring) -> String? {
        var bytes: [UInt8] = []
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            guard byte == 0x25 else {
                bytes.append(byte)
                continue
            }
            let digits = rest.prefix(2)
            guard digits.count == 2, let value = UInt8(String(Substring(digits)), radix: 16) else {
                return nil
            }
            rest = rest.dropFirst(2)
            bytes.append(value)
        }
        return bytes.contains(0) ? nil : String(validating: bytes, as: UTF8.self)
    }
}
