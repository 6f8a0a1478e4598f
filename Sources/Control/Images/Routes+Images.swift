internal import ControlAPI
internal import FoundationEssentials
internal import HTTPTypes
internal import Hummingbird
internal import HummingbirdCore
internal import Media

extension Routes {
    func screenshot(_ request: Request, _ context: ControlContext) async throws -> Response {
        let isForEvent = try Self.isForEvent(request)
        let id = try await streamOfImage(context)
        let json = try await optionalBody(of: request, context)
        let wanted = try ScreenshotRequest(json: json, isForEvent: isForEvent)
        await note("Takes a screenshot of \(id)", context)
        try services.unread.check()
        let answer = try await backend.screenshot(id, wanted)
        if isForEvent { return try publish(answer, .screenshot) }
        return try await self.answer(answer, wanted.image.output)
    }

    func photo(_ request: Request, _ context: ControlContext) async throws -> Response {
        let isForEvent = try Self.isForEvent(request)
        let id = try await streamOfImage(context)
        let json = try await optionalBody(of: request, context)
        let wanted = try PhotoRequest(json: json, isForEvent: isForEvent)
        await note("Takes a photo of \(id)", context)
        try services.unread.check()
        let answer = try await backend.photo(id, wanted)
        if isForEvent { return try publish(answer, .photo) }
        return try await self.answer(answer, wanted.image.output)
    }

    /// The ID of a stream that there is.
    private func streamOfImage(_ context: ControlContext) async throws -> String {
        let id = identifier(context)
        guard await backend.stream(id) != nil else { throw await unknownStream(id) }
        return id
    }

    /// The composed picture: for the client that asks or, with `?event=true`, for every
    /// subscriber of events.
    func snapshot(_ request: Request, _ context: ControlContext) async throws -> Response {
        let isForEvent = try Self.isForEvent(request)
        let json = try await optionalBody(of: request, context)
        guard isForEvent else {
            let wanted = try SnapshotRequest(json: json)
            await note("Takes a snapshot", context)
            try services.unread.check()
            return try await answer(backend.snapshot(wanted), wanted.image.output)
        }
        let wanted = try SnapshotEventRequest(json: json)
        await note("Takes a snapshot for all subscribers", context)
        return try publish(await backend.eventImage(wanted))
    }

    private func publish(
        _ answer: ImageAnswer,
        _ source: EventImage.Source
    ) throws -> Response {
        guard
            let image = EventImage(bytes: answer.bytes, report: answer.report, source: source)
        else {
            throw ControlError.internalError(
                "An image of \(answer.bytes.count) bytes fits into no event."
            )
        }
        return try publish(image)
    }

    private func publish(_ image: EventImage) throws -> Response {
        let publication = services.events.publishSnapshot(image)
        return try Response(
            json: SnapshotEventReport(
                image.report,
                eventID: publication.eventID,
                subscribers: publication.subscribers
            )
        )
    }

    private static func isForEvent(_ request: Request) throws(ControlError) -> Bool {
        var isForEvent = false
        for (name, value) in request.uri.queryParameters {
            guard name == "event" else {
                throw .unprocessable(
                    "The parameter '\(name)' is unknown; accepted is `event`, and a body of JSON."
                )
            }
            switch value {
            case "true": isForEvent = true
            case "false": isForEvent = false
            default:
                throw .unprocessable("`event` is '\(value)'; accepted is `true` or `false`.")
            }
        }
        return isForEvent
    }

    /// An image where its client wants it.
    private func answer(
        _ image: ImageAnswer,
        _ output: ImageRequest.Output
    ) async throws -> Response {
        switch output {
        case .path, .library:
            return try Response(json: image.report)
        case .binary:
            var headers: HTTPFields = [.contentType: image.report.format.mediaType]
            if let name = HTTPField.Name("Pipd-Image") {
                headers[name] = ImageText.headerField(try JSONText.encode(image.report))
            }
            let reservation = try services.unread.reserve(image.bytes.count)
            return large(image.bytes, headers, reservation)
        case .base64:
            let report = try JSONText.encode(image.report)
            let reservation = try services.unread.reserve(image.bytes.count)
            return large(
                image.bytes,
                [.contentType: "application/json"],
                reservation,
                embeddedIn: report
            )
        }
    }

    /// An answer of many bytes, which count until the client has read them.
    private func large(
        _ bytes: [UInt8],
        _ headers: HTTPFields,
        _ reservation: UnreadAnswers.Reservation,
        embeddedIn report: Data? = nil
    ) -> Response {
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
        return Response(status: .ok, headers: headers, body: body)
    }

    /// A multiple of three: the text of each piece but the last has no padding.
    private static let pieceBytes = 3 << 18
}

/// The report of an image in the two places where it is not a document of its own.
enum ImageText {
    /// JSON with what a header field cannot have written as `\uXXXX`.
    ///
    /// - Parameter json: An object; outside of its strings there is only ASCII.
    /// - Returns: The same JSON, of printable ASCII.
    static func headerField(_ json: Data) -> String {
        var text = ""
        for unit in String(decoding: json, as: UTF8.self).utf16 {
            if unit < 0x7F {
                text.unicodeScalars.append(Unicode.Scalar(UInt8(unit)))
            } else {
                text += "\\u" + String(String(0x10000 + Int(unit), radix: 16).dropFirst())
            }
        }
        return text
    }

    /// JSON of a report with the image as its member `data`: what precedes the image's
    /// text, and what follows it, with a newline at the end.
    struct Document: Sendable {
        let head = Array(#"{"data":""#.utf8)
        let tail: [UInt8]
        /// The length of all of it.
        let bytes: Int

        /// - Parameters:
        ///   - report: An object that is not empty.
        ///   - imageBytes: The length of the image's file.
        init(_ report: Data, imageBytes: Int) {
            // What follows the opening brace.
            tail = Array("\",".utf8) + report.dropFirst() + [0x0A]
            bytes = head.count + Base64.length(of: imageBytes) + tail.count
        }
    }
}
