internal import Hummingbird
internal import Logging

/// Builds what answers requests.
enum ControlRouter {
    static func responder(
        backend: any ControlBackend,
        events: EventHub,
        token: String?,
        limits: ControlLimits,
        logger: Logger
    ) -> RouterResponder<ControlContext> {
        let router = Router(context: ControlContext.self)
        return router.buildResponder()
    }
}
