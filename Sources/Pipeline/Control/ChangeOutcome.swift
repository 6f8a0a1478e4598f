public import Media
public import Presentation

extension Pipeline {
    /// What a change of streams and view together has done.
    public struct ChangeOutcome: Sendable {
        /// Those of which there was none of that ID.
        public var added: [StreamID]
        /// Those that are gone.
        public var removed: [StreamID]
        /// What is different on the screen.
        public var view: [ViewChange]
        /// Whether what is asked of the view is another thing than before, shown or not.
        public var isViewDifferent = false
        /// Playlists that were there and consist of something else now, with their revisions.
        public var edited: [StreamID: Int] = [:]
    }
}
