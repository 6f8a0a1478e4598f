public import Media

// What a playlist's plan is told, and what it says.

extension PlaylistPlan {
    /// One time that an item was opened.
    public struct Opening: Hashable, Sendable {
        public let number: Int

        /// Of no item: what has the playlist's place before one is opened.
        public static let standIn = Self(number: 0)
    }

    /// What has happened.
    public enum Event: Hashable, Sendable {
        /// The list begins.
        case started
        /// It begins at an item, where it was in an earlier run, or some steps from there; items
        /// of its shuffled round had their turn.
        case resumed(PlaylistItemID, behind: [PlaylistItemID], steps: [PlaylistOrder.Step] = [])
        /// Its first picture is there; it takes so many bytes.
        case ready(Opening, bytes: Int)
        /// It cannot be shown, or not any more.
        case failed(Opening)
        /// It could not even be begun to open it.
        case unmade(Opening)
        /// Its first picture is on the screen, in the place of what was shown before, which
        /// is closed.
        case shown(Opening)
        /// Its last picture was shown for its time.
        case ended(Opening)
        /// It goes on, from another time: somebody went back in it.
        case wentOn(Opening)
        /// It waits for pictures, or does not any more.
        case stalled(Opening, Bool)
        /// Somebody wants another item now.
        case skipped(PlaylistOrder.Step)
        case played(PlaylistItemID)
        /// A wall is at that item now.
        case reached(PlaylistItemID)
        /// Other items, another order of them; some are to come next, whatever the order.
        case edited([PlaylistItemID], next: [PlaylistItemID] = [])
        /// These are to be opened anew: how they are shown is different.
        case renewed(Set<PlaylistItemID>)
        case shuffled(Bool)
        case looped(PlaylistOrder.Loop)
        /// What `wake` asked for.
        case timePassed
    }

    /// What is to be done.
    public enum Effect: Hashable, Sendable {
        case open(Opening, PlaylistItemID)
        case close(Opening)
        /// It takes the place of what is shown: at once, or when that has ended.
        case follow(Opening, atOnce: Bool)
        /// Nothing follows what is shown, until the next `follow`.
        case hold
        /// Nothing follows any more: the list has ended.
        case finished
        /// What is shown was over for so long that something else is to be seen in its place,
        /// until something can follow: a picture of the item, or of none.
        case standIn(PlaylistItemID?)
        /// Tell it when this time has passed; a later one replaces it.
        case wake(MonotonicTime)
    }

    /// How an item stands.
    public enum State: String, Hashable, Sendable, CaseIterable {
        case cold
        case opening
        case ready
        case shown
        case failed
    }
}
