internal import CConsole
internal import Media

/// A file of the web console's page.
struct ConsoleAsset: Sendable {
    let name: String
    let mediaType: String
    /// As it is sent.
    let bytes: [UInt8]
    /// Tells it from what an earlier version sent under its name: in quotes, for `ETag`.
    let tag: String

    /// What `/` is.
    static let page = "index.html"

    /// Each by its name. Made at the first use, some 100 kB.
    static let all: [String: Self] = {
        var assets: [String: Self] = [:]
        var place = 0
        while let asset = console_asset_at(place)?.pointee {
            let name = String(cString: asset.name)
            let source = UnsafeBufferPointer(start: asset.bytes, count: asset.count)
            assets[name] = Self(name: name, source: Array(source))
            place += 1
        }
        return assets
    }()

    init(name: String, source: [UInt8]) {
        self.name = name
        let ending = name.split(separator: ".").last.map(String.init) ?? ""
        mediaType = Self.mediaTypes[ending] ?? "application/octet-stream"
        switch ending {
        case "js":
            let operators = ["=>", "===", "!==", "&&", "||", "??", "+", "-"].map { " \($0) " }
            bytes = Self.compact(
                source,
                joinedAfter: "{;,",
                closing: operators,
                signs: "{(=,:;?<>|&[*)]}"
            )
        case "css":
            bytes = Self.compact(
                source,
                joinedAfter: "{;,}",
                closing: [": ", " {", "{ ", "; ", ", ", " > ", " }"]
            )
        default: bytes = source
        }
        tag = "\"\(SHA256.hexadecimal(of: bytes))\""
    }

    private static let mediaTypes = [
        "html": "text/html; charset=utf-8", "css": "text/css; charset=utf-8",
        "js": "text/javascript; charset=utf-8", "svg": "image/svg+xml",
    ]

    /// Without what is for who reads the sources, a fourth of them: indentation, empty lines, lines
    /// of comments, and ends of lines and spaces that say nothing. No line of a program or a style
    /// may begin with `*`, and no text may go over several, or have an operator of programs or
    /// a `;` before a `}`; no statement may be empty, no sign follow on its like, and no expression
    /// end with a line that is a `}` alone.
    /// A space beside a sign goes only where it is clear what of a line is text.
    ///
    /// - Parameters:
    ///   - source: UTF-8.
    ///   - joints: Where a line ends with one of these characters, or is a `}`, and has nothing like
    ///     a comment, the next may follow in the same.
    ///   - pairs: What means the same without its spaces.
    ///   - signs: Characters that part words by themselves.
    /// - Returns: What a browser reads as the same.
    static func compact(
        _ source: [UInt8],
        joinedAfter joints: String = "",
        closing pairs: [String] = [],
        signs: String = ""
    ) -> [UInt8] {
        var result = ""
        for line in String(decoding: source, as: UTF8.self).split(separator: "\n") {
            var text = line.trimmingASCIISpaces()
            guard !text.isEmpty, !["//", "/*", "*"].contains(where: text.hasPrefix) else {
                continue
            }
            for pair in pairs {
                text = text.replacing(pair, with: pair.replacing(" ", with: ""))
            }
            text = withoutSpaces(beside: Array(signs.utf8), in: String(text))[...]
            result += text
            let isEnded = text == "}" || text.last.map(joints.contains) == true
            let isJoined = !joints.isEmpty && isEnded && !text.contains("//")
            if !isJoined { result += "\n" }
        }
        if !joints.isEmpty { result.replace(";}", with: "}") }
        return Array(result.utf8)
    }

    /// The line as it is where it has other text than in single quotes and one template.
    private static func withoutSpaces(beside signs: [UInt8], in line: String) -> String {
        let (quotes, unclear) = (Array("'`".utf8), Array("\"/".utf8))
        guard !line.contains("\\"), line.filter({ $0 == "`" }).count <= 2 else { return line }
        var result: [UInt8] = []
        var quote: UInt8?
        for byte in line.utf8 {
            if let open = quote {
                if byte == open { quote = nil }
                result.append(byte)
                continue
            }
            if unclear.contains(byte) { return line }
            if quotes.contains(byte) { quote = byte }
            if let last = result.last {
                if byte == UInt8(ascii: " "), signs.contains(last) { continue }
                if last == UInt8(ascii: " "), signs.contains(byte) { result.removeLast() }
            }
            result.append(byte)
        }
        return String(decoding: result, as: UTF8.self)
    }
}
