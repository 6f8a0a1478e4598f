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
        // Displays give exact fractions, which nobody reads: 59.94, not 60000/1001.
        let hundredths = Int((refreshRate.value * 100).rounded())
        let (whole, rest) = hundredths.quotientAndRemainder(dividingBy: 100)
        guard rest != 0 else { return "\(size)@\(whole)" }
        return "\(size)@\(whole).\(rest < 10 ? "0" : "")\(rest)"
    }
}
