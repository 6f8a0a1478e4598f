internal import CLinux
internal import Glibc

/// The virtual terminal that pipd runs on, where it runs on one.
///
/// While it is held, the kernel draws no text over the picture, keys do nothing
/// but switch terminals, and each switch is asked for first: with SIGUSR1 before
/// another terminal comes to the front, with SIGUSR2 when this one does. The
/// signals have to be blocked in all threads. See ioctl_vt(2).
///
/// This is the kernel's own protocol, `VT_PROCESS`, rather than libseat: a
/// machine that only shows pictures runs no seat daemon, and a service that has
/// the terminal as its standard input (`StandardInput=tty`, `TTYPath=`) may do
/// all this without privileges. Where a seat daemon runs, its sessions have
/// terminals of their own, and switching to them works the same way.
///
/// Thread: bound to the one that takes it, which the signals end with.
public final class VirtualTerminal {
    /// What happened to the terminal.
    public enum Change: Hashable, Sendable {
        /// Another one wants to come to the front, and waits for `release`.
        case leaving
        /// This one came to the front. The kernel waits for no answer, and an
        /// acknowledgement (`VT_ACKACQ`) that is late would be taken for the
        /// answer to its next question; so there is none.
        case returned

        /// The newest of what the pending signals say. The kernel asks to leave
        /// only a terminal that is in front, so when both are pending this one
        /// came first.
        public init?(_ signals: [Signal]) {
            if signals.contains(.user1) {
                self = .leaving
            } else if signals.contains(.user2) {
                self = .returned
            } else {
                return nil
            }
        }
    }

    /// Its number, such as 1 for `/dev/tty1`.
    public let number: CInt
    private let descriptor: OwnedDescriptor
    private let signals: SignalDescriptor
    private let previousSettings: termios?
    /// For a kernel that does not tell.
    private var isAssumedInFront = true

    /// Takes the terminal of the standard input, or else the controlling one.
    ///
    /// - Returns: Nil when neither is a virtual terminal, or it may not be taken: there is
    ///   nothing to switch then.
    public static func take() -> VirtualTerminal? {
        guard let descriptor = openTerminal() else { return nil }
        let number = clinux_console_number(descriptor.rawValue)
        guard number > 0, let signals = try? SignalDescriptor([.user1, .user2]) else {
            return nil
        }
        let release = Signal.user1.rawValue
        let acquire = Signal.user2.rawValue
        guard clinux_console_ask(descriptor.rawValue, release, acquire) == 0 else { return nil }
        // Without it only the text of the terminal would be seen between pictures.
        _ = clinux_console_graphics(descriptor.rawValue, 1)
        return VirtualTerminal(taking: descriptor, number, signals)
    }

    private init(
        taking descriptor: consuming OwnedDescriptor,
        _ number: CInt,
        _ signals: consuming SignalDescriptor
    ) {
        self.number = number
        previousSettings = Self.silence(descriptor.rawValue)
        self.descriptor = descriptor
        self.signals = signals
    }

    deinit {
        if var previousSettings {
            // What was typed meanwhile was not meant for the shell.
            _ = tcsetattr(descriptor.rawValue, TCSAFLUSH, &previousSettings)
        }
        _ = clinux_console_graphics(descriptor.rawValue, 0)
        _ = clinux_console_ask(descriptor.rawValue, 0, 0)
    }

    private static func openTerminal() -> OwnedDescriptor? {
        if clinux_console_number(STDIN_FILENO) > 0 {
            let copy = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3)
            if copy >= 0 { return OwnedDescriptor(taking: copy) }
        }
        let controlling = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
        guard controlling >= 0 else { return nil }
        let descriptor = OwnedDescriptor(taking: controlling)
        guard clinux_console_number(descriptor.rawValue) > 0 else { return nil }
        return descriptor
    }

    /// Keys make no signals and are not shown any more.
    private static func silence(_ descriptor: CInt) -> termios? {
        // The kernel stops a background process that changes its terminal.
        guard tcgetpgrp(descriptor) == getpgrp() else { return nil }
        var settings = termios()
        guard tcgetattr(descriptor, &settings) == 0 else { return nil }
        let previous = settings
        settings.c_lflag &= ~tcflag_t(ISIG | ECHO | ICANON)
        _ = tcsetattr(descriptor, TCSANOW, &settings)
        return previous
    }

    /// For a poll set.
    public var signalDescriptor: CInt { signals.rawValue }

    /// What happened since the last call; only the newest matters.
    public func readChange() -> Change? {
        guard let signals = try? signals.read() else { return nil }
        let change = Change(signals)
        if change == .returned { isAssumedInFront = true }
        return change
    }

    /// Lets the other terminal come to the front; it is there when this returns,
    /// unless the signal came from someone else and there is none.
    public func release() {
        isAssumedInFront = false
        _ = clinux_console_answer(descriptor.rawValue)
    }

    /// Whether this terminal is in front, as the kernel says, or else as the
    /// signals said: anyone may send those.
    public var isInFront: Bool {
        Self.isInFront(
            number,
            kernelSays: clinux_console_in_front(descriptor.rawValue),
            assumed: isAssumedInFront
        )
    }

    /// - Parameters:
    ///   - number: Of this terminal.
    ///   - front: Of the terminal in front; below zero when the kernel does not tell.
    ///   - assumed: What is taken for true then.
    /// - Returns: Whether it is in front.
    static func isInFront(_ number: CInt, kernelSays front: CInt, assumed: Bool) -> Bool {
        front < 0 ? assumed : front == number
    }
}
