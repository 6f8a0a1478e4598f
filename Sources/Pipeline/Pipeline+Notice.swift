internal import Ingest
internal import Media
internal import Presentation
internal import Synchronization

extension Pipeline {
    /// Has the main view say that it has no stream, where that is so. Takes some milliseconds the
    /// first time, and on an output of another size.
    ///
    /// Thread: any but the presentation thread.
    func updateNotice() {
        if let size = outputState.size { updateNotice(for: size) }
    }

    /// The same for an output that is still to come.
    func updateNotice(for size: PixelSize) {
        let isWanted = state.withLock { state in
            guard state.controller.shown.main == nil, state.noticeSize != size else { return false }
            state.noticeSize = size
            return true
        }
        guard isWanted else { return }
        let notice = NoticePicture(noStreamOn: size)
        state.withLock { state in
            // Another size may have been told of meanwhile.
            guard !state.hasEnded, state.noticeSize == size else { return }
            state.tell(.notice(notice), shared)
        }
    }
}
