/// What is known of one connector, as the kernel last told.
struct ConnectorState: Hashable, Sendable {
    enum Connection: Hashable, Sendable {
        case connected
        case disconnected
        /// The hardware cannot tell.
        case unknown
    }

    var id: ObjectID<Connector>
    /// Such as `HDMI-A-1`.
    var name: String
    var connection: Connection
    var modes: [DisplayMode]
    /// Bit `n` stands for the device's CRTC number `n`.
    var possibleCRTCs: UInt32
    /// What drives it now, no matter who set that up.
    var currentCRTC: ObjectID<CRTC>?
    /// The display's EDID; empty when it has none, or none yet.
    var identification: [UInt8]
    /// The link failed after the mode was set; it wants to be set again.
    var isLinkBad: Bool

    /// A display that is just being plugged in has no modes for a moment.
    var canShow: Bool { connection != .disconnected && modes.contains(where: \.isPlausible) }
}

/// Which connector to drive.
enum ConnectorChoice {
    /// The one that is shown already, else the first connected one, else the first that may be.
    ///
    /// - Parameters:
    ///   - connectors: All of the device.
    ///   - name: The only one that may be taken; nil for any.
    ///   - current: What is shown now.
    /// - Returns: Nil when none of them can show anything now.
    static func choose(
        from connectors: [ConnectorState],
        named name: String?,
        current: ObjectID<Connector>? = nil
    ) -> ConnectorState? {
        let eligible = connectors.filter { $0.canShow && (name == nil || $0.name == name) }
        let connected = eligible.filter { $0.connection == .connected }
        return connected.first { $0.id == current } ?? connected.first ?? eligible.first
    }
}

/// What a change of the connectors means for what is being shown.
enum HotplugDecision: Hashable, Sendable {
    /// Nothing that matters has changed.
    case goOn
    /// The same connector wants its mode set anew: another display, other modes
    /// or a failed link.
    case setModeAnew
    /// The connector shows nothing any more.
    case lost

    /// - Parameters:
    ///   - shown: The connector as it was when its mode was set.
    ///   - mode: That mode.
    ///   - now: The connector as it is now; nil for one that is gone.
    ///   - wanted: The mode that would be chosen now for a connector.
    /// - Returns: What to do.
    static func decide(
        shown: ConnectorState,
        mode: DisplayMode,
        now: ConnectorState?,
        wanted: (ConnectorState) -> DisplayMode?
    ) -> Self {
        guard let now, now.canShow else { return .lost }
        if now.isLinkBad || now.identification != shown.identification { return .setModeAnew }
        // The list may change without the choice changing with it.
        return now.modes == shown.modes || wanted(now) == mode ? .goOn : .setModeAnew
    }
}
