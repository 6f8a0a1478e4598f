/// Which stream is shown where, and how.
///
/// A report sent back as a patch changes nothing.
public struct ViewReport: Hashable, Sendable, Codable {
    /// The stream of the main view; nil when none is.
    public var main: String?
    /// How a picture fills the view: `resize`, `resize-aspect` or
    /// `resize-aspect-fill`.
    public var gravity: String
    /// How one stream takes another one's place: `cut` or `fade`.
    public var transition: String
    public var pip: PIPReport
    /// What the main view shows for a time, over `main`; nil without. Only reported.
    public var show: ShowReport?

    public init(main: String?, gravity: String, transition: String, pip: PIPReport) {
        self.main = main
        self.gravity = gravity
        self.transition = transition
        self.pip = pip
    }
}

/// A stream that the main view shows for a time.
public struct ShowReport: Hashable, Sendable, Codable {
    public var main: String
    /// Of several, the one of the highest is shown.
    public var priority: Int
    /// What is left of its time.
    public var seconds: Double
    /// How many others go on behind it, and are shown where they last longer.
    public var covered: Int?

    public init(main: String, priority: Int, seconds: Double, covered: Int? = nil) {
        self.main = main
        self.priority = priority
        self.seconds = seconds
        self.covered = covered
    }
}

/// The picture-in-picture window.
///
/// Its place is either `corner`, or `x` and `y`.
public struct PIPReport: Hashable, Sendable, Codable {
    public var enabled: Bool
    /// nil when no stream was chosen.
    public var stream: String?
    /// `top-left`, `top-right`, `bottom-left` or `bottom-right`; nil when free.
    public var corner: String?
    /// The place as a fraction of the room beside the window: 0 is the left
    /// edge, 1 the right one; nil in a corner.
    public var x: Double?
    /// 0 is the top edge, 1 the bottom one; nil in a corner.
    public var y: Double?
    /// The width as a fraction of the output's width; a window too tall for the
    /// output is narrower, as `window` says.
    public var size: Double
    /// The distance from the corner's edges as a fraction of the output's width.
    public var margin: Double
    /// Pixels of an output 1080 high; scaled with the output's height.
    public var border: Int
    /// The corner radius, as `border`.
    public var radius: Int
    /// 0, invisible, to 1.
    public var opacity: Double
    /// How a picture fills a window of another shape: as the view's `gravity`.
    public var gravity: String
    /// The window's shape: `source`, the picture's own, or a ratio such as `16:9`.
    public var aspect: String
    /// Where the window is on the output; nil while there is none. Only reported.
    public var window: PIPWindowReport?

    /// A window without a place; set where it is.
    public init(
        enabled: Bool,
        stream: String?,
        size: Double,
        margin: Double,
        border: Int,
        radius: Int,
        opacity: Double,
        gravity: String,
        aspect: String
    ) {
        (self.enabled, self.stream, self.size, self.margin) = (enabled, stream, size, margin)
        (self.border, self.radius, self.opacity) = (border, radius, opacity)
        (self.gravity, self.aspect) = (gravity, aspect)
    }
}

/// The window's place on the output, border included, in pixels.
public struct PIPWindowReport: Hashable, Sendable, Codable {
    public var x: Int
    public var y: Int
    public var width: Int
    public var height: Int

    public init(x: Int, y: Int, width: Int, height: Int) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }
}
