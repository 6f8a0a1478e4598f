internal import HTTPTypes
internal import Hummingbird

/// Finds out who asks, before anything else is done for them.
struct AccessMiddleware: RouterMiddleware {
    let gate: AccessGate
    let door: Door

    func handle(
        _ request: Request,
        context: ControlContext,
        next: (Request, ControlContext) async throws -> Response
    ) async throws -> Response {
        var context = context
        context.door = door
        context.caller =
            door == .control
            ? .local : try gate.admit(Visit(request, context.channel, door: door))
        do {
            return try await next(request, context)
        } catch let error as HTTPError where error.status == .notFound {
            // What there is, and is not, strangers are not told.
            try gate.require(.viewer, of: context.caller)
            throw error
        }
    }
}
