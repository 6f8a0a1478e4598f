internal import Ingest
internal import Media
internal import Presentation
internal import Synchronization

extension Pipeline {
    /// Has the main view say that it has no stream, where that is so. Takes some milliseconds when
    /// that is to be said anew, or on an output of another size.
    ///
    /// Thread: any but the presentation thread.
    func updateNotice() {
        guard let size = outputState.size else { return }
        let isWanted = state.withLock { state in
            let wanted = state.controller.shown.main == nil ? size : nil
            defer { state.noticeSize = wanted }
            return wanted != nil && wanted != state.noticeSize
        }
        guard isWanted else { return }
        let notice = NoticePicture(noStreamOn: size)
        state.withLock { state in
            if !state.hasEnded { state.tell(.notice(notice), shared) }
        }
    }
}
