internal import ControlAPI
internal import HTTPTypes
internal import Hummingbird
internal import Logging
internal import Media

/// A request to a route.
struct RouteCall: Sendable {
    let route: Route
    let request: Request
    let context: ControlContext
    let table: RouteTable

    private var services: RouteServices { table.services }

    /// Refuses a client that is less than what it asks for takes.
    ///
    /// - Throws: 401 for who has presented nothing; 403.
    func require(_ role: Route.Role) throws(ControlError) {
        try services.gate.require(role, of: context.caller)
    }

    /// What stands in the path where the route's has `{name}`.
    func parameter(_ name: String) -> String {
        let segment = context.parameters.get(name) ?? ""
        return segment.removingURLPercentEncoding() ?? segment
    }

    /// The `{id}` of a stream, a playlist or a feed that there need not be yet.
    ///
    /// - Throws: 422 for what can be none.
    func newID() throws(ControlError) -> String {
        let id = parameter("id")
        guard StreamLimits.isID(id) else {
            throw .unprocessable(
                "`id` is '\(id)'; accepted are 1–64 letters, digits, `.`, `_` and `-`, "
                    + "not starting with `.` or `-`."
            )
        }
        return id
    }

    /// Reads the JSON of a request that has to have some.
    func json() async throws -> JSONValue {
        try checkMediaType()
        let buffer = try await request.body.collect(upTo: services.limits.bodyBytes)
        return try JSONValue(parsing: Array(buffer.readableBytesView), most: route.body?.most)
    }

    /// Reads the JSON of a request that may do without; nil for one without a body, whatever
    /// media type it names.
    func optionalJSON() async throws -> JSONValue? {
        let buffer = try await request.body.collect(upTo: services.limits.bodyBytes)
        guard buffer.readableBytes > 0 else { return nil }
        try checkMediaType()
        return try JSONValue(parsing: Array(buffer.readableBytesView), most: route.body?.most)
    }

    /// Reads the object of a request that has to have one.
    func members(_ accepted: [String]) async throws -> MemberReader {
        try MemberReader(try await json(), accepted: accepted)
    }

    /// Reads the object of a request that may do without; one without members then.
    func optionalMembers(_ accepted: [String]) async throws -> MemberReader {
        try MemberReader(try await optionalJSON() ?? .object([:]), accepted: accepted)
    }

    /// Over the control socket a request that does not say its media type is taken at its word, and
    /// so is one with the type that curl names for whatever it sends. Elsewhere that is what any
    /// page may have a browser send.
    private func checkMediaType() throws(ControlError) {
        let field = request.headers[.contentType]
        if context.door == .control, field == nil { return }
        let type = (field ?? "").prefix { $0 != ";" }.trimmingASCIISpaces().lowercased()
        if context.door == .control, type == "application/x-www-form-urlencoded" { return }
        let accepted = route.body?.mediaTypes ?? []
        guard accepted.contains(type) else {
            throw .unsupportedMediaType(
                "`Content-Type` is '\(type)'; accepted is \(accepted.joined(separator: " or "))."
            )
        }
    }

    /// Logs who asks for a change. The kernel knows; the client cannot lie.
    func note(_ action: MessageText) async {
        guard services.logger.logLevel <= .debug else { return }
        let peer = await context.peer.map { "\($0)" }
        // Elsewhere there is only an address; a client that has left has neither.
        let source = context.caller.source
        let asks: MessageText = "\(context.door == .control ? peer ?? "gone" : source)"
        services.logger.debug("\(action)", metadata: ["peer": "\(asks)"])
    }
}
