internal import Media
internal import Platform

/// The device that a screen drives, and what is set on it.
///
/// It does what `ScreenState` asks for; of modes it tries one after the other.
///
/// Thread: bound to the presentation thread.
struct DrivenDevice {
    private let host: ScreenHost
    private var configuration: ScreenConfiguration
    /// Nil while there is none.
    private(set) var card: Card?
    /// Of the card, where GPU buffers are wanted.
    private var graphics: GraphicsDevice?
    /// Nil while nothing is shown.
    private(set) var shown: (scanout: Scanout, mode: ScreenMode)?
    /// What to restore, as long as nobody else had the display since.
    private var previous: PreviousDisplay?

    var scanout: Scanout? { shown?.scanout }

    init(_ configuration: ScreenConfiguration, on host: ScreenHost) {
        self.configuration = configuration
        self.host = host
    }

    // MARK: The device

    /// Opens the device to drive, and nothing else.
    mutating func open() throws(KMSError) {
        try adopt(try host.openCard(connector: configuration.connector))
    }

    private mutating func adopt(_ card: Card) throws(KMSError) {
        forget()
        if configuration.usesGPUBuffers {
            guard let graphics = GraphicsDevice(on: card) else {
                throw .noGPUBuffers(path: card.path)
            }
            self.graphics = graphics
        }
        self.card = card
        host.watch(card)
    }

    /// Closes the device as soon as nothing uses its buffers.
    private mutating func forget() {
        shown = nil
        previous = nil
        graphics = nil
        // A GPU window of the caller's may keep the device open for a while.
        try? card?.dropMaster()
        card = nil
        host.watch(nil)
    }

    /// Has the next `activate` make buffers in memory.
    ///
    /// - Returns: False where they are there already.
    mutating func useMemoryBuffers() -> Bool {
        defer { (graphics, configuration.usesGPUBuffers) = (nil, false) }
        return configuration.usesGPUBuffers
    }

    /// Puts the display back to what it was.
    mutating func close() {
        if let scanout, previous?.restore(on: scanout.card) != true { scanout.switchOff() }
        forget()
    }

    // MARK: Actions

    mutating func letGo(_ release: ScreenState.Release) {
        if release.contains(.dark) { scanout?.switchOff() }
        shown = nil
        if release.contains(.previous) { previous = nil }
        if release.contains(.master) { try? card?.dropMaster() }
        if release.contains(.device) { forget() }
    }

    /// - Returns: Whether no other terminal came to the front.
    mutating func leaveTerminal() -> Bool {
        // Kept until the other terminal shows its own: buffers that go while
        // they are shown would switch the display off.
        let before = (shown: shown, previous: previous)
        // Whoever is in front next leaves something else there.
        letGo(.previous)
        do {
            try card?.dropMaster()
        } catch {
            forget()
        }
        host.leaveTerminal()
        guard host.isInFront else {
            withExtendedLifetime(before) {}
            return false
        }
        if let shown = before.shown, shown.scanout.card === card {
            (self.shown, previous) = (shown, before.previous)
        }
        return true
    }

    /// What has become of the connector that is shown.
    func look(asking: Bool) -> HotplugDecision {
        guard let scanout else { return .goOn }
        let connector = scanout.configuration.path.connector
        return HotplugDecision.decide(
            shown: connector,
            mode: scanout.configuration.mode,
            now: scanout.card.connector(connector.id, asking: asking)
        ) { [preference = configuration.mode] in
            ModeChoice(of: $0.modes, preference: preference).candidates.first
        }
    }

    /// Sets the mode, anew where it is set.
    ///
    /// - Parameters:
    ///   - onAnyDevice: Whether a display may have been plugged into another device.
    ///   - refused: Told of each mode that the driver refuses.
    /// - Returns: What is shown now.
    /// - Throws: Why it is nothing new.
    mutating func activate(
        onAnyDevice: Bool,
        refused: () -> Void
    ) throws(Obstacle) -> ScreenState.Shown {
        if onAnyDevice { try moveToOtherCard() }
        guard host.isInFront else { throw .otherTerminal }
        let card = try openedCard()
        do {
            try card.becomeMaster()
        } catch {
            throw .noMaster(error.errno)
        }
        let path = try choosePath(on: card)
        if let scanout, scanout.configuration.path.connector.id != path.connector.id {
            scanout.switchOff()
        }
        if previous?.crtc != path.crtc { previous = PreviousDisplay(of: path, on: card) }
        return try setMode(for: path, on: card, refused: refused)
    }

    private mutating func moveToOtherCard() throws(Obstacle) {
        guard let other = try? host.openCard(connector: configuration.connector),
            other.path != card?.path
        else { return }
        do {
            try adopt(other)
        } catch {
            throw .unusable("\(error)")
        }
    }

    private mutating func openedCard() throws(Obstacle) -> Card {
        if let card { return card }
        do {
            try open()
        } catch {
            throw error == .noDevice ? .noDevice : .unusable("\(error)")
        }
        guard let card else { throw .noDevice }
        return card
    }

    private func choosePath(on card: Card) throws(Obstacle) -> ScanoutPath {
        do {
            let connectors = try card.connectors()
            let connector = ConnectorChoice.choose(
                from: connectors,
                named: configuration.connector,
                current: scanout?.configuration.path.connector.id
            )
            guard let connector else { throw Obstacle.noDisplay }
            let resources = try card.scanoutResources()
            let path = ScanoutPath.choose(
                for: connector,
                among: connectors,
                crtcs: resources.crtcs,
                planes: resources.planes,
                formats: .inUse
            )
            guard let path else {
                throw Obstacle.unusable("\(card.path) has no way to \(connector.name)")
            }
            return path
        } catch {
            throw Obstacle(error)
        }
    }

    /// Sets the best mode that the driver accepts.
    private mutating func setMode(
        for path: ScanoutPath,
        on card: Card,
        refused: () -> Void
    ) throws(Obstacle) -> ScreenState.Shown {
        let choice = ModeChoice(of: path.connector.modes, preference: configuration.mode)
        var refusal: SystemCallError?
        for mode in choice.candidates {
            do {
                let scanout = try openScanout(mode, for: path, on: card)
                // The buffers of the last mode are out of use now, and go.
                shown = (scanout, scanout.mode(shortfall: choice.shortfall(using: mode)))
                return .init(
                    connector: path.connector.id,
                    refreshInterval: mode.refreshRate.interval
                )
            } catch {
                guard CommitFailure(error.errno) == .refused else { throw .failed(error) }
                refused()
                refusal = refusal ?? error
            }
        }
        throw refusal.map { .failed($0) } ?? .noDisplay
    }

    private mutating func openScanout(
        _ mode: DisplayMode,
        for path: ScanoutPath,
        on card: Card
    ) throws(SystemCallError) -> Scanout {
        let configuration = Scanout.Configuration(
            path: path,
            mode: mode,
            rotation: configuration.rotation,
            graphics: graphics
        )
        do {
            return try Scanout.open(configuration, on: card)
        } catch {
            // There may be no room for the buffers of two modes.
            let isFull = error.errno == .outOfMemory || error.errno == .noSpace
            guard let scanout, isFull else { throw error }
            scanout.switchOff()
        }
        shown = nil
        return try Scanout.open(configuration, on: card)
    }
}

extension Obstacle {
    /// - Parameter error: An obstacle, or a call that failed.
    fileprivate init(_ error: any Error) {
        switch error {
        case let obstacle as Self: self = obstacle
        case let error as SystemCallError: self = .failed(error)
        default: self = .unusable("\(error)")
        }
    }
}
