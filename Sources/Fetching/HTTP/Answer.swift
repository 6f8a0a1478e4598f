/// Gathers what a server sends, through redirects, within its bounds.
///
///     HTTP/1.1 301 …   a line each: the fields of this answer
///     (empty line)     a redirect is counted
///     HTTP/1.1 200 …   the fields begin anew
///     (empty line)
///     body             only of the last answer
///
/// A class, since libcurl's callbacks get to it by its address.
///
/// Thread: bound to one thread at a time.
final class Answer {
    /// Why what comes is not taken.
    enum Excess {
        case header
        case body
    }

    /// Of all answers of one fetch.
    private static let mostHeaderBytes = 256 << 10
    /// Of a body that nobody wants: reading a short one to its end keeps the connection.
    private static let mostUnwantedBytes = 64 << 10

    private(set) var fields = AnswerFields()
    private(set) var body: [UInt8] = []
    private(set) var excess: Excess?
    private(set) var redirects = 0
    /// Whether all redirects were for good.
    private(set) var isMovedForGood = true
    private let limitBytes: Int
    private var headerBytes = 0
    private var unwantedBytes = 0
    /// Behind the body there may be fields again, which do not count.
    private var isInHeader = false

    /// - Parameter limitBytes: Of the body, unpacked.
    init(limitBytes: Int) {
        self.limitBytes = limitBytes
    }

    /// - Parameter line: With its end.
    /// - Returns: Whether to go on.
    func take(headerLine line: UnsafeRawBufferPointer) -> Bool {
        headerBytes += line.count
        guard headerBytes <= Self.mostHeaderBytes else {
            excess = .header
            return false
        }
        // Fields that are not UTF-8 mean nothing here.
        guard let text = String(validating: line.prefix { $0 != 0x0D && $0 != 0x0A }, as: UTF8.self)
        else { return true }
        if text.hasPrefix("HTTP/") {
            fields = AnswerFields(statusLine: text)
            isInHeader = true
        } else if isInHeader, text.isEmpty {
            isInHeader = false
            countRedirect()
        } else if isInHeader {
            fields.take(text)
        }
        return true
    }

    private func countRedirect() {
        guard fields.isRedirect else { return }
        redirects += 1
        if !fields.isMovedForGood { isMovedForGood = false }
    }

    /// Bounds what never becomes a body: that of a redirect, packing without anything in it.
    ///
    /// - Parameter count: Of bytes that came as a body, packed.
    /// - Returns: Whether to go on.
    func take(sentBytes count: Int64) -> Bool {
        // What cannot be packed is a little longer packed.
        guard Int(count) - Self.mostUnwantedBytes > limitBytes else { return true }
        excess = .body
        return false
    }

    /// - Parameter part: Of the body, unpacked.
    /// - Returns: Whether to go on.
    func take(body part: UnsafeRawBufferPointer) -> Bool {
        guard fields.isDocument else {
            unwantedBytes += part.count
            return unwantedBytes <= Self.mostUnwantedBytes
        }
        guard part.count <= limitBytes - body.count else {
            excess = .body
            return false
        }
        body += part
        return true
    }
}
