/// The display devices of the machine.
public enum DisplayDevices {
    /// What a look at `/dev/dri` found.
    public enum Probe: Hashable, Sendable {
        /// The device that `Screen.open` would take.
        case available(path: String, driver: String)
        /// There is no device that can set modes.
        case none
        /// There is one, but it may not be opened.
        case denied(path: String)
        /// There is one, but it cannot be driven; the reason, for people.
        case unusable(path: String, reason: String)
    }

    /// Looks, without keeping anything open.
    ///
    /// Thread: safe.
    public static func probe() -> Probe { .none }
}
