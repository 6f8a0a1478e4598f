internal import Media
internal import Platform

/// What happens to the display while it is shown, or waited for.
extension Screen {
    /// Goes over from buffers of a GPU to buffers in memory, for good.
    ///
    /// For a GPU that has failed, and none is found again. The mode is set anew,
    /// with black buffers; what was in flight is gone. As with `open`, `mode` and
    /// `waiting` say what came of it, and no event tells: a display that cannot
    /// be shown now is waited for. A `gpuWindow` that something refers to stays
    /// usable, but nothing shows what is drawn there any more.
    ///
    /// Does nothing for a screen that has buffers in memory, or is closed.
    ///
    /// Thread: bound to the presentation thread.
    public func useMemoryBuffers() {
        guard configuration.usesGPUBuffers, mode != nil || waiting != nil else { return }
        configuration.usesGPUBuffers = false
        graphics = nil
        activate()
        pendingEvent = nil
    }

    /// Does what is due.
    func handleOverdue(at now: MonotonicTime) {
        if let flipDeadline, now >= flipDeadline {
            statistics.flipTimeouts += 1
            giveUpFlip()
        } else if let retryTime, now >= retryTime {
            tryAgain()
        }
    }

    private func tryAgain() {
        if scanout != nil { return followConnector(asking: false) }
        // Where the kernel does not tell, the other devices have to be looked at.
        hotplug == nil && waiting == .noDisplay ? moveToOtherCard() : activate()
    }

    /// Reads what the kernel says of connectors and devices.
    func readHotplugs() {
        let news = hotplug?.readMessages() ?? .nothing
        guard news != .nothing else { return }
        statistics.hotplugs += 1
        displaysChanged(news)
    }

    private func displaysChanged(_ news: HotplugNews) {
        switch waiting {
        case .switchedAway, .masterTaken: return
        case .noDisplay: moveToOtherCard()
        case .deviceGone, .refused: activate()
        case nil:
            guard let shown = scanout?.configuration.path.connector else { return }
            followConnector(asking: news.mayConcern(shown.id))
        }
    }

    /// A display may have been plugged into another device.
    private func moveToOtherCard() {
        let other = try? DisplayDevices.choose(connector: configuration.connector)
        do {
            if let other, other.path != card?.path { try adopt(other) }
            activate()
        } catch {
            startWaiting(for: .refused("\(error)"))
        }
    }

    /// Goes on, unless the connector's display went or is another one.
    ///
    /// - Parameter asking: Whether to ask the display, which takes its time, or only the kernel.
    private func followConnector(asking: Bool) {
        guard let scanout else { return }
        lookAgainLater()
        let preference = configuration.mode
        let shown = scanout.configuration.path.connector
        let decision = HotplugDecision.decide(
            shown: shown,
            mode: scanout.configuration.mode,
            now: scanout.card.connector(shown.id, asking: asking)
        ) { ModeChoice(of: $0.modes, preference: preference).candidates.first }
        if decision != .goOn { activate() }
    }

    func followTerminal() {
        guard let terminal else { return }
        switch terminal.readChange() {
        case .leaving: leave(terminal)
        case .returned where waiting == .switchedAway: activate()
        case .returned, nil: return
        }
    }

    private func leave(_ terminal: VirtualTerminal) {
        // Kept until the other terminal shows its own: buffers that go while
        // they are shown would switch the display off.
        let shown = scanout
        let before = previous
        // Whoever is in front next leaves something else there.
        previous = nil
        startWaiting(for: .switchedAway)
        do {
            try card?.dropMaster()
        } catch {
            forgetCard()
        }
        terminal.release()
        if terminal.isInFront { stay(with: shown, before) }
        withExtendedLifetime(shown) {}
    }

    /// The signal came from someone else: no other terminal wants to be in front.
    private func stay(with shown: Scanout?, _ before: PreviousDisplay?) {
        if let shown, shown.card === card { (scanout, previous) = (shown, before) }
        activate()
    }
}
