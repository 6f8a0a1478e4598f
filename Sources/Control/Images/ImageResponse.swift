internal import ControlAPI
internal import FoundationEssentials
internal import HTTPTypes
internal import Hummingbird
internal import HummingbirdCore

extension Response {
    /// An image where its client wants it.
    ///
    /// - Parameters:
    ///   - image: What was made.
    ///   - output: Where it goes.
    ///   - unread: Where the bytes count until the client has read them.
    /// - Throws: `.unavailable` when too many count there.
    init(
        _ image: ImageAnswer,
        _ output: ImageRequest.Output,
        countedIn unread: UnreadAnswers
    ) throws {
        switch output {
        case .path, .library:
            try self.init(json: image.report)
        case .binary:
            let headers: HTTPFields = [
                .contentType: image.report.format.mediaType,
                .pipdImage: ImageText.headerField(try JSONText.encode(image.report)),
            ]
            self.init(image.bytes, headers, try unread.reserve(image.bytes.count))
        case .base64:
            let report = try JSONText.encode(image.report)
            self.init(
                image.bytes,
                [.contentType: "application/json"],
                try unread.reserve(image.bytes.count),
                embeddedIn: report
            )
        }
    }

    /// An answer of many bytes, which count until the client has read them.
    init(
        _ bytes: [UInt8],
        _ headers: HTTPFields,
        _ reservation: UnreadAnswers.Reservation,
        embeddedIn report: Data? = nil
    ) {
        var headers = headers
        headers[.cacheControl] = "no-store"
        let document = report.map { ImageText.Document($0, imageBytes: bytes.count) }
        let body = ResponseBody(contentLength: document?.bytes ?? bytes.count) { writer in
            if let document { try await writer.write(ByteBuffer(bytes: document.head)) }
            // In pieces, so that the time that a client has is for each of them, and that
            // making text of them holds up nobody else.
            var rest = bytes[...]
            while !rest.isEmpty {
                let piece = rest.prefix(Self.pieceBytes)
                rest = rest.dropFirst(Self.pieceBytes)
                try await writer.write(
                    document == nil
                        ? ByteBuffer(bytes: piece) : ByteBuffer(string: Base64.text(piece))
                )
            }
            if let document { try await writer.write(ByteBuffer(bytes: document.tail)) }
            try await writer.finish(nil)
            withExtendedLifetime(reservation) {}
        }
        self.init(status: .ok, headers: headers, body: body)
    }

    /// A multiple of three: the text of each piece but the last has no padding.
    private static var pieceBytes: Int { 3 << 18 }
}
