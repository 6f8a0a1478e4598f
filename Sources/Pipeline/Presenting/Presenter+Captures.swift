internal import Compositing
internal import Media
internal import Presentation

/// Captures that wait for what was asked for before them to be on the screen.
///
/// Whoever shows a stream and then asks for a picture means one with that stream in it.
///
/// Bounds: the pipeline has 8 captures under way at most.
struct WaitingCaptures {
    private var captures: [Capture] = []
    /// When the view changed last.
    private var changed: MonotonicTime?
    /// Whether what was asked for up to now is on the screen.
    private var isSettled = true

    /// Since the view changed: a stream that has nothing to show then is not waited for.
    static let longestWait = Nanoseconds.milliseconds(500)

    /// Something else is to be shown from the next scanout on.
    mutating func viewChanged(at now: MonotonicTime) {
        isSettled = false
        changed = now
    }

    mutating func append(_ capture: Capture) { captures.append(capture) }

    /// Whether a capture shows what is wanted now.
    ///
    /// - Parameters:
    ///   - now: The present.
    ///   - isComplete: Whether every stream that is to be seen is.
    /// - Returns: False where it would be of what was shown before.
    func areDue(at now: MonotonicTime, isComplete: Bool) -> Bool {
        guard isSettled else { return false }
        guard !isComplete, let changed else { return true }
        return now - changed >= Self.longestWait
    }

    /// What was drawn last is on the screen now.
    ///
    /// - Returns: What is to be performed.
    mutating func pageFlipped(at now: MonotonicTime, isComplete: Bool) -> [Capture] {
        isSettled = true
        guard !captures.isEmpty, areDue(at: now, isComplete: isComplete) else { return [] }
        defer { captures.removeAll() }
        return captures
    }
}

extension Presenter {
    /// Copies the framebuffer for whoever asked, now or after a later scanout.
    mutating func perform(_ capture: Capture) {
        guard captures.areDue(at: now, isComplete: isComplete) else {
            return captures.append(capture)
        }
        copy(into: capture)
    }

    /// The next scanout has begun.
    mutating func performCaptures() {
        for capture in captures.pageFlipped(at: now, isComplete: isComplete) {
            copy(into: capture)
        }
    }

    /// Whether something is to be seen of every stream that is shown.
    private var isComplete: Bool { !awaitsPicture(at: mainIndex) && !awaitsPicture(at: pipIndex) }

    /// Whether a stream is shown there that has nothing on the screen yet.
    func awaitsPicture(at index: Int?) -> Bool {
        guard let index else { return false }
        return streams[index].awaitsPicture
    }

    private func copy(into capture: Capture) {
        // A framebuffer that cannot be read, or holds no picture that was meant
        // to be there, leaves the capture empty: its asker sees that.
        if let scene = self.shown {
            let shown = [scene.main, scene.pip].compactMap { shownPicture($0?.placement) }
            try? compositor.withFramebuffer { pixels, bytesPerRow, size in
                capture.take(pixels, bytesPerRow: bytesPerRow, size: size, shown: shown)
            }
        }
        shared.events.send(.captured(capture))
    }

    /// Nil for a placeholder, and for a picture of a stream that was let go.
    private func shownPicture(_ layer: SceneLayer?) -> ShownPicture? {
        guard let layer, !layer.sample.attachments.contains(.placeholder),
            let index = (0..<streams.count).first(where: {
                streams[$0].number == layer.streamNumber
            })
        else { return nil }
        return ShownPicture(stream: streams[index].id, decoded: layer.sample.decoded)
    }
}
