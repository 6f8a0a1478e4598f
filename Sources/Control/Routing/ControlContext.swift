internal import Hummingbird
internal import Logging
internal import NIOCore

/// What a route knows of its request besides the request itself.
struct ControlContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    /// The connection; nil for what comes by another way than HTTP.
    let channel: (any Channel)?
    /// By which way it came in, and who asks; `AccessMiddleware` says so.
    var door = Door.port
    var caller = Caller()
    /// Whether they still may ask; for answers that have no end.
    var isStillAdmitted: @Sendable () -> Bool = { true }

    init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        channel = source.channel
    }

    /// Of what comes into the process by another way than HTTP.
    init(logger: Logger) {
        coreContext = .init(source: InnerSource(logger: logger))
        channel = nil
    }

    /// Who is at the other end of a Unix socket; nil for others.
    var peer: PeerCredentials? {
        get async {
            guard let channel else { return nil }
            return await PeerCredentials.of(channel)
        }
    }

    private struct InnerSource: RequestContextSource {
        let logger: Logger
    }
}
