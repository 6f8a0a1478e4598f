public import Media

/// What `Screen.wait` saw happen.
public enum ScreenEvent: Hashable, Sendable {
    /// What was presented last is on the display since the kernel's timestamp,
    /// on the clock of `MonotonicTime`; zero when the driver gives none.
    case flipped(at: MonotonicTime)
    /// `Screen.mode` is new, or was set anew: all buffers are black and what was
    /// in flight is gone. Draw everything.
    case activated
    /// Nothing can be shown; `Screen.waiting` says why. What was in flight is gone.
    case deactivated
    /// The deadline has passed.
    case deadline
    /// The stop given to `Screen.open` was signalled.
    case stopRequested
}

/// Why a screen shows nothing. It goes on by itself when the cause has gone.
public enum ScreenWait: Hashable, Sendable {
    /// No display is connected.
    case noDisplay
    /// Another process is the device's DRM master.
    case masterTaken
    /// Another virtual terminal is in front.
    case switchedAway
    /// The device was removed.
    case deviceGone
    /// The device refuses to show anything; the reason, for people.
    case refused(String)
}

extension ScreenWait: CustomStringConvertible {
    /// For people, without a full stop.
    public var description: String {
        switch self {
        case .noDisplay: "no display is connected"
        case .masterTaken: "another process controls the display"
        case .switchedAway: "another virtual terminal is in front"
        case .deviceGone: "the display device was removed"
        case .refused(let reason): reason
        }
    }
}
