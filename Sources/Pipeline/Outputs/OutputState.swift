public import Media

/// What an output is at one moment.
public struct OutputState: Hashable, Sendable {
    /// `kms` or `headless`.
    public var kind: String
    /// The composed picture's size; nil while there is no display.
    public var size: PixelSize?
    public var refreshRate: Hertz?
    /// Such as `HDMI-A-1`; nil without a display.
    public var connector: String?
    /// The kernel's driver of the display.
    public var driver: String?
    /// How the picture is turned on its way to the display.
    public var rotation = Rotation.none
    /// `planes`, `gles` or `cpu`.
    public var compositor: String
    /// What draws, in the words of its library.
    public var renderer: String
    /// Why this compositor and no other; nil when it was asked for, or nothing
    /// was to be decided.
    public var reason: String?
    /// How the compositor gets at pictures that come as dma-bufs: in place, or
    /// why not.
    public var imports = ""
    /// What the display went through since the start.
    public var counts = DisplayCounts()
    /// Why nothing can be shown; a sentence without a full stop. Nil while it can.
    public var waiting: String?

    public init(kind: String, compositor: String, renderer: String) {
        self.kind = kind
        self.compositor = compositor
        self.renderer = renderer
    }

    /// The mode as people write it: `1280x720@30`, `1920x1080@59.94`; `none`
    /// without a display.
    public var mode: String {
        guard let size, let refreshRate else { return "none" }
        return "\(size)@\(refreshRate.decimal)"
    }
}

/// What a display went through since it was opened. Numbers never fall.
public struct DisplayCounts: Hashable, Sendable {
    public var modeSets = 0
    /// Flip events that did not come in time.
    public var flipTimeouts = 0
    /// Commits and modes that the kernel refused.
    public var commitsRefused = 0
    /// Times that another process was found to control the device.
    public var mastersLost = 0
    /// Changes of connectors and devices that the kernel told of.
    public var hotplugs = 0

    public init() {}
}
