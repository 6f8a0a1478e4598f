public import Media

/// What a display with planes has to be given anew.
public struct LayeredChanges: Hashable, Sendable {
    /// The part of the main picture that was drawn; nil when none was.
    public var main: PixelRect?
    /// Where the window lies on the main picture, as large as its pixels; nil
    /// while there is none, or while it is drawn into the main picture.
    public var overlay: PixelRect?
    /// Whether the window's pixels were drawn. A window that only moves keeps them.
    public var hasNewOverlayPixels: Bool

    public init(main: PixelRect?, overlay: PixelRect?, hasNewOverlayPixels: Bool) {
        self.main = main
        self.overlay = overlay
        self.hasNewOverlayPixels = hasNewOverlayPixels
    }
}
