public import Media
public import Platform

/// One display, driven through atomic mode setting.
///
///     open ──► active ◄────────────────► waiting
///              present, flipped          no display, no master, another
///                                        terminal in front, no device
///
/// Everything that can happen to a display while the program runs is handled in
/// `wait`: it is unplugged and comes back, offers other modes, another process
/// or terminal takes it, the device goes, a flip does not end. Each ends in
/// `activated` or `deactivated`, and every activation starts with black buffers.
///
/// At most four descriptors are open: device, netlink socket, and with a virtual
/// terminal that and its signals; Mesa keeps one more. Buffers in memory are two
/// of the mode's size and two of the window's, for a moment twice as many.
///
/// Thread: bound to the presentation thread.
public final class Screen {
    /// How the display is driven; nil while nothing can be shown.
    public internal(set) var mode: ScreenMode?
    /// Why nothing can be shown; nil while `mode` is not.
    public internal(set) var waiting: ScreenWait?
    /// What the GPU draws into; nil while nothing can be shown and for buffers in memory.
    public var gpuWindow: GPUWindow? { scanout?.window }
    public internal(set) var statistics = ScreenStatistics()

    var configuration: ScreenConfiguration
    let flips = FlipReceiver()
    /// Nil while there is none.
    var card: Card?
    /// Of the card, where GPU buffers are wanted.
    var graphics: GraphicsDevice?
    var terminal: VirtualTerminal?
    /// What is shown; nil while waiting.
    var scanout: Scanout?
    /// What to restore, as long as nobody else had the display since.
    var previous: PreviousDisplay?
    /// When to try again what could not be done, while waiting; otherwise when
    /// to look at the connector, where the kernel does not tell of changes.
    var retryTime: MonotonicTime?
    /// For `wait` to return: the newest only, which outdates the others.
    var pendingEvent: ScreenEvent?
    /// When the flip that is in flight is overdue.
    var flipDeadline: MonotonicTime?
    var flipBackoff = FlipBackoff()
    let hotplug: HotplugSocket?
    private let stop: WakeUp
    private var polling: PollSet

    private enum Tags {
        static let stop = PollSet.Tag(rawValue: 0)
        static let device = PollSet.Tag(rawValue: 1)
        static let terminal = PollSet.Tag(rawValue: 2)
        static let hotplug = PollSet.Tag(rawValue: 3)
    }

    private init(_ configuration: ScreenConfiguration, stop: WakeUp) {
        self.configuration = configuration
        self.stop = stop
        // Without it changes are found by asking again and again.
        hotplug = try? HotplugSocket()
        polling = PollSet(capacity: 1)
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
        let screen = Screen(configuration, stop: stop)
        try screen.openCard()
        screen.terminal = VirtualTerminal.take()
        screen.renewPolling()
        screen.activate()
        screen.pendingEvent = nil
        return screen
    }

    /// Waits for the next thing that happens, or the deadline; nil waits for ever.
    ///
    /// After `present`, exactly one of `flipped`, `activated` and `deactivated`
    /// follows: the latter two at the latest when the flip is overdue, by half a
    /// second or ten refresh intervals, whichever is longer.
    public func wait(until deadline: MonotonicTime?) -> ScreenEvent {
        while true {
            if let event = pendingEvent {
                pendingEvent = nil
                return event
            }
            let wakeTime = Self.earlier(deadline, Self.earlier(flipDeadline, retryTime))
            let ready = polling.wait(until: wakeTime)
            if ready.contains(Tags.stop) { return .stopRequested }
            if ready.contains(Tags.device) { readFlips() }
            if ready.contains(Tags.terminal) { followTerminal() }
            if ready.contains(Tags.hotplug) { readHotplugs() }
            let now = MonotonicClock.now()
            if pendingEvent == nil { handleOverdue(at: now) }
            if pendingEvent == nil, let deadline, now >= deadline { return .deadline }
        }
    }

    private static func earlier(_ one: MonotonicTime?, _ other: MonotonicTime?) -> MonotonicTime? {
        guard let one, let other else { return one ?? other }
        return min(one, other)
    }

    /// Shows buffers in memory, at the next vertical blank.
    ///
    /// At most one commit is in flight: a call before `flipped` traps. When the
    /// display was lost this returns, and the next event says so.
    ///
    /// - Parameters:
    ///   - main: The picture, of the mode's `pictureSize`; nil leaves it as it is.
    ///   - damage: What of it has changed since the last call.
    ///   - overlay: The window; nil for none.
    /// - Throws: `commitRefused`, `inactive`. What was refused counts as not presented.
    public func present(
        main: PixelBuffer?,
        damage: PixelRect,
        overlay: OverlayBuffer?
    ) throws(KMSError) {
        guard let scanout else { throw .inactive }
        do {
            try scanout.present(main: main, damage: damage, overlay: overlay)
            commitAccepted()
        } catch {
            try commitFailed(error)
        }
    }

    /// Shows what EGL has posted to `gpuWindow`, at the next vertical blank.
    ///
    /// - Throws: `inactive`; `commitRefused`, with `EAGAIN` when nothing was posted.
    public func presentFrontBuffer() throws(KMSError) {
        guard let scanout else { throw .inactive }
        do {
            try scanout.presentFrontBuffer()
            commitAccepted()
        } catch {
            try commitFailed(error)
        }
    }

    /// Asks the driver whether it would show a window there, with buffers of its size.
    ///
    /// For changes of the layout, not for every frame: it allocates.
    public func testOverlay(at bounds: PixelRect) -> OverlayVerdict {
        guard let scanout else { return .refused(reason: "\(KMSError.inactive)") }
        do {
            let reason = try scanout.refusal(ofOverlayAt: bounds)
            return reason.map { .refused(reason: $0) } ?? .accepted
        } catch {
            // The next commit finds the same, and deals with it.
            return .refused(reason: "\(error.errno)")
        }
    }

    /// Makes a new `gpuWindow`, for a new EGL context.
    ///
    /// - Throws: `inactive`, `failed`.
    public func renewGPUWindow() throws(KMSError) {
        guard let scanout else { throw .inactive }
        do {
            try scanout.renewWindow()
        } catch {
            throw .failed(path: scanout.card.path, call: "\(error.call)", errno: error.errno)
        }
    }

    /// Puts the display back to what it was and frees everything. Later calls do
    /// nothing; a `gpuWindow` stays usable for as long as something refers to it.
    public func close() {
        if let scanout, previous?.restore(on: scanout.card) != true { scanout.switchOff() }
        forgetCard()
        // Last: the kernel draws the terminal's text again now.
        terminal = nil
        renewPolling()
        (mode, waiting, pendingEvent, retryTime, flipDeadline) = (nil, nil, nil, nil, nil)
    }

    /// After a change of the descriptors.
    func renewPolling() {
        polling = PollSet(capacity: 4)
        polling.add(stop.rawValue, tag: Tags.stop)
        if let card { polling.add(card.rawValue, tag: Tags.device) }
        if let terminal { polling.add(terminal.signalDescriptor, tag: Tags.terminal) }
        if let number = hotplug?.rawValue { polling.add(number, tag: Tags.hotplug) }
    }

    // MARK: Flips

    private func commitAccepted() {
        guard let scanout else { return }
        let interval = scanout.configuration.mode.refreshRate.interval
        flipDeadline = MonotonicClock.now() + FlipTimeout.length(refreshInterval: interval)
    }

    private func readFlips() {
        guard let scanout else { return card.map(drainEvents) ?? () }
        do {
            guard let time = try scanout.readEvents() else { return }
            flipDeadline = nil
            flipBackoff.flipped()
            pendingEvent = .flipped(at: time)
        } catch {
            deviceGone()
        }
    }

    /// Events of commits from before the display was lost.
    private func drainEvents(of card: Card) {
        do {
            _ = try flips.readEvents(of: card, crtc: ObjectID(0))
        } catch {
            deviceGone()
        }
    }
}
