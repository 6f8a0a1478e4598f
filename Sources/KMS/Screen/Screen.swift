public import Media
public import Platform

/// One display, driven through atomic mode setting.
///
/// Everything that can happen to a display while the program runs is handled in
/// `wait`: it is unplugged and comes back, offers other modes, another process
/// or terminal takes it, the device goes, a flip does not end. Each ends in
/// `activated` or `deactivated`, and every activation starts with black buffers.
/// `ScreenState` decides; what it asks for is done here.
///
/// At most four descriptors are open: the device and those of `ScreenHost`; Mesa keeps
/// one more. Buffers in memory are two of the mode's size and two of the window's, for a
/// moment twice as many.
///
/// Thread: bound to the presentation thread.
public final class Screen {
    private var state: ScreenState
    private var device: DrivenDevice
    private let host: ScreenHost
    private let thread = ThreadBound()

    /// How the display is driven; nil while nothing can be shown.
    public var mode: ScreenMode? { device.shown?.mode }
    /// Why nothing can be shown; nil while `mode` is not.
    public var waiting: ScreenWait? { state.waiting }
    /// What the GPU draws into; nil while nothing can be shown and for buffers in memory.
    public var gpuWindow: GPUWindow? { device.scanout?.window }
    public var counts: DisplayCounts { state.counts }

    private init(_ configuration: ScreenConfiguration, on host: ScreenHost) {
        self.host = host
        device = DrivenDevice(configuration, on: host)
        state = ScreenState(isToldOfChanges: host.tellsOfChanges)
    }

    deinit {
        close()
    }

    /// Opens the device and sets the mode, where a display is connected.
    ///
    /// - Parameters:
    ///   - configuration: What is wanted.
    ///   - stop: Ends every wait once it is signalled, and stays signalled.
    /// - Returns: The screen, showing black, or waiting for what `waiting` says. No event tells
    ///   of this.
    /// - Throws: What no waiting would mend: no device, no permission, no such connector, a
    ///   driver without atomic mode setting or GPU buffers.
    public static func open(
        _ configuration: ScreenConfiguration,
        stop: WakeUp
    ) throws(KMSError) -> Screen {
        try open(configuration, on: ScreenHost(stop: stop))
    }

    static func open(
        _ configuration: ScreenConfiguration,
        on host: ScreenHost
    ) throws(KMSError) -> Screen {
        let screen = Screen(configuration, on: host)
        try screen.device.open()
        host.takeTerminal()
        host.watch(screen.device.card)
        screen.handle(.opened)
        _ = screen.state.takeNews()
        return screen
    }

    /// Goes over from buffers of a GPU to buffers in memory, for good.
    ///
    /// For a GPU that has failed, and none is found again. The mode is set anew,
    /// with black buffers; what was in flight is gone. As with `open`, `mode` and
    /// `waiting` say what came of it, and no event tells: a display that cannot
    /// be shown now is waited for. A `gpuWindow` that something refers to stays
    /// usable, but nothing shows what is drawn there any more.
    ///
    /// Does nothing for a screen that has buffers in memory, or is closed.
    public func useMemoryBuffers() {
        guard state.phase != .closed, device.useMemoryBuffers() else { return }
        handle(.opened)
        _ = state.takeNews()
    }

    /// Puts the display back to what it was and frees everything. Later calls do
    /// nothing; a `gpuWindow` stays usable for as long as something refers to it.
    public func close() {
        device.close()
        // Last: the kernel draws the terminal's text again now.
        host.giveTerminalBack()
        host.watch(nil)
        handle(.closed)
    }

    // MARK: Events

    /// Waits for the next thing that happens, or the deadline; nil waits for ever.
    ///
    /// After `present`, exactly one of `flipped`, `activated` and `deactivated`
    /// follows: the latter two at the latest when the flip is overdue, by half a
    /// second or ten refresh intervals, whichever is longer.
    public func wait(until deadline: MonotonicTime?) -> ScreenEvent {
        thread.check()
        while true {
            if let news = state.takeNews() { return news }
            let ready = host.wait(until: Self.earlier(deadline, state.wakeTime))
            if ready.contains(.stop) { return .stopRequested }
            if ready.contains(.device) { readFlips() }
            if ready.contains(.terminal), let change = host.readTerminal() {
                handle(.terminal(change))
            }
            if ready.contains(.hotplug) { handle(.hotplug(host.readHotplugs())) }
            if !state.hasNews { handle(.timePassed) }
            if !state.hasNews, let deadline, host.now >= deadline { return .deadline }
        }
    }

    private static func earlier(_ one: MonotonicTime?, _ other: MonotonicTime?) -> MonotonicTime? {
        guard let one, let other else { return one ?? other }
        return min(one, other)
    }

    /// Events of commits from before the display was lost mean nothing any more.
    private func readFlips() {
        guard let card = device.card else { return }
        do {
            if let scanout = device.scanout {
                if let time = try scanout.readFlip() { handle(.flipped(at: time)) }
            } else {
                _ = try card.readFlip(of: ObjectID(0))
            }
        } catch {
            handle(.deviceLost)
        }
    }

    /// Does what follows from an event, and from what comes of that.
    private func handle(_ event: ScreenState.Event) {
        var next: ScreenState.Event? = event
        while let event = next, let action = state.handle(event, at: host.now) {
            next = perform(action)
        }
    }

    private func perform(_ action: ScreenState.Action) -> ScreenState.Event? {
        switch action {
        case .activate(let onAnyDevice):
            do throws(Obstacle) {
                let shown = try device.activate(onAnyDevice: onAnyDevice) {
                    _ = state.handle(.modeRefused, at: host.now)
                }
                return .activated(shown)
            } catch {
                return .obstructed(error)
            }
        case .look(let asking): return .connectorSeen(device.look(asking: asking))
        case .letGo(let release): device.letGo(release)
        case .leaveTerminal: return device.leaveTerminal() ? .stayedInFront : nil
        }
        return nil
    }

    // MARK: Presenting

    /// Shows buffers in memory, at the next vertical blank.
    ///
    /// At most one commit is in flight: a call before `flipped` traps. When the
    /// display was lost this returns, and the next event says so.
    ///
    /// - Parameters:
    ///   - main: The picture, of the mode's `pictureSize`.
    ///   - damage: What of it has changed since the last call.
    ///   - overlay: The window; nil for none.
    /// - Throws: `commitRefused`, `inactive`. What was refused counts as not presented.
    public func present(
        main: PixelBuffer,
        damage: PixelRect,
        overlay: OverlayBuffer?
    ) throws(KMSError) {
        try commit { scanout throws(SystemCallError) in
            try scanout.present(main: main, damage: damage, overlay: overlay)
        }
    }

    /// Shows what EGL has posted to `gpuWindow`, at the next vertical blank.
    ///
    /// - Throws: `inactive`; `commitRefused`, with `EAGAIN` when nothing was posted.
    public func presentFrontBuffer() throws(KMSError) {
        try commit { scanout throws(SystemCallError) in try scanout.presentFrontBuffer() }
    }

    private func commit(
        _ body: (Scanout) throws(SystemCallError) -> Void
    ) throws(KMSError) {
        thread.check()
        guard let scanout = device.scanout else { throw .inactive }
        do {
            try body(scanout)
            handle(.committed)
        } catch {
            let failure = CommitFailure(error.errno)
            handle(.commitFailed(failure))
            guard failure == .refused else { return }
            throw .commitRefused(path: scanout.card.path, errno: error.errno)
        }
    }

    /// Asks the driver whether it would show a window there, with buffers of its size.
    ///
    /// For changes of the layout, not for every frame: it allocates.
    ///
    /// - Returns: Why it would not, for people, without a full stop; nil when it would.
    public func refusal(ofOverlayAt bounds: PixelRect) -> String? {
        guard let scanout = device.scanout else { return "\(KMSError.inactive)" }
        do {
            return try scanout.refusal(ofOverlayAt: bounds)
        } catch {
            // The next commit finds the same, and deals with it.
            return "\(error.errno)"
        }
    }

    /// Makes a new `gpuWindow`, for a new EGL context.
    ///
    /// - Throws: `inactive`, `failed`.
    public func renewGPUWindow() throws(KMSError) {
        guard let scanout = device.scanout else { throw .inactive }
        do {
            try scanout.renewWindow()
        } catch {
            throw .failed(path: scanout.card.path, call: "\(error.call)", errno: error.errno)
        }
    }
}
