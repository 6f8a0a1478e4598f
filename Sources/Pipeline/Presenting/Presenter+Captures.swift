internal import Compositing
internal import FrameTransport

extension Presenter {
    /// Copies the framebuffer for whoever asked, now or after a later scanout.
    mutating func perform(_ capture: Capture) {
        guard capture.isAsItIs || captures.areDue(at: now, isComplete: stage.isComplete) else {
            return captures.append(capture)
        }
        copy(into: capture)
    }

    /// The next scanout has begun.
    mutating func performCaptures() {
        for capture in captures.pageFlipped(at: now, isComplete: stage.isComplete) {
            copy(into: capture)
        }
    }

    private func copy(into capture: Capture) {
        // A framebuffer that cannot be read, or holds no picture that was meant
        // to be there, leaves the capture empty: its asker sees that.
        if let scene = self.shown {
            let layers = [scene.main, scene.pip].compactMap { $0?.placement }
            let shown = layers.compactMap { stage.shownPicture($0) }
            let drawing = shared.metrics.drawings.count
            try? compositor.withFramebuffer { pixels, bytesPerRow, size in
                capture.take(
                    pixels,
                    bytesPerRow: bytesPerRow,
                    size: size,
                    shown: shown,
                    drawing: drawing
                )
            }
        }
        shared.events.send(.captured(capture))
    }
}
