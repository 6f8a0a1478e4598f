internal import HTTPTypes
internal import Hummingbird

/// Builds what answers requests: the routes, and in front of them what finds out
/// who asks, and what makes every refusal a problem document.
enum ControlRouter {
    /// - Parameters:
    ///   - services: What the routes are made of.
    ///   - door: By which way the requests come in.
    /// - Returns: A responder for every request, known or not.
    static func responder(
        _ services: RouteServices,
        door: Door
    ) -> RouterResponder<ControlContext> {
        let table = RouteTable(services)
        let router = Router(context: ControlContext.self)
        router.add(middleware: ProblemMiddleware(table: table))
        router.add(middleware: AccessMiddleware(gate: services.gate, door: door))
        for route in table.routes {
            for method in route.answersHead ? [route.method, .head] : [route.method] {
                router.on(RouterPath(route.path), method: method) { request, context in
                    let call = RouteCall(
                        route: route,
                        request: request,
                        context: context,
                        table: table
                    )
                    try call.require(route.role)
                    return try await route.handler(call)
                }
            }
        }
        return router.buildResponder()
    }
}
