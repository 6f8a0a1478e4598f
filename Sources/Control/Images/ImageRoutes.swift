internal import ControlAPI
internal import HTTPTypes
internal import Hummingbird
internal import Media

/// Images of the view, of streams and of cameras: for the client that asks or, with
/// `?event=true`, for every subscriber of events.
struct ImageRoutes: RouteArea {
    let backend: any ImagesBackend
    let streams: any StreamsBackend
    let events: EventHub
    let unread: UnreadAnswers

    private static let event = RouteText.queryParameter(
        "event",
        "Whether the picture goes to every subscriber of events, as `snapshot`; the body is then the one whose name has `Event` in it.",
        .boolean
    )

    /// What making an image may end in, whatever it shows.
    private static let refusals = [
        403:
            "The file is outside of the directories that may be written, or there is no permission, or a client that may name files is an `admin`.",
        503: "The stream is not ready, or too much is going on; `detail` says what would work.",
        507: "No space is left for the file.",
    ]
    private static let refusalsOfStreams = refusals.merging([
        404: "There is no such stream; `detail` lists those that there are."
    ]) { $1 }

    var routes: [Route] { [snapshot, screenshot, photo] }

    private var snapshot: Route {
        Route(
            method: .post,
            path: "/v1/snapshot",
            name: "takeSnapshot",
            summary: "The composed picture, for the client or for all subscribers",
            role: .viewer,
            parameters: [Self.event],
            body: .optional("SnapshotRequest", "SnapshotEventRequest"),
            answers: [200: Self.answer("The composed picture")],
            refusals: Self.refusals.merging([
                409:
                    "The file exists already, or there is no library, or none any more in its place.",
                503:
                    "There is no picture yet, or too much is going on; `detail` says what would work.",
            ]) { $1 }
        ) { call in
            let isForEvent = try Self.isForEvent(call)
            let json = try await call.optionalJSON()
            guard isForEvent else {
                let wanted = try SnapshotRequest(json: json)
                try Self.checkMay(call, wanted.image, isForEvent: false)
                await call.note("Takes a snapshot")
                try unread.check()
                return try Response(
                    await backend.snapshot(wanted),
                    wanted.image.output,
                    countedIn: unread
                )
            }
            try call.require(.operator)
            let wanted = try SnapshotEventRequest(json: json)
            await call.note("Takes a snapshot for all subscribers")
            return try publish(await backend.eventImage(wanted))
        }
    }

    private var screenshot: Route {
        Route(
            method: .post,
            path: "/v1/streams/{id}/screenshot",
            name: "takeScreenshot",
            summary: "A picture of a stream, for the client or for all subscribers",
            role: .viewer,
            parameters: [StreamRoutes.id, Self.event],
            body: .optional("ScreenshotRequest", "ScreenshotEventRequest"),
            answers: [200: Self.answer("A picture of the stream")],
            refusals: Self.refusalsOfStreams.merging([
                409:
                    "The stream cannot be asked for that time, or can never be shown, and `type` says why; else as for `snapshot`."
            ]) { $1 }
        ) { call in
            let asked = try await asked(call)
            let wanted = try ScreenshotRequest(json: asked.json, isForEvent: asked.isForEvent)
            try Self.checkMay(call, wanted.image, isForEvent: asked.isForEvent)
            await call.note("Takes a screenshot of \(asked.id)")
            try unread.check()
            let image = try await backend.screenshot(asked.id, wanted)
            if asked.isForEvent { return try publish(image, .screenshot) }
            return try Response(image, wanted.image.output, countedIn: unread)
        }
    }

    private var photo: Route {
        Route(
            method: .post,
            path: "/v1/streams/{id}/photo",
            name: "takePhoto",
            summary: "A still photo of a camera, for the client or for all subscribers",
            role: .operator,
            parameters: [StreamRoutes.id, Self.event],
            body: .optional("PhotoRequest", "PhotoEventRequest"),
            answers: [200: Self.answer("A photo")],
            refusals: Self.refusalsOfStreams.merging([
                409:
                    "The stream is no camera, or another photo is being taken; else as for `snapshot`."
            ]) { $1 }
        ) { call in
            let asked = try await asked(call)
            let wanted = try PhotoRequest(json: asked.json, isForEvent: asked.isForEvent)
            try Self.checkMay(call, wanted.image, isForEvent: asked.isForEvent)
            await call.note("Takes a photo of \(asked.id)")
            try unread.check()
            let image = try await backend.photo(asked.id, wanted)
            if asked.isForEvent { return try publish(image, .photo) }
            return try Response(image, wanted.image.output, countedIn: unread)
        }
    }

    /// Who looks takes nothing but a picture; who names a file says more than what there is.
    private static func checkMay(
        _ call: RouteCall,
        _ image: ImageRequest,
        isForEvent: Bool
    ) throws(ControlError) {
        // Seconds of a processor, for what is larger than any picture.
        if image.fit != .contain, let width = image.maximumWidth, let height = image.maximumHeight,
            width * height > largestOfViewers
        {
            try call.require(.operator)
        }
        switch image.output {
        case .path: try call.require(.admin)
        case .library: try call.require(.operator)
        case .binary, .base64: try call.require(isForEvent ? .operator : .viewer)
        }
    }

    /// To how many pixels viewers may have a picture filled up.
    private static let largestOfViewers = 3840 * 2160

    /// An image as it is, with its report in a header field, or a report.
    private static func answer(_ subject: String) -> JSONValue {
        .object([
            "description": .string("\(subject), or the event that carries it."),
            "content": .object(
                [
                    "image/jpeg": Schema.text, "image/png": .text,
                    "application/json": RouteText.either(["ImageReport", "SnapshotEventReport"]),
                ].mapValues { ["schema": $0.json] }
            ),
            "headers": [
                "Pipd-Image": RouteText.json(
                    "With an image: what it is, as one line of JSON.",
                    "ImageReport"
                )
            ],
        ])
    }

    /// What is asked of a stream that there is.
    private func asked(
        _ call: RouteCall
    ) async throws -> (id: String, json: JSONValue?, isForEvent: Bool) {
        let isForEvent = try Self.isForEvent(call)
        let id = call.parameter("id")
        try await streams.checkExists(id)
        return (id, try await call.optionalJSON(), isForEvent)
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
        let publication = events.publishSnapshot(image)
        return try Response(
            json: SnapshotEventReport(
                image.report,
                eventID: publication.eventID,
                subscribers: publication.subscribers
            )
        )
    }

    private static func isForEvent(_ call: RouteCall) throws(ControlError) -> Bool {
        try call.query().boolean("event") ?? false
    }
}
