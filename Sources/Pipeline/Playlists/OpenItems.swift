internal import Ingest
internal import Media
internal import Presentation

/// The streams of a playlist's items that are open, and what the presentation thread was told
/// of them.
///
/// One of them has the playlist's place among the streams; it is held there, too, and let go
/// of there.
///
/// Thread: under the lock of `ControlSide`.
struct OpenItems {
    typealias Opening = PlaylistPlan.Opening

    /// By opening: the one in the place of the playlist, those that are ready, those being opened.
    private var attachments: [Opening: StreamAttachment] = [:]
    /// Those that the presentation thread has besides, and what it was told of them.
    private var turns: [Opening: PlaceTurn.Time] = [:]
    /// The one that the plan knows, or is about to, to be on the screen.
    private var shown: Opening?
    /// Whether its end was noticed.
    private var isEndKnown = false

    subscript(opening: Opening) -> StreamAttachment? { attachments[opening] }

    var openings: [Opening] { Array(attachments.keys) }

    /// How many the presentation thread has besides the one in the place.
    var linedUpCount: Int { turns.count }

    /// Those besides the one that has the place.
    func others(than place: StreamAttachment?) -> [StreamAttachment] {
        attachments.values.filter { $0 !== place }
    }

    mutating func add(_ attachment: StreamAttachment, as opening: Opening) {
        attachments[opening] = attachment
    }

    /// Says which gets the place, and when; none of the others does.
    ///
    /// - Returns: What the presentation thread is to be told that it does not know.
    mutating func follow(
        _ opening: Opening?,
        _ turn: PlaceTurn.Time,
        behind place: StreamAttachment?
    ) -> [PresenterCommand] {
        let others = turns.keys.filter { $0 != opening }
        return others.compactMap { lineUp($0, .later, behind: place) }
            + [opening].compactMap { $0.flatMap { lineUp($0, turn, behind: place) } }
    }

    private mutating func lineUp(
        _ opening: Opening,
        _ turn: PlaceTurn.Time,
        behind place: StreamAttachment?
    ) -> PresenterCommand? {
        guard let attachment = attachments[opening], attachment !== place, turns[opening] != turn
        else { return nil }
        turns[opening] = turn
        return .lineUp(attachment, turn)
    }

    /// Takes one out.
    ///
    /// - Returns: It, and whether the presentation thread has it; nil for the one in the place,
    ///   which is let go of there.
    mutating func remove(
        _ opening: Opening,
        behind place: StreamAttachment?
    ) -> (attachment: StreamAttachment, isPresented: Bool)? {
        guard let attachment = attachments.removeValue(forKey: opening), attachment !== place
        else { return nil }
        return (attachment, turns.removeValue(forKey: opening) != nil)
    }

    // MARK: What became of them

    /// Those that came on the screen since the plan was told of one, in that order.
    func comers(since known: Opening?) -> [(opening: Opening, attachment: StreamAttachment)] {
        attachments.filter { $0.value.isShown && $0.key != known }
            .sorted { $0.value.shownSince < $1.value.shownSince }
            .map { ($0.key, $0.value) }
    }

    /// One is on the screen, in the place of another, which is open no more.
    mutating func came(_ opening: Opening, after previous: StreamAttachment?) {
        turns[opening] = nil
        (shown, isEndKnown) = (opening, false)
        if let previous, previous !== attachments[opening], let old = previous.opening {
            attachments[old] = nil
        }
    }

    /// What is to be known of the end of the one that has the place.
    mutating func noticeEnd(of place: StreamAttachment?) -> PlaylistPlan.Event? {
        guard let place, let opening = place.opening, opening == shown else { return nil }
        let (isEnded, wasKnown) = (place.ingest.isShownToEnd, isEndKnown)
        isEndKnown = isEnded
        guard isEnded != wasKnown else { return nil }
        return isEnded ? .ended(opening) : .wentOn(opening)
    }

    /// Those that take other numbers of bytes than the plan knows.
    func resized(in plan: PlaylistPlan) -> [PlaylistPlan.Event] {
        attachments.compactMap { opening, attachment in
            guard !attachment.isShown, let known = plan.bytes(of: opening) else { return nil }
            let bytes = attachment.ingest.heldBytes
            return bytes == known ? nil : .ready(opening, bytes: bytes)
        }
    }
}
