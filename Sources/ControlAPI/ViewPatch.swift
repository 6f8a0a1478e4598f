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
/// Values are inside their ranges (`ViewLimits`); whether the streams exist is
/// for the backend to check.
public struct ViewPatch: Hashable, Sendable {
    public var main: Patched<String>
    /// `resize`, `resize-aspect` or `resize-aspect-fill`.
    public var gravity: String?
    /// Exchanges the two streams, before the other changes of this patch.
    public var swap: Bool
    public var pip: PIPPatch

    /// A patch that changes nothing.
    public init() {
        main = .unchanged
        swap = false
        pip = PIPPatch()
    }
}

/// A change of the picture-in-picture window.
public struct PIPPatch: Hashable, Sendable {
    public var enabled: Bool?
    public var stream: Patched<String>
    public var place: PIPPlace?
    public var size: Double?
    public var margin: Double?
    public var border: Int?
    public var radius: Int?
    public var opacity: Double?
    /// `resize`, `resize-aspect` or `resize-aspect-fill`.
    public var gravity: String?
    /// `source`, or a ratio such as `16:9`.
    public var aspect: String?

    /// A patch that changes nothing.
    public init() {
        stream = .unchanged
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
    public static let corners = ["bottom-left", "bottom-right", "top-left", "top-right"]
    public static let gravities = ["resize", "resize-aspect", "resize-aspect-fill"]
    public static let size = 0.1...0.5
    public static let margin = 0.0...0.25
    public static let border = 0...256
    public static let radius = 0...256
    public static let opacity = 0.0...1.0
    public static let position = 0.0...1.0
    /// What a window's aspect looks like, as a regular expression of ECMA-262.
    public static let aspectPattern = "^(source|[1-9][0-9]{0,3}:[1-9][0-9]{0,3})$"

    /// Whether `text` is a window's aspect: `source`, or two numbers from 1 to 9999
    /// with a colon between.
    public static func isAspect(_ text: String) -> Bool {
        if text == "source" { return true }
        let sides = text.split(separator: ":", omittingEmptySubsequences: false)
        return sides.count == 2
            && sides.allSatisfy { side in
                (1...4).contains(side.utf8.count) && !side.hasPrefix("0")
                    && side.utf8.allSatisfy { (0x30...0x39).contains($0) }
            }
    }
}
