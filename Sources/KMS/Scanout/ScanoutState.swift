/// Which framebuffers one CRTC holds, and what it may do next.
///
///               modeSet                commit
///     dark ───────────────► showing ───────────────► flipping
///                              ▲                         │
///                              └─────────────────────────┘
///                                      pageFlipped
///
/// KMS accepts one non-blocking commit per CRTC at a time, so a second `commit`
/// while `flipping` is a programming error and traps. A buffer is in use from
/// the commit that names it until its successor is on the display.
struct ScanoutState {
    /// What the two planes show; nil is nothing.
    struct Shown: Hashable, Sendable {
        var main: FramebufferID?
        var overlay: FramebufferID?
    }

    private enum State {
        /// Nothing of ours is on the display.
        case dark
        /// No commit is in flight.
        case showing(Shown)
        /// `next` is committed; the display still reads `current`.
        case flipping(next: Shown, current: Shown)
    }

    private var state = State.dark

    var canCommit: Bool {
        if case .showing = state { true } else { false }
    }

    /// What is on the display, or on its way there.
    var newest: Shown {
        switch state {
        case .dark: Shown()
        case .showing(let shown): shown
        case .flipping(let next, _): next
        }
    }

    /// Whether the display reads the buffer, or will after a commit that is in flight.
    func isInUse(_ framebuffer: FramebufferID) -> Bool {
        switch state {
        case .dark: false
        case .showing(let shown): shown.contains(framebuffer)
        case .flipping(let next, let current):
            next.contains(framebuffer) || current.contains(framebuffer)
        }
    }

    /// A mode was set, and that is shown; whatever was in flight is gone.
    mutating func modeSet(showing shown: Shown) {
        state = .showing(shown)
    }

    /// A commit was accepted.
    mutating func commit(_ next: Shown) {
        switch state {
        case .dark: preconditionFailure("Committed \(next) without a mode")
        case .showing(let shown): state = .flipping(next: next, current: shown)
        case .flipping: preconditionFailure("Committed \(next) while a flip was pending")
        }
    }

    /// The flip event came.
    ///
    /// - Returns: The buffers that nothing reads any more. Empty for an event that nobody waits
    ///   for, such as that of a commit from before the mode was set.
    mutating func pageFlipped() -> Shown {
        guard case .flipping(let next, let current) = state else { return Shown() }
        state = .showing(next)
        return Shown(
            main: current.main.flatMap { next.contains($0) ? nil : $0 },
            overlay: current.overlay.flatMap { next.contains($0) ? nil : $0 }
        )
    }
}

extension ScanoutState.Shown {
    fileprivate func contains(_ framebuffer: FramebufferID) -> Bool {
        main == framebuffer || overlay == framebuffer
    }
}
