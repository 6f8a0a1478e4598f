internal import CFFmpeg
internal import Media
internal import Synchronization

/// The newest packets of a live stream, kept undecoded: for a picture of a stream
/// that nobody shows, and for pictures of some seconds ago.
///
/// The lock is held for a few references and no system call: the ingest thread
/// adds one packet, a reader copies the list of groups and looks at it afterwards.
/// Nobody else takes it, so that the ingest thread finds it free but for the
/// moment of such a copy. Packets are cloned before, and let go behind it.
///
/// Thread: safe; written by the ingest thread.
final class PacketHistory: Sendable {
    typealias Window = HistoryWindow<CodedPacket>

    /// What a reader gets: packets, and what it takes to decode them.
    struct Contents: Sendable {
        let stream: CodedStream
        /// The oldest first; never empty.
        let groups: [Window.Group]
    }

    /// Enough for one group of a camera's pictures; with a look-back for a minute of them.
    static let bytesWithoutLookback = 8 << 20
    static let bytesWithLookback = 64 << 20

    private let span: Nanoseconds?
    private let state: Mutex<State>

    private struct State {
        var window: Window
        /// What the kept packets belong to.
        var stream: CodedStream?
        /// What coming packets belong to.
        var next: CodedStream?
    }

    /// - Parameter span: How far back; nil keeps the newest group alone.
    init(span: Nanoseconds?) {
        self.span = span
        let bytes = span == nil ? Self.bytesWithoutLookback : Self.bytesWithLookback
        state = Mutex(State(window: Window(.init(span: span, bytes: bytes))))
    }

    /// A connection was made. What is kept of the one before stays until the first
    /// key packet comes.
    func begin(_ stream: CodedStream) {
        state.withLock {
            $0.window.renew()
            $0.next = stream
        }
    }

    /// Keeps a reference to a packet, if it is of use.
    ///
    /// - Parameters:
    ///   - packet: Of the stream that `begin` named; stays as it is.
    ///   - stream: That stream.
    ///   - now: When it came.
    func append(_ packet: UnsafePointer<AVPacket>, of stream: CodedStream, at now: MonotonicTime) {
        let kept = CodedPacket(cloning: packet, of: stream, arrived: now)
        let entry = Window.Entry(
            element: kept,
            bytes: kept.bytes,
            isKey: kept.facts.isKey,
            time: kept.facts.decodeTime ?? kept.facts.time,
            arrived: now
        )
        let gone = state.withLock { state in
            let (isKept, gone) = state.window.append(entry)
            if isKept, let next = state.next.take() { state.stream = next }
            return gone
        }
        withExtendedLifetime(gone) {}
    }

    /// What is kept; nil before the first key packet.
    func contents() -> Contents? {
        let (stream, groups) = state.withLock { ($0.stream, $0.window.groups) }
        guard let stream, !groups.isEmpty else { return nil }
        return Contents(stream: stream, groups: groups)
    }

    var status: LookbackStatus {
        let (groups, bytes, evicted, newest) = state.withLock {
            (
                $0.window.groups, $0.window.bytes, $0.window.evicted,
                $0.window.newest ?? MonotonicTime(nanoseconds: 0)
            )
        }
        let oldest = groups.first?.begun ?? newest
        return LookbackStatus(
            isConfigured: span != nil,
            kept: newest - oldest,
            bytes: bytes,
            evicted: evicted
        )
    }
}
