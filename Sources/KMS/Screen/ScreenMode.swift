public import Media

/// How a display is driven now.
public struct ScreenMode: Hashable, Sendable {
    /// The connector's name, such as `HDMI-A-1`.
    public var connector: String
    /// The kernel driver's name, such as `i915`.
    public var driver: String
    /// Pixels that the display reads out, as its mode says.
    public var scanoutSize: PixelSize
    /// The same, turned back by the rotation: what has to be composed.
    public var pictureSize: PixelSize
    public var refreshRate: Hertz
    /// False for drivers of virtual displays: flips complete at once there, and
    /// pacing is left to a timer.
    public var hasVerticalBlank: Bool
    /// Whether there is a plane that can show a window above the main picture.
    public var hasOverlayPlane: Bool
    /// Why this is not the mode that was asked for, for people; nil when it is.
    public var shortfall: String?

    public init(
        connector: String,
        driver: String,
        scanoutSize: PixelSize,
        pictureSize: PixelSize,
        refreshRate: Hertz,
        hasVerticalBlank: Bool,
        hasOverlayPlane: Bool,
        shortfall: String? = nil
    ) {
        self.connector = connector
        self.driver = driver
        self.scanoutSize = scanoutSize
        self.pictureSize = pictureSize
        self.refreshRate = refreshRate
        self.hasVerticalBlank = hasVerticalBlank
        self.hasOverlayPlane = hasOverlayPlane
        self.shortfall = shortfall
    }
}
