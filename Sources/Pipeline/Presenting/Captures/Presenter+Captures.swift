internal import Compositing
internal import FrameTransport

extension Presenter {
    /// Says what is shown for whoever asked, now or after a later scanout.
    mutating func perform(_ capture: Capture) {
        let isDue = captures.areDue(
            at: now,
            isComplete: stage.isComplete,
            isFading: stage.scenery.isFading
        )
        guard capture.isAsItIs || isDue else { return captures.append(capture, at: now) }
        copy(into: capture)
    }

    /// The next scanout has begun.
    mutating func performCaptures() {
        let due = captures.pageFlipped(
            at: now,
            isComplete: stage.isComplete,
            isFading: stage.scenery.isFading
        )
        for capture in due { copy(into: capture) }
    }

    private func copy(into capture: Capture) {
        // A framebuffer that cannot be read, or holds no picture that was meant
        // to be there, leaves the capture empty: its asker sees that.
        if let shown {
            let scene = ViewScene(
                size: compositor.size,
                mainLayer: layer(shown.main),
                pipLayer: layer(shown.pip),
                osd: stage.scenery.osd(of: compositor.size),
                drawing: shared.metrics.drawings.count
            )
            if capture.isOfPixels {
                try? compositor.withFramebuffer { pixels, bytesPerRow, _ in
                    capture.take(scene, pixels, bytesPerRow: bytesPerRow)
                }
            } else {
                capture.take(scene)
            }
        }
        shared.events.send(.captured(capture))
    }

    private func layer(_ layer: DrawLayer?) -> ViewScene.Layer? {
        guard let placement = layer?.placement else { return nil }
        return ViewScene.Layer(placement: placement, picture: stage.shownPicture(placement))
    }
}
