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
        context.caller = try caller(request, context)
        let (gate, caller) = (gate, context.caller)
        context.isStillAdmitted = { gate.stillAdmits(caller) }
        do {
            var response = try await next(request, context)
            if door != .control { response.headers.confine() }
            return response
        } catch let error as HTTPError where error.status == .notFound {
            // What there is, and is not, strangers are not told.
            try gate.require(.viewer, of: context.caller)
            throw error
        }
    }

    private func caller(
        _ request: Request,
        _ context: ControlContext
    ) throws(ControlError) -> Caller {
        switch door {
        case .control: .local
        case .inner: .inner
        case .port, .proxy: try gate.admit(Visit(request, context.channel, door: door))
        }
    }
}
