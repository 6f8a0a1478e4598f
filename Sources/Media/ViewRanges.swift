/// What may be asked for of the views.
public enum ViewRanges {
    /// Widths of the picture-in-picture window, as fractions of the output's.
    public static let windowSizes = 0.1...0.5
    /// Its margins, as fractions of the output's width.
    public static let windowMargins = 0.0...0.25
    /// Widths of its border and radii of its corners, in pixels of an output 1080 high.
    public static let windowPixels = 0...256
    /// Priorities of what is shown for a time, from the least on.
    public static let priorities = 0...9
}
