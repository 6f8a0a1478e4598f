internal import ControlAPI
internal import HTTPTypes
internal import Hummingbird
internal import Logging
internal import Media

/// What the routes are made of.
struct RouteServices: Sendable {
    let backend: any ControlBackend
    let events: EventHub
    let limits: ControlLimits
    /// Shared by all listeners.
    let unread: UnreadAnswers
    let logger: Logger
}

/// Answers the requests of each endpoint.
struct Routes: Sendable {
    let services: RouteServices
    private let document = OpenAPIDocument.make()

    init(_ services: RouteServices) {
        self.services = services
    }

    var backend: any ControlBackend { services.backend }

    /// Answers a request to `endpoint`.
    ///
    /// - Throws: `ControlError` for what is refused.
    func answer(
        _ endpoint: Endpoint,
        _ request: Request,
        _ context: ControlContext
    ) async throws -> Response {
        switch endpoint {
        case .health: try await health()
        case .metrics: await metrics(request)
        case .status: try Response(json: await backend.status())
        case .streams: try Response(json: StreamList(streams: await backend.streams()))
        case .stream: try await stream(context)
        case .putStream: try await putStream(request, context)
        case .deleteStream: try await deleteStream(request, context)
        case .view: try Response(json: await backend.view())
        case .patchView: try await patchView(request, context)
        case .events: try EventStream(services).answer(request)
        case .publishEvent: try await publishEvent(request, context)
        case .openAPI: try Response(json: document)
        case .snapshot: try await snapshot(request, context)
        case .screenshot: try await screenshot(request, context)
        case .photo: try await photo(request, context)
        case .cameras: try Response(json: CameraList(cameras: try await backend.cameras()))
        case .cameraFormats:
            try Response(json: await backend.cameraFormats(identifier(context, "device")))
        case .cameraControls:
            try Response(json: await backend.cameraControls(identifier(context, "device")))
        case .patchCameraControls: try await patchCameraControls(request, context)
        }
    }

    private func health() async throws -> Response {
        let report = await backend.health()
        guard report.healthy else {
            throw ControlError.unavailable(
                MessageText(message: report.cause ?? "No frame reaches the output.")
            )
        }
        return try Response(json: report)
    }

    private func metrics(_ request: Request) async -> Response {
        let format = MetricFormat(accepting: request.headers[values: .accept])
        let text = MetricText.render(await backend.metrics(), as: format)
        return Response(
            status: .ok,
            headers: [.contentType: format.mediaType, .cacheControl: "no-store"],
            body: .init(byteBuffer: ByteBuffer(string: text))
        )
    }

    private func stream(_ context: ControlContext) async throws -> Response {
        let id = identifier(context)
        guard let report = await backend.stream(id) else { throw await unknownStream(id) }
        return try Response(json: report)
    }

    private func putStream(
        _ request: Request,
        _ context: ControlContext
    ) async throws -> Response {
        let id = identifier(context)
        guard StreamLimits.isID(id) else {
            throw ControlError.unprocessable(
                "`id` is '\(id)'; accepted are 1–64 letters, digits, `.`, `_` and `-`, "
                    + "not starting with `.` or `-`."
            )
        }
        let json = try await body(of: request, context, accepting: ["application/json"])
        let definition = try StreamDefinition(json: json)
        await note("Defines stream \(id)", context)
        let change = try await backend.putStream(id, definition)
        return try Response(
            status: change.created ? .created : .ok,
            json: change.stream,
            headers: change.created ? [.location: "/v1/streams/\(id)"] : [:]
        )
    }

    private func deleteStream(
        _ request: Request,
        _ context: ControlContext
    ) async throws -> Response {
        let id = identifier(context)
        guard await backend.stream(id) != nil else { throw await unknownStream(id) }
        await note("Removes stream \(id)", context)
        try await backend.deleteStream(id)
        return Response(status: .noContent, headers: [.cacheControl: "no-store"])
    }

    private func publishEvent(
        _ request: Request,
        _ context: ControlContext
    ) async throws -> Response {
        let json = try await body(of: request, context, accepting: ["application/json"])
        let event = try CustomEvent(json: json)
        await note("Sends \(event.type) to all subscribers", context)
        let publication = services.events.publish(event)
        return try Response(
            json: EventReport(
                eventID: publication.eventID,
                subscribers: publication.subscribers
            )
        )
    }

    private func patchView(
        _ request: Request,
        _ context: ControlContext
    ) async throws -> Response {
        let json = try await body(
            of: request,
            context,
            accepting: ["application/merge-patch+json", "application/json"]
        )
        let patch = try ViewPatch(json: json)
        await note("Changes the view", context)
        return try Response(json: await backend.patchView(patch))
    }

    private func patchCameraControls(
        _ request: Request,
        _ context: ControlContext
    ) async throws -> Response {
        let device = identifier(context, "device")
        let json = try await body(
            of: request,
            context,
            accepting: ["application/merge-patch+json", "application/json"]
        )
        let values = try CameraControlPatch.values(json)
        await note("Sets up camera \(device)", context)
        return try Response(json: await backend.setCameraControls(device, values))
    }

    func identifier(_ context: ControlContext, _ parameter: String = "id") -> String {
        let segment = context.parameters.get(parameter) ?? ""
        return segment.removingURLPercentEncoding() ?? segment
    }

    func unknownStream(_ id: String) async -> ControlError {
        let known = await backend.streams().map(\.id).joined(separator: ", ")
        let list = known.isEmpty ? "there is none" : "there are: \(known)"
        return .notFound("There is no stream '\(id)'; \(list).")
    }

    /// Reads a request's JSON.
    private func body(
        of request: Request,
        _ context: ControlContext,
        accepting mediaTypes: [String]
    ) async throws -> JSONValue {
        try Self.check(request, context, is: mediaTypes)
        let buffer = try await request.body.collect(upTo: services.limits.bodyBytes)
        return try JSONValue(parsing: Array(buffer.readableBytesView))
    }

    /// Reads the JSON of a request that may do without; nil for one without a body, whatever
    /// media type it names.
    func optionalBody(
        of request: Request,
        _ context: ControlContext
    ) async throws -> JSONValue? {
        let buffer = try await request.body.collect(upTo: services.limits.bodyBytes)
        guard buffer.readableBytes > 0 else { return nil }
        try Self.check(request, context, is: ["application/json"])
        return try JSONValue(parsing: Array(buffer.readableBytesView))
    }

    /// A request that does not say its media type is taken at its word, and so is one over the
    /// Unix socket with the type that curl names for whatever it sends. Over TCP that is what
    /// a form on any page sends.
    private static func check(
        _ request: Request,
        _ context: ControlContext,
        is mediaTypes: [String]
    ) throws(ControlError) {
        guard let field = request.headers[.contentType] else { return }
        let type = field.prefix { $0 != ";" }.trimmingASCIISpaces().lowercased()
        if context.isLocal, type == "application/x-www-form-urlencoded" { return }
        guard mediaTypes.contains(type) else {
            throw .unsupportedMediaType(
                "`Content-Type` is '\(type)'; accepted is \(mediaTypes.joined(separator: " or "))."
            )
        }
    }

    /// Logs who asks for a change. The kernel knows; the client cannot lie.
    func note(_ action: MessageText, _ context: ControlContext) async {
        guard services.logger.logLevel <= .debug else { return }
        let peer = await PeerCredentials.of(context.channel).map { "\($0)" }
        // Over TCP there is only an address; a client that has left has neither.
        let address = context.channel.remoteAddress.map { "\($0)" }
        services.logger.debug("\(action)", metadata: ["peer": "\(peer ?? address ?? "gone")"])
    }
}
