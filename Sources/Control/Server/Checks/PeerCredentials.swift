internal import Glibc
internal import NIOCore

/// Who is at the other end of a Unix socket, as the kernel says.
struct PeerCredentials: Sendable, CustomStringConvertible {
    let processID: Int32
    let userID: UInt32
    let groupID: UInt32

    var description: String { "pid \(processID) uid \(userID) gid \(groupID)" }

    /// The peer of a connection; nil where there is none, as with TCP.
    static func of(_ channel: any Channel) async -> PeerCredentials? {
        guard channel.remoteAddress?.protocol == .unix || channel.localAddress?.protocol == .unix,
            let provider = channel as? any SocketOptionProvider
        else { return nil }
        // `struct ucred` is not importable: three 32-bit numbers.
        let credentials: (Int32, UInt32, UInt32)? = try? await provider.unsafeGetSocketOption(
            level: .socket,
            name: NIOBSDSocket.Option(rawValue: SO_PEERCRED)
        ).get()
        return credentials.map { PeerCredentials(processID: $0.0, userID: $0.1, groupID: $0.2) }
    }
}
