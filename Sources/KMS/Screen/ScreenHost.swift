internal import Media
internal import Platform

/// The machine around a screen: its devices and terminal, what it says, and its clock.
///
/// A class that tests replace. At most three descriptors are open besides the device's:
/// a netlink socket, and with a virtual terminal that and its signals.
///
/// Thread: bound to the presentation thread.
class ScreenHost {
    /// What can be read.
    struct Ready: OptionSet {
        let rawValue: UInt8

        static let stop = Self(rawValue: 1)
        static let device = Self(rawValue: 2)
        static let terminal = Self(rawValue: 4)
        static let hotplug = Self(rawValue: 8)

        fileprivate static let all = [stop, device, terminal, hotplug]
        fileprivate var tag: PollSet.Tag { PollSet.Tag(rawValue: rawValue) }
    }

    private let stop: WakeUp
    /// Nil where there is none: changes are found by asking again and again.
    private let hotplug = try? KernelMessages()
    private var terminal: VirtualTerminal?
    private var polling = PollSet(capacity: 1)

    /// - Parameter stop: Ends every wait once it is signalled, and stays signalled.
    init(stop: WakeUp) {
        self.stop = stop
    }

    var now: MonotonicTime { MonotonicClock.now() }

    /// Opens the device to drive. See `DeviceChoice`.
    func openCard(connector name: String?) throws(KMSError) -> Card {
        try DisplayDevices.choose(connector: name)
    }

    /// Waits for anything to read, or the deadline; nil waits for ever.
    func wait(until deadline: MonotonicTime?) -> Ready {
        let polled = polling.wait(until: deadline)
        var ready = Ready()
        for one in Ready.all where polled.contains(one.tag) { ready.insert(one) }
        return ready
    }

    /// Waits for what a device says, too; nil for none.
    func watch(_ card: Card?) {
        polling = PollSet(capacity: Ready.all.count)
        polling.add(stop.rawValue, tag: Ready.stop.tag)
        if let card { polling.add(card.rawValue, tag: Ready.device.tag) }
        if let terminal { polling.add(terminal.signalDescriptor, tag: Ready.terminal.tag) }
        if let number = hotplug?.rawValue { polling.add(number, tag: Ready.hotplug.tag) }
    }

    // MARK: Changes of connectors and devices

    /// Whether the kernel tells of them.
    var tellsOfChanges: Bool { hotplug != nil }

    func readHotplugs() -> HotplugNews { hotplug?.readHotplugs() ?? .nothing }

    // MARK: The terminal

    /// Takes the terminal, where there is one. `watch` is to follow.
    func takeTerminal() {
        terminal = VirtualTerminal.take()
    }

    /// The kernel draws the terminal's text again now. `watch` is to follow.
    func giveTerminalBack() {
        terminal = nil
    }

    /// Whether no other terminal is in front.
    var isInFront: Bool { terminal?.isInFront ?? true }

    func readTerminal() -> VirtualTerminal.Change? { terminal?.readChange() }

    /// Lets another terminal come to the front.
    func leaveTerminal() {
        terminal?.release()
    }
}
