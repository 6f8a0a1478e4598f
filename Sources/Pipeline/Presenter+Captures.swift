internal import Compositing
internal import Media
internal import Presentation

/// Captures that wait for what was asked for before them to be on the screen.
///
/// Whoever shows a stream and then asks for a picture means one with that stream in it.
///
/// Bounds: the pipeline has 8 captures under way at most.
struct WaitingCaptures {
    private var captures: [(capture: Capture, asked: MonotonicTime)] = []
    /// Whether what was asked for up to now is on the screen.
    private(set) var isSettled = true

    /// A stream that has nothing to show yet is not waited for any longer.
    static let longestWait = Nanoseconds.milliseconds(500)

    /// Something else is to be shown from the next scanout on.
    mutating func viewChanged() { isSettled = false }

    mutating func append(_ capture: Capture, at now: MonotonicTime) {
        captures.append((capture, now))
    }

    /// What was drawn last is on the screen now.
    ///
    /// - Parameters:
    ///   - now: The present.
    ///   - isComplete: Whether every stream that is to be seen is.
    /// - Returns: What is to be performed.
    mutating func pageFlipped(at now: MonotonicTime, isComplete: Bool) -> [Capture] {
        isSettled = true
        guard !captures.isEmpty else { return [] }
        let isDue = { (asked: MonotonicTime) in isComplete || now - asked >= Self.longestWait }
        let due = captures.filter { isDue($0.asked) }.map(\.capture)
        captures.removeAll { isDue($0.asked) }
        return due
    }
}

extension Presenter {
    /// Copies the framebuffer for whoever asked, now or after a later scanout.
    mutating func perform(_ capture: Capture) {
        guard captures.isSettled, isComplete else { return captures.append(capture, at: now) }
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

    private func awaitsPicture(at index: Int?) -> Bool {
        guard let index else { return false }
        return streams[index].awaitsPicture
    }

    private func copy(into capture: Capture) {
        // A framebuffer that cannot be read, or holds no picture that was meant
        // to be there, leaves the capture empty: its asker sees that.
        if let drawn {
            let shown = [shownPicture(drawn.main), shownPicture(drawn.pip)].compactMap { $0 }
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
