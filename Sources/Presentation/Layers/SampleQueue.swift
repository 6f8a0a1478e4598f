internal import Media

/// A sample waiting to become due.
struct QueuedSample: BitwiseCopyable, Sendable {
    var sample: SampleBuffer
    /// The sample's place on its layer's own media time; zero for placeholders.
    var media = Nanoseconds.zero
    /// When it was given to the layer.
    var enqueued: MonotonicTime
    /// Whether its time had passed by then.
    var isLate = false
    /// Whether a scanout has been asked for since.
    var wasConsidered = false

    var isImmediate: Bool { sample.attachments.contains(.displayImmediately) }
    var isPlaceholder: Bool { sample.attachments.contains(.placeholder) }
}

/// First in, first out, in fixed storage.
struct SampleQueue: Sendable {
    static let largestCapacity = 8

    let capacity: Int
    private var entries: InlineArray<8, QueuedSample?> = .init(repeating: nil)
    private var head = 0
    private(set) var count = 0

    /// - Parameter capacity: 1 to 8; others are taken for the nearest.
    init(capacity: Int) {
        self.capacity = min(max(1, capacity), Self.largestCapacity)
    }

    var isEmpty: Bool { count == 0 }
    var isFull: Bool { count == capacity }

    /// The sample at a place counted from the oldest; nil beyond the newest.
    subscript(position: Int) -> QueuedSample? {
        position < count ? entries[slot(position)] : nil
    }

    /// The caller has made sure that there is room.
    mutating func append(_ entry: QueuedSample) {
        precondition(!isFull, "Appended to a full queue")
        entries[slot(count)] = entry
        count += 1
    }

    @discardableResult
    mutating func removeFirst() -> QueuedSample? {
        guard count > 0 else { return nil }
        let entry = entries[head]
        entries[head] = nil
        head = slot(1)
        count -= 1
        return entry
    }

    mutating func markConsidered(_ position: Int) {
        entries[slot(position)]?.wasConsidered = true
    }

    private func slot(_ position: Int) -> Int {
        (head + position) % Self.largestCapacity
    }
}
