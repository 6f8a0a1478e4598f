internal import Media
internal import Pixels
internal import Presentation

/// Everything that the pixels of a scene depend on, but for its pictures.
///
/// Where the next layout is equal, the background and what lies under the window
/// are still right.
struct DrawLayout: Hashable {
    let size: PixelSize
    let main: Content?
    let pip: Window?

    /// A picture in its place.
    struct Content: Hashable {
        var format: FormatDescription
        var mapping: LayerMapping

        init?(_ placement: SceneLayer, output: PixelSize) {
            guard let mapping = LayerMapping(placement, output: output) else { return nil }
            self.mapping = mapping
            format = placement.sample.format
        }
    }

    /// The PIP window; missing where none of it is visible.
    struct Window: Hashable {
        let shape: RoundedShape
        /// The part of the window inside the framebuffer; never empty.
        let visible: PixelRect
        /// 1…256, of 256.
        let opacity: Int32
        let borderColor: RGBColor
        /// Missing where no part of the picture is visible: border and black remain.
        let content: Content?

        var isOpaque: Bool { opacity == 256 }

        init?(_ placement: SceneLayer, output: PixelSize) {
            let opacity = placement.opacity.isFinite ? min(max(placement.opacity, 0), 1) : 1
            let steps = Int32((opacity * 256).rounded())
            visible = placement.clip.intersection(PixelRect(output))
            guard steps > 0, !visible.isEmpty else { return nil }
            self.opacity = steps
            content = Content(placement, output: output)
            shape = RoundedShape(
                bounds: placement.clip,
                radius: Double(placement.cornerRadius),
                border: placement.content.x - placement.clip.x
            )
            borderColor = placement.borderColor
        }
    }

    init(_ scene: Scene, size: PixelSize) {
        self.size = size
        main = scene.main.flatMap { Content($0.placement, output: size) }
        pip = scene.pip.flatMap { Window($0.placement, output: size) }
    }
}
