/// What an image becomes that is to fit into a box of another shape.
public enum ImageFit: Hashable, Sendable, CaseIterable {
    /// The picture whole, made smaller where it does not fit; no larger than it is.
    case contain
    /// The same in the middle of a black image of the box's size.
    case pad
    /// The picture's middle, as much of it as has the box's shape, in the box's size: made
    /// larger where it has to be.
    case cover
}
