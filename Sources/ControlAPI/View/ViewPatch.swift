internal import Media

/// What a merge patch says of a member that may be removed.
public enum Patched<Value: Hashable & Sendable>: Hashable, Sendable {
    /// Not mentioned: stays as it is.
    case unchanged
    /// `null`: removed.
    case removed
    case set(Value)
}

/// A change of the view. What is nil or `unchanged` stays as it is.
///
/// Values are inside their ranges (`PIPFields`); whether the streams exist is
/// for the backend to check.
public struct ViewPatch: Hashable, Sendable {
    public var main: Patched<String>
    /// `resize`, `resize-aspect` or `resize-aspect-fill`.
    public var gravity: String?
    /// `cut` or `fade`.
    public var transition: String?
    /// Exchanges the two streams, before the other changes of this patch.
    public var swap: Bool
    /// Ends what is shown for a time.
    public var endsShow = false
    public var pip: PIPPatch

    /// A patch that changes nothing.
    public init() {
        main = .unchanged
        swap = false
        pip = PIPPatch()
    }
}

/// How the main view looks.
public struct ViewFields: FieldList {
    public static let all = Self()

    public let gravity = Field.choice("gravity", ViewLimits.gravities, "How it fills the view")
    public let transition = Field.choice(
        "transition",
        ViewLimits.transitions,
        "How one stream takes another one's place in it"
    )

    public var rules: [FieldRule] { [gravity.rule, transition.rule] }
}

/// How a stream is shown for a time.
public struct ShowFields: FieldList {
    public static let all = Self()

    public let seconds = Field.number("seconds", 0.1...86_400, "For how many seconds it is shown")
    public let priority = Field.integer(
        "priority",
        ViewRanges.priorities,
        "Of several the one of the highest is shown, of one priority the last"
    )
    public let snapshot = Field.flag(
        "snapshot",
        "Send the view to all subscribers of events once its first new picture is on the screen"
    )

    public let toast = Field.flag(
        "toast",
        "Show that picture in a corner of the screen for 5 seconds, small"
    )

    public var rules: [FieldRule] { [seconds.rule, priority.rule, snapshot.rule, toast.rule] }
}

/// A stream that the main view is to show for a time. Values are inside their ranges
/// (`ShowFields`).
public struct ShowRequest: Hashable, Sendable {
    public var main: String
    public var seconds: Double
    public var priority: Int
    /// Whether everybody gets a picture of it.
    public var takesSnapshot: Bool
    /// Whether it is shown in a corner, small.
    public var showsToast: Bool

    public init(
        main: String,
        seconds: Double,
        priority: Int = 0,
        takesSnapshot: Bool = false,
        showsToast: Bool = false
    ) {
        self.main = main
        self.seconds = seconds
        self.priority = priority
        self.takesSnapshot = takesSnapshot
        self.showsToast = showsToast
    }
}

/// How the picture-in-picture window is, as files and requests say it.
public struct PIPFields: FieldList {
    public static let all = Self()

    public let enabled = Field.flag("enabled", "Whether it is shown")
    public let corner = Field.choice(
        "corner",
        ["bottom-left", "bottom-right", "top-left", "top-right"],
        "The corner it is in"
    )
    public let x = Field.number(
        "x",
        0...1,
        "Its place without a corner, from the left edge to the right one"
    )
    public let y = Field.number(
        "y",
        0...1,
        "Its place without a corner, from the top edge to the bottom one"
    )
    public let size = Field.number(
        "size",
        ViewRanges.windowSizes,
        "Its width as a fraction of the output's"
    )
    public let margin = Field.number(
        "margin",
        ViewRanges.windowMargins,
        "The distance from the corner, as a fraction of the output's width"
    )
    public let border = Field.integer(
        "border",
        ViewRanges.windowPixels,
        "The border's width in pixels of an output 1080 high"
    )
    public let radius = Field.integer(
        "radius",
        ViewRanges.windowPixels,
        "The corners' radius in pixels of an output 1080 high"
    )
    public let opacity = Field.number("opacity", 0...1, "How much of it is seen")
    public let gravity = Field.choice("gravity", ViewLimits.gravities, "How it is filled")
    public let aspect = Field.text(
        "aspect",
        like: ViewLimits.aspectPattern,
        accepting: "'source', or a ratio such as '16:9'",
        "Its shape",
        isAccepted: ViewLimits.isAspect
    )

    public var rules: [FieldRule] {
        [
            enabled.rule, corner.rule, x.rule, y.rule, size.rule, margin.rule, border.rule,
            radius.rule, opacity.rule, gravity.rule, aspect.rule,
        ]
    }
}

/// A change of the picture-in-picture window.
@dynamicMemberLookup
public struct PIPPatch: Hashable, Sendable {
    public var stream: Patched<String>
    public var fields: FieldValues<PIPFields>

    /// A patch that changes nothing, but what `fields` say.
    public init(_ fields: FieldValues<PIPFields> = .init()) {
        stream = .unchanged
        self.fields = fields
    }

    public subscript<Value>(dynamicMember field: KeyPath<PIPFields, Field<Value>>) -> Value? {
        get { fields[dynamicMember: field] }
        set { fields[dynamicMember: field] = newValue }
    }

    /// The corner where there is one, else what is said of `x` and `y`; nil: where it was.
    public var place: PIPPlace? {
        if let corner = self.corner { return .corner(corner) }
        return self.x == nil && self.y == nil ? nil : .free(x: self.x, y: self.y)
    }
}

/// Where a patch puts the window.
public enum PIPPlace: Hashable, Sendable {
    /// `top-left`, `top-right`, `bottom-left` or `bottom-right`.
    case corner(String)
    /// Fractions of the room beside the window: (0, 0) is the top left corner,
    /// (1, 1) the bottom right one. The one that is nil stays as it is, or
    /// becomes 1 if the window was in a corner.
    case free(x: Double?, y: Double?)
}

/// The values that a view accepts.
public enum ViewLimits {
    public static let gravities = ["resize", "resize-aspect", "resize-aspect-fill"]
    public static let transitions = ["cut", "fade"]
    /// What a window's aspect looks like, as a regular expression of ECMA-262.
    static let aspectPattern = "^(source|[1-9][0-9]{0,3}:[1-9][0-9]{0,3})$"

    /// Whether `text` is a window's aspect: `source`, or two numbers from 1 to 9999
    /// with a colon between.
    static func isAspect(_ text: String) -> Bool {
        if text == "source" { return true }
        let sides = text.split(separator: ":", omittingEmptySubsequences: false)
        return sides.count == 2
            && sides.allSatisfy { side in
                (1...4).contains(side.utf8.count) && !side.hasPrefix("0")
                    && side.utf8.allSatisfy { (0x30...0x39).contains($0) }
            }
    }
}
