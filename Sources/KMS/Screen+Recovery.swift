internal import Media
internal import Platform

/// Setting modes, and what to do when something is lost.
extension Screen {
    /// Opens the device to drive, and nothing else.
    func openCard() throws(KMSError) {
        let card = try DisplayDevices.choose(connector: configuration.connector)
        try adopt(card)
    }

    func adopt(_ card: Card) throws(KMSError) {
        forgetCard()
        if configuration.usesGPUBuffers {
            guard let graphics = GraphicsDevice(on: card) else {
                throw .noGPUBuffers(path: card.path)
            }
            self.graphics = graphics
        }
        self.card = card
        renewPolling()
    }

    /// Closes the device as soon as nothing uses its buffers.
    func forgetCard() {
        scanout = nil
        previous = nil
        graphics = nil
        // A GPU window of the caller's may keep the device open for a while.
        try? card?.dropMaster()
        card = nil
        renewPolling()
    }

    /// Sets the mode, anew where it is set; or finds out what to wait for.
    func activate() {
        retryTime = nil
        if let terminal, !terminal.isInFront {
            try? card?.dropMaster()
            return startWaiting(for: .switchedAway)
        }
        guard let card = openedCard() else { return }
        do {
            try card.becomeMaster()
        } catch {
            return masterRefused(error.errno)
        }
        do {
            try activate(card)
        } catch {
            failed(error)
        }
    }

    private func openedCard() -> Card? {
        if let card { return card }
        do {
            try openCard()
            return card
        } catch {
            startWaiting(for: error == .noDevice ? .deviceGone : .refused("\(error)"))
            return nil
        }
    }

    private func activate(_ card: Card) throws(SystemCallError) {
        let connectors = try card.connectors()
        let connector = ConnectorChoice.choose(
            from: connectors,
            named: configuration.connector,
            current: scanout?.configuration.path.connector.id
        )
        guard let connector else { return startWaiting(for: .noDisplay) }
        let resources = try card.scanoutResources()
        let path = ScanoutPath.choose(
            for: connector,
            among: connectors,
            crtcs: resources.crtcs,
            planes: resources.planes,
            formats: .inUse
        )
        guard let path else {
            return startWaiting(for: .refused("\(card.path) has no way to \(connector.name)"))
        }
        if let scanout, scanout.configuration.path.connector.id != connector.id {
            scanout.switchOff()
        }
        if previous?.crtc != path.crtc { previous = PreviousDisplay(of: path, on: card) }
        try setMode(for: path, on: card)
    }

    /// Sets the best mode that the driver accepts.
    private func setMode(for path: ScanoutPath, on card: Card) throws(SystemCallError) {
        let choice = ModeChoice(of: path.connector.modes, preference: configuration.mode)
        var refusal: SystemCallError?
        for mode in choice.candidates {
            do {
                let fresh = Scanout.Configuration(
                    path: path,
                    mode: mode,
                    rotation: configuration.rotation,
                    graphics: graphics
                )
                let scanout = try openScanout(fresh, on: card)
                return activated(scanout, shortfall: choice.shortfall(using: mode))
            } catch {
                guard CommitFailure(error.errno) == .refused else { throw error }
                statistics.commitsRefused += 1
                refusal = refusal ?? error
            }
        }
        if let refusal { throw refusal }
    }

    private func openScanout(
        _ fresh: Scanout.Configuration,
        on card: Card
    ) throws(SystemCallError) -> Scanout {
        do {
            return try Scanout.open(fresh, on: card, flips: flips)
        } catch {
            // There may be no room for the buffers of two modes.
            let isFull = error.errno == .outOfMemory || error.errno == .noSpace
            guard let scanout, isFull else { throw error }
            scanout.switchOff()
        }
        scanout = nil
        return try Scanout.open(fresh, on: card, flips: flips)
    }

    private func activated(_ fresh: Scanout, shortfall: String?) {
        // The buffers of the last mode are out of use now, and go.
        scanout = fresh
        flipDeadline = nil
        statistics.modeSets += 1
        let path = fresh.configuration.path
        mode = ScreenMode(
            connector: path.connector.name,
            driver: fresh.card.driver,
            scanoutSize: fresh.size,
            pictureSize: fresh.pictureSize,
            refreshRate: fresh.configuration.mode.refreshRate,
            hasVerticalBlank: fresh.card.hasVerticalBlank(path.crtc),
            hasOverlayPlane: path.overlay != nil,
            shortfall: shortfall
        )
        waiting = nil
        lookAgainLater()
        pendingEvent = .activated
    }

    /// Where the kernel does not tell of changes they are looked for.
    func lookAgainLater() {
        retryTime = hotplug == nil ? MonotonicClock.now() + .milliseconds(2000) : nil
    }

    // MARK: Losing it

    /// Shows nothing until the cause has gone.
    ///
    /// - Parameters:
    ///   - reason: The cause.
    ///   - pause: When to try again, other than usual for the cause.
    func startWaiting(for reason: ScreenWait, pause: Nanoseconds? = nil) {
        if let scanout, reason.leavesDisplayToUs { scanout.switchOff() }
        scanout = nil
        mode = nil
        flipDeadline = nil
        retryTime = MonotonicClock.now() + (pause ?? reason.retryInterval)
        guard waiting != reason else { return }
        waiting = reason
        pendingEvent = .deactivated
    }

    /// The flip that is in flight will not end any more.
    func giveUpFlip() {
        let pause = flipBackoff.flipLost()
        guard pause > .zero else { return activate() }
        startWaiting(for: .refused("the display does not confirm pictures"), pause: pause)
    }

    private func masterRefused(_ errno: Errno) {
        if CommitFailure(errno) == .deviceGone { return deviceGone() }
        masterLost()
        // Without privileges a descriptor that never was the master's cannot
        // become it, but a new one is, when there is no other.
        if errno == .permissionDenied { forgetCard() }
    }

    private func masterLost() {
        if waiting != .masterTaken { statistics.mastersLost += 1 }
        previous = nil
        startWaiting(for: .masterTaken)
    }

    func deviceGone() {
        forgetCard()
        startWaiting(for: .deviceGone)
    }

    func failed(_ error: SystemCallError) {
        switch CommitFailure(error.errno) {
        case .masterLost: masterLost()
        case .deviceGone: deviceGone()
        case .busy, .refused:
            startWaiting(for: .refused("the driver refuses every mode: \(error)"))
        }
    }

    /// - Throws: `commitRefused`; everything else is dealt with here.
    func commitFailed(_ error: SystemCallError) throws(KMSError) {
        switch CommitFailure(error.errno) {
        case .masterLost:
            masterLost()
        case .deviceGone:
            deviceGone()
        case .busy:
            // The kernel waits for a flip that was given up here.
            giveUpFlip()
        case .refused:
            statistics.commitsRefused += 1
            throw .commitRefused(path: card?.path ?? "/dev/dri", errno: error.errno)
        }
    }
}

extension ScreenWait {
    /// How often to try again by itself, without being told of a change.
    var retryInterval: Nanoseconds {
        switch self {
        // The kernel tells of the terminal's return, but a signal may be lost.
        case .noDisplay, .deviceGone, .refused, .switchedAway: .milliseconds(2000)
        case .masterTaken: .milliseconds(250)
        }
    }

    /// Whether the CRTC is still pipd's to switch off.
    var leavesDisplayToUs: Bool {
        switch self {
        case .noDisplay, .refused: true
        case .masterTaken, .switchedAway, .deviceGone: false
        }
    }
}
