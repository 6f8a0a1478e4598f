internal import Ingest
internal import Logging
internal import Media
internal import MediaLink
internal import Pipeline
internal import Platform
internal import Synchronization

/// Where playlists are and what they have shown, kept by the media process for the next start.
///
/// Where one is is kept again every `interval`, where that is something else, when another item
/// is shown, and at the end; what is shown is noted as it ends. Nobody waits for any of it.
///
/// Thread: safe.
final class PlaylistMemories: Sendable {
    /// What a daemon that loses its power forgets, at most.
    static let interval = Nanoseconds.milliseconds(10_000)
    /// Between two times that it is kept, at least.
    private static let leastInterval = Nanoseconds.milliseconds(1_000)

    fileprivate struct State {
        /// Of which something may be kept.
        var known: Set<StreamID> = []
        /// As they were kept last, or are about to be.
        var kept: [StreamID: PlaylistMemory] = [:]
        /// Those that are gone, and of which something may be kept still.
        var gone: Set<StreamID> = []
        /// How often one was removed: what is answered then may be of the one before.
        var removals = 0
        /// What is on the screen of each, and was not noted yet.
        var shown: [StreamID: MediaName] = [:]
        /// When it is looked at whether they are elsewhere, and when that was done last.
        var next: MonotonicTime?
        var last: MonotonicTime?
    }

    private let playlists: Playlists
    private let media: MediaProcess
    private let isEnabled: Bool
    private let logger: Logger
    private let state = Mutex(State())

    /// - Parameters:
    ///   - playlists: Those of the pipeline.
    ///   - media: What keeps them.
    ///   - isEnabled: Whether the playlists wait for being told where they were.
    ///   - logger: Is told why one cannot be.
    init(_ playlists: Playlists, media: MediaProcess, isEnabled: Bool, logger: Logger) {
        self.playlists = playlists
        self.media = media
        self.isEnabled = isEnabled
        self.logger = logger
    }

    /// When `keep(at:)` has something to do; nil before the first call.
    var deadline: MonotonicTime? {
        state.withLock { $0.known.isEmpty && $0.gone.isEmpty ? nil : $0.next }
    }

    /// Lets a playlist that waits for that begin where it was, once this is known. What is asked
    /// of its feeds is to be asked before.
    ///
    /// Nothing is kept of it before that: what was kept is not to be lost. Where the media process
    /// is away it is to be asked again when that is back.
    func begin(_ id: StreamID) {
        guard isEnabled else { return }
        let removals = state.withLock { $0.removals }
        media.ask(.playlist(.memory(of: id.name))) { [self] answer in
            switch answer {
            case .memory(let memory): begin(id, memory, removals)
            case .refused(let refusal):
                logger.warning(
                    "playlist \(id): where it was is not known: \(refusal.failure)",
                    metadata: ["stream": "\(id)"]
                )
                if refusal.kind != .away { begin(id, nil, removals) }
            default: begin(id, nil, removals)
            }
        }
    }

    private func begin(_ id: StreamID, _ memory: PlaylistMemory?, _ removals: Int) {
        let isThatOne = state.withLock { state in
            state.known.insert(id)
            state.next = state.next ?? .milliseconds(0)
            return state.removals == removals
        }
        playlists.begin(id) { playlist in
            isThatOne ? memory.flatMap { PlaylistBookmark($0, in: playlist) } : nil
        }
    }

    /// A playlist is no more: one of its ID that comes begins with its first item.
    func forget(_ id: StreamID) {
        guard isEnabled, state.withLock({ $0.forget(id) }) else { return }
        ask(.forget(id.name), of: id)
    }

    /// What is refused is asked again the next time.
    private func ask(_ request: PlaylistRequest, of id: StreamID) {
        media.ask(.playlist(request)) { [self] answer in
            guard answer != .done else { return }
            state.withLock { state in
                if case .forget = request { state.gone.insert(id) } else { state.kept[id] = nil }
            }
        }
    }

    /// Takes in what has become of playlists.
    func note(_ event: PipelineEvent) {
        guard isEnabled else { return }
        switch event {
        case .itemStarted(let id, let item):
            let name = playlists.item(item, of: id).map(MediaName.init)
            let last = state.withLock { state in
                let last = state.shown[id]
                state.shown[id] = name
                let soon = state.last.map { $0 + Self.leastInterval } ?? .milliseconds(0)
                state.next = min(state.next ?? soon, soon)
                return last
            }
            if let last { record(last, of: id, isCompleted: false) }
        case .itemEnded(let id, _):
            guard let name = state.withLock({ $0.shown.removeValue(forKey: id) }) else { return }
            record(name, of: id, isCompleted: true)
        default: break
        }
    }

    private func record(_ name: MediaName, of id: StreamID, isCompleted: Bool) {
        let record = PlayRecord(item: name, playlist: id.name, isCompleted: isCompleted)
        media.ask(.playlist(.played(record))) { _ in }
    }

    /// Keeps where playlists are, as far as it is time for that and they were elsewhere.
    func keep(at now: MonotonicTime) {
        guard isEnabled else { return }
        let isDue = state.withLock { state in
            guard state.next.map({ now >= $0 }) ?? true else { return false }
            (state.last, state.next) = (now, now + Self.interval)
            return true
        }
        if isDue { keepAll() }
    }

    /// Keeps where all are that were elsewhere.
    func keepAll() {
        guard isEnabled else { return }
        for (id, request) in changes() { ask(request, of: id) }
    }

    /// What is to be kept that is not, and to be forgotten.
    private func changes() -> [(id: StreamID, request: PlaylistRequest)] {
        let ids = playlists.ids
        let memories = ids.compactMap { id in
            playlists.bookmark(of: id).map { (id, PlaylistMemory($0, of: id)) }
        }
        return state.withLock { state in
            var requests: [(id: StreamID, request: PlaylistRequest)] = []
            for (id, memory) in memories
            where state.known.contains(id) && state.kept[id] != memory {
                state.kept[id] = memory
                requests.append((id, .remember(memory)))
            }
            state.gone.formUnion(state.known.subtracting(ids).filter { state.forget($0) })
            for id in state.gone { requests.append((id, .forget(id.name))) }
            state.gone = []
            return requests
        }
    }
}

extension PlaylistMemories.State {
    /// - Returns: Whether something may have been kept.
    fileprivate mutating func forget(_ id: StreamID) -> Bool {
        (kept[id], shown[id]) = (nil, nil)
        removals += 1
        return known.remove(id) != nil
    }
}

extension MediaName {
    init(_ item: PlaylistConfiguration.Item) {
        self = item.feedItem.map(Self.feedItem) ?? .address(item.address.text.withSecrets)
    }
}

extension PlaylistMemory {
    init(_ bookmark: PlaylistBookmark, of id: StreamID) {
        self.init(playlist: id.name, item: bookmark.item.map(MediaName.init))
        seconds = bookmark.position.seconds
        past = bookmark.past.map { MediaName($0).digest }
        isPaused = bookmark.isPaused
    }
}

extension PlaylistBookmark {
    /// Nil where the playlist has no such item any more.
    init?(_ memory: PlaylistMemory, in playlist: PlaylistConfiguration) {
        let items = playlist.presentItems
        guard let name = memory.item, let item = items.first(where: { MediaName($0) == name })
        else {
            return nil
        }
        self.init(item: item)
        // No number of seconds is too large for the type.
        let nanoseconds = min(max(memory.seconds, 0), 1e9) * 1e9
        position = MediaTime(nanoseconds: nanoseconds.isFinite ? Int64(nanoseconds) : 0)
        if !memory.past.isEmpty {
            let byDigest = Dictionary(items.map { (MediaName($0).digest, $0) }) { $1 }
            past = memory.past.compactMap { byDigest[$0] }
        }
        isPaused = memory.isPaused
    }
}
