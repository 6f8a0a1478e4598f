internal import Glibc
internal import Media
internal import Platform
internal import Synchronization
internal import TestSupport

/// A TCP server on the loopback interface that behaves as faulty ones do.
///
/// Thread: its own, which ends with the object.
final class FaultyServer: Sendable {
    /// What it does with a client once it has its request.
    enum Behaviour: Sendable {
        /// Accepts and never answers.
        case silent
        case closes
        /// Sends this, and closes.
        case sends([UInt8])
        /// Sends this, and then neither more nor a close.
        case stallsAfter([UInt8])
        /// Sends the first, and then the second for as long as the client reads.
        case neverEnds([UInt8], [UInt8])
    }

    let port: UInt16
    private let listener: OwnedDescriptor
    private let stop: WakeUp
    private let thread = Mutex<WorkerThread?>(nil)

    init(_ behaviour: Behaviour) throws {
        listener = try Sockets.stream(AF_INET)
        let descriptor = listener.rawValue
        port = try Sockets.bindToLoopback(descriptor)
        try systemCall("listen") { listen(descriptor, 16) }
        stop = try WakeUp()
        let worker = try WorkerThread(name: "faulty-server") { [stop] in
            Self.serve(descriptor, behaviour, stop)
        }
        thread.withLock { $0 = worker }
    }

    deinit {
        stop.signal()
        thread.withLock { $0.take() }?.join()
    }

    private static func serve(_ listener: CInt, _ behaviour: Behaviour, _ stop: WakeUp) {
        var held: [CInt] = []
        defer { for client in held { close(client) } }
        while true {
            var polling = PollSet(capacity: 2)
            polling.add(stop.rawValue, tag: .init(rawValue: 0))
            polling.add(listener, tag: .init(rawValue: 1))
            guard !polling.wait(until: nil).contains(.init(rawValue: 0)) else { return }
            let client = accept(listener, nil, nil)
            guard client >= 0 else { continue }
            switch behaviour {
            case .silent: held.append(client)
            case .closes: close(client)
            case .sends(let bytes):
                answer(client, bytes)
                close(client)
            case .stallsAfter(let bytes):
                answer(client, bytes)
                held.append(client)
            case .neverEnds(let head, let more):
                if answer(client, head) { while send(client, more) {} }
                close(client)
            }
        }
    }

    /// Reads a request and sends the bytes.
    ///
    /// - Returns: False when the client has left.
    @discardableResult
    private static func answer(_ client: CInt, _ bytes: [UInt8]) -> Bool {
        var request = [UInt8](repeating: 0, count: 4096)
        guard Sockets.isReadable(client, until: .patience) else { return false }
        _ = recv(client, &request, request.count, 0)
        return send(client, bytes)
    }

    private static func send(_ client: CInt, _ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Glibc.send(client, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }
}
