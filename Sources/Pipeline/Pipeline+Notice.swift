internal import Ingest
internal import Media
internal import Presentation
internal import Synchronization

extension Pipeline {
    /// Has the main view say that it has no stream, where that is so, in the usual placeholder's
    /// style. Takes some milliseconds the first time, on an output of another size, and after a
    /// change of that.
    ///
    /// Thread: any but the presentation thread.
    func updateNotice() {
        if let size = outputState.size { updateNotice(for: size) }
    }

    /// The same for an output that is still to come.
    func updateNotice(for size: PixelSize) {
        let look = NoticeLook(size: size, style: usualPlaceholder)
        let isWanted = state.withLock { state in
            guard state.controller.shown.main == nil, state.notice != look else { return false }
            state.notice = look
            return true
        }
        guard isWanted else { return }
        let notice = NoticePicture(noStreamOn: size, look.style)
        state.withLock { state in
            // Another one may have been wanted meanwhile.
            guard !state.hasEnded, state.notice == look else { return }
            state.tell(.notice(notice), shared)
        }
    }
}

/// What the picture of a view without a stream is drawn from.
struct NoticeLook: Hashable {
    var size: PixelSize
    var style: PlaceholderStyle
}
