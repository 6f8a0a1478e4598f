/// How a picture fills a layer of another shape. The raw value is the name in the API.
public enum VideoGravity: String, Hashable, Sendable, CaseIterable {
    /// Stretched to the layer: all of the picture, its shape lost.
    case resize
    /// All of the picture in its own shape; what is left of the layer stays black.
    case resizeAspect = "resize-aspect"
    /// All of the layer, the picture in its own shape; what juts out is cut off.
    case resizeAspectFill = "resize-aspect-fill"
}
