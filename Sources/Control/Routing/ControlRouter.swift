internal import HTTPTypes
internal import Hummingbird

/// Builds what answers requests: the routes, and in front of them what makes
/// every refusal a problem document.
enum ControlRouter {
    /// - Parameters:
    ///   - services: What the routes are made of.
    ///   - token: What clients must present; nil: nothing.
    /// - Returns: A responder for every request, known or not.
    static func responder(
        _ services: RouteServices,
        token: String?
    ) -> RouterResponder<ControlContext> {
        let table = RouteTable(services)
        let router = Router(context: ControlContext.self)
        router.add(middleware: ProblemMiddleware(table: table))
        if let token { router.add(middleware: TokenMiddleware(token: token)) }
        for route in table.routes {
            for method in route.answersHead ? [route.method, .head] : [route.method] {
                router.on(RouterPath(route.path), method: method) { request, context in
                    try await route.handler(
                        RouteCall(route: route, request: request, context: context, table: table)
                    )
                }
            }
        }
        return router.buildResponder()
    }
}
