internal import ControlAPI
internal import HTTPTypes
internal import Hummingbird
internal import Media

extension Response {
    /// An answer of `application/json`, one line with a newline at its end.
    init(
        status: HTTPResponse.Status = .ok,
        json value: some Encodable,
        headers: HTTPFields = [:]
    ) throws {
        var buffer = ByteBuffer(bytes: try JSONText.encode(value))
        buffer.writeString("\n")
        var headers = headers
        headers[.contentType] = "application/json"
        headers[.cacheControl] = "no-store"
        self.init(status: status, headers: headers, body: .init(byteBuffer: buffer))
    }

    /// An answer about what was made, and where it is.
    init(created value: some Encodable, at path: String) throws {
        try self.init(status: .created, json: value, headers: [.location: path])
    }

    /// What was asked for is done, and there is nothing to say of it.
    static var done: Self {
        Self(status: .noContent, headers: [.cacheControl: "no-store"])
    }

    /// A refusal.
    ///
    /// - Parameters:
    ///   - problem: What the client is told.
    ///   - routes: The routes that exist, for a client that asked for another.
    init(problem: ControlError, routes: [String] = []) {
        let text = ProblemText(problem, routes: routes)
        self.init(
            status: .init(code: problem.status),
            headers: text.headerFields(),
            body: .init(byteBuffer: ByteBuffer(bytes: text.bytes))
        )
    }
}

extension StringProtocol {
    /// Without the spaces and tabs around it.
    func trimmingASCIISpaces() -> SubSequence {
        let isSpace: (Character) -> Bool = { $0 == " " || $0 == "\t" }
        let head = self.drop(while: isSpace)
        guard let last = head.lastIndex(where: { !isSpace($0) }) else { return head }
        return head[...last]
    }

    /// The text with `%XX` decoded; nil if what they stand for is not UTF-8.
    func removingURLPercentEncoding() -> String? {
        var bytes: [UInt8] = []
        var rest = self.utf8[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            let digits = rest.prefix(2)
            let hexadecimal = String(decoding: digits, as: UTF8.self)
            guard digits.count == 2, let value = UInt8(hexadecimal, radix: 16) else { return nil }
            rest = rest.dropFirst(2)
            bytes.append(value)
        }
        return String(validating: bytes, as: UTF8.self)
    }
}
