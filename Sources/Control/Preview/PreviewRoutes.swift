internal import ControlAPI
internal import HTTPTypes
internal import Hummingbird
internal import Media

/// The composed view, live: picture by picture, or as a stream of them.
struct PreviewRoutes: RouteArea {
    let backend: any PreviewBackend

    let schemas: [String: Schema] = [:]

    var routes: [Route] { [picture, stream] }

    /// For how long a client may wait, in seconds: less than a connection may be idle.
    private static let longestWait = 10.0
    private static let width = RouteText.queryParameter(
        "width",
        "Of the picture, in pixels; the next of \(widths) is taken, and never more than the view has.",
        .range(1...PreviewWidth.w1920.rawValue)
    )
    private static let widths = PreviewWidth.allCases.map { "\($0.rawValue)" }
        .joined(separator: ", ")
    private static let refusals = [
        422: "A parameter is not accepted.",
        503: "There is no picture yet, or too many clients look at it.",
    ]

    private var picture: Route {
        Route(
            method: .get,
            path: "/v1/preview.jpeg",
            name: "getPreview",
            summary: "The composed view, small, once it is another one than the client has",
            role: .viewer,
            parameters: [
                RouteText.queryParameter(
                    "after",
                    "The `Pipd-Frame` of the picture that the client has.",
                    .count
                ),
                Self.width,
                RouteText.queryParameter(
                    "wait",
                    "For how many seconds to wait for another picture; 5 unless given.",
                    .range(0...Self.longestWait)
                ),
            ],
            answers: [
                200: .object([
                    "description": "The view.",
                    "content": ["image/jpeg": ["schema": Schema.text.json]],
                    "headers": [
                        "Pipd-Frame": [
                            "description": "The picture's number, for the next request's `after`.",
                            "schema": Schema.count.json,
                        ]
                    ],
                ]),
                204: [
                    "description":
                        "The view has not changed in that time, or another client has the place."
                ],
            ],
            refusals: Self.refusals
        ) { call in
            let query = try call.query()
            let request = PreviewRequest(
                width: try Self.width(of: query),
                after: try query.integer("after", in: 0...Int.max),
                waitSeconds: try query.number("wait", in: 0...Self.longestWait) ?? 5
            )
            let place = try backend.previewPlace(isLasting: false)
            guard let picture = try await backend.preview(request, from: place) else {
                return .done
            }
            guard call.context.isStillAdmitted() else {
                throw ControlError.unauthorized("The token was revoked meanwhile.")
            }
            let headers: HTTPFields = [
                .contentType: "image/jpeg", .cacheControl: "no-store",
                .pipdFrame: "\(picture.frame)",
            ]
            return Response(
                status: .ok,
                headers: headers,
                body: PreviewStream.body(of: picture)
            )
        }
    }

    private var stream: Route {
        Route(
            method: .get,
            path: "/v1/preview.mjpeg",
            name: "followPreview",
            summary: "The composed view as a stream of JPEG pictures, for players",
            role: .viewer,
            parameters: [
                RouteText.queryParameter(
                    "fps",
                    "How many pictures a second at most; never more than are configured.",
                    .range(1...60)
                ),
                Self.width,
            ],
            answers: [
                200: RouteText.content(
                    "Pictures until either side ends them; a client that reads slowly is left some out.",
                    ["multipart/x-mixed-replace": .text]
                )
            ],
            refusals: Self.refusals,
            isEndless: true
        ) { call in
            let query = try call.query()
            let rate = try query.integer("fps", in: 1...60) ?? backend.previewRate
            let stream = PreviewStream(
                backend: backend,
                width: try Self.width(of: query),
                rate: min(rate, backend.previewRate)
            )
            return try await stream.answer(call)
        }
    }

    private static func width(of query: MemberReader) throws(ControlError) -> PreviewWidth? {
        try query.integer("width", in: 1...PreviewWidth.w1920.rawValue)
            .map(PreviewWidth.init(atLeast:))
    }
}
