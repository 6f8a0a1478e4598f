internal import Hummingbird
internal import NIOCore

/// What a route knows of its request besides the request itself.
struct ControlContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    /// The connection.
    let channel: any Channel

    init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        channel = source.channel
    }

    /// Whether the connection is one of the Unix socket.
    var isLocal: Bool {
        channel.localAddress?.protocol == .unix || channel.remoteAddress?.protocol == .unix
    }
}
