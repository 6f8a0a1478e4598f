internal import MediaLink
internal import Platform
internal import Synchronization

/// Takes requests from the connection as they come, so that the other side never waits, however
/// long one takes to answer.
///
/// Thread: safe.
final class Inbox: Sendable {
    /// What the thread and the owner share.
    private final class Place: Sendable {
        let state = Mutex(State())
    }

    /// What was sent is no request.
    private struct Strange: Error {}

    private struct State {
        var requests: [NumberedRequest] = []
        var isClosed = false
        var fault: MediaFailure?
    }

    private let place: Place
    /// Reads until the connection ends.
    private let thread: WorkerThread

    /// - Parameters:
    ///   - socket: What is read until it ends.
    ///   - changed: Is signalled at each request, and at the end.
    /// - Returns: One that reads already.
    /// - Throws: `pthread_create`.
    static func open(
        _ socket: MediaSocket,
        signalling changed: WakeUp
    ) throws(SystemCallError) -> Inbox {
        let place = Place()
        let thread = try WorkerThread(name: "media-in", stackBytes: 1 << 20) {
            var splitter = MessageSplitter()
            while Self.receive(from: socket, &splitter, into: place) { changed.signal() }
            place.state.withLock { $0.isClosed = true }
            changed.signal()
        }
        return Inbox(place, thread)
    }

    private init(_ place: Place, _ thread: WorkerThread) {
        self.place = place
        self.thread = thread
    }

    /// What has come since the last call; nil once the other side is gone, and all that it
    /// has sent was taken.
    func take() -> [NumberedRequest]? {
        place.state.withLock { state in
            defer { state.requests = [] }
            return state.isClosed && state.requests.isEmpty ? nil : state.requests
        }
    }

    /// Why nothing more is taken, where the other side is still there.
    var fault: MediaFailure? { place.state.withLock { $0.fault } }

    /// - Returns: False at the end.
    private static func receive(
        from socket: MediaSocket,
        _ splitter: inout MessageSplitter,
        into place: Place
    ) -> Bool {
        do {
            try socket.receive(into: &splitter)
            while let body = try splitter.next() {
                guard let request = MessageFrame.decode(NumberedRequest.self, from: body) else {
                    throw Strange()
                }
                place.state.withLock { $0.requests.append(request) }
            }
            return true
        } catch is MediaSocket.Closed {
            return false
        } catch {
            place.state.withLock {
                $0.fault = MediaFailure(
                    "pipd asks in words of another version",
                    remedy: "Start it anew."
                )
            }
            return false
        }
    }
}
