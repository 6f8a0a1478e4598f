internal import Media
internal import Presentation
internal import Synchronization

extension Pipeline {
    /// Ends what was shown for a time that is over.
    ///
    /// Thread: that of `handleEvents`.
    func endShows(at now: MonotonicTime) {
        state.withLock { state in
            let before = state.controller
            guard let deadline = before.shows.deadline, deadline <= now else { return }
            state.controller.shows.expire(at: now)
            guard let over = before.shows.current, state.controller.shows.current != over else {
                return
            }
            if !state.hasEnded { state.tell(.change(state.controller), shared) }
            state.prepareToShow()
            state.reports.append(.showEnded(over.stream))
        }
        updateNotice()
    }
}
