/// What a display went through since it was opened. Numbers never fall.
public struct DisplayCounts: Hashable, Sendable {
    /// Flip events that did not come in time.
    public var flipTimeouts = 0
    public var modeSets = 0
    /// Commits and modes that the kernel refused.
    public var commitsRefused = 0
    /// Times that another process was found to control the device.
    public var mastersLost = 0
    /// Changes of connectors and devices that the kernel told of.
    public var hotplugs = 0

    public init() {}
}
