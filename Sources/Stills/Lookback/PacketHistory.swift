package import CFFmpeg
package import Decoding
package import Demuxing
package import Media
internal import Synchronization

/// The newest packets of a live stream, kept undecoded: for a picture of a stream
/// that nobody shows, and for pictures of some seconds ago.
///
/// The lock is held for a few references and no system call: the ingest thread
/// adds one packet (180 ns with all that belongs to it), a search takes a reference
/// to the list of groups and looks at it afterwards, and metrics read four numbers.
/// Packets are cloned before, and let go behind it. On Linux `Mutex` is a futex
/// that passes priority on (`FUTEX_LOCK_PI`): a reader that is preempted while it
/// holds the lock runs with the ingest thread's priority as soon as that one
/// waits, and cannot hold it up for long.
///
/// Thread: safe; written by the ingest thread.
package final class PacketHistory: Sendable {
    typealias Window = HistoryWindow<CodedPacket>

    /// What a reader gets: packets of one timeline, and what it takes to decode them.
    struct Contents: Sendable {
        let stream: CodedStream
        /// The oldest first; never empty.
        let groups: [Window.Group]
    }

    /// What there is for a reader.
    enum Kept: Sendable {
        /// No key packet has come yet.
        case nothingYet
        /// The newest group was larger than the limit, in bytes: nothing is kept up
        /// to the next key packet.
        case tooLarge(limit: Int)
        /// One for each timeline, the oldest first; never empty.
        case packets([Contents])
    }

    /// Enough for the 10 s between two key pictures that cameras are often set to,
    /// at the 25 Mbit/s of one in 3840x2160. Less would leave a stream that nobody
    /// shows without a picture for most of the time; others take what they need.
    static let bytesWithoutLookback = 32 << 20
    /// Enough for a minute of a camera's pictures at 8 Mbit/s.
    static let bytesWithLookback = 64 << 20

    let span: Nanoseconds?
    private let limit: Int
    private let state: Mutex<State>

    private struct State {
        var window: Window
        /// What the kept packets belong to, by their timelines, the oldest first.
        var streams: [(timeline: Int, stream: CodedStream)] = []
        /// What coming packets belong to.
        var coming: CodedStream?
    }

    /// - Parameters:
    ///   - span: How far back; nil keeps the newest group alone.
    ///   - limit: In bytes; nil is the usual one.
    package init(span: Nanoseconds?, limit: Int? = nil) {
        self.span = span
        let usual = span == nil ? Self.bytesWithoutLookback : Self.bytesWithLookback
        self.limit = limit ?? usual
        state = Mutex(State(window: Window(.init(span: span, bytes: self.limit))))
    }

    /// A connection was made. What is kept of the one before stays as far as the
    /// look-back goes, without one until the first key packet comes.
    package func begin(_ stream: CodedStream) {
        state.withLock {
            $0.window.renew()
            $0.coming = stream
        }
    }

    /// Keeps a reference to a packet, if it is of use.
    ///
    /// - Parameters:
    ///   - packet: Of the stream that `begin` named; stays as it is.
    ///   - stream: That stream.
    ///   - now: When it came.
    /// - Throws: `AVError` without memory; nothing that follows can be decoded then.
    package func append(
        _ packet: UnsafePointer<AVPacket>,
        of stream: CodedStream,
        at now: MonotonicTime
    ) throws(AVError) {
        append(try CodedPacket(cloning: packet, of: stream, arrived: now), at: now)
    }

    /// Keeps a packet of the stream that `begin` named, if it is of use.
    func append(_ kept: CodedPacket, at now: MonotonicTime) {
        let entry = Window.Entry(
            element: kept,
            bytes: kept.bytes,
            isKey: kept.facts.isKey,
            time: kept.facts.decodeTime ?? kept.facts.time,
            arrived: now
        )
        let gone = state.withLock { state in
            let (isKept, gone) = state.window.append(entry)
            let timeline = state.window.timeline
            if isKept, let coming = state.coming, state.streams.last?.timeline != timeline {
                state.streams.append((timeline, coming))
            }
            if !gone.isEmpty, let oldest = state.window.groups.first?.timeline {
                state.streams.removeAll { $0.timeline < oldest }
            }
            return gone
        }
        withExtendedLifetime(gone) {}
    }

    /// What is kept now.
    var kept: Kept {
        let (groups, streams, evicted) = state.withLock { state in
            (state.window.groups, state.streams, state.window.evicted)
        }
        guard !groups.isEmpty else {
            return evicted > 0 ? .tooLarge(limit: limit) : .nothingYet
        }
        return .packets(
            streams.compactMap { entry in
                let own = groups.filter { $0.timeline == entry.timeline }
                return own.isEmpty ? nil : Contents(stream: entry.stream, groups: own)
            }
        )
    }

    /// What came of a stream since its newest key packet, that one first; empty where
    /// nothing of it is kept.
    package func newestGroup(of stream: CodedStream) -> ArraySlice<CodedPacket> {
        guard case .packets(let all) = kept, let newest = all.last, newest.stream === stream,
            let group = newest.groups.last
        else { return [] }
        let packets = Array(group.elements)
        return packets[(packets.lastIndex { $0.facts.isKey } ?? 0)...]
    }

    package var status: LookbackStatus {
        state.withLock { state in
            LookbackStatus(
                isConfigured: span != nil,
                kept: state.window.duration,
                bytes: state.window.bytes,
                evicted: state.window.evicted
            )
        }
    }
}

extension PacketHistory.Kept {
    /// The packets.
    ///
    /// - Parameter id: Of the stream, for the sentence that says why there are none.
    /// - Returns: What is kept, one for each timeline, the oldest first; never empty.
    /// - Throws: `StillError.notReady`.
    func contents(of id: StreamID) throws(StillError) -> [PacketHistory.Contents] {
        switch self {
        case .packets(let contents): return contents
        case .nothingYet: throw .notReady("no key picture of stream '\(id)' has come yet")
        case .tooLarge(let limit):
            throw .notReady(
                """
                the pictures of stream '\(id)' since its newest key picture take more than the \
                \(limit >> 20) MiB that are kept; ask again after the next one
                """
            )
        }
    }
}
