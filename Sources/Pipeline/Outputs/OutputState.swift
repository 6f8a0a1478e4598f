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
