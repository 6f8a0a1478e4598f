internal import HTTPTypes
internal import Hummingbird
internal import HummingbirdCore
internal import Media

extension Response {
    /// A file, or the part of it that the request asks for, read piece by piece as the client
    /// takes them.
    ///
    /// - Parameters:
    ///   - file: What is sent.
    ///   - request: May name a part in `Range`; with `If-Range`, of the file as it was then.
    ///   - unread: Where a piece counts until the client has read it.
    /// - Throws: `.unavailable` where too much counts there.
    init(
        _ file: AssetFile,
        to request: Request,
        countedIn unread: UnreadAnswers
    ) throws(ControlError) {
        let condition = request.headers[.ifRange]
        let isMeant = request.method == .get && (condition == nil || condition == file.entityTag)
        let range = ByteRange(isMeant ? request.headers[.range] : nil, of: file.size)
        var headers: HTTPFields = [
            .contentType: file.mediaType, .acceptRanges: "bytes", .eTag: file.entityTag,
            .cacheControl: "private, no-cache",
        ]
        switch range {
        case .whole:
            let body = try Self.body(of: file, 0, file.size, unread)
            self.init(status: .ok, headers: headers, body: body)
        case .part(let part):
            headers[.contentRange] = "bytes \(part.lowerBound)-\(part.upperBound)/\(file.size)"
            let count = part.upperBound - part.lowerBound + 1
            let body = try Self.body(of: file, part.lowerBound, count, unread)
            self.init(status: .partialContent, headers: headers, body: body)
        case .none:
            self.init(
                problem: .rangeNotSatisfiable(
                    "The file has \(file.size) bytes; accepted is `Range: bytes=FIRST-LAST` of them."
                )
            )
            self.headers[.contentRange] = "bytes */\(file.size)"
        }
    }

    /// What is read at once.
    private static var pieceBytes: Int { 256 << 10 }

    private static func body(
        of file: AssetFile,
        _ start: Int64,
        _ count: Int64,
        _ unread: UnreadAnswers
    ) throws(ControlError) -> ResponseBody {
        // One piece is in memory at a time.
        let reservation = try unread.reserve(Int(min(count, Int64(pieceBytes))))
        return ResponseBody(contentLength: Int(count)) { writer in
            var offset = start
            let end = start + count
            while offset < end {
                let bytes = try await file.read(offset, Int(min(Int64(pieceBytes), end - offset)))
                // The head has promised more: the connection ends, and the client sees it.
                guard !bytes.isEmpty else { throw FileEnded() }
                try await writer.write(ByteBuffer(bytes: bytes))
                offset += Int64(bytes.count)
            }
            try await writer.finish(nil)
            withExtendedLifetime(reservation) {}
        }
    }
}

/// A file that is sent has become shorter, or cannot be read any more.
private struct FileEnded: Error {}
