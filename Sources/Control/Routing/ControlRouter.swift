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
        let router = Router(context: ControlContext.self)
        router.add(middleware: ProblemMiddleware(logger: services.logger))
        if let token { router.add(middleware: TokenMiddleware(token: token)) }
        let routes = Routes(services)
        for endpoint in Endpoint.allCases {
            let path = RouterPath(endpoint.path)
            router.on(path, method: endpoint.method) { request, context in
                try await routes.answer(endpoint, request, context)
            }
            guard endpoint.answersHead else { continue }
            router.on(path, method: .head) { request, context in
                try await routes.answer(endpoint, request, context)
            }
        }
        return router.buildResponder()
    }
}
