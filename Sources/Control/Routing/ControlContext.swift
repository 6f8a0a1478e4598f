internal import Hummingbird
internal import NIOCore

/// What a route knows of its request besides the request itself.
struct ControlContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    /// The connection.
    let channel: any Channel
    /// By which way it came in, and who asks; `AccessMiddleware` says so.
    var door = Door.port
    var caller = Caller()
    /// Whether they still may ask; for answers that have no end.
    var isStillAdmitted: @Sendable () -> Bool = { true }

    init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        channel = source.channel
    }
}
