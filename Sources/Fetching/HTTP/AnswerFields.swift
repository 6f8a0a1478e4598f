internal import CCurl
internal import Media

/// What is taken of the header of one answer.
struct AnswerFields {
    /// In bytes; a longer value is none.
    static let longestValue = 1_024

    var status = 0
    var validators = Validators()
    var mediaType: String?
    var charset: String?
    /// Of a redirect, as it came.
    var location: String?
    private var date: String?
    private var retryAfter: String?

    /// - Parameter statusLine: Such as `HTTP/1.1 200 OK`.
    init(statusLine: String = "") {
        let words = statusLine.split(separator: " ", maxSplits: 2)
        status = words.count > 1 ? Int(words[1]) ?? 0 : 0
    }

    /// Whether libcurl goes to another address for it, as it does for every 3xx that names one.
    var isRedirect: Bool { (300...399).contains(status) && location != nil }
    var isMovedForGood: Bool { [301, 308].contains(status) }
    /// Whether its body is what was asked for; 203 is that of a proxy.
    var isDocument: Bool { [200, 203].contains(status) }

    /// - Parameter line: `name: value`; of a name that comes again, the last value counts.
    mutating func take(_ line: String) {
        guard let colon = line.firstIndex(of: ":") else { return }
        let name = line[..<colon].lowercased()
        let value = SourceText.trimmed(String(line[line.index(after: colon)...]))
        if name == "location", value.utf8.count <= FetchPlace.longestAddress { location = value }
        guard !value.isEmpty, value.utf8.count <= Self.longestValue else { return }
        switch name {
        case "etag": validators.etag = value
        case "last-modified": validators.lastModified = value
        case "content-type": takeContentType(value)
        case "date": date = value
        case "retry-after": retryAfter = value
        default: break
        }
    }

    private mutating func takeContentType(_ text: String) {
        let parts = text.split(separator: ";", omittingEmptySubsequences: false)
        let type = parts[0].filter { !$0.isWhitespace }.lowercased()
        mediaType = type.split(separator: "/").count == 2 ? type : nil
        charset = nil
        for part in parts.dropFirst() where charset == nil {
            let words = part.split(separator: "=", maxSplits: 1)
            guard words.count == 2, SourceText.trimmed(words[0].lowercased()) == "charset" else {
                continue
            }
            charset = words[1].filter { !" \t\"'".contains($0) }.lowercased()
        }
    }

    /// What `Retry-After` asks for, in seconds or as a date; from zero on, nil for neither.
    ///
    /// A date is told by `curl_getdate`, which knows all forms of HTTP.
    var retryDelay: Duration? {
        guard let retryAfter else { return nil }
        if retryAfter.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
            // Thousands of years are as good as for ever.
            return .seconds(min(Int64(retryAfter) ?? .max, 1 << 40))
        }
        guard let date else { return nil }
        let (then, now) = (curl_getdate(retryAfter, nil), curl_getdate(date, nil))
        guard then >= 0, now >= 0 else { return nil }
        return .seconds(max(then - now, 0))
    }
}
