internal import Media

/// The streams the presentation thread serves: move-only entries at fixed
/// addresses, so that visiting them retains nothing.
///
/// Thread: bound to the presentation thread.
struct StreamTable: ~Copyable {
    /// The bound on streams of one pipeline, with what waits to take the places of some.
    static let capacity =
        Pipeline.streamLimit + Pipeline.playlistLimit * (PlaylistConfiguration.mostAhead + 3)

    private let entries: UnsafeMutablePointer<PresentedStream>
    private(set) var count = 0

    init() {
        entries = .allocate(capacity: Self.capacity)
    }

    deinit {
        entries.deinitialize(count: count)
        entries.deallocate()
    }

    subscript(index: Int) -> PresentedStream {
        // Inlined: otherwise each visit allocates a frame for the coroutine.
        @inline(__always) _read {
            precondition(index < count, "No stream at \(index)")
            yield entries[index]
        }
        @inline(__always) _modify {
            precondition(index < count, "No stream at \(index)")
            yield &entries[index]
        }
    }

    @inline(__always)
    func firstIndex(where isMeant: (borrowing PresentedStream) -> Bool) -> Int? {
        (0..<count).first { isMeant(entries[$0]) }
    }

    /// The one that has the place, not one that waits for it or has left it.
    func index(of id: StreamID) -> Int? {
        firstIndex { $0.id == id && $0.turn.time == .now }
    }

    /// The caller sees to the bound: `count < capacity`.
    mutating func append(_ stream: consuming PresentedStream) {
        precondition(count < Self.capacity, "More than \(Self.capacity) streams")
        (entries + count).initialize(to: stream)
        count += 1
    }

    /// Takes an entry out; the last one moves into its place.
    mutating func remove(at index: Int) -> PresentedStream {
        let removed = (entries + index).move()
        count -= 1
        if index < count { (entries + index).moveInitialize(from: entries + count, count: 1) }
        return removed
    }
}
