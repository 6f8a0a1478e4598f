internal import Media

/// Pictures that were read and have not come out yet, in the order in which they
/// will: by PTS, within each timeline of the stream.
struct ExpectedPictures: Sendable {
    struct Entry: BitwiseCopyable, Sendable {
        var picture: RateGate.LeftOut
        var timeline: UInt32
        var isLeftOut = false
    }

    /// As many as a decoder may hold back (16), those left out between them, and
    /// packets read ahead.
    private static let capacity = 32
    private var entries: InlineArray<32, Entry?> = .init(repeating: nil)
    private(set) var count = 0
    private var timeline: UInt32 = 0

    /// The caller has seen that `index` is below `count`.
    subscript(index: Int) -> Entry {
        guard let entry = entries[index] else { preconditionFailure("No picture \(index)") }
        return entry
    }

    var first: Entry? { entries[0] }
    var hasLeftOut: Bool { (0..<count).contains { self[$0].isLeftOut } }

    /// What is read from here on is shown after all that was read before.
    mutating func beginTimeline() { timeline &+= 1 }

    /// - Returns: False for a second picture of that time, or without room.
    mutating func insert(_ picture: RateGate.LeftOut) -> Bool {
        guard place(of: picture.pts) == nil else { return false }
        guard count < Self.capacity else {
            forgetDecoded()
            return false
        }
        var place = count
        while place > 0, self[place - 1].timeline == timeline,
            self[place - 1].picture.pts > picture.pts
        {
            entries[place] = entries[place - 1]
            place -= 1
        }
        entries[place] = Entry(picture: picture, timeline: timeline)
        count += 1
        return true
    }

    /// Where the newest timeline has the picture.
    func place(of pts: MediaTime) -> Int? {
        (0..<count).first { self[$0].timeline == timeline && self[$0].picture.pts == pts }
    }

    /// Where the first picture of that time is that comes out of the decoder.
    func placeDecoded(at pts: MediaTime) -> Int? {
        (0..<count).first { !self[$0].isLeftOut && self[$0].picture.pts == pts }
    }

    mutating func markLeftOut(_ place: Int) { entries[place]?.isLeftOut = true }

    mutating func removeFirst() {
        count -= 1
        for index in 0..<count { entries[index] = entries[index + 1] }
        entries[count] = nil
    }

    /// Far more than a decoder holds back: they will not come.
    private mutating func forgetDecoded() {
        var kept = 0
        for index in 0..<count where self[index].isLeftOut {
            entries[kept] = entries[index]
            kept += 1
        }
        for index in kept..<count { entries[index] = nil }
        count = kept
    }
}
